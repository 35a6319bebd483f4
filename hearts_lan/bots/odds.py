"""Rough chances and costs that a player can tell from the cards of one suit.

``mine`` are the own cards of the suit, ``left`` those that others may still hold.
"""

from functools import lru_cache

from hearts_lan.bots.layout import Bit, Bits, Layout
from hearts_lan.cards import Suit

SPADES, HEARTS = int(Suit.SPADES), int(Suit.HEARTS)

HEART_DANGER, PLAIN_DANGER, SPADE_DANGER = 3.0, 2.0, 5.0
"""What the highest card of a suit costs unguarded: a heart, any other card, and KS or AS on top while QS is out."""

GUARD, SPADE_GUARD = 0.35, 1.0
"""How much a lower card of the suit helps."""

TWIN_STAYS = 0.75
"""The chance that a card is not cancelled by its twin, when that is still out (C3)."""


def win_chance(made: Layout, left: Bits, bit: Bit, others: int) -> float:
    """The chance that ``others`` players still to play leave the trick to this card.

    They duck when they can, but for the jack of diamonds where it scores: whoever can take it does.
    """
    if not others:
        return 1.0
    stays = TWIN_STAYS if left & made.twins[bit] else 1.0
    higher = (left & made.above[bit]).bit_count()
    if not higher:
        return stays
    if 1 << bit & made.jacks:
        return 0.0
    lower = (left & made.below[bit]).bit_count()
    return stays * lower / (lower + higher) * min(1.0, lower / others)


def danger(made: Layout, mine: Bits, left: Bits, bit: Bit) -> float:
    """The points that keeping a card is likely to cost."""
    lower = (left & made.below[bit]).bit_count()
    if not lower:
        return 0.0
    suit = made.suit_of[bit]
    higher = (left & made.above[bit]).bit_count()
    guards = (mine & made.below[bit]).bit_count()
    cost = lower / (lower + higher) * (HEART_DANGER if suit == HEARTS else PLAIN_DANGER) / (1 + GUARD * guards)
    if suit == SPADES and left & made.queens & made.below[bit]:
        cost += SPADE_DANGER / (1 + SPADE_GUARD * guards)
    return cost


@lru_cache(maxsize=4096)
def dumped(left: int, voids: int, others: int) -> float:
    """How many of ``others`` players are expected to discard on a suit of which ``left`` cards are out."""
    known = min(voids, others)
    rest = others - known
    return known + rest * (1.0 - 1.0 / (rest + 0.5)) ** left if rest else float(known)
