"""Random tables and random hands of Hearts, for properties and comparisons.

Most packs are shuffled badly on purpose.  Sorted but for some noise and cut, they give long suits, hands of penalty
cards only, forced leads and moons; dealt round to players of one taste, twins that cancel trick after trick.
"""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from hearts_lan.cards import Card
from hearts_lan.rules import (
    Deal,
    Moon,
    Options,
    Passing,
    Play,
    Rules,
    Tie,
    Variant,
    deal,
    first_leader,
    legal_cards,
    make_rules,
    play_card,
    start,
    turn,
    without,
)

PLAYERS = {Variant.HEARTS: range(3, 8), Variant.OMNIBUS: range(3, 8), Variant.CANCELLATION: range(5, 12)}


def every_table() -> list[Rules]:
    """Every number of players with every setting that changes the play of a hand."""
    return [
        make_rules(
            Options(variant=variant, queen_breaks_hearts=queen, points_on_first_trick=points, end_early=early), players
        )
        for variant in Variant
        for players in PLAYERS[variant]
        for queen, points, early in product((True, False), repeat=3)
        if not (early and variant is Variant.CANCELLATION)
    ]


@st.composite
def tables(draw: st.DrawFn) -> Rules:
    """Rules of any table."""
    variant = draw(st.sampled_from(Variant))
    options = Options(
        variant=variant,
        target=draw(st.integers(1, 200)),
        moon=draw(st.sampled_from(Moon)),
        queen_breaks_hearts=draw(st.booleans()),
        points_on_first_trick=draw(st.booleans()),
        passing=draw(st.sampled_from(Passing if variant is not Variant.CANCELLATION else [Passing.STANDARD])),
        tie=draw(st.sampled_from(Tie)),
        end_early=variant is not Variant.CANCELLATION and draw(st.booleans()),
    )
    return make_rules(options, draw(st.sampled_from(PLAYERS[variant])))


randoms = st.integers(0, 2**32 - 1).map(Random)


def random_deal(rules: Rules, random: Random) -> Deal:
    """A deal, well shuffled or badly, dealt round or cut."""
    noise = random.choice([0, 2, 8, 20, 1000, 1000])
    order = sorted(rules.pack, key=lambda card: card + noise * random.random())
    if random.random() < 0.5:
        return deal(rules, order)
    size = rules.hand_size
    hands = [tuple(sorted(order[seat * size : (seat + 1) * size])) for seat in range(rules.players)]
    random.shuffle(hands)
    return Deal(tuple(hands), tuple(order[rules.players * size :]))


Taste = Callable[[Sequence[Card]], Card]


class Step(NamedTuple):
    """One card of a random hand: the state before it, the mover and its hand, the card."""

    before: Play
    seat: int
    hand: tuple[Card, ...]
    card: Card


class Game(NamedTuple):
    """A hand played to its end with random legal cards."""

    dealt: Deal
    steps: list[Step]
    end: Play
    left: tuple[tuple[Card, ...], ...]


def random_game(rules: Rules, hand_number: int, random: Random) -> Game:
    """Deal and play one hand; some players like to duck, some to take, most neither, or all like the same."""
    dealt = random_deal(rules, random)
    hands = list(dealt.hands)
    play = start(rules, hand_number)
    wishes: list[Taste] = [min, max, random.choice, random.choice]
    tastes = random.choices(wishes, k=rules.players) if random.random() < 0.7 else [random.choice(wishes)] * len(hands)
    steps: list[Step] = []
    seat: int | None = first_leader(rules, hand_number, hands)
    while seat is not None:
        card = tastes[seat](legal_cards(play, hands[seat]))
        steps.append(Step(play, seat, hands[seat], card))
        hands[seat] = without(hands[seat], [card])
        play = play_card(play, seat, card)
        seat = turn(play)
    return Game(dealt, steps, play, tuple(hands))
