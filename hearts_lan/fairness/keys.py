"""Ed25519 keys and signatures (RFC 8032).

A signature is good only if S < L, the equation holds without the cofactor, and R is byte for byte what the
equation gives: one signature, one byte string.  Some encodings of points are accepted as keys by every library
and let anybody sign for them; ``is_strong_key`` tells them apart, and every key is put to it at join.
"""

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from nacl.bindings import crypto_core_ed25519_is_valid_point

KEY_BYTES = 32
SIGNATURE_BYTES = 64

_FIELD_PRIME = 2**255 - 19

_load_public = lru_cache(maxsize=256)(Ed25519PublicKey.from_public_bytes)


@lru_cache(maxsize=64)
def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is by the key.  False, never an error, for bytes of any shape.

    The last answers are remembered: a host asks when a record comes and again when it has its place in the log, and
    so do the players in its own process.
    """
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        _load_public(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_strong_key(key: bytes) -> bool:
    """Whether the key is a canonical point of prime order, so that only the holder of its secret can sign."""
    return len(key) == KEY_BYTES and _is_canonical(key) and crypto_core_ed25519_is_valid_point(key)


def _is_canonical(key: bytes) -> bool:
    y = int.from_bytes(key, "little") & (2**255 - 1)
    return y < _FIELD_PRIME


class SigningKey:
    """A private key made from a 32-byte seed.  Equal seeds give equal signatures."""

    __slots__ = ("_private", "public")

    def __init__(self, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: bytes = self._private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The 64-byte signature of the message."""
        return self._private.sign(message)
