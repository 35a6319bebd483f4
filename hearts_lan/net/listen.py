"""The open port: strangers are counted, plain text gets one line, the rest speaks TLS."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

import trio

from hearts_lan.net.host import Host
from hearts_lan.net.link import BROKEN, CHUNK
from hearts_lan.net.tls import HostTls
from hearts_lan.wire import limits
from hearts_lan.wire.connection import NO_TLS, plain_line

TLS_HANDSHAKE = 0x16
"""First byte of a TLS connection: a handshake record (RFC 8446, 5.1)."""


async def open_listeners(port: int, bind: str | None) -> list[trio.SocketListener]:
    """Listeners on a port of one address, or of all; port 0 is any free one, the same everywhere.

    Raises ``OSError``.
    """
    listeners = await trio.open_tcp_listeners(port, host=bind)
    if port or len(listeners) == 1:
        return listeners
    free: int = listeners[0].socket.getsockname()[1]
    for listener in listeners:
        await listener.aclose()
    return await trio.open_tcp_listeners(free, host=bind)


async def serve(host: Host, tls: HostTls, listeners: Sequence[trio.SocketListener]) -> None:
    """Take connections until cancelled.  *Resource handling*: closes the listeners."""
    door = _Door(host, tls)
    await trio.serve_listeners(door.answer, list(listeners))


class _Door:
    """Answers connections, and counts those that have not proven who they are."""

    def __init__(self, host: Host, tls: HostTls) -> None:
        self._host = host
        self._tls = tls
        self._strangers: Counter[str] = Counter()

    async def answer(self, stream: trio.SocketStream) -> None:
        """Serve one connection to its end."""
        try:
            address = str(stream.socket.getpeername()[0])
        except OSError:
            return await stream.aclose()
        if self._strangers.total() >= limits.UNPROVEN or self._strangers[address] >= limits.UNPROVEN_PER_ADDRESS:
            return await stream.aclose()
        self._strangers[address] += 1
        leave = _once(lambda: self._leave(address))
        try:
            await self._secure(stream, leave)
        finally:
            leave()

    def _leave(self, address: str) -> None:
        self._strangers[address] -= 1
        self._strangers += Counter()  # drops what has fallen to zero

    async def _secure(self, stream: trio.SocketStream, proven: Callable[[], None]) -> None:
        first, deadline = b"", trio.current_time() + limits.HANDSHAKE_SECONDS
        with trio.move_on_at(deadline), suppress(*BROKEN):
            first = await stream.receive_some(CHUNK)
        if not first or first[0] != TLS_HANDSHAKE:
            await _turn_away(stream, plain_line(NO_TLS) if first else b"")
            return
        secure = trio.SSLStream(_Begun(stream, first), self._tls.context, server_side=True)
        with trio.move_on_at(deadline) as scope, suppress(*BROKEN):
            await secure.do_handshake()
            scope.deadline = inf
            await self._host.serve_peer(secure, proven, deadline)
            return
        await trio.aclose_forcefully(stream)


async def _turn_away(stream: trio.SocketStream, words: bytes) -> None:
    """Say so and close.  What still comes is read, or the system would throw our words away too."""
    with trio.move_on_after(1), suppress(*BROKEN):
        await stream.send_all(words)
        await stream.send_eof()
        while await stream.receive_some(CHUNK):
            pass
    await stream.aclose()


def _once(action: Callable[[], None]) -> Callable[[], None]:
    """A function that does something the first time only."""
    actions = [action]

    def run() -> None:
        if actions:
            actions.pop()()

    return run


class _Begun(trio.abc.HalfCloseableStream):
    """A stream whose first bytes have been read already."""

    def __init__(self, stream: trio.SocketStream, first: bytes) -> None:
        self._stream = stream
        self._first = first

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if self._first:
            size = len(self._first) if max_bytes is None else max_bytes
            data, self._first = self._first[:size], self._first[size:]
            return data
        return await self._stream.receive_some(max_bytes)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        await self._stream.send_eof()

    async def aclose(self) -> None:
        await self._stream.aclose()
