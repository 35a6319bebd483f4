"""The normal way to play a card: duck, keep out of points, get rid of dangerous cards, stop a moon.

A policy reads the hand of the player to move and what is public, never another hand.  Its choice comes with a
``Why``.  Costs are in points; the weights were found by tournaments of ``scripts/tournament.py``.
"""

from enum import Enum, auto

from hearts_lan.bots.layout import Bit, Bits, Layout, each
from hearts_lan.bots.position import Position
from hearts_lan.rules import Seat


class Why(Enum):
    """The reason for a card."""

    ONLY = auto()
    DUCK = auto()
    CANCEL = auto()
    LOW_LEAD = auto()
    FLUSH_QUEEN = auto()
    DUMP_QUEEN = auto()
    DUMP_HEART = auto()
    DUMP_HIGH = auto()
    FREE_HIGH = auto()
    FORCED_HIGH = auto()
    TAKE_JACK = auto()
    STOP_MOON = auto()
    GO_MOON = auto()


SPADES, HEARTS = 2, 3
KEEP = 0.35
"""How much of a card's danger counts as a gain when it can be played without taking the trick."""


def choose(position: Position, hand: Bits) -> tuple[Bit, Why]:
    """The card for the player to move, who holds ``hand``."""
    legal = position.legal(hand)
    if not legal & (legal - 1):
        return legal.bit_length() - 1, Why.ONLY
    trick = position.trick
    if not trick:
        return _lead(position, hand, legal)
    if legal & position.layout.suits[position.layout.suit_of[trick[0]]]:
        return _follow(position, hand, legal)
    return _discard(position, hand, legal)


def threat(position: Position) -> Seat:
    """Who alone has taken penalty cards, and enough to fear a moon; -1 if nobody."""
    most = max(position.penalties)
    if most < 5 and max(position.points) < 13:
        return -1
    return position.penalties.index(most) if sum(position.penalties) == most else -1


# --- leading ---


def _lead(position: Position, hand: Bits, legal: Bits) -> tuple[Bit, Why]:
    out = position.out(hand)
    best = min(each(legal), key=lambda bit: _lead_cost(position, hand, out, bit))
    made = position.layout
    if made.suit_of[best] == SPADES and out & made.queens and out & made.queens & made.above[best]:
        return best, Why.FLUSH_QUEEN
    return best, Why.LOW_LEAD


def _lead_cost(position: Position, hand: Bits, out: Bits, bit: Bit) -> float:
    made = position.layout
    suit = made.suit_of[bit]
    mine = (hand & made.suits[suit]).bit_count()
    cost = _win_chance(made, out, bit, position.players - 1) * _price(position, out, suit, position.players - 1)
    cost -= KEEP * _danger(made, hand, out, bit)
    if suit == SPADES:
        cost += _spade_lead(made, hand, out)
    if made.jacks & hand and 1 << bit & made.jacks:
        cost += 6
    if 1 << bit & made.queens:
        cost += 13 * _win_chance(made, out, bit, position.players - 1) + 2
    return cost + 0.12 * mine


def _spade_lead(made: Layout, hand: Bits, out: Bits) -> float:
    """Spades below the queen hunt for it; with the queen or above it they are guards to keep."""
    spades = hand & made.suits[SPADES]
    if hand & made.queens:
        return 4.0 - 0.5 * spades.bit_count()
    if out & made.queens and spades & made.above[(made.queens.bit_length() - 1)]:
        return 2.0
    return -1.5 if out & made.queens else 0.0


def _win_chance(made: Layout, out: Bits, bit: Bit, others: int) -> float:
    """The chance that ``others`` players, who all duck if they can, leave the trick to this card."""
    higher = (out & made.above[bit]).bit_count()
    if not higher:
        return 1.0
    lower = (out & made.below[bit]).bit_count()
    return lower / (lower + higher) * min(1.0, lower / others) if others else 1.0


def _price(position: Position, out: Bits, suit: int, others: int) -> float:
    """The points to expect from the ``others`` players still to follow in a suit."""
    made = position.layout
    left = (out & made.suits[suit]).bit_count()
    void = 1.0 - min(1.0, left / (3.0 * others)) * 0.9 if others else 0.0
    if not position.tricks and made.rules.opener is not None:
        void = 0.0
    price = void * 0.25 * min(5, (out & made.hearts).bit_count()) * others / 3
    if suit == HEARTS:
        price = min(others, left) + 0.0
    if out & made.queens:
        price += 4.0 if suit == SPADES else 13 * 0.35 * void
    if made.jacks & out and suit == 1:
        price -= 3.0
    return price


