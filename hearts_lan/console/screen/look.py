"""How the screen looks: suits and marks as characters, styles by name.  No background is ever painted."""

import re
from dataclasses import dataclass

from hearts_lan.cards import RANK_OF, RANKS, SUIT_LETTERS, SUIT_OF, Card, Suit

_SYMBOLS = "♣♦♠♥"
_SUIT_STYLES = ("clubs", "diamonds", "spades", "hearts")


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters of the frame."""

    suits: str
    turn: str
    gap: str
    dots: str
    rule: str
    bar: str
    ellipsis: str


_PRETTY = Marks(_SYMBOLS, "►", " · ", "··", "─", "│", "…")
_ASCII = Marks(SUIT_LETTERS, ">", ", ", "..", "-", "|", "...")


@dataclass(frozen=True, slots=True)
class Look:
    """How this terminal wants it: letters instead of symbols, two colours instead of four, no bell."""

    ascii: bool = False
    two_colour: bool = False
    bell: bool = True

    @property
    def marks(self) -> Marks:
        """The characters of the frame."""
        return _ASCII if self.ascii else _PRETTY

    def suit(self, suit: Suit) -> str:
        """A suit in one character."""
        return self.marks.suits[suit]

    def card(self, card: Card) -> str:
        """A card in two characters, rank first."""
        return RANKS[RANK_OF[card]] + self.suit(SUIT_OF[card])

    @property
    def cards_in_text(self) -> re.Pattern[str]:
        """What looks like a card in a sentence."""
        return re.compile(rf"(?<!\w)[{RANKS}][{self.marks.suits}](?!\w)")

    def styles(self) -> dict[str, str]:
        """The style of every class, for a terminal of any background."""
        colours = _TWO_COLOURS if self.two_colour else _FOUR_COLOURS
        return {**_STYLES, **colours}


def suit_style(suit: Suit) -> str:
    """The class of a suit."""
    return f"class:{_SUIT_STYLES[suit]}"


def card_style(card: Card) -> str:
    """The class of a card's suit."""
    return suit_style(SUIT_OF[card])


_FOUR_COLOURS = {"clubs": "ansigreen", "diamonds": "ansibrightblue", "spades": "", "hearts": "ansired"}
_TWO_COLOURS = {"clubs": "", "diamonds": "ansired", "spades": "", "hearts": "ansired"}
_STYLES = {
    "quiet": "dim",
    "rule": "dim",
    "title": "bold",
    "name": "",
    "turn": "bold ansimagenta",
    "me": "bold",
    "card": "bold",
    "prompt": "",
    "asked": "bold",
    "error": "bold ansired",
    "chat": "ansibrightblue",
    "heading": "bold",
    "selected": "bold",
    "won": "bold",
}
