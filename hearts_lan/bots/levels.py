"""The three levels of bots behind one interface."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import assert_never

from hearts_lan.bots import passing, policy, search
from hearts_lan.bots.position import position
from hearts_lan.cards import RANK_OF, Card
from hearts_lan.rules import PASS_SIZE, Choice, Tally, View, safe_choice

SLIPS = 0.5
"""How often an easy bot plays without much thought."""


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


BUDGET = 0.5
"""Seconds that a hard bot needs to play well; a tenth of it is enough for most of that."""


def never() -> bool:
    """A budget without end: a hard bot stops by itself, after some seconds."""
    return False


@dataclass(frozen=True, slots=True)
class Bot:
    """The policy of one level; pure but for ``rng`` and ``out_of_time``.

    ``out_of_time`` says when the budget of this one choice is used up.  Only a hard bot asks it, every millisecond or
    so, and thinks for nearly all of its budget: call it away from whatever has to stay responsive.
    """

    level: Level

    def choose_pass(self, view: View, rng: Random, out_of_time: Callable[[], bool] = never) -> tuple[Card, Card, Card]:
        """Three cards to pass, ascending."""
        match self.level:
            case Level.EASY:
                return _easy_pass(view, rng)
            case Level.NORMAL:
                return passing.choose_pass(view)
            case Level.HARD:
                return search.choose_pass(view, rng, out_of_time)
            case _:
                assert_never(self.level)

    def choose_card(self, view: View, rng: Random, out_of_time: Callable[[], bool] = never) -> Card:
        """A legal card; only on the seat's turn."""
        match self.level:
            case Level.EASY:
                return _easy_card(view, rng)
            case Level.NORMAL:
                return normal_card(view)
            case Level.HARD:
                return search.choose_card(view, rng, out_of_time)
            case _:
                assert_never(self.level)

    def choose_moon(self, view: View, tally: Tally) -> Choice:
        """How to score an own moon: safety (S4)."""
        return safe_choice(view.rules, tally, view.totals)


def make_bot(level: Level) -> Bot:
    """The bot of a level."""
    return Bot(level)


def normal_card(view: View) -> Card:
    """The card of the normal policy."""
    now = position(view)
    return now.layout.card(policy.choose(now, now.hands[view.seat])[0])


def _easy_pass(view: View, rng: Random) -> tuple[Card, Card, Card]:
    if rng.random() >= SLIPS:
        return passing.choose_pass(view)
    first, second, third = sorted(rng.sample(view.hand, PASS_SIZE))
    return first, second, third


def _easy_card(view: View, rng: Random) -> Card:
    if rng.random() < SLIPS:
        return normal_card(view)
    low = sorted(view.legal, key=lambda card: RANK_OF[card])
    return rng.choice(low[: (len(low) + 1) // 2])
