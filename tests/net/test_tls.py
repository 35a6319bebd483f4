"""TLS with a throw-away certificate: both ends know the same public key, and its private half is on no disk."""

import hashlib
import ssl
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import example, given
from hypothesis import strategies as st
from trio.testing import memory_stream_pair

from hearts_lan.fairness.channel import channel_message
from hearts_lan.net.tls import HostTls, client_context, peer_spki_sha256, server_context, spki_sha256

HOST = server_context()
Stream = trio.SSLStream[Any]


def _pair(host: HostTls, client: ssl.SSLContext) -> tuple[Stream, Stream]:
    near, far = memory_stream_pair()
    return trio.SSLStream(near, client), trio.SSLStream(far, host.context, server_side=True)


async def _shaken(host: HostTls = HOST) -> tuple[Stream, Stream]:
    client, server = _pair(host, client_context())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.do_handshake)
        nursery.start_soon(server.do_handshake)
    return client, server


async def test_both_ends_see_the_same_public_key() -> None:
    client, _ = await _shaken()
    assert peer_spki_sha256(client) == HOST.spki_sha256
    assert len(HOST.spki_sha256) == 32


async def test_it_is_tls_1_3_and_carries_bytes_both_ways() -> None:
    client, server = await _shaken()
    assert (client.version(), server.version()) == ("TLSv1.3", "TLSv1.3")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.send_all, b"card")
        assert await server.receive_some() == b"card"
        nursery.start_soon(server.send_all, b"trick")
        assert await client.receive_some() == b"trick"


async def test_over_a_real_socket() -> None:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    async with listener, trio.open_nursery() as nursery:

        async def serve() -> None:
            async with trio.SSLStream(await listener.accept(), HOST.context, server_side=True) as server:
                await server.send_all(HOST.spki_sha256)

        nursery.start_soon(serve)
        async with trio.SSLStream(await trio.open_tcp_stream("127.0.0.1", port), client_context()) as client:
            assert await client.receive_some() == peer_spki_sha256(client)


async def test_a_man_in_the_middle_shows_another_key_so_the_proof_does_not_fit() -> None:
    client, _ = await _shaken(server_context())
    rest = (b"c" * 32, b"h" * 32, b"n" * 32, b"m" * 32)
    seen = channel_message("host", peer_spki_sha256(client), *rest)
    assert seen != channel_message("host", HOST.spki_sha256, *rest)


async def test_older_tls_is_refused() -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    client, server = _pair(HOST, old)
    refused: list[BaseException] = []

    async def shake(stream: Stream) -> None:
        try:
            await stream.do_handshake()
        except trio.BrokenResourceError as error:
            refused.append(error)
            await stream.transport_stream.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(shake, client)
        nursery.start_soon(shake, server)
    assert len(refused) == 2


@pytest.mark.parametrize("context", [HOST.context, client_context()], ids=["host", "client"])
def test_only_tls_1_3_is_spoken(context: ssl.SSLContext) -> None:
    assert (context.minimum_version, context.maximum_version) == (ssl.TLSVersion.TLSv1_3,) * 2


def test_every_start_has_a_new_key() -> None:
    assert server_context().spki_sha256 != HOST.spki_sha256


def test_no_file_remains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    server_context()
    assert list(tmp_path.iterdir()) == []


def test_nowhere_for_a_temporary_file_is_an_os_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(OSError, match="missing"):
        server_context()


async def test_there_is_no_public_key_before_the_handshake() -> None:
    client, _ = _pair(HOST, client_context())
    with pytest.raises(trio.NeedHandshakeError):
        peer_spki_sha256(client)


async def _certificate() -> bytes:
    client, _ = await _shaken()
    der: bytes = client.getpeercert(binary_form=True)
    return der


DER = trio.run(_certificate)


def test_the_hash_is_of_the_public_key_in_the_certificate() -> None:
    """The fixed start of a P-256 SubjectPublicKeyInfo (RFC 5480) leads to its 91 bytes."""
    start = DER.index(bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200"))
    assert hashlib.sha256(DER[start : start + 91]).digest() == spki_sha256(DER) == HOST.spki_sha256


@example(DER.index(bytes.fromhex("a003020102")) + 4, 0x7F)  # a version that there is not
@example(DER.index(bytes.fromhex("a003020102")) + 7, 0xFF)  # a negative serial number
@given(st.integers(0, len(DER) - 1), st.integers(1, 255))
def test_a_certificate_of_any_bytes_is_hashed_or_is_a_value_error(at: int, change: int) -> None:
    hostile = bytearray(DER)
    hostile[at] ^= change
    with suppress(ValueError):
        assert len(spki_sha256(bytes(hostile))) == 32


@pytest.mark.parametrize("der", [b"", b"\x30", DER[:-1], DER + b"\0"])
def test_broken_certificates_are_a_value_error(der: bytes) -> None:
    with pytest.raises(ValueError, match="pars"):
        spki_sha256(der)


def test_an_unknown_curve_is_a_value_error() -> None:
    curve = bytes.fromhex("2a8648ce3d030107")
    with pytest.raises(ValueError, match="is not supported"):
        spki_sha256(DER.replace(curve, curve[:-1] + b"\x7f"))
