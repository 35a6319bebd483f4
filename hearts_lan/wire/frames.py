"""Frames: where a message ends.

msgpack: ``u32 length || body``, big-endian, 1 to 65,536 bytes of body.  Text: a line ended by LF, at most 65,536 bytes
with its LF.  A cutter takes the first whole frame off the front of a buffer; a length that is too large is refused
before a byte of its body is awaited, so a buffer never outgrows one frame and what was last read.
"""

from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.limits import FRAME_BYTES, LENGTH_BYTES


def wrap_length(body: bytes) -> bytes:
    """A frame of msgpack."""
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def wrap_line(body: bytes) -> bytes:
    """A line of text."""
    return body + b"\n"


def cut_length(buffer: bytearray) -> bytes | None:
    """The first body of msgpack, taken off ``buffer``; None while it is incomplete."""
    if len(buffer) < LENGTH_BYTES:
        return None
    length = int.from_bytes(buffer[:LENGTH_BYTES], "big")
    if not 1 <= length <= FRAME_BYTES:
        raise ProtocolError("frame", f"A frame of {length} bytes; 1 to {FRAME_BYTES} are allowed.")
    return _take(buffer, LENGTH_BYTES, LENGTH_BYTES + length)


def cut_line(buffer: bytearray) -> bytes | None:
    """The first line, with its LF, taken off ``buffer``; None while it is incomplete."""
    end = buffer.find(b"\n", 0, FRAME_BYTES) + 1
    if end:
        return _take(buffer, 0, end)
    if len(buffer) >= FRAME_BYTES:
        raise ProtocolError("frame", f"A line of more than {FRAME_BYTES} bytes.")
    return None


def _take(buffer: bytearray, start: int, end: int) -> bytes | None:
    if len(buffer) < end:
        return None
    body = bytes(buffer[start:end])
    del buffer[:end]
    return body
