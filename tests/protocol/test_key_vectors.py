"""The keys and signatures among the vectors (V2)."""

from typing import Any

import pytest

from hearts_lan.fairness.channel import Role, channel_message
from hearts_lan.fairness.identity import Identity, fingerprint, pin
from hearts_lan.fairness.keys import is_strong_key, verify
from tests.protocol.vectors import read

VECTORS: dict[str, Any] = read("keys")
ROLES: tuple[Role, ...] = ("client", "host")


@pytest.mark.parametrize("key", VECTORS["strong"])
def test_a_strong_key_may_sit_down(key: str) -> None:
    assert is_strong_key(bytes.fromhex(key))


@pytest.mark.parametrize("entry", VECTORS["weak"], ids=lambda entry: entry["about"])
def test_v2_a_weak_key_may_not(entry: dict[str, str]) -> None:
    assert not is_strong_key(bytes.fromhex(entry["key"]))


@pytest.mark.parametrize("entry", VECTORS["signatures"], ids=lambda entry: entry["about"])
def test_v2_a_signature_is_good_or_not(entry: dict[str, Any]) -> None:
    key, signature, message = (bytes.fromhex(entry[name]) for name in ("key", "signature", "message"))
    assert verify(key, signature, message) == entry["good"]


@pytest.mark.parametrize("entry", VECTORS["identities"])
def test_what_comes_from_a_root(entry: dict[str, Any]) -> None:
    who, secret = Identity(bytes.fromhex(entry["root"])), entry["secret"]
    assert who.key.hex() == entry["key"]
    assert who.bot(0).key.hex() == entry["bot_0_key"]
    assert (fingerprint(who.key), pin(who.key)) == (entry["fingerprint"], entry["pin"])
    value = who.secret(secret["purpose"], bytes.fromhex(secret["game_id"]), secret["hand"], secret["seat"])
    assert value.hex() == entry["secret_value"]


@pytest.mark.parametrize("role", ROLES)
def test_a_proof_of_the_channel(role: Role) -> None:
    channel = VECTORS["channel"]
    names = ("spki_sha256", "client_key", "host_key", "client_nonce", "host_nonce")
    message = channel_message(role, *(bytes.fromhex(channel[name]) for name in names))
    assert message.hex() == channel[f"{role}_message"]
    assert verify(bytes.fromhex(channel[f"{role}_key"]), bytes.fromhex(channel[f"{role}_signature"]), message)
