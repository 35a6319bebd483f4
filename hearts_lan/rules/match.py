"""The game over several hands: totals, when it ends, who wins (S5-S8)."""

from collections.abc import Sequence

from hearts_lan.rules.options import Options, Tie
from hearts_lan.rules.setup import Seat


def add_points(totals: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """The totals after a hand; they may go below zero (S5)."""
    return tuple(total + more for total, more in zip(totals, points, strict=True))


def is_decided(options: Options, totals: Sequence[int]) -> bool:
    """Whether the game ends with these totals: the target is reached (S6), and a tie, if played on, broken (S8)."""
    is_reached = max(totals) >= options.target
    return is_reached and (options.tie is Tie.SHARED or len(winners(totals)) == 1)


def winners(totals: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the lowest total, ascending (S7, S8)."""
    lowest = min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == lowest)
