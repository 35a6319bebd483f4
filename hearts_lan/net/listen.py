"""The open port: strangers are counted, plain text gets one line, the rest speaks TLS.

Whoever has not proven a key holds one of a few places, and after a moment only until somebody else wants it: so those
who hold connections open and say nothing lock nobody out.
"""

import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf

import trio

from hearts_lan.net.host import Host
from hearts_lan.net.link import BROKEN, CHUNK, Bucket
from hearts_lan.net.tls import BUSY, HostTls
from hearts_lan.wire import limits
from hearts_lan.wire.connection import NO_TLS, plain_line

TLS_HANDSHAKE = b"\x16"
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


async def serve(
    host: Host,
    tls: HostTls,
    listeners: Sequence[trio.SocketListener],
    visited: Callable[[], None] = lambda: None,
) -> None:
    """Take connections until cancelled; ``visited`` is called at each one from another machine.

    *Resource handling*: closes the listeners.  When no more files may be opened, newcomers wait; Trio would tell it to
    the terminal ten times a second.
    """
    logging.getLogger("trio.serve_listeners").setLevel(logging.CRITICAL)
    door = _Door(host, tls, visited)
    await trio.serve_listeners(door.answer, list(listeners))


@dataclass(eq=False, frozen=True, slots=True)
class _Stranger:
    """A connection without a proven key, its address, and since when it is there."""

    address: str
    since: float
    scope: trio.CancelScope


class _Door:
    """Answers connections, and counts those that have not proven who they are."""

    def __init__(self, host: Host, tls: HostTls, visited: Callable[[], None]) -> None:
        self._host = host
        self._visited = visited
        self._tls = tls
        self._strangers: list[_Stranger] = []
        self._turned_away = 0
        self._queue = trio.StrictFIFOLock()
        self._handshakes = Bucket(limits.HANDSHAKES_PER_SECOND, limits.HANDSHAKE_BURST)

    async def answer(self, stream: trio.SocketStream) -> None:
        """Serve one connection to its end."""
        async with stream:
            stranger = self._admit(stream)
            if stranger is None:
                return await self._say_busy(stream)
            try:
                with stranger.scope:
                    await self._secure(stream, lambda: self._forget(stranger))
            finally:
                self._forget(stranger)

    def _admit(self, stream: trio.SocketStream) -> _Stranger | None:
        """A place for a stranger, perhaps that of another who had it for long enough; nothing if there is none."""
        try:
            address, own = (str(name[0]) for name in (stream.socket.getpeername(), stream.socket.getsockname()))
        except OSError:
            return None
        if address != own:
            self._visited()
        neighbours = [stranger for stranger in self._strangers if stranger.address == address]
        if len(neighbours) >= limits.UNPROVEN_PER_ADDRESS and not self._replace(neighbours[0]):
            return None
        if len(self._strangers) >= limits.UNPROVEN and not self._replace(self._strangers[0]):
            return None
        stranger = _Stranger(address, trio.current_time(), trio.CancelScope())
        self._strangers.append(stranger)
        return stranger

    def _replace(self, oldest: _Stranger) -> bool:
        if trio.current_time() - oldest.since < limits.UNPROVEN_SECONDS:
            return False
        oldest.scope.cancel()
        self._forget(oldest)
        return True

    def _forget(self, stranger: _Stranger) -> None:
        if stranger in self._strangers:
            self._strangers.remove(stranger)

    async def _say_busy(self, stream: trio.SocketStream) -> None:
        """So many hear that there is no place now; to more than that we don't even talk."""
        if self._turned_away < limits.UNPROVEN:
            self._turned_away += 1
            try:
                await _turn_away(stream, BUSY)
            finally:
                self._turned_away -= 1

    async def _secure(self, stream: trio.SocketStream, proven: Callable[[], None]) -> None:
        first, deadline = b"", trio.current_time() + limits.HANDSHAKE_SECONDS
        with trio.move_on_at(deadline), suppress(OSError):
            first = await stream.socket.recv(1, socket.MSG_PEEK)
        if first != TLS_HANDSHAKE:
            await _turn_away(stream, plain_line(NO_TLS) if first else b"")
            return
        secure = trio.SSLStream(stream, self._tls.context, server_side=True)
        with trio.move_on_at(deadline) as scope, suppress(*BROKEN):
            async with self._queue:
                await self._handshakes.turn()
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
