"""Short forms for what a seat may know, and the road of every bot: a whole hand, card by card."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random

from hearts_lan.bots import Bot, explain
from hearts_lan.bots.policy import Why, choose
from hearts_lan.bots.position import position
from hearts_lan.cards import Card, card_text
from hearts_lan.rules import (
    PASS_SIZE,
    Play,
    Rules,
    View,
    apply_passes,
    deal,
    first_leader,
    giver,
    is_over,
    pass_offset,
    play_card,
    start,
    turn,
    why_bad_pass,
    why_illegal,
    without,
)
from tests.rules.helpers import hand


def view_of(
    play: Play,
    seat: int,
    cards: str,
    hand_number: int = 4,
    passed: tuple[Card, ...] = (),
    received: tuple[Card, ...] = (),
) -> View:
    """What a seat with these cards knows; the totals are nought."""
    rules = play.rules
    seen = Counter([*hand(cards), *play.trick, *chain.from_iterable(trick.cards for trick in play.tricks)])
    assert seen <= Counter(rules.pack)
    return View(rules, seat, hand_number, (0,) * rules.players, hand(cards), play, passed, received)


def to_move(play: Play, cards: str, hand_number: int = 4, passed: tuple[Card, ...] = ()) -> View:
    """What the player to move knows, who holds these cards."""
    seat = turn(play)
    assert seat is not None
    return view_of(play, seat, cards, hand_number, passed)


def normal(play: Play, cards: str) -> tuple[str, Why]:
    """The normal card of the player to move, who holds these cards, and why; ``explain`` must say the same card."""
    view = to_move(play, cards)
    now = position(view)
    bit, why = choose(now, now.hands[view.seat])
    card, sentence = explain(view)
    assert card == now.layout.card(bit)
    assert sentence.endswith(".")
    return card_text(card), why


def looks(count: int) -> Callable[[], bool]:
    """A budget of some looks at the clock."""
    left = iter(range(count))
    return lambda: next(left, None) is None


def play_bots(rules: Rules, number: int, bots: Sequence[Bot], rng: Random, budget: int) -> Play:
    """A hand of bots, which fails at the first illegal pass or card."""
    hands = deal(rules, rng.sample(rules.pack, len(rules.pack))).hands
    totals = (0,) * rules.players
    passed: list[tuple[Card, ...]] = [()] * rules.players
    if pass_offset(rules, number):
        views = [View(rules, seat, number, totals, cards) for seat, cards in enumerate(hands)]
        passed = [bot.choose_pass(view, rng, looks(budget)) for bot, view in zip(bots, views, strict=True)]
        assert all(len(cards) == PASS_SIZE for cards in passed)
        assert not any(map(why_bad_pass, hands, passed))
        hands = apply_passes(rules, number, hands, passed)
    received = [passed[giver(rules, number, seat)] for seat in range(rules.players)]
    held, play = list(hands), start(rules, number)
    seat: int | None = first_leader(rules, number, held)
    while seat is not None:
        view = View(rules, seat, number, totals, held[seat], play, passed[seat], received[seat])
        card = bots[seat].choose_card(view, rng, looks(budget))
        assert why_illegal(play, held[seat], card) is None
        held[seat] = without(held[seat], [card])
        play = play_card(play, seat, card)
        seat = turn(play)
    assert is_over(play)
    return play
