"""Everything of a player comes from one root, and nothing tells of anything else."""

import hashlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.fairness.hashing import lp, mac, u8, u32
from hearts_lan.fairness.identity import Identity, fingerprint, pin
from hearts_lan.fairness.keys import SigningKey, is_strong_key, verify

ANA = Identity(b"a" * 32)
GAME = b"g" * 32


def test_derived_values_never_change() -> None:
    """After a crash the same root must give the same key and secrets, in every version."""
    assert ANA.key.hex() == "5368a0ff68ce7b1968f5540b77c64f7f521ad25e3b65d4165bddd898d129e0cb"
    assert ANA.secret("seed", GAME, 1, 0).hex() == "500fe9e490a185c5248e2ce5eb2d0f4544200305e2e664d88bb8420e4f85255f"
    assert ANA.bot(0).key.hex() == "d20449508dffd67366ace403db684832e4bf625ca00ddcbca2db138f479ad686"


def _hkdf_sha512(root: bytes, info: bytes) -> bytes:
    """RFC 5869 with an empty salt, one block of output cut to 32 bytes."""
    return mac(mac(bytes(64), root), info + b"\x01")[:32]


@given(st.binary(min_size=32, max_size=32), st.text("abc-", max_size=9), st.integers(0, 2**32 - 1), st.integers(0, 255))
def test_keys_and_secrets_follow_the_formula(root: bytes, purpose: str, hand: int, seat: int) -> None:
    one = Identity(root)
    secrets_key = _hkdf_sha512(root, lp(b"hearts-lan/1/secrets-key"))
    message = lp(purpose.encode()) + lp(GAME) + u32(hand) + u8(seat)
    assert one.secret(purpose, GAME, hand, seat) == mac(secrets_key, message)[:32]
    assert one.key == SigningKey(_hkdf_sha512(root, lp(b"hearts-lan/1/signing-key"))).public
    assert one.bot(hand).root == _hkdf_sha512(root, lp(b"hearts-lan/1/bot") + u32(hand))


def test_an_identity_signs() -> None:
    assert is_strong_key(ANA.key)
    assert verify(ANA.key, ANA.sign(b"m"), b"m")


def test_every_secret_is_another() -> None:
    uses = product(("secret", "seed", "pass"), (GAME, b"h" * 32), (1, 2), (0, 1, 255))
    secrets = [who.secret(*use) for use in uses for who in (ANA, ANA.bot(0), Identity(b"b" * 32))]
    assert len(set(secrets)) == len(secrets)
    assert {len(secret) for secret in secrets} == {32}


def test_bots_have_their_own_keys() -> None:
    keys = {ANA.key, *(ANA.bot(i).key for i in range(10)), ANA.bot(0).bot(0).key}
    assert len(keys) == 12


def test_the_root_is_not_shown() -> None:
    assert ANA.root.hex() not in repr(ANA)
    assert repr(ANA.root) not in repr(ANA)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_root_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Identity(bytes(size))


def test_identities_of_one_root_are_equal() -> None:
    assert Identity(b"a" * 32) == ANA
    assert Identity(b"b" * 32) != ANA


def test_fingerprint_is_sha256_in_groups() -> None:
    groups = fingerprint(ANA.key).split()
    assert [len(group) for group in groups] == [8] * 8
    assert "".join(groups) == hashlib.sha256(ANA.key).hexdigest()


@given(st.binary(min_size=32, max_size=32))
def test_a_pin_is_the_first_60_bits(key: bytes) -> None:
    """RFC 4648, 6: five bits a letter."""
    text = pin(key)
    bits = int.from_bytes(hashlib.sha256(key).digest(), "big") >> 196
    letters = ["abcdefghijklmnopqrstuvwxyz234567"[bits >> shift & 31] for shift in range(55, -1, -5)]
    assert [len(group) for group in text.split("-")] == [4, 4, 4]
    assert text.replace("-", "") == "".join(letters)
