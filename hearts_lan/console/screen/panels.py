"""What fills the middle of the screen when it is not the table: lobby, moon, scores, end, and overlays.  Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from hearts_lan import rules
from hearts_lan.console.commands import COMMANDS
from hearts_lan.console.screen.lines import BLANK, Bit, Line, columns, line, pad, shorten, wrap
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import QUIET, log_lines, text_line
from hearts_lan.console.screen.scene import LobbySeat, Overlay, Scene, Stage
from hearts_lan.console.screen.sheet import sheet_lines
from hearts_lan.wire.text import width

WIDEST = 76
KEYS = (
    ("arrows", "choose a card"),
    ("Enter", "play it, or go on"),
    ("Space", "pick a card to pass"),
    ("Tab", "chat, and back to cards"),
    ("Esc", "close, or let go"),
    ("PgUp PgDn", "scroll the log"),
    ("F1 F2 F3 F4", "help, scores, log, last trick"),
    ("Ctrl-C", "leave at once"),
)
MARKS = "Under a card: = may be played, . may not, ^ selected, * picked, + received"


class Section(NamedTuple):
    """Lines that belong together.  Where there is no room for all, the sections of the highest rank give way."""

    lines: list[Line]
    rank: int = 0
    is_tight: bool = False
    """No blank row before it."""


def panel(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    """The middle of the screen in exactly so many rows."""
    shown = _fitted(_content(scene, look, min(WIDEST, wanted - 2), rows), rows, look)
    used = max((columns(bits) for bits in shown), default=0)
    margin = (Bit(" " * max(1, (wanted - used) // 2)),)
    above = max(0, (rows - len(shown)) // 3)
    return [*[BLANK] * above, *(margin + bits for bits in shown), *[BLANK] * (rows - above - len(shown))]


def _fitted(sections: Sequence[Section], rows: int, look: Look) -> list[Line]:
    """The sections for which there is room, a blank row between them if there is room for that too."""
    kept = [section for section in sections if section.lines]
    while sum(len(section.lines) for section in kept) > rows and (most := max(section.rank for section in kept)):
        kept.remove([section for section in kept if section.rank == most][-1])
    lines = [bits for section in kept for bits in section.lines]
    spaced = [bits for section in kept for bits in ([BLANK] * (not section.is_tight) + section.lines)][1:]
    if len(spaced) <= rows:
        return spaced
    return lines if len(lines) <= rows else [*lines[: rows - 1], (Bit(look.marks.ellipsis, QUIET),)]


def _content(scene: Scene, look: Look, wanted: int, rows: int) -> list[Section]:
    match scene.stage:
        case Stage.LOBBY:
            return _lobby(scene, look, wanted, rows)
        case Stage.MOON:
            return _moon(scene, look, wanted)
        case _:
            return _scores(scene, look, wanted, rows)


def _heading(text: str, rank: int = 0) -> Section:
    return Section([(Bit(text, "class:heading"),)], rank)


def _sentences(texts: Sequence[str], look: Look, wanted: int, style: str = "") -> list[Line]:
    return [text_line(row, look, style) for text in texts for row in wrap(text, wanted)]


# -- lobby ------------------------------------------------------------------------------------------------------


def _lobby(scene: Scene, look: Look, wanted: int, rows: int) -> list[Section]:
    seats = _lobby_seats(scene.lobby, look, wanted, rows)
    invitation = _sentences(scene.invitation, look, wanted)
    if len(seats) + len(invitation) > rows:
        invitation = [(Bit(shorten(line.partition(": ")[2], wanted), ""),) for line in scene.invitation[:1]]
    room = rows - len(seats) - len(invitation) - 4
    return [
        _heading(scene.headline, 2),
        Section(seats),
        Section(invitation, 1),
        Section(_lobby_rules(scene, look, wanted, room), 3),
    ]


def _lobby_seats(seats: Sequence[LobbySeat], look: Look, wanted: int, rows: int) -> list[Line]:
    """A row for each seat, or for two where that is too much."""
    if len(seats) < rows:
        return [_lobby_seat(number, seat, look, min(wanted, 48)) for number, seat in enumerate(seats)]
    half, cells = wanted // 2, (len(seats) + 1) // 2
    short = [_lobby_cell(seat, look, half) for seat in seats]
    return [short[row] + (short[row + cells] if row + cells < len(short) else ()) for row in range(cells)]


def _lobby_seat(number: int, seat: LobbySeat, look: Look, wanted: int) -> Line:
    most = min(24, wanted - 23)
    name = shorten(("You: " if seat.me else "") + seat.name, most, look.marks.ellipsis)
    style = "class:me" if seat.me else "class:name"
    mark = "+" if seat.ready else " "
    return pad((*pad((Bit(f"{mark} {number:2}  ", QUIET), Bit(name, style)), most + 7), Bit(seat.state, QUIET)), wanted)


def _lobby_cell(seat: LobbySeat, look: Look, wanted: int) -> Line:
    """Who sits there, with ``+`` if ready."""
    name = "You" if seat.me else seat.name or seat.state
    style = "class:me" if seat.me else "class:name" if seat.name else QUIET
    return pad(
        (Bit("+ " if seat.ready else "  ", QUIET), Bit(shorten(name, wanted - 4, look.marks.ellipsis), style)), wanted
    )


def _lobby_rules(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    """All of the rules if there is room, or the game in short, or nothing."""
    told = _sentences(scene.rules_text, look, wanted, QUIET)
    if len(told) <= rows:
        return told
    short = _sentences(scene.primer, look, wanted, QUIET)[: max(0, rows - 1)]
    return [*short, (Bit("/rules shows all the rules", QUIET),)] if rows > 2 else []


# -- moon -------------------------------------------------------------------------------------------------------

MOON_LABEL = 14


def _moon(scene: Scene, look: Look, wanted: int) -> list[Section]:
    is_wide = (wanted - MOON_LABEL) // max(1, len(scene.sheet.names)) >= 7
    table = _moon_columns(scene, look, wanted) if is_wide else _moon_short(scene, look)
    why = ["add gives everybody else the points, subtract takes them off yours."]
    return [
        _heading(scene.headline, 1),
        Section(table),
        Section(_sentences(scene.moon_ends, look, wanted), 1),
        Section(_sentences(why, look, wanted, QUIET), 2),
    ]


def _moon_columns(scene: Scene, look: Look, wanted: int) -> list[Line]:
    """The totals of everybody: now, and after each choice."""
    column = min(12, (wanted - MOON_LABEL) // len(scene.sheet.names))
    names = [shorten(name, column - 1, look.marks.ellipsis) for name in scene.sheet.names]
    head = (Bit(" " * MOON_LABEL), *(Bit(" " * (column - width(name)) + name, "class:me") for name in names))
    rows = [(choice, [str(total) for total in totals]) for choice, totals in scene.moon]
    now = _score_row("  now", [str(total) for total in scene.sheet.totals], column, QUIET)
    return [head, now, *(_choice_row(scene, choice, totals, look, column) for choice, totals in rows)]


def _moon_short(scene: Scene, look: Look) -> list[Line]:
    """The same for a narrow screen and many players: mine, and the range of the others'."""
    me, column = scene.sheet.me, 12

    def short(totals: Sequence[int]) -> list[str]:
        others = [total for seat, total in enumerate(totals) if seat != me]
        return [str(totals[me]), f"{min(others)} to {max(others)}"]

    return [
        (Bit(" " * MOON_LABEL), *(Bit(name.rjust(column), "class:me") for name in ("You", "the others"))),
        _score_row("  now", short(scene.sheet.totals), column, QUIET),
        *(_choice_row(scene, choice, short(totals), look, column) for choice, totals in scene.moon),
    ]


