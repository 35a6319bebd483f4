"""Cards in plain words, as the sentences for players use them."""

from collections.abc import Iterable, Sequence

from hearts_lan.cards import RANK_OF, SUIT_OF, Card, Suit

_RANK_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def suit_name(suit: Suit) -> str:
    """The suit in words: ``diamonds``."""
    return suit.name.lower()


def card_name(card: Card) -> str:
    """The card in words: ``queen of spades``."""
    return f"{_RANK_WORDS[RANK_OF[card]]} of {suit_name(SUIT_OF[card])}"


def card_names(cards: Iterable[Card]) -> str:
    """Cards in words, as an enumeration: ``the two of clubs and the two of diamonds``."""
    return enumeration([f"the {card_name(card)}" for card in cards])


def enumeration(words: Sequence[str]) -> str:
    """Words as an enumeration: ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
