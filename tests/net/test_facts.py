"""What a table says about itself, and what is read out of announcements by strangers, whatever is in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.net.facts import Facts, NotATable, read_txt, txt
from hearts_lan.wire import limits
from hearts_lan.wire.text import clean_text, width

ANA = Facts(host="Ana", pin="abcd-efgh-2345", variant="omnibus", players=5, free=2, playing=True)


def record(**changes: bytes | None) -> dict[bytes, bytes | None]:
    """Ana's announcement as it comes, with changes; ``None`` is a key without a value."""
    good = {key.encode(): value.encode() for key, value in txt(ANA).items()}
    return {**good, **{key.encode(): value for key, value in changes.items()}}


def test_facts_come_back_as_they_were_told() -> None:
    assert read_txt(record()) == ANA


def test_an_announcement_tells_what_anybody_may_know_and_nothing_else() -> None:
    """Secrets: no card, no key, no token, no other name."""
    told = {"txtvers", "program", "versions", "pin", "host", "variant", "players", "free", "state"}
    assert txt(ANA).keys() == told


@pytest.mark.parametrize("missing", ["txtvers", "pin", "host", "variant", "players", "free", "program", "versions"])
def test_whatever_is_missing_it_is_no_table(missing: str) -> None:
    for value in (None, b""):
        with pytest.raises(NotATable):
            read_txt(record(**{missing: value}))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("txtvers", b"2"), ("players", b"12"), ("players", b"-1"), ("players", b"5.0"), ("players", "\u0665".encode()),
        ("players", b"5\n"), ("free", b"6"), ("free", b"1e0"), ("pin", b"abcd-efgh-234"), ("pin", b"ABCD-EFGH-2345"),
        ("pin", b"abcd-efgh-2345\n"), ("pin", b"#"), ("versions", b"0"), ("versions", b"1,,2"), ("versions", b"1,"),
        ("versions", b"9" * 10), ("versions", ",".join(["1"] * 17).encode()), ("host", b"\x1b\x07"),
        ("host", b""), ("host", "\u202e\u200b".encode()), ("variant", b"\x00"),
    ],
)  # fmt: skip
def test_what_is_no_announcement_of_ours(key: str, value: bytes) -> None:
    with pytest.raises(NotATable):
        read_txt(record(**{key: value}))


def test_later_programs_may_say_more() -> None:
    facts = read_txt(record(variant=b"spot", mood=b"fine", versions=b"2,1"))
    assert (facts.variant, facts.versions, facts.is_spoken_to) == ("spot", (2, 1), True)
    assert not read_txt(record(versions=b"7")).is_spoken_to


@pytest.mark.parametrize("name", ["\x1b[2J" + "A" * 300, "a\u202eb", "\u4e16" * 100, "a" + "\u0301" * 90, "x\ny"])
def test_a_name_is_one_harmless_line(name: str) -> None:
    host = read_txt(record(host=name.encode()[:250])).host
    assert host == clean_text(host, limits.NAME_COLUMNS)
    assert width(host) <= limits.NAME_COLUMNS


@given(st.text(min_size=1, max_size=limits.NAME_CHARS))
def test_a_value_fits_into_a_txt_record(name: str) -> None:
    """RFC 6763, 6.1: key, equals sign and value in 255 bytes; a name that is cut is cut between characters."""
    told = txt(ANA._replace(host=name))["host"]
    assert name.startswith(told)
    assert len(told.encode()) <= 200


@given(st.dictionaries(st.sampled_from(sorted(record())) | st.binary(max_size=9), st.none() | st.binary(max_size=255)))
def test_any_record_is_read_or_refused(changes: dict[bytes, bytes | None]) -> None:
    try:
        facts = read_txt({**record(), **changes})
    except NotATable:
        return
    assert 0 <= facts.free <= facts.players <= limits.SEATS
    assert read_txt({key.encode(): value.encode() for key, value in txt(facts).items()}) == facts