def _choice_row(scene: Scene, choice: rules.Choice, totals: Sequence[str], look: Look, column: int) -> Line:
    chosen = scene.moon_choice is choice
    label = f"{look.marks.turn if chosen else ' '} {choice.value}"
    style = "class:turn" if chosen else ""
    return tuple(bit._replace(target=f"moon:{choice.value}") for bit in _score_row(label, totals, column, style))


def _score_row(label: str, totals: Sequence[str], column: int, style: str) -> Line:
    return (Bit(label.ljust(MOON_LABEL), style), *(Bit(total.rjust(column), style) for total in totals))


# -- scores and end ---------------------------------------------------------------------------------------------


def _scores(scene: Scene, look: Look, wanted: int, rows: int) -> list[Section]:
    fits = all(width(word) <= wanted - 2 for text in scene.closing for word in text.split())
    closing = scene.closing if fits else scene.closing_short
    under = [Section(_sentences([text], look, wanted, QUIET), rank, rank > 1) for rank, text in enumerate(closing, 1)]
    if scene.stage is Stage.STOPPED:
        return [_heading(scene.headline), *under]
    ready = _who_is_ready(scene, look, wanted)
    sheet = sheet_lines(scene.sheet, look, wanted, rows - 1) if scene.sheet.names else []
    rest = 1 + sum(len(section.lines) for section in (*under, ready)) + 3
    if len(sheet) + rest > rows:
        sheet = sheet_lines(scene.sheet, look, wanted, max(4, rows - rest)) if scene.sheet.names else []
    return [_heading(scene.headline), Section(sheet), *under, ready]


