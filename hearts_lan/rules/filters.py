"""Legality as data: which filters a situation puts on a hand, in the order of the rule book.

A filter is a set of cards that may be played, with the rule and the sentence for any other card.  Filters are
applied one after another; one that would leave nothing is lifted, which is T6, the exception of T3 and C2,
and the reason for T7.  Only the opening card (D2) is absolute: a hand without it is not to move.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from hearts_lan.cards import DECK, HEARTS, PENALTY_CARDS, SUIT_OF, Card, Suit
from hearts_lan.rules.names import card_name, suit_name


class Violation(NamedTuple):
    """Why something may not be done: the rule's id, a stable code, and a sentence for the player."""

    rule: str
    code: str
    sentence: str


class Filter(NamedTuple):
    """The cards a rule leaves, and the violation that any other card is."""

    allowed: frozenset[Card]
    violation: Violation
    absolute: bool = False


NOT_HELD = Violation("T1", "not_held", "You do not hold that card.")

_ALL = frozenset(DECK)
_SUITS = {suit: frozenset(card for card in DECK if SUIT_OF[card] is suit) for suit in Suit}


def _opening_card(opener: Card) -> Filter:
    sentence = f"The {card_name(opener)} opens the first trick."
    return Filter(frozenset({opener}), Violation("D2", "opening_card", sentence), absolute=True)


def _follow_suit(suit: Suit) -> Filter:
    return Filter(_SUITS[suit], Violation("T1", "follow_suit", f"You must follow {suit_name(suit)}."))


def _first_trick_discard(suit: Suit) -> Filter:
    sentence = "You may not discard a heart or the queen of spades on the first trick."
    return Filter(_ALL - PENALTY_CARDS | _SUITS[suit], Violation("T3", "points_on_first_trick", sentence))


def _penalty_lead() -> Filter:
    sentence = "You may not lead a heart or the queen of spades to the first trick."
    return Filter(_ALL - PENALTY_CARDS, Violation("C2", "penalty_lead", sentence))


def _hearts_not_broken(queen_breaks_hearts: bool) -> Filter:
    cards = "a heart or the queen of spades" if queen_breaks_hearts else "a heart"
    sentence = f"You may not lead hearts until {cards} has been played."
    return Filter(_ALL - frozenset(HEARTS), Violation("T4", "hearts_not_broken", sentence))


Filters = Mapping[tuple[bool, bool, Card | None], tuple[Filter, ...]]
"""The filters, in the order they apply, by: is it the first trick, are hearts broken, which card was led."""


class Setting(NamedTuple):
    """What legality takes from the rules of a table; ``opener`` as in ``Rules``."""

    opener: Card | None
    points_on_first_trick: bool
    queen_breaks_hearts: bool


@cache
def filters(setting: Setting) -> Filters:
    """The filters of a table in every situation."""
    return {
        (first, broken, led): tuple(
            _leading(setting, first, broken) if led is None else _following(setting, first, SUIT_OF[led])
        )
        for first, broken, led in product((True, False), (True, False), (None, *DECK))
    }


def _leading(setting: Setting, first: bool, broken: bool) -> Iterator[Filter]:
    if first and setting.opener is not None:
        yield _opening_card(setting.opener)
    elif first and not setting.points_on_first_trick:
        yield _penalty_lead()
    if not broken:
        yield _hearts_not_broken(setting.queen_breaks_hearts)


def _following(setting: Setting, first: bool, suit: Suit) -> Iterator[Filter]:
    yield _follow_suit(suit)
    if first and not setting.points_on_first_trick:
        yield _first_trick_discard(suit)
