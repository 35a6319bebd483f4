"""How to play for a moon: win every trick that has, or may get, a penalty card, and lose no penalty card.

A plan for one seat of a rollout, and for a hand that cannot fail.  It is dropped when anybody else has taken a
penalty card.
"""

from hearts_lan.bots.layout import Bit, Bits, Layout, each
from hearts_lan.bots.position import Position
from hearts_lan.rules import Seat


def is_open(position: Position, seat: Seat) -> bool:
    """Whether a seat may still shoot the moon: nobody else has taken a penalty card."""
    return sum(position.penalties) == position.penalties[seat]


def losers(made: Layout, hand: Bits, out: Bits) -> int:
    """How many tricks a hand that has the lead and plays from the top should expect to lose."""
    return sum([suit_losers(hand & suit, out & suit) for suit in made.suits if hand & suit])


def suit_losers(mine: Bits, left: Bits) -> int:
    """The losers of one suit, when each winner draws two of the cards that are left."""
    winners = (mine >> left.bit_length()).bit_count()
    return mine.bit_count() - winners if left.bit_count() > 2 * winners else 0


def choose_for_moon(position: Position, hand: Bits) -> Bit:
    """The card for the player to move, who holds ``hand`` and wants all penalty cards."""
    legal = position.legal(hand)
    made, trick = position.layout, position.trick
    out = made.pack & ~position.played & ~hand
    if not trick:
        return max(each(legal), key=lambda bit: _lead_strength(made, hand, out, bit))
    if not legal & made.suits[made.suit_of[trick[0]]]:
        return min(each(legal), key=lambda bit: _worth_keeping(made, out, bit))
    over = legal >> (position.best + 1) << (position.best + 1)
    if not over:
        return _low(legal & ~made.penalties or legal)
    return _low(over) if len(trick) + 1 == position.players else over.bit_length() - 1


def _low(bits: Bits) -> Bit:
    return (bits & -bits).bit_length() - 1


def _lead_strength(made: Layout, hand: Bits, out: Bits, bit: Bit) -> float:
    """Sure winners first, then the strongest card of the longest suit."""
    suit = made.suits[made.suit_of[bit]]
    higher = (out & made.above[bit]).bit_count()
    return (hand & suit).bit_count() - 20.0 * higher + (out & made.below[bit]).bit_count() / 100


def _worth_keeping(made: Layout, out: Bits, bit: Bit) -> float:
    """Low cards of suits that others lead are the first to go; penalty cards the last."""
    higher = (out & made.above[bit]).bit_count()
    return (50.0 if 1 << bit & made.penalties else 0.0) - higher
