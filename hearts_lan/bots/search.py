"""The hard way to play a card: suppose worlds, play each candidate out in all of them, keep the best on average.

Every player in a rollout plays the normal policy.  A result is counted against the average of the others, moon
included, so that it does not matter how a moon is scored.  Candidates that fall behind clearly are dropped.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from hearts_lan.bots.layout import Bit, Bits, Layout, each
from hearts_lan.bots.moon import choose_for_moon, is_open
from hearts_lan.bots.policy import choose
from hearts_lan.bots.position import Position
from hearts_lan.bots.worlds import Sampler
from hearts_lan.cards import Card
from hearts_lan.rules import Seat, View

MOST_WORLDS = 2000
BATCH = 8
"""Worlds between two looks at who has fallen behind."""

BEHIND = 2.0
"""Standard errors of the paired difference at which a candidate is dropped."""


class Option(NamedTuple):
    """A card to play, and whether the seat then plays for the moon."""

    bit: Bit
    moon: bool


def choose_card(view: View, rng: Random, out_of_time: Callable[[], bool], most_worlds: int = MOST_WORLDS) -> Card:
    """The card with the best expected result, as far as the time allowed to see."""
    sampler = Sampler(view)
    root, seat = sampler.root, view.seat
    race = Race(options(root, seat))
    while len(race.alive) > 1 and race.worlds < most_worlds:
        world = sampler.draw(rng)
        costs = {}
        for option in race.alive:
            costs[option] = outcome(root, world, seat, option)
            if out_of_time():
                return root.layout.card(race.best().bit)
        race.add(costs)
    return root.layout.card(race.best().bit)


def options(root: Position, seat: Seat) -> list[Option]:
    """What to try: every card that differs in effect, the normal policy's first, and the best card for a moon."""
    hand = root.hands[seat]
    cards = candidates(root, hand, choose(root, hand)[0])
    found = [Option(bit, False) for bit in cards]
    if len(cards) > 1 and is_open(root, seat):
        found.append(Option(choose_for_moon(root, hand), True))
    return found


class Race:
    """The costs of the candidates so far, world by world; the first candidate is the favourite."""

    def __init__(self, options: list[Option]) -> None:
        """Begin without a world."""
        self.alive: list[Option] = options
        self.costs: dict[Option, list[float]] = {bit: [] for bit in options}
        self.worlds: int = 0

    def best(self) -> Option:
        """The candidate with the lowest cost."""
        return min(self.alive, key=lambda option: sum(self.costs[option]))

    def add(self, costs: dict[Option, float]) -> None:
        """Count one more world."""
        for option, cost in costs.items():
            self.costs[option].append(cost)
        self.worlds += 1
        if self.worlds % BATCH == 0:
            self._drop()

    def _drop(self) -> None:
        lead = self.costs[self.best()]
        self.alive = [option for option in self.alive if not self._is_behind(self.costs[option], lead)]

    def _is_behind(self, costs: list[float], lead: list[float]) -> bool:
        gaps = [cost - best for cost, best in zip(costs, lead, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / len(gaps)
        return mean > BEHIND * (spread / len(gaps)) ** 0.5 and mean > 0


def candidates(root: Position, hand: Bits, plain: Bit) -> list[Bit]:
    """The legal cards that differ in effect, the normal policy's first."""
    made = root.layout
    gaps = made.pack & ~root.played & ~hand | made.scoring
    for bit in root.trick:
        gaps |= 1 << bit
    found = [plain]
    last = -1
    for bit in each(root.legal(hand)):
        if bit != plain and not (last in found and _is_joined(made, gaps, last, bit)):
            found.append(bit)
        last = bit
    return found


def _is_joined(made: Layout, gaps: Bits, low: Bit, high: Bit) -> bool:
    """Whether nothing lies between two cards, and neither scores."""
    between = made.above[low] & made.below[high]
    return made.suit_of[low] == made.suit_of[high] and not gaps & (between | 1 << low | 1 << high)


def outcome(root: Position, world: list[Bits], seat: Seat, option: Option) -> float:
    """What the hand costs ``seat`` against the average of the others, if it takes this option in this world."""
    table = root.copy()
    *table.hands, table.widow = world
    table.play(option.bit)
    shooter = seat if option.moon else -1
    while not table.is_settled():
        mover = table.turn()
        hand = table.hands[mover]
        if mover == shooter and is_open(table, seat):
            table.play(choose_for_moon(table, hand))
        else:
            table.play(choose(table, hand)[0])
    return relative_cost(table, seat)


def relative_cost(table: Position, seat: Seat) -> float:
    """The points of a settled hand, less the average of the others."""
    made = table.layout
    points, penalties = table.points[:], table.penalties[:]
    if table.widow:
        points[table.first_taker] += sum(made.values[bit] for bit in each(table.widow))
        penalties[table.first_taker] += (table.widow & made.penalties).bit_count()
    total = made.rules.penalty_total
    if made.rules.penalty_count in penalties:
        shooter = penalties.index(made.rules.penalty_count)
        points[shooter] -= 2 * total
    own = points[seat]
    return own - (sum(points) - own) / (table.players - 1)
