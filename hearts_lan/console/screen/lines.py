"""Lines of styled text: the small arithmetic of columns that every drawing needs.  Pure.

A line is a tuple of bits; text in bits is clean, so widths are those of `wire.text`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hearts_lan.wire.text import cut, width


class Bit(NamedTuple):
    """A piece of text: its style classes, and what a click on it means (empty for nothing)."""

    text: str
    style: str = ""
    target: str = ""


Line = tuple[Bit, ...]
BLANK: Line = ()
ELLIPSIS = "…"


def line(*pieces: str | Bit, style: str = "") -> Line:
    """A line of pieces; those that are plain text get ``style``."""
    return tuple(piece if isinstance(piece, Bit) else Bit(piece, style) for piece in pieces if piece)


def columns(bits: Line) -> int:
    """The width of a line."""
    return sum(width(bit.text) for bit in bits)


def text_of(bits: Line) -> str:
    """The text of a line without its styles."""
    return "".join(bit.text for bit in bits)


def stripped(bits: Line) -> Line:
    """A line without the blanks at its end; those that can be clicked stay."""
    kept = list(bits)
    while kept and not kept[-1].target and not (text := kept[-1].text.rstrip(" ")):
        kept.pop()
    if kept and not kept[-1].target:
        kept[-1] = kept[-1]._replace(text=text)
    return tuple(kept)


def pad(bits: Line, wanted: int) -> Line:
    """A line of exactly so many columns: filled with blanks, or cut."""
    missing = wanted - columns(bits)
    if missing < 0:
        return pad(cut_line(bits, wanted), wanted)
    return (*bits, Bit(" " * missing)) if missing else bits


def cut_line(bits: Line, most: int) -> Line:
    """The beginning of a line that fits."""
    kept: list[Bit] = []
    for bit in bits:
        room = most - columns(tuple(kept))
        if width(bit.text) > room:
            return (*kept, bit._replace(text=_cut(bit.text, room)))
        kept.append(bit)
    return tuple(kept)


def _cut(text: str, room: int) -> str:
    """As `wire.text.cut`, with the blanks at the end kept."""
    shorter = cut(text, room)
    blanks = len(text[len(shorter) :]) - len(text[len(shorter) :].lstrip())
    return shorter + " " * min(blanks, room - width(shorter))


def shorten(text: str, most: int, ellipsis: str = ELLIPSIS) -> str:
    """A text of at most so many columns; one that was cut ends in an ellipsis."""
    if width(text) <= most:
        return text
    return cut(text, most - width(ellipsis)) + ellipsis if most >= width(ellipsis) else cut(text, most)


def right(bits: Line, wanted: int) -> Line:
    """A line set to the right."""
    return pad((Bit(" " * max(0, wanted - columns(bits))), *bits), wanted)


def centre(bits: Line, wanted: int) -> Line:
    """A line set in the middle."""
    return pad((Bit(" " * max(0, (wanted - columns(bits)) // 2)), *bits), wanted)


def between(left: Line, end: Line, wanted: int) -> Line:
    """One line at the left and one at the right end; the left one gives way."""
    return pad(left, max(0, wanted - columns(end))) + cut_line(end, wanted)


def joined(parts: Iterable[Line], gap: str) -> Line:
    """Lines one after another, with a gap between them."""
    result: list[Bit] = []
    for part in parts:
        result.extend((Bit(gap), *part) if result else part)
    return tuple(result)


def fitting(parts: Sequence[str], gap: str, most: int) -> str:
    """Those of the parts that fit, the first one in any case."""
    text = parts[0] if parts else ""
    for part in parts[1:]:
        if width(text + gap + part) <= most:
            text += gap + part
    return text


def wrap(text: str, most: int, indent: str = "  ") -> list[str]:
    """A text in rows of at most so many columns, broken at blanks; the rows after the first are indented."""
    most = max(most, 8)
    rows, row = [], ""
    for word in text.split(" "):
        if row and width(row) + 1 + width(word) > most:
            rows.append(row)
            row = indent + word
        else:
            row = f"{row} {word}" if row else word
        while width(row) > most:
            head = cut(row, most) or row[:1]
            rows.append(head)
            row = indent + row[len(head) :].lstrip()
    return [*rows, row]


class Canvas:
    """A rectangle on which lines are put at places; what is put later lies above."""

    def __init__(self, wanted: int, rows: int) -> None:
        self._columns = wanted
        self._rows: list[dict[int, Line]] = [{} for _ in range(rows)]

    def put(self, row: int, column: int, bits: Line) -> None:
        """Put a line; outside of the rectangle nothing is drawn."""
        if 0 <= row < len(self._rows) and bits:
            self._rows[row][max(0, column)] = bits

    def lines(self) -> list[Line]:
        """The rectangle."""
        return [self._line(row) for row in self._rows]

    def _line(self, row: dict[int, Line]) -> Line:
        result: Line = ()
        for column in sorted(row):
            result = pad(result, column) + row[column]
        return pad(result, self._columns)
