"""The screen as lines, from a scene and a size: full from 72 by 20, compact below.  Pure."""

from dataclasses import dataclass

from hearts_lan.console.screen.lines import BLANK, Bit, Line, columns, cut_line, line, pad, wrap
from hearts_lan.console.screen.listing import LIST_COLUMNS, pair_rows, short_rows, table_rows
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.panels import overlay, panel
from hearts_lan.console.screen.parts import (
    QUIET,
    gap,
    hand_lines,
    log_lines,
    more,
    need,
    prompt_line,
    prompt_lines,
    rule_line,
    sign,
    text_line,
    title_line,
)
from hearts_lan.console.screen.ring import MOST_SEATS, ring
from hearts_lan.console.screen.scene import Scene, Stage

FULL = (72, 20)
BESIDE = 112
"""From this width on the log stands beside the table."""
RING_WIDEST, RING_HIGHEST, RING_LOWEST = 80, 17, 11
INPUT, LEAST_INPUT, CHAT_INPUT = 18, 8, 40
"""Columns for the input on the prompt line: as a rule, under a long prompt, and for chat."""
LEAST_PROMPT = 12
LOG_ROWS = 3


@dataclass(frozen=True, slots=True)
class Picture:
    """What to show: every row but the last, and what stands before the input on that; how far one can scroll."""

    rows: tuple[Line, ...]
    foot: Line
    most_scroll: int = 0


def draw(scene: Scene, wanted: int, rows: int, look: Look, typed: int = 0) -> Picture:
    """The picture for a screen of so many columns and rows; ``typed`` is the width of what has been typed."""
    if wanted >= FULL[0] and rows >= FULL[1]:
        return _full(scene, wanted, rows, look, typed)
    return _compact(scene, wanted, rows, look)


# -- full -------------------------------------------------------------------------------------------------------


def _full(scene: Scene, wanted: int, rows: int, look: Look, typed: int) -> Picture:
    hand = _full_hand(scene, wanted, look)
    middle, most = _middle(scene, wanted, rows - 3 - len(hand), look)
    foot = _foot(scene, wanted, look, typed)
    body = [title_line(scene.title, look, wanted), *middle, rule_line(look, wanted), *hand]
    return Picture(tuple(pad(bits, wanted) for bits in body), foot, most)


def _full_hand(scene: Scene, wanted: int, look: Look) -> list[Line]:
    if scene.hand:
        return hand_lines(scene.hand, look, wanted)
    return [BLANK, BLANK] if scene.stage is Stage.TABLE else []


def _foot(scene: Scene, wanted: int, look: Look, typed: int) -> Line:
    """The prompt and the sign of the input; the input stands at one place until it needs more room."""
    prefix = sign(scene.prompt)
    most = wanted - max(CHAT_INPUT if scene.prompt.chatting else LEAST_INPUT, columns(prefix) + typed + 2)
    left = min(most, max(wanted - INPUT, need(scene.prompt) + 3))
    if left < LEAST_PROMPT:
        return prefix
    return (*pad((Bit(" "), *prompt_line(scene.prompt, look, left - 2)), left), *prefix)


def _middle(scene: Scene, wanted: int, rows: int, look: Look) -> tuple[list[Line], int]:
    if scene.overlay is not None:
        return overlay(scene, look, wanted, rows)
    is_list = scene.stage is Stage.TABLE and len(scene.seats) > MOST_SEATS
    if wanted >= BESIDE or is_list:
        return _beside(scene, wanted, rows, look, is_list)
    return _stacked(scene, wanted, rows, look)


