"""The score sheet: a column for each player where there is room, else a row for each.  Pure."""

from hearts_lan.console.screen.lines import Bit, Line, shorten
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import QUIET
from hearts_lan.console.screen.scene import Sheet
from hearts_lan.wire.text import width

LABEL = 7
NARROWEST, WIDEST = 6, 14
LOW = 6
"""Below so many rows there is no rule over the totals."""


def sheet_lines(sheet: Sheet, look: Look, wanted: int, rows: int) -> list[Line]:
    """The sheet in at most so many rows: the latest hands, then the totals; ``*`` marks the lowest total."""
    if not sheet.names:
        return [(Bit("There are no scores yet.", QUIET),)]
    column = min(WIDEST, (wanted - LABEL) // len(sheet.names))
    if column >= NARROWEST:
        return _columns(sheet, look, column, rows)
    return _rows(sheet, look, wanted) if len(sheet.names) <= rows else _pairs(sheet, look, wanted)


def _columns(sheet: Sheet, look: Look, column: int, rows: int) -> list[Line]:
    is_low = rows < LOW
    kept = sheet.rows[-max(1, rows - (2 if is_low else 4)) :]
    names = [shorten(name, column - 1, look.marks.ellipsis) for name in sheet.names]
    wide = LABEL + column * len(names)
    head = (Bit("hand".ljust(LABEL)), *(_cell(name, column, "class:me") for name in names))
    body = [
        (Bit(f"{row.number:4}".ljust(LABEL), QUIET), *(Bit(f"{points:+d}".rjust(column)) for points in row.points))
        for row in kept
    ]
    earlier: list[Line] = []
    if len(kept) < len(sheet.rows) and not is_low:
        earlier = [(Bit(f"{'':3}{look.marks.ellipsis}", QUIET),)]
    rule: list[Line] = [] if is_low else [(Bit(look.marks.rule * wide, "class:rule"),)]
    return [head, *earlier, *body, *rule, _totals(sheet, column)]


def _totals(sheet: Sheet, column: int) -> Line:
    totals = [f"{'*' if at in sheet.best else ''}{total}" for at, total in enumerate(sheet.totals)]
    return (
        Bit("total".ljust(LABEL), "class:heading"),
        *(_cell(total, column, "class:heading") for total in totals),
    )


def _cell(text: str, column: int, style: str) -> Bit:
    return Bit(" " * (column - width(text)) + text, style)


def _rows(sheet: Sheet, look: Look, wanted: int) -> list[Line]:
    name = min(max(map(width, sheet.names)), 12)
    names = [shorten(who, name, look.marks.ellipsis) for who in sheet.names]
    hands = max(0, (wanted - name - 9) // 4)
    shown = sheet.rows[-hands:] if hands else ()
    return [
        (
            Bit(f"{'*' if at in sheet.best else ' '}{_fill(who, name)}", "class:me"),
            Bit(f"{sheet.totals[at]:5} ", "class:heading"),
            Bit("".join(f"{row.points[at]:+4d}" for row in shown), QUIET),
        )
        for at, who in enumerate(names)
    ]


def _pairs(sheet: Sheet, look: Look, wanted: int) -> list[Line]:
    """Two players in a row: the totals, and the points of the last hand."""
    half, count = wanted // 2, len(sheet.names)
    last = sheet.rows[-1].points if sheet.rows else ()
    cells = [_pair_cell(sheet, look, at, half, f"{last[at]:+d}" if last else "") for at in range(count)]
    rows = (count + 1) // 2
    return [(*cells[row], *(cells[row + rows] if row + rows < count else ())) for row in range(rows)]


def _pair_cell(sheet: Sheet, look: Look, at: int, half: int, last: str) -> Line:
    name = half - 12
    return (
        Bit(f"{'*' if at in sheet.best else ' '}{_fill(shorten(sheet.names[at], name, look.marks.ellipsis), name)}"),
        Bit(f"{sheet.totals[at]:5} ", "class:heading"),
        Bit(f"{last:5}", QUIET),
    )


def _fill(text: str, wanted: int) -> str:
    return text + " " * (wanted - width(text))