# --- following ---


def _follow(position: Position, hand: Bits, legal: Bits) -> tuple[Bit, Why]:
    made, best = position.layout, position.best
    out = position.out(hand)
    others = position.players - 1 - len(position.trick)
    guard = threat(position)
    if guard >= 0 and guard != position.turn():
        stop = _stop(position, legal, others)
        if stop >= 0:
            return stop, Why.STOP_MOON
    options = [(_follow_cost(position, hand, out, bit, others), -bit) for bit in each(legal)]
    bit = -min(options)[1]
    return bit, _why_follow(position, made, bit, best)


def _why_follow(position: Position, made: Layout, bit: Bit, best: Bit) -> Why:
    mask = 1 << bit
    if any(mask & made.twins[card] for card in position.trick):
        return Why.CANCEL
    if best < 0 or bit > best:
        if position.pot < 0 or mask & made.jacks:
            return Why.TAKE_JACK
        return Why.FREE_HIGH if not position.pot else Why.FORCED_HIGH
    return Why.DUMP_QUEEN if mask & made.queens else Why.DUCK


def _follow_cost(position: Position, hand: Bits, out: Bits, bit: Bit, others: int) -> float:
    made = position.layout
    mask = 1 << bit
    value = made.values[bit]
    wins = _follow_win(position, made, out, bit, others)
    price = position.pot + value + (_price(position, out, made.suit_of[bit], others) if others else 0.0)
    cost = wins * (price + 0.15) - KEEP * _danger(made, hand, out, bit)
    if mask & made.queens:
        cost -= 13 * (1 - wins)
    if mask & made.jacks and wins < 1:
        cost += 8 * (1 - wins)
    return cost


def _follow_win(position: Position, made: Layout, out: Bits, bit: Bit, others: int) -> float:
    best = position.best
    if made.copies > 1 and any(1 << bit & made.twins[card] for card in position.trick):
        return 0.0
    if bit < best:
        return 0.0
    return _win_chance(made, out, bit, others) if others else 1.0


def _stop(position: Position, legal: Bits, others: int) -> Bit:
    """A card that takes points from the shooter; -1 if there is none, or no points to take."""
    made, best = position.layout, position.best
    above = [bit for bit in each(legal) if bit > best]
    if not above or (position.pot <= 0 and others):
        return -1
    if not position.pot_penalties or 1 << above[-1] & made.queens:
        return -1
    return above[-1]


# --- discarding ---


def _discard(position: Position, hand: Bits, legal: Bits) -> tuple[Bit, Why]:
    made = position.layout
    out = position.out(hand)
    shooter = threat(position)
    feared = shooter >= 0 and shooter != position.turn() and _taker(position) == shooter
    bit = max(each(legal), key=lambda bit: _discard_gain(made, hand, out, bit, feared))
    mask = 1 << bit
    if mask & made.queens:
        return bit, Why.DUMP_QUEEN
    return bit, Why.DUMP_HEART if mask & made.hearts else Why.DUMP_HIGH


def _taker(position: Position) -> Seat:
    if position.best < 0:
        return -1
    return (position.leader + position.trick.index(position.best)) % position.players


def _discard_gain(made: Layout, hand: Bits, out: Bits, bit: Bit, feared: bool) -> float:
    mask = 1 << bit
    gain = _danger(made, hand, out, bit)
    if mask & made.queens:
        gain += 13
    if mask & made.jacks:
        gain -= 8
    if feared and mask & made.penalties:
        gain -= 30
    suit = hand & made.suits[made.suit_of[bit]]
    return gain - 0.1 * suit.bit_count()


def _danger(made: Layout, hand: Bits, out: Bits, bit: Bit) -> float:
    """What keeping a card is likely to cost."""
    suit = made.suit_of[bit]
    lower = (out & made.below[bit]).bit_count()
    higher = (out & made.above[bit]).bit_count()
    if not lower:
        return 0.0
    guards = (hand & made.below[bit]).bit_count()
    danger = lower / (lower + higher) * (3.0 if suit == HEARTS else 2.0) / (1 + 0.5 * guards)
    queens = out & made.queens
    if suit == SPADES and queens & made.below[bit]:
        danger += 5.0 / (1 + guards)
    return danger
