"""TLS 1.3 with a throw-away certificate.

TLS only hides the channel; who is at the other end is proved afterwards, by signatures over the hash of the
certificate's public key.  So the host makes a new P-256 certificate at each start, and the client looks at no
name, no date and no chain.  Sessions are never resumed: every connection shows the certificate.
"""

import hashlib
import secrets
import ssl
import warnings
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import trio
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

BUSY = b"\x15\x03\x03\x00\x02\x02\x50"
"""The alert ``internal_error`` (RFC 8446, 6.2), in place of a handshake: there is no place for it just now."""

_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hearts-lan")])
_NOT_BEFORE = datetime(2000, 1, 1, tzinfo=UTC)
_NOT_AFTER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""RFC 5280, 4.1.2.5: a certificate without a date of expiry.  No clock of host or player matters."""


class HostTls(NamedTuple):
    """The host's end of TLS and the SHA-256 of its certificate's public key (32 bytes)."""

    context: ssl.SSLContext
    spki_sha256: bytes


def server_context() -> HostTls:
    """A context with a new certificate.  Raises ``OSError`` if there is nowhere to put a temporary file."""
    private = generate_private_key(SECP256R1())
    certificate = _self_signed(private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    _only_tls13(context)
    context.num_tickets = 0
    _load(context, certificate, private)
    return HostTls(context, spki_sha256(certificate.public_bytes(Encoding.DER)))


def client_context() -> ssl.SSLContext:
    """A context that takes any certificate; what it took is checked by the channel signatures."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    _only_tls13(context)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def says_busy(error: BaseException | None) -> bool:
    """Whether a handshake failed because the host answered `BUSY`."""
    return isinstance(error, ssl.SSLError) and error.reason == "TLSV1_ALERT_INTERNAL_ERROR"


def spki_sha256(certificate_der: bytes) -> bytes:
    """SHA-256 of a certificate's public key (SubjectPublicKeyInfo, DER).  ``ValueError`` if it cannot be read."""
    try:
        with warnings.catch_warnings(action="ignore"):  # oddities outside the key, which we don't look at
            public = x509.load_der_x509_certificate(certificate_der).public_key()
    except (UnsupportedAlgorithm, x509.InvalidVersion) as error:
        raise ValueError(str(error)) from error
    return hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()


def peer_spki_sha256(stream: trio.SSLStream[Any]) -> bytes:
    """SHA-256 of the public key of the certificate the host showed.  ``trio.NeedHandshakeError`` before that."""
    return spki_sha256(stream.getpeercert(binary_form=True) or b"")


def _only_tls13(context: ssl.SSLContext) -> None:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.maximum_version = ssl.TLSVersion.TLSv1_3


def _self_signed(private: EllipticCurvePrivateKey) -> x509.Certificate:
    return (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .sign(private, SHA256())
    )


def _load(context: ssl.SSLContext, certificate: x509.Certificate, private: EllipticCurvePrivateKey) -> None:
    """Give key and certificate to the context, which reads them only from a file.

    The file lives for a moment in a private folder, its key encrypted under a password that is nowhere else: even
    if the program is killed in between, or the disk keeps deleted blocks, no usable key remains.
    """
    password = secrets.token_hex(32).encode()
    key_pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password))
    with TemporaryDirectory(prefix="hearts-lan-") as folder:
        file = Path(folder, "host.pem")
        file.write_bytes(key_pem + certificate.public_bytes(Encoding.PEM))
        context.load_cert_chain(file, password=password)
