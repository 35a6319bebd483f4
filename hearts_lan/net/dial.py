"""Reaching a host: a TLS stream to it, or one sentence why there is none."""

import ssl

import trio

from hearts_lan.net.link import Stream
from hearts_lan.net.tls import client_context, peer_spki_sha256, says_busy

CONNECT_SECONDS = 10
"""A host that does not answer by then does not answer."""

BUSY_SECONDS = 1.0
"""A host that is busy with others is asked again after so long, until `CONNECT_SECONDS` are over."""


class JoinError(Exception):
    """Why there is no seat at that table: one plain sentence."""


async def connect(host: str, port: int) -> tuple[Stream, bytes]:
    """A TLS stream to a host and the hash of its certificate's public key.  Raises `JoinError`."""
    busy = False
    try:
        with trio.fail_after(CONNECT_SECONDS):
            while (secured := await _try_to_secure(host, port)) is None:
                busy = True
                await trio.sleep(BUSY_SECONDS)
            return secured
    except trio.TooSlowError:
        if busy:
            raise JoinError(f"The host at {host} port {port} is busy with others. Try again in a moment.") from None
        raise JoinError(f"No answer from {host} port {port} within {CONNECT_SECONDS} seconds.") from None
    except (trio.BrokenResourceError, ssl.SSLError, ValueError):
        raise JoinError(f"What answers at {host} port {port} is not a hearts-lan host.") from None
    except OSError as error:
        raise JoinError(_why_not(host, port, error)) from None


async def _try_to_secure(host: str, port: int) -> tuple[Stream, bytes] | None:
    """The stream and the hash, or nothing while the host has no place for us."""
    try:
        return await _secured(await trio.open_tcp_stream(host, port))
    except trio.BrokenResourceError as error:
        if says_busy(error.__cause__):
            return None
        raise


async def _secured(tcp: trio.SocketStream) -> tuple[Stream, bytes]:
    stream = trio.SSLStream(tcp, client_context(), server_hostname=None)
    try:
        await stream.do_handshake()
        return stream, peer_spki_sha256(stream)
    except BaseException:
        await trio.aclose_forcefully(tcp)
        raise


def _why_not(host: str, port: int, error: OSError) -> str:
    causes: list[BaseException] = [error]
    while causes:
        cause = causes.pop()
        if isinstance(cause, ConnectionRefusedError):
            return f"Nobody hosts a table at {host} port {port}: the connection was refused."
        causes.extend(filter(None, (cause.__cause__, cause.__context__)))
        causes.extend(getattr(cause, "exceptions", ()))
    return f"Could not reach {host} port {port}: {error.strerror or error}."
