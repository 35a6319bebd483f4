"""One row for each seat: for more seats than a ring can hold, and for small screens.  Pure."""

from collections.abc import Sequence

from hearts_lan.console.screen.lines import Bit, Line, columns, line, pad, right, shorten
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import QUIET, card_line, seat_style, tags
from hearts_lan.console.screen.scene import SeatView
from hearts_lan.wire.text import width

LIST_COLUMNS = 48
_NUMBERS = 17


def in_order(seats: Sequence[SeatView], base: int) -> list[SeatView]:
    """The seats in playing order, mine last."""
    return [seats[(base + 1 + step) % len(seats)] for step in range(len(seats))]


def table_rows(seats: Sequence[SeatView], base: int, look: Look, wanted: int) -> list[Line]:
    """A headed table of the seats."""
    name = wanted - 16 - _NUMBERS
    head = (Bit(pad_text("  seat  name", name + 8) + "trick    hand total left", QUIET),)
    return [head, *(_table_row(seat, look, name) for seat in in_order(seats, base))]


def pad_text(text: str, wanted: int) -> str:
    """Text filled to so many columns."""
    return text + " " * (wanted - width(text))


def _table_row(seat: SeatView, look: Look, name: int) -> Line:
    mark = f"{look.marks.turn if seat.turn else ' '} "
    said = _said(seat, look, name)
    numbers = f"{seat.points:+5d}{seat.total:6d}{seat.left:5d}"
    return (
        Bit(mark, "class:turn"),
        *right((Bit(str(seat.number), QUIET),), 4),
        Bit("  "),
        *pad(said, name),
        *pad(card_line(seat, look), 8),
        Bit(numbers),
    )


def _said(seat: SeatView, look: Look, most: int) -> Line:
    tag, you = tags(seat), "You: " if seat.me else ""
    name = shorten(you + seat.name, most - width(tag) - 1, look.marks.ellipsis)
    return line(Bit(name, seat_style(seat)), Bit(tag, QUIET))


# -- small screens ----------------------------------------------------------------------------------------------


def short_rows(seats: Sequence[SeatView], base: int, look: Look, wanted: int) -> list[Line]:
    """One short row for each seat."""
    name = min(26, max(8, wanted - 28))
    return [_short(seat, look, name, wanted) for seat in in_order(seats, base)]


def _short(seat: SeatView, look: Look, name: int, wanted: int) -> Line:
    numbers = f"{seat.total:4d}{seat.points:+d}".ljust(8) + f"{seat.left:2d}  "
    return pad((*_short_name(seat, look, name), Bit(" "), Bit(numbers), *card_line(seat, look)), wanted)


def pair_rows(seats: Sequence[SeatView], base: int, look: Look, wanted: int) -> list[Line]:
    """Two seats in a row, column by column."""
    half = wanted // 2
    order = in_order(seats, base)
    rows = (len(order) + 1) // 2
    cells = [_cell(seat, look, half) for seat in order]
    return [pad((*cells[row], *(cells[row + rows] if row + rows < len(cells) else ())), wanted) for row in range(rows)]


def _cell(seat: SeatView, look: Look, wanted: int) -> Line:
    numbers = f"{seat.total:4d}{seat.points:+d}".ljust(8)
    return pad(
        (*_short_name(seat, look, wanted - 13), Bit(numbers), *card_line(seat, look, words=False)),
        wanted,
    )


def _short_name(seat: SeatView, look: Look, most: int) -> Line:
    mark = look.marks.turn if seat.turn else " "
    known = f"{'a' if seat.away else ''}{'b' if seat.bot and (seat.away or most >= 10) else ''}"
    tag = f"({known})" if known else ""
    name = shorten("You" if seat.me else seat.name, most - len(tag), look.marks.ellipsis)
    bits = line(Bit(mark, "class:turn"), Bit(name, seat_style(seat)), Bit(tag, QUIET))
    return pad(bits, most + 1) if columns(bits) <= most + 1 else bits
