"""What both ends sign straight after TLS, so that the encrypted channel belongs to their keys.

A man in the middle has another certificate, so the hash of its public key differs and neither signature fits
the other side's message.  The nonces are fresh from the operating system and never those of a join.
"""

from typing import Literal

from hearts_lan.fairness.hashing import PFX, lp

Role = Literal["client", "host"]
"""The end that signs: a signature of one end is worth nothing as the other's."""


def channel_message(
    role: Role, spki_sha256: bytes, client_key: bytes, host_key: bytes, client_nonce: bytes, host_nonce: bytes
) -> bytes:
    """The bytes that the end ``role`` signs; ``spki_sha256`` as it knows the certificate.  All values 32 bytes."""
    fields = (PFX + b"channel", role.encode(), spki_sha256, client_key, host_key, client_nonce, host_nonce)
    return b"".join(map(lp, fields))
