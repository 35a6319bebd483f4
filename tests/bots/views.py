"""Short forms for what a seat may know, and for how long a bot may think."""

from collections import Counter
from collections.abc import Callable
from itertools import chain

from hearts_lan.bots import explain
from hearts_lan.bots.policy import Why, choose
from hearts_lan.bots.position import position
from hearts_lan.cards import Card, card_text
from hearts_lan.rules import Play, View, turn
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
