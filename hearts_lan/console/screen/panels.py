"""What fills the middle of the screen when it is not the table: lobby, moon, scores, end, and overlays.  Pure."""

from collections.abc import Sequence

from hearts_lan import rules
from hearts_lan.console.commands import COMMANDS
from hearts_lan.console.screen.lines import BLANK, Bit, Line, columns, line, pad, shorten, wrap
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import QUIET, log_lines, text_line
from hearts_lan.console.screen.scene import LobbySeat, Overlay, Scene, Stage
from hearts_lan.console.screen.sheet import sheet_lines

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
MARKS = "Under your cards: = may be played, . may not, ^ selected, * picked, + received."


def panel(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    """The middle of the screen in exactly so many rows."""
    inner = min(WIDEST, wanted - 2)
    content = _content(scene, look, inner, rows)
    if len(content) + 2 > rows:
        content = [bits for bits in content if bits] if len(content) > rows else content
    shown = _held(content, rows, look)
    used = max((columns(bits) for bits in shown), default=0)
    margin = (Bit(" " * max(1, (wanted - used) // 2)),)
    above = max(0, (rows - len(shown)) // 3)
    return [*[BLANK] * above, *(margin + bits for bits in shown), *[BLANK] * (rows - above - len(shown))]


def _held(content: list[Line], rows: int, look: Look) -> list[Line]:
    if len(content) <= rows:
        return content
    return [*content[: rows - 1], (Bit(look.marks.ellipsis, QUIET),)]


def _content(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    match scene.stage:
        case Stage.LOBBY:
            return _lobby(scene, look, wanted, rows)
        case Stage.MOON:
            return _moon(scene, look, wanted)
        case _:
            return _scores(scene, look, wanted, rows)


def _heading(text: str) -> Line:
    return (Bit(text, "class:heading"),)


def _sentences(texts: Sequence[str], look: Look, wanted: int, style: str = "") -> list[Line]:
    return [text_line(row, look, style) for text in texts for row in wrap(text, wanted)]


# -- lobby ------------------------------------------------------------------------------------------------------


def _lobby(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    seats = [_lobby_seat(number, seat, look, min(wanted, 48)) for number, seat in enumerate(scene.lobby)]
    invitation = _sentences(scene.invitation, look, wanted)
    top = [_heading(scene.headline), BLANK, *seats]
    top += [BLANK, *invitation] if invitation else []
    room = rows - len(top) - 1
    told = _sentences(scene.rules_text, look, wanted, QUIET)
    if len(told) > room:
        told = [*told[: max(0, room - 1)], (Bit("/rules shows all the rules", QUIET),)]
    return [*top, BLANK, *told] if room > 2 else top


def _lobby_seat(number: int, seat: LobbySeat, look: Look, wanted: int) -> Line:
    most = min(24, wanted - 23)
    name = shorten(("You: " if seat.me else "") + seat.name, most, look.marks.ellipsis)
    style = "class:me" if seat.me else "class:name"
    mark = "+" if seat.ready else " "
    return pad((*pad((Bit(f"{mark} {number:2}  ", QUIET), Bit(name, style)), most + 7), Bit(seat.state, QUIET)), wanted)


# -- moon -------------------------------------------------------------------------------------------------------


def _moon(scene: Scene, look: Look, wanted: int) -> list[Line]:
    column = max(5, min(12, (wanted - 14) // max(1, len(scene.sheet.names))))
    names = [shorten(name, column - 1, look.marks.ellipsis) for name in scene.sheet.names]
    head = (Bit(" " * 14), *(Bit(" " * (column - columns((Bit(name),))) + name, "class:me") for name in names))
    now = _score_row("  now", scene.sheet.totals, column, QUIET)
    return [
        _heading(scene.headline),
        BLANK,
        head,
        now,
        *(_choice_row(scene, choice, totals, look, column) for choice, totals in scene.moon),
        BLANK,
        *_sentences(["add gives everybody else the points, subtract takes them off yours."], look, wanted, QUIET),
    ]


def _choice_row(scene: Scene, choice: rules.Choice, totals: Sequence[int], look: Look, column: int) -> Line:
    chosen = scene.moon_choice is choice
    label = f"{look.marks.turn if chosen else ' '} {choice.value}"
    style = "class:turn" if chosen else ""
    return tuple(bit._replace(target=f"moon:{choice.value}") for bit in _score_row(label, totals, column, style))


def _score_row(label: str, totals: Sequence[int], column: int, style: str) -> Line:
    return (Bit(label.ljust(14), style), *(Bit(str(total).rjust(column), style) for total in totals))


# -- scores and end ---------------------------------------------------------------------------------------------


def _scores(scene: Scene, look: Look, wanted: int, rows: int) -> list[Line]:
    under = _sentences(scene.closing, look, wanted, QUIET)
    if scene.stage is Stage.STOPPED:
        return [_heading(scene.headline), BLANK, *under]
    ready = _who_is_ready(scene)
    rest = 3 + len(under) + (2 if ready else 0)
    sheet = sheet_lines(scene.sheet, look, wanted, rows - rest) if scene.sheet.names else []
    return [_heading(scene.headline), BLANK, *sheet, BLANK, *under, *([BLANK, ready] if ready else [])]


def _who_is_ready(scene: Scene) -> Line:
    """At the end: who wants to play again."""
    if scene.stage is not Stage.END or not any(seat.ready for seat in scene.lobby):
        return BLANK
    names = ", ".join("You" if seat.me else seat.name for seat in scene.lobby if seat.ready)
    return (Bit(f"Ready to play again: {names}", QUIET),)


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
            return _help(look, wanted)
        case _:
            return _sentences(scene.answer, look, wanted)


def _help(look: Look, wanted: int) -> list[Line]:
    commands = [(f"/{command.name} {command.argument}".rstrip(), command.help) for command in COMMANDS.values()]
    example = [("qs, 10h, 2c", "play that card"), *commands]
    marks = _sentences([MARKS], look, wanted, QUIET)
    return [*_keys(wanted), BLANK, *marks, BLANK, *_table(example, 16 if wanted > 60 else 13, wanted)]


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
