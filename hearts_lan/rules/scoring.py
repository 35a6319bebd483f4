"""The score of a hand: points by cards taken, and the moon (S1-S4, O1, O2, C8)."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from hearts_lan.cards import PENALTY_CARDS, Card
from hearts_lan.rules.match import add_points, is_decided, winners
from hearts_lan.rules.options import Moon
from hearts_lan.rules.setup import Rules, Seat


class Choice(StrEnum):
    """How a moon is scored (S3)."""

    ADD = "add"
    SUBTRACT = "subtract"


class Tally(NamedTuple):
    """A hand counted card by card: ``points`` by seat as if nobody had shot the moon, and who did (S2)."""

    points: tuple[int, ...]
    shooter: Seat | None


def points_of(rules: Rules, cards: Iterable[Card]) -> int:
    """What cards are worth to the player who takes them (S1, O1)."""
    return sum([rules.values[card] for card in cards])


def tally(rules: Rules, piles: Sequence[Sequence[Card]]) -> Tally:
    """Count the piles of a hand, by seat."""
    points = tuple(points_of(rules, pile) for pile in piles)
    shooter = next((seat for seat, pile in enumerate(piles) if _is_moon(rules, pile)), None)
    return Tally(points, shooter)


def _is_moon(rules: Rules, pile: Sequence[Card]) -> bool:
    return sum([card in PENALTY_CARDS for card in pile]) == rules.penalty_count


def needs_choice(rules: Rules, tally: Tally) -> bool:
    """Whether the shooter has to say how the moon is scored (S3)."""
    return tally.shooter is not None and rules.options.moon is Moon.CHOOSE


def hand_points(rules: Rules, tally: Tally, choice: Choice | None = None) -> tuple[int, ...]:
    """What the hand adds to each total.  ``choice`` counts, and must be there, only if ``needs_choice``."""
    if tally.shooter is None:
        return tally.points
    if rules.options.moon is not Moon.CHOOSE:
        choice = Choice(rules.options.moon.value)
    if choice is None:
        raise ValueError("the shooter has not chosen")
    return _moon_points(rules, tally.points, tally.shooter, choice)


def _moon_points(rules: Rules, points: tuple[int, ...], shooter: Seat, choice: Choice) -> tuple[int, ...]:
    """Move the penalty total by ``choice``; whatever else was scored (JD, O2) stays where it is."""
    to_shooter, to_others = {
        Choice.ADD: (-rules.penalty_total, rules.penalty_total),
        Choice.SUBTRACT: (-2 * rules.penalty_total, 0),
    }[choice]
    return tuple(own + (to_shooter if seat == shooter else to_others) for seat, own in enumerate(points))


def choice_lines(rules: Rules, tally: Tally, totals: Sequence[int]) -> dict[Choice, tuple[int, ...]]:
    """The totals that each choice of the shooter would give."""
    return {choice: add_points(totals, hand_points(rules, tally, choice)) for choice in Choice}


def safe_choice(rules: Rules, tally: Tally, totals: Sequence[int]) -> Choice:
    """Safety (S4): add, unless that would end the game without the shooter winning alone."""
    after = choice_lines(rules, tally, totals)[Choice.ADD]
    is_bad_end = is_decided(rules.options, after) and winners(after) != (tally.shooter,)
    return Choice.SUBTRACT if is_bad_end else Choice.ADD