def _who_is_ready(scene: Scene, look: Look, wanted: int) -> Section:
    """At the end: who wants to play again."""
    if scene.stage is not Stage.END or not any(seat.ready for seat in scene.lobby):
        return Section([])
    names = ", ".join("You" if seat.me else seat.name for seat in scene.lobby if seat.ready)
    return Section(_sentences([f"Ready to play again: {names}"], look, wanted, QUIET), 1)


# -- overlays ---------------------------------------------------------------------------------------------------


def overlay(scene: Scene, look: Look, wanted: int, rows: int) -> tuple[list[Line], int]:
    """What lies over the middle, in exactly so many rows, and how far it can be scrolled."""
    assert scene.overlay is not None
    title = scene.overlay.value if scene.overlay is not Overlay.ANSWER else ""
    head = [line(Bit(f" {title}" if title else "", "class:heading"), Bit("  Esc closes", QUIET, "close:"))]
    room = rows - len(head)
    if scene.overlay is Overlay.LOG:
        shown, most = log_lines(scene.log, look, wanted - 2, room, scene.scroll)
        return [*head, *((Bit(" "), *bits) for bits in shown)], most
    content = _overlay_content(scene, look, wanted - 2, room)
    most = max(0, len(content) - room)
    start = min(scene.scroll, most)
    shown = content[start : start + room]
    if start < most:
        shown[-1] = (Bit(f"{look.marks.ellipsis} PgDn", QUIET),)
    return [*head, *((Bit(" "), *bits) for bits in shown), *[BLANK] * (room - len(shown))], most


def _overlay_content(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    match scene.overlay:
        case Overlay.SCORES:
            return sheet_lines(scene.sheet, look, wanted, rows)
        case Overlay.HELP:
            return _help(scene, look, wanted)
        case _:
            return _sentences(scene.answer, look, wanted)


def _help(scene: Scene, look: Look, wanted: int) -> list[Line]:
    """The game in short, the keys, the marks and the commands."""
    commands = [(f"/{command.name} {command.argument}".rstrip(), command.help) for command in COMMANDS.values()]
    typed = [("qs, 10h, 2c", "play that card; three of them to pass"), *commands]
    short, marks = _sentences(scene.primer, look, wanted), _sentences([MARKS], look, wanted, QUIET)
    return [*short, BLANK, *_keys(wanted), BLANK, *marks, BLANK, *_table(typed, 16 if wanted > 60 else 13, wanted)]


def _keys(wanted: int) -> list[Line]:
    """The keys, in two columns where there is room."""
    if wanted < 70:
        return _table(KEYS, 13, wanted)
    half = len(KEYS) // 2
    left, right = _table(KEYS[:half], 12, 36), _table(KEYS[half:], 12, wanted - 36)
    return [pad(one, 36) + other for one, other in zip(left, right, strict=True)]


def _table(pairs: Sequence[tuple[str, str]], label: int, wanted: int) -> list[Line]:
    return [
        (Bit(f"{key} ".ljust(label), "class:heading"), Bit(shorten(meaning, max(8, wanted - label)), QUIET))
        for key, meaning in pairs
    ]
