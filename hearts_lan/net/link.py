"""What both ends of a connection share: an outbox that never blocks its owner, and an ear for messages."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from math import inf
from typing import Any, Generic, TypeVar

import trio

from hearts_lan.wire import limits
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.messages import Message

Received = TypeVar("Received", bound=Message, covariant=True)

CHUNK = 4096
"""Bytes that are read at a time: of one peer so much is worked off before others have their turn."""

SENT_AT_ONCE = 65_536
"""Bytes that are sent at a time, or a few more."""

Stream = trio.abc.Stream

BROKEN = (trio.BrokenResourceError, trio.ClosedResourceError)
"""What Trio raises when the other end is gone or the stream is closed."""


class Full(Exception):
    """The peer does not read what is sent to it."""


class Outbox:
    """Bytes on their way to one peer.

    ``put`` never blocks: it raises `Full` when ``most`` pieces wait.  Pieces marked ``uncounted`` and those of
    ``put_later`` (the past of a game, for a late comer) may wait beside the bound.
    """

    def __init__(self, stream: Stream, most: int) -> None:
        self._stream = stream
        self._most = most
        self._waiting = 0
        self._send, self._receive = trio.open_memory_channel[tuple[Iterable[bytes], bool]](inf)

    def put(self, data: bytes, uncounted: bool = False) -> None:
        """Queue bytes.  Raises `Full`; after `close`, nothing happens."""
        if not uncounted and self._waiting >= self._most:
            raise Full
        self._put((data,), uncounted)

    def put_later(self, pieces: Iterable[bytes]) -> None:
        """Queue bytes that are made when their turn comes: a peer that does not read costs no memory for them."""
        self._put(pieces, uncounted=True)

    def _put(self, pieces: Iterable[bytes], uncounted: bool) -> None:
        with suppress(trio.ClosedResourceError):
            self._send.send_nowait((pieces, uncounted))
            self._waiting += not uncounted

    def close(self) -> None:
        """Nothing more will be put; `run` ends when everything is sent."""
        self._send.close()

    async def run(self) -> None:
        """Send what is put until `close`, as much at a time as waits.  Errors of the stream pass through."""
        async for first in self._receive:
            waiting = [first, *self._more()]
            for data in _joined(chain.from_iterable(pieces for pieces, _ in waiting)):
                await self._stream.send_all(data)
            self._waiting -= sum(not uncounted for _, uncounted in waiting)

    def _more(self) -> Iterator[tuple[Iterable[bytes], bool]]:
        with suppress(trio.WouldBlock, trio.EndOfChannel):
            while True:
                yield self._receive.receive_nowait()


def _joined(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces in as few as make sense."""
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) >= SENT_AT_ONCE:
            yield bytes(data)
            data.clear()
    if data:
        yield bytes(data)


class Bucket:
    """A token bucket: ``rate`` tokens a second, at most ``burst`` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._at = burst, -inf

    def take(self, now: float) -> bool:
        """Take a token at a time of a monotonic clock, if there is one."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    async def turn(self) -> None:
        """Wait for a token, and take it."""
        while not self.take(trio.current_time()):
            await trio.sleep(1 / self._rate)


class Ear(Generic[Received]):
    """Hears the messages of a connection, with patience for silence and for a frame that drips in."""

    def __init__(self, stream: Stream, connection: Connection[Any, Received]) -> None:
        self._stream = stream
        self._connection = connection
        self._frame_due = inf
        self.heard = trio.current_time()
        """When the last byte came."""

    async def hear(self, silence: float) -> Iterator[Received] | None:
        """The messages that the next bytes complete, to be taken one by one; nothing at the end of the stream.

        Raises ``trio.TooSlowError`` after ``silence`` seconds without a byte, or when a frame takes too long.
        Taking messages raises ``ProtocolError``.
        """
        with trio.fail_at(min(trio.current_time() + silence, self._frame_due)):
            data = await self._stream.receive_some(CHUNK)
        self.heard = trio.current_time()
        return self._messages(bytes(data)) if data else None

    def _messages(self, data: bytes) -> Iterator[Received]:
        for message in self._connection.receive(data):
            self._frame_due = inf
            yield message
        if not self._connection.is_mid_frame:
            self._frame_due = inf
        elif self._frame_due == inf:
            self._frame_due = trio.current_time() + limits.FRAME_SECONDS
