"""The known answers of ``protocol/vectors/commit_reveal.json``, every value of them, and what each value covers.

The keys and signatures in that file are arbitrary bytes of the right length: they are hashed, not verified.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.cards import Card, cards_text, pack, parse_card, parse_cards
from hearts_lan.fairness.commit_reveal import (
    HOST,
    deal_commit,
    deal_key,
    dealt_message,
    game_id,
    join_commit,
    pass_commit,
    shuffled,
    table_code,
)
from hearts_lan.fairness.hashing import PFX, H, Stream, lp, stream_block

Vector = dict[str, Any]
VECTORS: list[Vector] = json.loads(
    Path(__file__).parents[2].joinpath("protocol/vectors/commit_reveal.json").read_text("utf-8")
)
REMOVED = {3: "2D", 5: "2C 2D", 7: "2D 3D 3C"}

each = pytest.mark.parametrize("v", [pytest.param(v, id=v["name"]) for v in VECTORS])
with_a_pass = pytest.mark.parametrize("v", [pytest.param(v, id=v["name"]) for v in VECTORS if v["pass"]])


def _raw(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def _game(v: Vector) -> bytes:
    return bytes.fromhex(v["game_id"])


def _deal_key(v: Vector) -> bytes:
    return deal_key(bytes.fromhex(v["host_secret"]), _game(v), v["hand"], _raw(v["seeds"]))


def _dealt(v: Vector) -> tuple[Card, ...]:
    return shuffled(parse_cards(v["unshuffled"]), _deal_key(v))


def test_the_vectors_reach_every_branch() -> None:
    assert {v["decks"] for v in VECTORS} == {1, 2}
    assert any(v["widow"] for v in VECTORS)
    assert any(v["rejected_bytes"] for v in VECTORS)
    assert any(v["blocks"] > 1 for v in VECTORS)
    assert any(v["hand"] > 255 for v in VECTORS)
    assert any(not name.isascii() for v in VECTORS for name in v["names"])


@each
def test_join_commits(v: Vector) -> None:
    pairs = zip(_raw(v["keys"]), _raw(v["join_nonces"]), strict=True)
    assert [join_commit(key, nonce).hex() for key, nonce in pairs] == v["join_commits"]


@each
def test_v5_game_id(v: Vector) -> None:
    roster = list(zip(_raw(v["keys"]), v["names"], _raw(v["join_commits"]), strict=True))
    assert len(roster) == v["players"]
    assert game_id(bytes.fromhex(v["host_key"]), v["rules"], roster, _raw(v["join_nonces"])) == _game(v)


@each
def test_table_code(v: Vector) -> None:
    assert table_code(_game(v)) == parse_cards(v["table_code"])


@each
def test_v8_host_commit(v: Vector) -> None:
    host_key, secret = _raw([v["host_key"], v["host_secret"]])
    assert deal_commit(_game(v), v["hand"], HOST, host_key, secret).hex() == v["host_commit"]


@each
def test_v7_commits(v: Vector) -> None:
    pairs = enumerate(zip(_raw(v["keys"]), _raw(v["seeds"]), strict=True))
    commits = [deal_commit(_game(v), v["hand"], seat, key, seed).hex() for seat, (key, seed) in pairs]
    assert commits == v["commits"]


@each
def test_deal_key(v: Vector) -> None:
    assert _deal_key(v).hex() == v["deal_key"]


@each
def test_stream(v: Vector) -> None:
    key = bytes.fromhex(v["deal_key"])
    assert stream_block(key, "shuffle", 0).hex() == v["stream_block_0"]
    stream = Stream(key, "shuffle")
    places = range(len(v["unshuffled"]), 1, -1)
    for place in places:
        stream.draw(place)
    assert stream.taken - len(places) == v["rejected_bytes"]
    assert -(-stream.taken // 64) == v["blocks"]


@each
def test_pack(v: Vector) -> None:
    removed = parse_cards(REMOVED.get(v["players"], "").split())
    assert pack(v["decks"], removed) == parse_cards(v["unshuffled"])


@each
def test_shuffled(v: Vector) -> None:
    assert _dealt(v) == parse_cards(v["shuffled"])


@each
def test_hands_and_widow(v: Vector) -> None:
    n, deck = v["players"], _dealt(v)
    end = len(deck) // n * n
    assert [tuple(sorted(deck[seat:end:n])) for seat in range(n)] == [parse_cards(hand) for hand in v["hands"]]
    assert tuple(sorted(deck[end:])) == tuple(sorted(parse_cards(v["widow"])))


@with_a_pass
def test_v10_pass_commit(v: Vector) -> None:
    p = v["pass"]
    giver, receiver, nonce = p["from"], p["to"], bytes.fromhex(p["nonce"])
    key = bytes.fromhex(v["keys"][giver])
    for cards in (parse_cards(p["cards"]), parse_cards(reversed(p["cards"]))):
        assert pass_commit(_game(v), v["hand"], giver, receiver, key, cards, nonce).hex() == p["commit"]


@each
def test_record_bytes_and_heads(v: Vector) -> None:
    """The formulas of lines and heads, from the hashes alone; the transcript has its own tests."""
    record = v["record"]
    payload = record["payload"].encode()
    head0 = H("head0")
    assert (lp(PFX + b"record") + lp(_game(v)) + lp(payload)).hex() == record["signed_bytes"]
    assert head0.hex() == record["head0"]
    assert H("head", head0, payload, bytes.fromhex(record["signature"])).hex() == record["head1"]


def test_the_dealt_message_byte_for_byte() -> None:
    game, cards = b"g" * 32, parse_cards(["QS", "2C", "AH"])
    field = b"\x00\x00\x00\x12hearts-lan/1/dealt" + b"\x00\x00\x00\x20" + game
    assert dealt_message(game, 258, 3, cards) == field + b"\x00\x00\x01\x02\x03\x00\x00\x00\x03" + bytes([0, 36, 51])


def test_a_double_pack_shows_both_copies_in_the_dealt_message() -> None:
    queen = parse_card("QS")
    assert dealt_message(b"g", 1, 0, [queen]) != dealt_message(b"g", 1, 0, [queen, queen])


# What each value covers: any difference in what goes in is a difference in what comes out.

BYTES = st.binary(max_size=3)
NUMBER = st.integers(0, 2)
CARDS = st.sets(st.sampled_from([Card(0), Card(1), Card(51)])).map(lambda cards: tuple(sorted(cards)))
ROSTER = st.lists(st.tuples(BYTES, st.text("aé", max_size=2), BYTES), max_size=2)
NONCES = st.lists(st.binary(min_size=2, max_size=2), max_size=2)
CASES = {
    join_commit: st.tuples(BYTES, BYTES),
    game_id: st.tuples(BYTES, st.text("aé", max_size=2), ROSTER, NONCES),
    deal_commit: st.tuples(BYTES, NUMBER, NUMBER, BYTES, BYTES),
    deal_key: st.tuples(st.binary(min_size=2, max_size=2), BYTES, NUMBER, st.lists(BYTES, max_size=2)),
    pass_commit: st.tuples(BYTES, NUMBER, NUMBER, NUMBER, BYTES, CARDS, BYTES),
    dealt_message: st.tuples(BYTES, NUMBER, NUMBER, CARDS),
}


@pytest.mark.parametrize("formula", CASES, ids=lambda formula: formula.__name__)
@given(data=st.data())
def test_formulas_are_injective(formula: Any, data: st.DataObject) -> None:
    one, two = data.draw(CASES[formula]), data.draw(CASES[formula])
    mixed = tuple(data.draw(st.sampled_from(pair)) for pair in zip(one, two, strict=True))
    for other in (two, mixed):
        assert (formula(*one) == formula(*other)) == (one == other)


@cache
def _codes() -> list[str]:
    return [cards_text(table_code(H("t", bytes([i])))) for i in range(200)]


def test_table_codes_are_five_different_cards_and_differ() -> None:
    assert {len(set(code.split())) for code in _codes()} == {5}
    assert len(set(_codes())) == 200


def test_the_host_is_no_seat_even_with_a_seats_key() -> None:
    game, key, secret = b"g" * 32, b"k" * 32, b"s" * 32
    assert deal_commit(game, 1, HOST, key, secret) not in {deal_commit(game, 1, s, key, secret) for s in range(11)}