def _beside(scene: Scene, wanted: int, rows: int, look: Look, is_list: bool) -> tuple[list[Line], int]:
    """The table at the left, the log at the right over the whole height."""
    left = min(LIST_COLUMNS + max(0, wanted - 90) // 2, 64) if is_list else wanted - max(36, wanted - 84)
    log, most = log_lines(scene.log, look, wanted - left - 3, rows, scene.scroll)
    bar = Bit(f"{look.marks.bar} ", "class:rule")
    pairs = zip(_table(scene, left, rows, look), log, strict=True)
    return [(*pad(table, left), bar, *told) for table, told in pairs], most


def _stacked(scene: Scene, wanted: int, rows: int, look: Look) -> tuple[list[Line], int]:
    """The table above the log; both grow with the screen, the table up to its comfort."""
    comfort = RING_HIGHEST + 1 if scene.stage is Stage.TABLE else max(rows - LOG_ROWS - 1, RING_LOWEST)
    table = max(RING_LOWEST + 1, min(comfort, rows - LOG_ROWS - 1)) if rows > RING_LOWEST + 3 else rows
    log_rows = rows - table - 1
    if log_rows < 1:
        return _table(scene, wanted, rows, look), 0
    log, most = log_lines(scene.log, look, wanted - 2, log_rows, scene.scroll)
    rule = rule_line(look, wanted, more(scene.scroll))
    return [*_table(scene, wanted, table, look), rule, *((Bit(" "), *told) for told in log)], most


def _table(scene: Scene, wanted: int, rows: int, look: Look) -> list[Line]:
    """Notes and seats, or a panel, in exactly so many rows."""
    if scene.stage is not Stage.TABLE:
        return panel(scene, look, wanted, rows)
    notes: list[Line] = [(Bit(f" {row}", QUIET),) for row in wrap(gap(look).join(scene.notes), wanted - 2, "")]
    if len(scene.seats) > MOST_SEATS:
        return _exactly([*_exactly(notes, 2), *table_rows(scene.seats, scene.base, look, wanted - 1)], rows)
    height = min(rows - 1, RING_HIGHEST + 4)
    above = (rows - 1 - height) // 2
    drawn = ring(scene.seats, scene.base, look, wanted, height) if scene.seats else []
    return _exactly([*notes[:1], *[BLANK] * above, *drawn], rows)


def _exactly(lines: list[Line], rows: int) -> list[Line]:
    return [*lines[:rows], *[BLANK] * (rows - len(lines))]


# -- compact ----------------------------------------------------------------------------------------------------


def _compact(scene: Scene, wanted: int, rows: int, look: Look) -> Picture:
    """Title, seats in rows, as much of the log as there is room for, hand, prompt, input."""
    fixed, seats = _compact_parts(scene, wanted, rows, look)
    needed = len(seats) + len(fixed) + 3
    if wanted < 40 or rows < max(needed, 9):
        return _too_small(wanted, rows, max(needed, 9))
    middle, most = _compact_middle(scene, wanted, rows - len(fixed) - 3, look, seats)
    prompt = prompt_lines(scene.prompt, look, wanted)
    title = title_line(scene.title, look, wanted)
    if scene.code and not scene.overlay and rows - len(fixed) - 3 == len(seats):  # there is no other place for it
        title = (Bit(f" table code {scene.code}{gap(look)}compare", "class:title"),)
    body = [title, *middle, *fixed, BLANK]
    body[-len(prompt) :] = prompt
    return Picture(tuple(pad(bits, wanted) for bits in body), sign(scene.prompt), most)


def _compact_parts(scene: Scene, wanted: int, rows: int, look: Look) -> tuple[list[Line], list[Line]]:
    """The hand, and the seats in a row each or, where that is too much, two in a row."""
    hand = hand_lines(scene.hand, look, wanted) if scene.hand else []
    if scene.stage is not Stage.TABLE:
        return hand, []
    seats = short_rows(scene.seats, scene.base, look, wanted)
    room = rows - 3 - max(len(hand), 2)
    return hand, seats if len(seats) <= room else pair_rows(scene.seats, scene.base, look, wanted)


def _compact_middle(scene: Scene, wanted: int, rows: int, look: Look, seats: list[Line]) -> tuple[list[Line], int]:
    if scene.overlay is not None:
        return overlay(scene, look, wanted, rows)
    if scene.stage is not Stage.TABLE:
        return panel(scene, look, wanted, rows), 0
    spare = rows - len(seats)
    notes = [text_line(row, look, QUIET) for row in wrap(f" {gap(look).join(scene.notes)}", wanted, " ")]
    if scene.notes and len(notes) <= spare:
        seats, spare = [*seats, *notes], spare - len(notes)
    if spare < 2:
        return [*seats, *[BLANK] * spare], 0
    log, most = log_lines(scene.log, look, wanted, spare - 1, scene.scroll)
    return [*seats, rule_line(look, wanted, more(scene.scroll)), *log], most


def _too_small(wanted: int, rows: int, needed: int) -> Picture:
    said = f"terminal too small: {wanted}x{rows}, this table needs 40x{needed}"
    body = _exactly([line(row) for row in wrap(said, wanted, "")], max(0, rows - 1))
    return Picture(tuple(pad(bits, wanted) for bits in body), cut_line(line("> "), max(0, wanted - 1)))
