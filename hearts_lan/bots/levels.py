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


def never() -> bool:
    """A budget without end: only for levels that do not think longer for it."""
    return False


@dataclass(frozen=True, slots=True)
class Bot:
    """One level's policy; its methods are pure but for ``rng`` and ``out_of_time``.

    ``out_of_time`` says when a hard bot must stop thinking; it is asked again and again, and called by that level
    alone.  A hard bot may think for all of its budget, so call it away from anything that has to stay responsive.
    """

    level: Level
    out_of_time: Callable[[], bool] = never

    def choose_pass(self, view: View, rng: Random) -> tuple[Card, Card, Card]:
        """Three cards to pass."""
        if self.level is Level.EASY and rng.random() < SLIPS:
            first, second, third = rng.sample(view.hand, PASS_SIZE)
            return first, second, third
        return passing.choose_pass(view)

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


def make_bot(level: Level, out_of_time: Callable[[], bool] = never) -> Bot:
    """The bot of a level; ``out_of_time`` as in ``Bot``."""
    return Bot(level, out_of_time)


def normal_card(view: View) -> Card:
    """The card of the normal policy."""
    now = position(view)
    return now.layout.card(policy.choose(now, now.hands[view.seat])[0])


def _easy_card(view: View, rng: Random) -> Card:
    if rng.random() < SLIPS:
        return normal_card(view)
    low = sorted(view.legal, key=lambda card: RANK_OF[card])
    return rng.choice(low[: (len(low) + 1) // 2])
