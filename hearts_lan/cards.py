"""Cards: numbers, packs and text forms.

A card is a small integer, ``13 * suit + rank``: clubs, diamonds, spades and hearts are suits 0 to 3, two to
ace are ranks 0 to 12.  Its text form is rank and suit letter, ``QS`` or ``TD``.  Two copies of a card in a
double pack are equal; a hand is a tuple of cards in ascending order.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NewType

Card = NewType("Card", int)


class Suit(IntEnum):
    """The four suits in the order of card numbers."""

    CLUBS = 0
    DIAMONDS = 1
    SPADES = 2
    HEARTS = 3


RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDSH"
DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

SUIT_OF: tuple[Suit, ...] = tuple(Suit(number // 13) for number in DECK)
"""Suit of each card, by card number (a table because the engine asks so often)."""

RANK_OF: tuple[int, ...] = tuple(number % 13 for number in DECK)
"""Rank of each card, 0 (two) to 12 (ace), by card number."""

_NAMES: tuple[str, ...] = tuple(RANKS[number % 13] + SUIT_LETTERS[number // 13] for number in DECK)
_BY_NAME = {name: card for card, name in zip(DECK, _NAMES, strict=True)}


def card_text(card: Card) -> str:
    """The two-letter form of a card, such as ``QS``."""
    return _NAMES[card]


def parse_card(text: str) -> Card:
    """The card of a two-letter form.  Raises ``ValueError`` for anything but the exact 52 forms."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card") from None


def cards_text(cards: Iterable[Card]) -> str:
    """Cards separated by blanks, in the order given."""
    return " ".join(map(card_text, cards))


def parse_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards of several two-letter forms, in the order given.  Raises ``ValueError``."""
    return tuple(map(parse_card, texts))


def pack(copies: int = 1, removed: Iterable[Card] = ()) -> tuple[Card, ...]:
    """An unshuffled pack: ascending, copies of a card adjacent, ``removed`` left out."""
    out = frozenset(removed)
    return tuple(card for card in DECK for _ in range(copies) if card not in out)


QUEEN_OF_SPADES = parse_card("QS")
JACK_OF_DIAMONDS = parse_card("JD")
HEARTS: tuple[Card, ...] = tuple(card for card in DECK if SUIT_OF[card] is Suit.HEARTS)
PENALTY_CARDS: frozenset[Card] = frozenset({*HEARTS, QUEEN_OF_SPADES})
