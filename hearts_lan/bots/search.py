"""The hard way to choose: suppose worlds, play each option out in all of them, keep the best on average.

Everybody in a rollout plays the normal policy; the own seat may also go for the moon.  Results count against the
average of the others, so a moon of somebody else is as bad as an own one is good.
"""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from typing import NamedTuple

from hearts_lan.bots.layout import Bit, Bits, Layout, each, layout
from hearts_lan.bots.moon import choose_for_moon, is_open
from hearts_lan.bots.passing import burden, pass_bits
from hearts_lan.bots.policy import choose
from hearts_lan.bots.position import Position
from hearts_lan.bots.race import race
from hearts_lan.bots.rollout import NOBODY, fill, play_out, relative_cost
from hearts_lan.bots.worlds import Sampler
from hearts_lan.cards import Card
from hearts_lan.rules import PASS_SIZE, Seat, View, first_leader, giver

# --- a card ---


class Option(NamedTuple):
    """A card to play, and whether the seat then goes for the moon."""

    bit: Bit
    moon: bool


def choose_card(view: View, rng: Random, out_of_time: Callable[[], bool]) -> Card:
    """The card with the best expected result, as far as the time allows to see."""
    sampler = Sampler(view)
    root, seat = sampler.root, view.seat
    best = race(options(root, seat), lambda: partial(outcome, root, sampler.draw(rng), seat), out_of_time)
    return root.layout.card(best.bit)


def options(root: Position, seat: Seat) -> list[Option]:
    """What to try: every card that differs in effect, the normal policy's first, and the best card for a moon."""
    hand = root.hands[seat]
    found = [Option(bit, moon=False) for bit in distinct_cards(root, hand, choose(root, hand)[0])]
    if len(found) > 1 and is_open(root, seat):
        found.append(Option(choose_for_moon(root, hand), moon=True))
    return found


def distinct_cards(root: Position, hand: Bits, plain: Bit) -> list[Bit]:
    """The legal cards without those that are as good as a neighbour, beginning with ``plain``."""
    gaps = root.out(hand) | root.layout.scoring
    for bit in root.trick:
        gaps |= 1 << bit
    found, previous = [plain], -1
    for bit in each(root.legal(hand)):
        if bit != plain and not (previous >= 0 and _is_same(root.layout, gaps, previous, bit)):
            found.append(bit)
        previous = bit
    return found


def _is_same(made: Layout, gaps: Bits, low: Bit, high: Bit) -> bool:
    """Whether two cards of a suit differ in nothing: no gap between them, and neither is one itself."""
    span = made.above[low] & made.below[high] | 1 << low | 1 << high
    return made.suit_of[low] == made.suit_of[high] and not gaps & span


def outcome(root: Position, world: list[Bits], seat: Seat, option: Option) -> float:
    """What the hand costs ``seat`` if it takes this option in this world."""
    table = root.copy()
    fill(table, world)
    table.play(option.bit)
    play_out(table, seat if option.moon else NOBODY)
    return relative_cost(table, seat)


# --- a pass ---

WORST_CARDS = 6
"""A pass is looked for among that many of the cards that are the worst to keep."""

DOUBT = 1.0
"""Standard errors by which a pass must beat the normal one: passes are many and differ little."""


def choose_pass(view: View, rng: Random, out_of_time: Callable[[], bool]) -> tuple[Card, Card, Card]:
    """The three cards with the best expected result, as far as the time allows to see."""
    sampler = Sampler(view)
    made = sampler.root.layout
    chosen = race(
        passes(made, sampler.root.hands[view.seat]),
        lambda: partial(pass_outcome, view, sampler.draw(rng)),
        out_of_time,
        DOUBT,
    )
    first, second, third = made.cards(chosen)
    return first, second, third


def passes(made: Layout, hand: Bits) -> list[Bits]:
    """What to try: the normal pass first, then all of some bad cards."""
    worst = sorted(each(hand), key=lambda bit: burden(made, hand, bit))[-WORST_CARDS:]
    some = [sum(1 << bit for bit in three) for three in combinations(worst, PASS_SIZE)]
    return list(dict.fromkeys([pass_bits(made, hand), *some]))


def pass_outcome(view: View, world: list[Bits], chosen: Bits) -> float:
    """What the hand costs the seat if it passes these cards in this world, and the others pass normally."""
    made = layout(view.rules)
    *hands, widow = world
    given = [chosen if seat == view.seat else pass_bits(made, hand) for seat, hand in enumerate(hands)]
    given_to = [given[giver(view.rules, view.hand_number, seat)] for seat in range(view.rules.players)]
    table = Position(view.rules)
    fill(table, [hand & ~out | more for hand, out, more in zip(hands, given, given_to, strict=True)] + [widow])
    table.leader = first_leader(view.rules, view.hand_number, [made.cards(hand) for hand in table.hands])
    play_out(table)
    return relative_cost(table, view.seat)
