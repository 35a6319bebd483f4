"""Lines of a log: a payload, a tab, a signature, a line feed; and the chain of heads over them."""

import re
from typing import NamedTuple

from hearts_lan.fairness.hashing import PFX, H, lp
from hearts_lan.transcript.canonical import MAX_PAYLOAD

NO_GAME = bytes(32)
"""The game id signed by ``table`` and ``nonce``, which come before there is one."""

HEAD_0 = H("head0")
"""The head of an empty log."""

MAX_LINE = MAX_PAYLOAD + 1 + 128
"""Longest line in bytes, without its line feed."""

_SIGNATURE = re.compile(r"[0-9a-f]{128}")


class NotALine(ValueError):
    """Bytes that are no line of a log; the message says why, without a period."""


class Line(NamedTuple):
    """A signed payload: the exact text that was signed, and 64 bytes of signature."""

    payload: str
    signature: bytes

    def encode(self) -> bytes:
        """The line as it stands in the file, with its line feed."""
        return f"{self.payload}\t{self.signature.hex()}\n".encode()


def parse_line(raw: bytes) -> Line:
    """The line of its bytes, given without the line feed.  Raises `NotALine`."""
    if len(raw) > MAX_LINE:
        raise NotALine(f"it is longer than {MAX_LINE} bytes")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise NotALine("it is not UTF-8") from None
    payload, tab, signature = text.rpartition("\t")
    if not tab or not _SIGNATURE.fullmatch(signature):
        raise NotALine("it does not end in a tab and a signature of 128 hex digits")
    return Line(payload, bytes.fromhex(signature))


def signed_bytes(game_id: bytes, payload: str) -> bytes:
    """What the author of a record signs."""
    return lp(PFX + b"record") + lp(game_id) + lp(payload.encode())


def next_head(head: bytes, line: Line) -> bytes:
    """The head after one more line."""
    return H("head", head, line.payload.encode(), line.signature)
