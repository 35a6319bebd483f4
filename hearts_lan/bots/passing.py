"""Which three cards to pass: unguarded high spades, high cards, and whole short suits."""

from hearts_lan.bots.layout import Bit, Bits, Layout, each, layout
from hearts_lan.cards import Card, Suit
from hearts_lan.rules import PASS_SIZE, View

QUEEN_BURDEN, CATCHER_BURDEN, SPADE_GUARD = 20.0, 16.0, 5.0
"""How bad QS, and AS or KS, are to keep, and how much each low spade beyond the first helps."""

LOW_SPADE = -5.0
JACK = -10.0
"""The burden of a JD that scores."""

COVER = 2.0
"""How much a lower card of the suit makes up for a high one, in ranks."""

HEART = 0.0
SHORT_SUIT, LENGTH = 4.5, 0.5
"""What a suit of three cards or fewer adds, for the void, and what each card of a suit takes off."""


def choose_pass(view: View) -> tuple[Card, Card, Card]:
    """The three cards of the hand that are the worst to keep."""
    made = layout(view.rules)
    first, second, third = made.cards(pass_bits(made, made.bits(view.hand)))
    return first, second, third


def pass_bits(made: Layout, hand: Bits) -> Bits:
    """The three worst cards, picked one after another since each changes what the rest is worth."""
    chosen = 0
    for _ in range(PASS_SIZE):
        chosen |= 1 << max(each(hand & ~chosen), key=lambda bit: burden(made, hand & ~chosen, bit))
    return chosen


def burden(made: Layout, hand: Bits, bit: Bit) -> float:
    """How much a hand would be better without one of its cards."""
    suit = made.suit_of[bit]
    mine = hand & made.suits[suit]
    if suit == Suit.SPADES:
        return _spade_burden(made, mine, bit)
    if 1 << bit & made.jacks:
        return JACK
    covered = made.below[bit].bit_count() / made.copies - COVER * (mine & made.below[bit]).bit_count()
    if suit == Suit.HEARTS:
        return covered + HEART
    return covered + (SHORT_SUIT if mine.bit_count() <= PASS_SIZE else 0.0) - LENGTH * mine.bit_count()


def _spade_burden(made: Layout, mine: Bits, bit: Bit) -> float:
    guards = max(0, (mine & made.under_queen).bit_count() - 1)
    if 1 << bit & made.queens:
        return QUEEN_BURDEN - SPADE_GUARD * guards
    return CATCHER_BURDEN - SPADE_GUARD * guards if 1 << bit & made.over_queen else LOW_SPADE
