"""What both ends of a connection share: an outbox that never blocks its owner, and the reading of messages."""

from collections.abc import AsyncIterator
from math import inf

import trio

CHUNK = 65_536

Stream = trio.abc.Stream

BROKEN = (trio.BrokenResourceError, trio.ClosedResourceError)
"""What Trio raises when the other end is gone or the stream is closed."""


class Full(Exception):
    """The peer does not read what is sent to it."""


class Outbox:
    """Bytes on their way to one peer.

    ``put`` never blocks: it raises `Full` when ``most`` pieces wait.  Pieces marked ``uncounted`` (the past of a
    game, for a late comer) may wait beside the bound.
    """

    def __init__(self, stream: Stream, most: int) -> None:
        self._stream = stream
        self._most = most
        self._waiting = 0
        self._send, self._receive = trio.open_memory_channel[tuple[bytes, bool]](inf)

    def put(self, data: bytes, uncounted: bool = False) -> None:
        """Queue bytes.  Raises `Full`; after `close`, nothing happens."""
        if not uncounted and self._waiting >= self._most:
            raise Full
        try:
            self._send.send_nowait((data, uncounted))
        except trio.ClosedResourceError:
            return
        self._waiting += not uncounted

    def close(self) -> None:
        """Nothing more will be put; `run` ends when everything is sent."""
        self._send.close()

    async def run(self) -> None:
        """Send what is put until `close`.  Errors of the stream pass through."""
        async for data, uncounted in self._receive:
            await self._stream.send_all(data)
            self._waiting -= not uncounted


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


async def pieces(stream: Stream, silence: float) -> AsyncIterator[bytes]:
    """What arrives, until the end of the stream.  Raises ``trio.TooSlowError`` after so many seconds of silence."""
    while True:
        with trio.fail_after(silence):
            data = await stream.receive_some(CHUNK)
        if not data:
            return
        yield bytes(data)
