"""Hashing is injective, streams are the specified bytes, draws and shuffles have no bias."""

import hmac
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.fairness.hashing import PFX, H, Stream, lp, mac, shuffle, stream_block, u8, u32

KEYS = st.binary(min_size=64, max_size=64)


def _unpack(data: bytes) -> list[bytes]:
    fields = []
    while data:
        size = int.from_bytes(data[:4], "big")
        fields.append(data[4 : 4 + size])
        data = data[4 + size :]
    return fields


def _cut(data: bytes, places: Iterable[int]) -> list[bytes]:
    edges = [0, *sorted(min(place, len(data)) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def test_numbers_are_big_endian() -> None:
    assert (u8(255), u32(1), u32(2**32 - 1)) == (b"\xff", b"\0\0\0\1", b"\xff" * 4)
    assert lp(b"abc") == b"\0\0\0\3abc"


@pytest.mark.parametrize("number", [-1, 256])
def test_a_byte_holds_no_more(number: int) -> None:
    with pytest.raises(OverflowError):
        u8(number)


@pytest.mark.parametrize("number", [-1, 2**32])
def test_a_length_holds_no_more(number: int) -> None:
    with pytest.raises(OverflowError):
        u32(number)


@given(st.lists(st.binary(max_size=300)))
def test_fields_can_be_read_back_so_hashing_is_injective(fields: list[bytes]) -> None:
    assert _unpack(b"".join(map(lp, fields))) == fields


PLACES = st.lists(st.integers(0, 40), max_size=4)


@given(st.binary(max_size=40), PLACES, PLACES)
def test_where_a_field_ends_matters(data: bytes, one: list[int], two: list[int]) -> None:
    a, b = _cut(data, one), _cut(data, two)
    assert (H("t", *a) == H("t", *b)) == (a == b)


@given(st.text("ab-", max_size=4), st.text("ab-", max_size=4), st.binary(max_size=8))
def test_what_a_hash_is_for_matters(one: str, two: str, field: bytes) -> None:
    assert (H(one, field) == H(two, field)) == (one == two)
    assert H(one, field) != H(one + field.hex()) or one == one + field.hex()


def test_a_tag_is_ascii() -> None:
    with pytest.raises(UnicodeEncodeError):
        H("é")


def test_mac_is_rfc_4231s_second_case() -> None:
    assert mac(b"Jefe", b"what do ya want for nothing?").hex().startswith("164b7a7bfcf819e2e395fbe73b56e0a3")


@given(KEYS, st.sampled_from(["shuffle", "table-code"]))
def test_a_stream_is_its_blocks_from_left_to_right(key: bytes, label: str) -> None:
    blocks = b"".join(stream_block(key, label, number) for number in range(3))
    message = lp(PFX + label.encode()) + b"\0\0\0\1"
    assert blocks[64:128] == hmac.new(key, message, "sha512").digest()
    stream = Stream(key, label)
    assert bytes(stream.draw(256) for _ in range(192)) == blocks
    assert stream.taken == 192


@given(KEYS, st.integers(1, 256))
def test_a_draw_takes_the_first_byte_below_the_limit(key: bytes, m: int) -> None:
    block = stream_block(key, "x", 0)
    accepted = [(at, byte) for at, byte in enumerate(block, 1) if byte < 256 - 256 % m]
    stream = Stream(key, "x")
    for at, byte in accepted:
        assert stream.draw(m) == byte % m
        assert stream.taken == at


@pytest.mark.parametrize("m", [0, -1, 257])
def test_a_draw_is_from_1_to_256_values(m: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Stream(b"k", "x").draw(m)


@given(KEYS, st.lists(st.integers(), max_size=110))
def test_a_shuffle_keeps_every_card_and_repeats(key: bytes, cards: list[int]) -> None:
    once = shuffle(cards, key, "shuffle")
    assert Counter(once) == Counter(cards)
    assert shuffle(cards, key, "shuffle") == once


def _chi_squared(seen: Sequence[Hashable], values: int) -> float:
    expected = len(seen) / values
    counts = Counter(seen)
    missing = values - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    orders = [shuffle(range(4), u32(key), "shuffle") for key in range(12_000)]
    assert _chi_squared(orders, 24) < 49.7  # 23 degrees of freedom: one in a thousand


def test_every_card_is_equally_likely_in_every_fourth_place() -> None:
    decks = [shuffle(range(52), u32(key), "shuffle") for key in range(2_600)]
    for place in range(0, 52, 4):
        assert _chi_squared([deck[place] for deck in decks], 52) < 96.5  # 51 degrees: one in ten thousand


@pytest.mark.parametrize("m", [3, 51, 52, 104, 200])
def test_a_draw_has_no_bias_towards_small_numbers(m: int) -> None:
    stream = Stream(b"uniform", str(m))
    drawn = [stream.draw(m) for _ in range(100 * m)]
    assert set(drawn) == set(range(m))
    assert _chi_squared(drawn, m) < m + 4 * (2 * m) ** 0.5
