"""Names and chat: what is taken out, how wide the rest is, names that are free."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from hearts_lan.wire.limits import CHAT_CHARS, MARKS, NAME_CHARS, NAME_COLUMNS
from hearts_lan.wire.text import TextError, clean, clean_chat, clean_name, clean_text, cut, fold, free_name, width

# Text that is nasty on purpose, beside any text.
NASTY = st.text(
    st.sampled_from("aé\u0301\u0308\u0958\u1100\u1161田👍🏽\u200d\ufe0f\u202e\n\u2028 \u00a0\x1b🇩🇪\U000e0100"),
    max_size=80,
)
TEXTS = st.text(max_size=80) | NASTY | st.text(st.characters(), max_size=40)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Ana", "Ana"),
        ("  Ana \t\n Bo  ", "Ana Bo"),
        ("a\x1b[31mb\x07\x7f\x9b", "a[31mb"),
        ("abc\u202edef\u2066\u2069", "abcdef"),
        ("a\u200bb\u200dc\ufeffd\u2060\u00ade", "abcde"),
        ("a\u2028b\u2029c\x85d", "a b c d"),
        ("e\u0301", "é"),
        ("❤\ufe0f", "❤"),
        ("\u3164\u115f\uffa0\u2800", ""),
        ("\u0301a", "a"),
        ("a" + "\u0316" * 9, "a" + "\u0316" * MARKS),
        ("x\ud800y", "xy"),
        ("a\u3000b\u00a0c", "a b c"),
        ("田中さくら", "田中さくら"),
    ],
)
def test_clean(raw: str, expected: str) -> None:
    assert clean(raw) == expected


def test_no_character_that_clean_keeps_moves_the_cursor_oddly() -> None:
    """Each code point alone: what is left is empty or has one or two columns, and is no control or format character.

    Planes 3 to 13 are empty or more Han.
    """
    for code in (*range(0x32000), *range(0xE0000, 0xE1000), 0xF0000, sys.maxunicode):
        kept = clean(chr(code))
        assert all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} for char in kept)
        assert not kept or wcwidth(kept[0]) in (1, 2)


@given(TEXTS)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert once == " ".join(once.split())


@given(TEXTS, st.integers(0, 30))
def test_cut_text_fits_and_stays_clean(text: str, columns: int) -> None:
    short = clean_text(text, columns)
    assert width(short) <= columns
    assert clean(short) == short
    assert clean(text).startswith(short)


@given(TEXTS)
def test_names(text: str) -> None:
    if width(clean(text[:NAME_CHARS])):
        name = clean_name(text)
        assert 1 <= width(name) <= NAME_COLUMNS
        assert len(name) <= NAME_CHARS
        assert clean_name(name) == name


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\x00", "\u0301"])
def test_a_name_needs_something_visible(text: str) -> None:
    with pytest.raises(TextError, match=r"visible character\.$"):
        clean_name(text)


def test_widths() -> None:
    assert [width(text) for text in ("", "abc", "田中", "é", "👍🏽")] == [0, 3, 4, 1, 2]
    assert cut("田中", 3) == "田"
    assert cut("ab cd", 3) == "ab"
    assert clean_name("x" * 100) == "x" * NAME_COLUMNS


@given(TEXTS | st.text(min_size=CHAT_CHARS, max_size=2 * CHAT_CHARS))
def test_chat(text: str) -> None:
    line = clean_chat(text)
    assert len(line) <= CHAT_CHARS
    assert clean_chat(line) == line


def test_free_names() -> None:
    assert free_name("Alex", []) == "Alex"
    assert free_name("Alex", ["ALEX"]) == "Alex 2"
    assert free_name("Alex", ["alex", "Alex 2", "Bo"]) == "Alex 3"
    assert free_name("Straße", ["STRASSE"]) == "Straße 2"
    assert free_name("\uff21lex", ["alex"]) == "\uff21lex 2"
    assert free_name("x" * NAME_COLUMNS, ["X" * NAME_COLUMNS]) == "x" * (NAME_COLUMNS - 2) + " 2"


@given(TEXTS.map(clean).filter(width), st.integers(1, 12))
def test_free_names_are_names(text: str, seats: int) -> None:
    """The same wish of many people gives names that are all different and all names."""
    taken: list[str] = []
    for _ in range(seats):
        name = free_name(clean_name(text), taken)
        assert clean_name(name) == name
        taken.append(name)
    assert len(set(map(fold, taken))) == seats
