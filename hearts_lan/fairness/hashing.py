"""Hashes, the byte stream and the shuffle that the whole fair deal is built from.

Every hashed field carries its length and every use its own tag, so two different lists of fields, or the same
fields for two purposes, never give the same input to SHA-256.  Nothing here draws randomness: the same key gives
the same stream and the same shuffle everywhere.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

PFX = b"hearts-lan/1/"
"""Stands before every tag and label: the protocol and its version."""

BLOCK_BYTES = 64
"""Length of one block of a stream: one HMAC-SHA512."""

T = TypeVar("T")


def u8(number: int) -> bytes:
    """One byte.  Raises ``OverflowError`` outside 0..255."""
    return number.to_bytes(1, "big")


def u32(number: int) -> bytes:
    """Four bytes, big-endian.  Raises ``OverflowError`` outside 0..2**32-1."""
    return number.to_bytes(4, "big")


def lp(field: bytes) -> bytes:
    """The field with its length in front."""
    return u32(len(field)) + field


def H(tag: str, *fields: bytes) -> bytes:
    """SHA-256 of the tag and the fields, each with its length: 32 bytes."""
    return hashlib.sha256(b"".join((lp(PFX + tag.encode("ascii")), *map(lp, fields)))).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA512: 64 bytes."""
    return hmac.digest(key, message, "sha512")


def stream_block(key: bytes, label: str, number: int) -> bytes:
    """Block ``number`` (from 0) of the stream under ``key`` and ``label``: 64 bytes."""
    return mac(key, lp(PFX + label.encode("ascii")) + u32(number))


def _stream_bytes(key: bytes, label: str) -> Iterator[int]:
    for number in count():
        yield from stream_block(key, label, number)


class Stream:
    """Uniform numbers from a key.  ``taken`` counts the bytes used so far, rejected ones too."""

    __slots__ = ("_bytes", "taken")

    def __init__(self, key: bytes, label: str) -> None:
        self._bytes = _stream_bytes(key, label)
        self.taken = 0

    def draw(self, m: int) -> int:
        """A number from 0 to m-1, for 1 <= m <= 256 (``ValueError`` otherwise), without bias.

        Bytes from the greatest multiple of m upwards are thrown away, or small numbers would come more often.
        """
        if not 1 <= m <= 256:
            raise ValueError(f"cannot draw from {m} values")
        limit = 256 - 256 % m
        byte = self._take()
        while byte >= limit:
            byte = self._take()
        return byte % m

    def _take(self) -> int:
        self.taken += 1
        return next(self._bytes)


def shuffle(cards: Sequence[T], key: bytes, label: str) -> tuple[T, ...]:
    """The cards in the order that ``key`` gives them (Fisher-Yates from the last place down)."""
    stream = Stream(key, label)
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = stream.draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
