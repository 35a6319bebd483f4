"""The totals over a game as a drawing: one line for each player, told apart by colour, dashes and a name at its end."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

WIDTH, HEIGHT = 720, 280
LEFT, RIGHT, TOP, BOTTOM = 40, 150, 12, 26
NAME_SPACE = 15
"""Pixels between two names at the ends of lines."""

STEPS = (1, 5, 10, 20, 25, 50, 100, 250, 1_000, 10_000, 100_000, 1_000_000, 2**31)
"""Points between two lines of the grid."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8c564b", "#7f7f7f")
"""Told apart also by people who do not see red and green as others do (Okabe and Ito's colours, made darker)."""
DASHES = ("", "6 4", "2 3", "10 4 2 4")


def chart(names: Sequence[str], totals: Sequence[Sequence[int]]) -> Iterator[str]:
    """The SVG for totals after each hand, one row for a hand; nothing for no hands."""
    if not totals:
        return
    rows = [[0] * len(names), *totals]
    low, high = min(map(min, rows)), max(1, *map(max, rows))
    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Totals after each hand">'
    for value in _ticks(low, high):
        y = _y(value, low, high)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
    for hand in sorted({0, len(totals) // 2, len(totals)}):
        x = _x(hand, len(rows))
        yield f'<text class="axis" x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{hand}</text>'
    heights = _apart([_y(total, low, high) for total in rows[-1]])
    for seat, name in enumerate(names):
        points = " ".join(f"{_x(at, len(rows)):.1f},{_y(row[seat], low, high):.1f}" for at, row in enumerate(rows))
        colour, dash = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        end = WIDTH - RIGHT + 8
        label = f"{escape(name)} {rows[-1][seat]}"
        yield f'<text x="{end}" y="{heights[seat] + 4:.1f}" style="fill:{colour}">{label}</text>'
    yield "</svg>"


def _x(hand: int, rows: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * hand / max(1, rows - 1)


def _y(total: int, low: int, high: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (total - low) / (high - low)


def _ticks(low: int, high: int) -> range:
    step = next(step for step in STEPS if high - low <= 6 * step)
    return range(-(-low // step) * step, high + 1, step)


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights moved so far that names do not overlap, in their order."""
    order, moved = sorted(range(len(heights)), key=heights.__getitem__), list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + NAME_SPACE)
    excess = max(0.0, moved[order[-1]] - (HEIGHT - BOTTOM))
    for place in reversed(range(len(order))):
        limit = moved[order[place + 1]] - NAME_SPACE if place + 1 < len(order) else moved[order[place]] - excess
        moved[order[place]] = min(moved[order[place]], limit)
    return moved
