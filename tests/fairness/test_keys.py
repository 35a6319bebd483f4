"""Signatures: RFC 8032's answers, what must be refused, and the keys under which anybody can sign (V2)."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.fairness.keys import SigningKey, is_strong_key, verify
from tests.fairness.edwards import (
    BASE,
    IDENTITY,
    TORSION,
    L,
    P,
    add,
    challenge,
    encode,
    from_y,
    private_scalar,
    signature,
    times,
)

SEED = bytes(range(32))
SECRET = private_scalar(SEED)
KEY = encode(times(SECRET, BASE))
MESSAGE = b"the queen of spades"
ODD_X = 1 << 255
LOW_ORDER = {8: TORSION[1], 4: TORSION[2], 2: TORSION[4]}

RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
]


@pytest.mark.parametrize(("seed", "public", "message", "signed"), RFC_8032)
def test_rfc_8032_answers(seed: str, public: str, message: str, signed: str) -> None:
    key = SigningKey(bytes.fromhex(seed))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == signed
    assert verify(key.public, bytes.fromhex(signed), bytes.fromhex(message))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200))
def test_every_made_key_is_strong_and_verifies(seed: bytes, message: bytes) -> None:
    key = SigningKey(seed)
    assert is_strong_key(key.public)
    assert verify(key.public, key.sign(message), message)
    assert not verify(key.public, key.sign(message), message + b"!")


@given(st.integers(0, 511))
def test_v2_no_bit_of_a_signature_can_change(bit: int) -> None:
    good = int.from_bytes(SigningKey(SEED).sign(MESSAGE), "big")
    assert not verify(KEY, (good ^ 1 << bit).to_bytes(64, "big"), MESSAGE)


@given(st.binary(max_size=70), st.binary(max_size=70), st.binary(max_size=8))
def test_v2_any_bytes_are_refused_without_an_error(key: bytes, signed: bytes, message: bytes) -> None:
    assert not verify(key, signed, message)
    is_strong_key(key)


def test_the_arithmetic_of_these_tests_is_that_of_the_library() -> None:
    assert SigningKey(SEED).public == KEY
    assert times(L, BASE) == IDENTITY
    assert len(set(TORSION)) == 8


def test_v2_s_must_be_below_l() -> None:
    good = SigningKey(SEED).sign(MESSAGE)
    s = int.from_bytes(good[32:], "little")
    higher = range(s + L, 2**256, L)
    assert len(higher) >= 14
    assert not any(verify(KEY, signature(good[:32], other), MESSAGE) for other in higher)


def _signature_with(r: bytes, nonce: int = 0) -> bytes:
    """A signature whose equation holds if R is read as ``nonce`` times the base point."""
    return signature(r, (nonce + challenge(r, KEY, MESSAGE) * SECRET) % L)


def test_v2_r_of_low_order_is_an_ordinary_r() -> None:
    assert verify(KEY, _signature_with(encode(IDENTITY)), MESSAGE)


@pytest.mark.parametrize("y", [P + 1, ODD_X + 1, ODD_X + P + 1])
def test_v2_r_is_compared_byte_for_byte(y: int) -> None:
    """These read as the identity in a verifier that decodes R."""
    assert not verify(KEY, _signature_with(y.to_bytes(32, "little")), MESSAGE)


@pytest.mark.parametrize("torsion", TORSION)
def test_v2_the_cofactor_is_not_cleared(torsion: tuple[int, int]) -> None:
    r = encode(add(times(77, BASE), torsion))
    assert verify(KEY, _signature_with(r, 77), MESSAGE) == (torsion == IDENTITY)


def test_v5_the_identity_as_key_signs_everything_so_it_is_not_strong() -> None:
    forged = signature(encode(times(5, BASE)), 5)
    assert verify(encode(IDENTITY), forged, b"one")
    assert verify(encode(IDENTITY), forged, b"two")
    assert not is_strong_key(encode(IDENTITY))


def _weak_keys() -> Iterator[tuple[str, bytes]]:
    yield from ((f"low order {i}", encode(point)) for i, point in enumerate(TORSION))
    yield "(0,-1)", (P - 1).to_bytes(32, "little")
    for order, torsion in LOW_ORDER.items():
        yield f"order {order}L", encode(add(times(12345, BASE), torsion))
        yield f"key plus order {order}", encode(add(times(SECRET, BASE), torsion))
    for y in range(19):
        yield f"y = p+{y}, even x", (P + y).to_bytes(32, "little")
        yield f"y = p+{y}, odd x", (P + y | ODD_X).to_bytes(32, "little")
    for y in (1, P - 1):
        yield f"x = 0 called odd, y = {y % 5}", (y | ODD_X).to_bytes(32, "little")
    yield from ((f"off the curve, y = {y}", y.to_bytes(32, "little")) for y in range(2, 30) if from_y(y) is None)
    yield "all ones", b"\xff" * 32
    yield from ((f"{size} bytes", KEY[:size] + b"\0" * (size - 32)) for size in (0, 31, 33, 64))


@pytest.mark.parametrize("key", [pytest.param(key, id=name) for name, key in _weak_keys()])
def test_v2_weak_keys_are_refused(key: bytes) -> None:
    assert not is_strong_key(key)


@pytest.mark.parametrize("scalar", [1, 2, 8, L - 1, 12345])
def test_points_of_prime_order_are_strong(scalar: int) -> None:
    assert is_strong_key(encode(times(scalar, BASE)))
