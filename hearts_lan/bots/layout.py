"""Cards as bits: the fixed masks of one table's rules, for policies that look at many cards at once.

Bit ``card * copies + copy`` stands for one card of the pack, so a set of cards is an ``int``, a higher bit of a
suit is a higher card, and the two copies of a card in a double pack are neighbours.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hearts_lan.cards import DECK, HEARTS, JACK_OF_DIAMONDS, PENALTY_CARDS, QUEEN_OF_SPADES, SUIT_OF, Card, Suit
from hearts_lan.rules import Rules, Variant

Bits = int
"""A set of cards, one bit for each."""

Bit = int
"""The index of one card's bit."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The masks of one table, made by ``layout``."""

    rules: Rules
    copies: int
    suits: tuple[Bits, ...]
    suit_of: tuple[int, ...]
    """Suit by bit."""
    values: tuple[int, ...]
    """Points by bit."""
    below: tuple[Bits, ...]
    """By bit, the lower cards of its suit (no twin)."""
    above: tuple[Bits, ...]
    """By bit, the higher cards of its suit (no twin)."""
    twins: tuple[Bits, ...]
    """By bit, the other copies of that card."""
    pack: Bits
    hearts: Bits
    penalties: Bits
    scoring: Bits
    breakers: Bits
    queens: Bits
    """Every QS."""
    under_queen: Bits
    """The spades below QS."""
    over_queen: Bits
    """AS and KS."""
    clean_start: bool
    """Whether nobody may discard penalty cards on trick 1 (T3)."""
    widow_price: float
    """The points to expect in the widow."""
    jacks: Bits
    """Every JD that scores (O1); none outside Omnibus."""
    lawful: dict[tuple[bool, bool, int], tuple[Bits, ...]]
    """The filters of the rules by first trick, hearts broken, suit led or -1: each keeps what it can of a hand."""

    def bits(self, cards: Iterable[Card]) -> Bits:
        """The set of some cards; the first copy of a card comes first."""
        found = 0
        for card in cards:
            bit = card * self.copies
            while found >> bit & 1:
                bit += 1
            found |= 1 << bit
        return found

    def card(self, bit: Bit) -> Card:
        """The card of a bit."""
        return DECK[bit // self.copies]

    def cards(self, bits: Bits) -> tuple[Card, ...]:
        """The cards of a set, ascending."""
        return tuple(self.card(bit) for bit in each(bits))


def each(bits: Bits) -> list[Bit]:
    """The bits of a set, ascending."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def points_in(made: Layout, bits: Bits) -> int:
    """What a set of cards is worth to the player who takes it."""
    return sum([made.values[bit] for bit in each(bits & made.scoring)])


@lru_cache(maxsize=64)
def layout(rules: Rules) -> Layout:
    """The masks of a table's rules."""
    copies = rules.copies

    def every(cards: Iterable[Card]) -> Bits:
        return sum(((1 << copies) - 1) << (card * copies) for card in cards)

    def by_bit(cards: Iterable[Iterable[Card]]) -> tuple[Bits, ...]:
        return tuple(mask for mask in map(every, cards) for _ in range(copies))

    suits = tuple(tuple(card for card in DECK if SUIT_OF[card] is suit) for suit in Suit)
    return Layout(
        rules=rules,
        copies=copies,
        suits=tuple(map(every, suits)),
        suit_of=tuple(int(SUIT_OF[card]) for card in DECK for _ in range(copies)),
        values=tuple(rules.values[card] for card in DECK for _ in range(copies)),
        below=by_bit([other for other in suits[SUIT_OF[card]] if other < card] for card in DECK),
        above=by_bit([other for other in suits[SUIT_OF[card]] if other > card] for card in DECK),
        twins=tuple(every([card]) & ~(1 << (card * copies + copy)) for card in DECK for copy in range(copies)),
        pack=every(set(rules.pack)),
        hearts=every(HEARTS),
        penalties=every(PENALTY_CARDS),
        scoring=every(rules.scoring),
        breakers=every(rules.breakers),
        queens=every([QUEEN_OF_SPADES]),
        under_queen=every([card for card in suits[Suit.SPADES] if card < QUEEN_OF_SPADES]),
        over_queen=every([card for card in suits[Suit.SPADES] if card > QUEEN_OF_SPADES]),
        clean_start=not rules.options.points_on_first_trick,
        widow_price=rules.widow_size * rules.penalty_total / len(rules.pack),
        jacks=every([JACK_OF_DIAMONDS]) if rules.options.variant is Variant.OMNIBUS else 0,
        lawful={
            (first, broken, -1 if led is None else int(SUIT_OF[led])): tuple(every(rule.allowed) for rule in rules_then)
            for (first, broken, led), rules_then in rules.filters.items()
        },
    )
