"""The arithmetic of columns, with wide characters and marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.console.screen.lines import (
    Bit,
    Canvas,
    Line,
    between,
    centre,
    columns,
    cut_line,
    fitting,
    pad,
    right,
    shorten,
    stripped,
    text_of,
    wrap,
)
from hearts_lan.wire.text import clean, width

TEXTS = st.text(alphabet="ab ·田♣é\u0301🂡x", max_size=30).map(clean)
LINES = st.lists(TEXTS, max_size=4).map(lambda texts: tuple(map(Bit, texts)))
SIZES = st.integers(0, 40)


@given(LINES, SIZES)
def test_padding_gives_the_exact_width(bits: tuple[Bit, ...], wanted: int) -> None:
    for arranged in (pad(bits, wanted), right(bits, wanted), centre(bits, wanted), between(bits, (), wanted)):
        assert columns(arranged) == wanted


@given(LINES, SIZES)
def test_cutting_keeps_the_beginning(bits: tuple[Bit, ...], most: int) -> None:
    kept = cut_line(bits, most)
    assert columns(kept) <= most
    assert text_of(bits).startswith(text_of(kept).rstrip())


@given(TEXTS, SIZES)
def test_shortened_text_fits_and_says_that_it_was_cut(text: str, most: int) -> None:
    short = shorten(text, most)
    assert width(short) <= most
    assert short == text or most == 0 or short.endswith("…")


@given(TEXTS, st.integers(8, 40))
def test_wrapped_rows_fit_and_lose_nothing(text: str, most: int) -> None:
    rows = wrap(text, most)
    assert all(width(row) <= most for row in rows)
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_parts_are_left_out_where_they_do_not_fit() -> None:
    assert fitting(["one", "two", "three"], " - ", 9) == "one - two"
    assert fitting(["longer than that"], " - ", 3) == "longer than that"
    assert fitting([], " - ", 3) == ""


def test_a_canvas_keeps_its_width_when_things_overlap() -> None:
    canvas = Canvas(10, 2)
    canvas.put(0, 0, (Bit("abcdef"),))
    canvas.put(0, 4, (Bit("XY田Z"),))
    canvas.put(5, 0, (Bit("outside"),))
    assert [text_of(bits) for bits in canvas.lines()] == ["abcdXY田Z ", " " * 10]


@pytest.mark.parametrize(
    ("bits", "kept"),
    [
        ((), ()),
        ((Bit("  "), Bit(" ")), ()),
        ((Bit("a "), Bit("b "), Bit("  ")), (Bit("a "), Bit("b"))),
        ((Bit("a "), Bit(" ", target="card:1")), (Bit("a "), Bit(" ", target="card:1"))),
    ],
)
def test_blanks_at_the_end_are_stripped_unless_they_can_be_clicked(bits: Line, kept: Line) -> None:
    assert stripped(bits) == kept
