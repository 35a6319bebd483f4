"""Three to seven seats in a ring: I am at the bottom, who plays after me to my left, and so on clockwise.  Pure."""

from collections.abc import Sequence

from hearts_lan.console.screen.lines import Bit, Canvas, Line, columns
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import card_line, name_line, stats_line
from hearts_lan.console.screen.scene import SeatView

MOST_SEATS = 7
BOX = 24
"""Columns for a name and its marks."""
EDGE = 3


def ring(seats: Sequence[SeatView], base: int, look: Look, wanted: int, rows: int) -> list[Line]:
    """The ring; ``base`` is the seat at the bottom."""
    order = [seats[(base + step) % len(seats)] for step in range(len(seats))]
    sides = 2 if len(seats) > 5 else 1
    left, top, right = order[sides:0:-1], order[1 + sides : len(order) - sides], order[len(order) - sides :]
    canvas = _Ring(look, wanted, rows)
    bands = canvas.bands(bool(top), sides)
    for place, seat in enumerate(top, 1):
        canvas.above(bands[0], place * wanted // (len(top) + 1), seat)
    first = 1 if top else 0
    for band, (west, east) in zip(bands[first:], zip(left, right, strict=True), strict=False):
        canvas.west(band, west)
        canvas.east(band, east)
    canvas.below(bands[-1], order[0])
    return canvas.lines()


class _Ring(Canvas):
    """Where the seats of a ring go."""

    def __init__(self, look: Look, wanted: int, rows: int) -> None:
        super().__init__(wanted, rows)
        self._look = look
        self._wanted = wanted
        self._height = rows
        self._apart = 1

    def bands(self, has_top: bool, sides: int) -> list[int]:
        """The first row of each band: those at the top with their cards, the sides, and mine.

        Cards at the top and bottom stand apart from their seats where there is room for that.
        """
        ends = 1 + has_top
        self._apart = 1 if self._height >= 4 * ends + 2 * sides else 0
        heights = [*([3 + self._apart] if has_top else []), *[2] * sides, 3 + self._apart]
        slack = max(0, self._height - sum(heights))
        gaps = _shares(slack, len(heights) + 1)
        starts, row = [], 0
        for height, gap in zip(heights, gaps, strict=False):
            row += gap
            starts.append(row)
            row += height
        return starts

    def above(self, row: int, middle: int, seat: SeatView) -> None:
        """A seat at the top, its card below it."""
        self._centred(row, middle, name_line(seat, self._look, BOX), seat)
        self._centred(row + 1, middle, stats_line(seat, self._look))
        self._card(row + 2 + self._apart, middle, seat)

    def below(self, row: int, seat: SeatView) -> None:
        """My seat at the bottom, my card above it."""
        middle = self._wanted // 2
        self._card(row, middle, seat)
        self._centred(row + 1 + self._apart, middle, name_line(seat, self._look, BOX), seat)
        self._centred(row + 2 + self._apart, middle, stats_line(seat, self._look))

    def west(self, row: int, seat: SeatView) -> None:
        """A seat at the left edge, its card right of it."""
        self._put(row, EDGE, name_line(seat, self._look, BOX), seat)
        self._put(row + 1, EDGE, stats_line(seat, self._look))
        self._put(row + 1, EDGE + BOX, card_line(seat, self._look))

    def east(self, row: int, seat: SeatView) -> None:
        """A seat at the right edge, its card left of it."""
        self._ending(row, self._wanted - EDGE, name_line(seat, self._look, BOX), seat)
        self._ending(row + 1, self._wanted - EDGE, stats_line(seat, self._look))
        self._ending(row + 1, self._wanted - EDGE - BOX, card_line(seat, self._look))

    def _card(self, row: int, middle: int, seat: SeatView) -> None:
        """The card itself is in the middle, whatever is said of it."""
        self._put(row, middle - 1, card_line(seat, self._look))

    def _centred(self, row: int, middle: int, bits: Line, seat: SeatView | None = None) -> None:
        self._put(row, middle - columns(bits) // 2, bits, seat)

    def _ending(self, row: int, end: int, bits: Line, seat: SeatView | None = None) -> None:
        self._put(row, end - columns(bits), bits, seat)

    def _put(self, row: int, column: int, bits: Line, seat: SeatView | None = None) -> None:
        if seat is not None and seat.turn:
            column, bits = column - 2, (Bit(f"{self._look.marks.turn} ", "class:turn"), *bits)
        self.put(row, column, bits)


def _shares(slack: int, gaps: int) -> list[int]:
    """Blank rows before each band and after the last: even, the inner gaps first."""
    each, rest = divmod(slack, gaps)
    inner_first = sorted(range(gaps), key=lambda gap: abs(2 * gap - gaps + 1))
    return [each + (gap in inner_first[:rest]) for gap in range(gaps)]
