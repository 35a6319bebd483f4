"""Games of bots to the end, every choice and every total checked against the second reading of the rules."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

from hearts_lan.bots import Bot
from hearts_lan.cards import Card, card_text, cards_text
from hearts_lan.rules import (
    Deal,
    Moon,
    Options,
    Passing,
    Play,
    Rules,
    Tie,
    Variant,
    View,
    add_points,
    apply_passes,
    deal,
    first_leader,
    giver,
    hand_points,
    is_decided,
    make_rules,
    needs_choice,
    options_dict,
    pass_offset,
    piles,
    play_card,
    start,
    tally,
    turn,
    winners,
    without,
)
from tests.bots.views import looks
from tests.rules import reference
from tests.rules.randomly import PLAYERS, random_deal

MANY_HANDS = 300
"""No game to 100 is that long."""


def every_setting(variant: Variant) -> list[Options]:
    """All that a table of a variant can agree on, but for the target."""
    two_packs, yes_no = variant is Variant.CANCELLATION, (True, False)
    return [
        Options(variant, 100, moon, queen, points, passing, tie, early)
        for moon, tie, queen, points in product(Moon, Tie, yes_no, yes_no)
        for passing, early in ([(Passing.STANDARD, False)] if two_packs else product(Passing, yes_no))
    ]


TABLES = [(variant, players) for variant in Variant for players in PLAYERS[variant]]


class Hand(NamedTuple):
    """One hand as it was played."""

    dealt: Deal
    play: Play
    plays: reference.Plays


def play_hand(
    rules: Rules, number: int, totals: tuple[int, ...], bots: Sequence[Bot], rng: Random, budget: int
) -> Hand:
    """A hand of bots, which fails at the first illegal pass or card; some packs are shuffled badly."""
    dealt = random_deal(rules, rng) if rng.random() < 0.3 else deal(rules, rng.sample(rules.pack, len(rules.pack)))
    view = partial(View, rules, hand_number=number, totals=totals)
    hands, passed = dealt.hands, list[tuple[Card, ...]]([()] * rules.players)
    if pass_offset(rules, number):
        passed = [bot.choose_pass(view(seat=i, hand=hands[i]), rng, looks(budget)) for i, bot in enumerate(bots)]
        assert all(map(is_pass, passed, hands))
        hands = apply_passes(rules, number, hands, passed)
    received = [passed[giver(rules, number, seat)] for seat in range(rules.players)]
    held, play, plays = list(hands), start(rules, number), reference.Plays()
    seat: int | None = first_leader(rules, number, held)
    while seat is not None:
        seen = view(seat=seat, hand=held[seat], play=play, passed=passed[seat], received=received[seat])
        card = bots[seat].choose_card(seen, rng, looks(budget))
        assert is_legal(rules, plays, held[seat], card)
        held[seat], play = without(held[seat], [card]), play_card(play, seat, card)
        plays.append((seat, card_text(card)))
        seat = turn(play)
    assert reference.over(options_dict(rules.options), rules.players, plays)
    return Hand(dealt, play, plays)


def is_pass(cards: Sequence[Card], hand: Sequence[Card]) -> bool:
    """P1."""
    return len(set(cards)) == len(cards) == 3 and set(cards) <= set(hand)


def is_legal(rules: Rules, plays: reference.Plays, hand: tuple[Card, ...], card: Card) -> bool:
    """By the second reading of the rules."""
    own = cards_text(hand).split()
    return card_text(card) in reference.legal(options_dict(rules.options), rules.players, plays, own)


def score(rules: Rules, hand: Hand, totals: tuple[int, ...], bots: Sequence[Bot]) -> tuple[int, ...]:
    """The totals after a hand; the shooter of a moon chooses where the table lets it."""
    settings = options_dict(rules.options)
    counted = tally(rules, piles(hand.play, hand.dealt.widow))
    taken = reference.taken(rules.players, hand.plays, cards_text(hand.dealt.widow).split())
    assert counted.shooter == reference.shooter(settings, taken)
    choice = None
    if counted.shooter is not None and needs_choice(rules, counted):
        choice = bots[counted.shooter].choose_moon(View(rules, counted.shooter, 1, totals, ()), counted)
        assert choice == reference.safety(settings, taken, list(totals))
    points = hand_points(rules, counted, choice)
    assert list(points) == reference.score(settings, taken, str(choice))
    return add_points(totals, points)


def play_game(options: Options, players: int, levels: Sequence[Bot], rng: Random, budget: int = 0) -> Counter[str]:
    """A game of bots of these levels to its end; what came up in it."""
    rules, settings = make_rules(options, players), options_dict(options)
    totals, bots, seen = (0,) * players, rng.choices(levels, k=players), Counter(games=1)
    while not is_decided(options, totals):
        assert not reference.ended(settings, list(totals))
        seen["hands"] += 1
        assert seen["hands"] < MANY_HANDS
        hand = play_hand(rules, seen["hands"], totals, bots, rng, budget)
        seen["moons"] += tally(rules, piles(hand.play, hand.dealt.widow)).shooter is not None
        totals = score(rules, hand, totals, bots)
    assert reference.ended(settings, list(totals))
    assert list(winners(totals)) == reference.best(list(totals))
    return seen
