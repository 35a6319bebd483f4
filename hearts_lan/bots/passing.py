"""Which three cards to pass: unguarded high spades, high cards, and whole short suits."""

from hearts_lan.bots.layout import Bit, Bits, Layout, each, layout
from hearts_lan.cards import Card
from hearts_lan.rules import PASS_SIZE, View

SPADES, HEARTS = 2, 3


def choose_pass(view: View) -> tuple[Card, Card, Card]:
    """The three cards of the hand that are the worst to keep."""
    made = layout(view.rules)
    hand = made.bits(view.hand)
    chosen: list[Card] = []
    for _ in range(PASS_SIZE):
        bit = max(each(hand), key=lambda bit: burden(made, hand, bit))
        hand ^= 1 << bit
        chosen.append(made.card(bit))
    first, second, third = sorted(chosen)
    return first, second, third


def burden(made: Layout, hand: Bits, bit: Bit) -> float:
    """How much a hand would be better without one of its cards."""
    suit = made.suit_of[bit]
    mine = hand & made.suits[suit]
    rank = made.below[bit].bit_count() / made.copies
    low = (mine & made.below[bit]).bit_count()
    if suit == SPADES:
        return _spade_burden(made, mine, bit)
    if 1 << bit & made.jacks:
        return 0.0
    guarded = rank - 2.0 * low
    if suit == HEARTS:
        return guarded + 1.0
    return guarded + (3.0 if mine.bit_count() <= 3 else 0.0) - 0.5 * mine.bit_count()


def _spade_burden(made: Layout, mine: Bits, bit: Bit) -> float:
    guards = (mine & made.below[made.queens.bit_length() - 1]).bit_count()
    if 1 << bit & made.queens:
        return 20.0 - 5.0 * max(0, guards - 1)
    if bit > made.queens.bit_length() - 1:
        return 16.0 - 4.0 * max(0, guards - 1)
    return -5.0
