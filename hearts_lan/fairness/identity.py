"""Who a player is: one 32-byte root, from which the signing key and every secret of every game come.

With the root and the log a game can go on after a crash, so nothing else secret is ever stored.  The signing
key, the key of the secrets and the roots of the bots are separate outputs of HKDF-SHA512: knowing one tells
nothing of another.
"""

import hashlib
from base64 import b32encode
from dataclasses import dataclass, field
from functools import cached_property

from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hearts_lan.fairness.hashing import PFX, lp, mac, u8, u32
from hearts_lan.fairness.keys import SigningKey

ROOT_BYTES = 32
SECRET_BYTES = 32


@dataclass(frozen=True)
class Identity:
    """A person or a bot that can sign.  Holds the root; never shows it."""

    root: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.root) != ROOT_BYTES:
            raise ValueError(f"a root has {ROOT_BYTES} bytes")

    @property
    def key(self) -> bytes:
        """The public key: 32 bytes."""
        return self._signing_key.public

    def sign(self, message: bytes) -> bytes:
        """The 64-byte signature of the message."""
        return self._signing_key.sign(message)

    def secret(self, purpose: str, game_id: bytes, hand: int, seat: int) -> bytes:
        """The 32-byte secret, seed or nonce for one purpose of one hand: always the same, known to nobody else."""
        message = lp(purpose.encode("ascii")) + lp(game_id) + u32(hand) + u8(seat)
        return mac(self._secrets_key, message)[:SECRET_BYTES]

    def bot(self, number: int) -> "Identity":
        """The identity of the host's bot of this number."""
        return Identity(self._derive("bot", u32(number)))

    @cached_property
    def _signing_key(self) -> SigningKey:
        return SigningKey(self._derive("signing-key"))

    @cached_property
    def _secrets_key(self) -> bytes:
        return self._derive("secrets-key")

    def _derive(self, use: str, which: bytes = b"") -> bytes:
        info = lp(PFX + use.encode("ascii")) + which
        return HKDF(algorithm=SHA512(), length=32, salt=None, info=info).derive(self.root)


def fingerprint(key: bytes) -> str:
    """SHA-256 of a public key in lower-case hex, in groups of eight digits, for people to compare."""
    return hashlib.sha256(key).digest().hex(" ", 4)


def pin(key: bytes) -> str:
    """The first 60 bits of SHA-256 of a public key, as in ``join ADDRESS#abcd-efgh-ijkl`` (RFC 4648 base32)."""
    text = b32encode(hashlib.sha256(key).digest()).decode("ascii").lower()
    return "-".join((text[0:4], text[4:8], text[8:12]))
