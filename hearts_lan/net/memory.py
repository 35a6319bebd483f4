"""Streams through memory, for seats in the host's own program.  (Trio's are made for tests, and bring them along.)"""

from math import inf

import trio


class MemoryStream(trio.abc.Stream):
    """One end; what is sent waits at the other end, in any amount."""

    def __init__(self, sending: "trio.MemorySendChannel[bytes]", coming: "trio.MemoryReceiveChannel[bytes]") -> None:
        self._sending = sending
        self._coming = coming
        self._rest = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes; raises ``BrokenResourceError`` when the other end is closed."""
        if data:
            await self._sending.send(bytes(data))
        else:
            await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        """Sending never blocks."""
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Bytes as they were sent, or the beginning of them; none when the other end is closed."""
        if not self._rest:
            try:
                self._rest = await self._coming.receive()
            except trio.EndOfChannel:
                return b""
        data, self._rest = self._rest[:max_bytes], self._rest[max_bytes:] if max_bytes else b""
        return data

    async def aclose(self) -> None:
        """Close this end."""
        self._sending.close()
        self._coming.close()
        await trio.lowlevel.checkpoint()


def memory_streams() -> tuple[MemoryStream, MemoryStream]:
    """Two ends of a stream."""
    (to_left, left), (to_right, right) = trio.open_memory_channel[bytes](inf), trio.open_memory_channel[bytes](inf)
    return MemoryStream(to_right, left), MemoryStream(to_left, right)
