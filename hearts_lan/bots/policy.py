"""The normal way to play a card: duck, keep out of points, get rid of dangerous cards, stop a moon.

A policy reads the hand of the player to move and what is public, never another hand.  It weighs only the cards of
a suit that differ in effect (the lowest, the highest, the highest that ducks), so that a rollout can afford it.
Costs are in points.
"""

from enum import Enum, auto

from hearts_lan.bots.layout import Bit, Bits, Layout
from hearts_lan.bots.moon import choose_for_moon, losers
from hearts_lan.bots.odds import danger, dumped, win_chance
from hearts_lan.bots.position import Position
from hearts_lan.cards import Suit
from hearts_lan.rules import Seat


class Why(Enum):
    """The reason for a card."""

    ONLY = auto()
    DUCK = auto()
    CANCEL = auto()
    LOW_LEAD = auto()
    HIGH_LEAD = auto()
    FLUSH_QUEEN = auto()
    DUMP_QUEEN = auto()
    DUMP_HEART = auto()
    DUMP_HIGH = auto()
    SPARE = auto()
    FREE_HIGH = auto()
    CHEAP_HIGH = auto()
    FORCED_HIGH = auto()
    LOW_HOPE = auto()
    TAKE_JACK = auto()
    STOP_MOON = auto()
    GO_MOON = auto()


SPADES, HEARTS = int(Suit.SPADES), int(Suit.HEARTS)
QUEEN, JACK = 13.0, 10.0

RELIEF = 0.5
"""The part of a card's danger that playing it now saves."""

LONG_LEAD, LONG_DISCARD = 0.2, 0.1
"""The cost of shortening a suit, for each card held in it, by a lead or a discard."""

HOLD_QUEEN, HOLD_CATCHER, HUNT = 2.0, 1.0, -1.5
"""What a low spade lead costs with QS in the hand, with KS or AS, and with neither."""

QUEEN_FALLS = 0.8
"""The chance that QS lands on KS or AS, when its holder is still to play."""

EARLY_LOSERS, LATE_LOSERS, FIRST_TAKEN = 0, 2, 4
"""How many losing tricks a try for the moon may have, before and after that many penalty cards were taken."""

FEAR = 8
"""The penalty cards of each pack in one hand, and none elsewhere, from which on others take points to stop a moon."""

HEART_DUMP = 1.0
"""The hearts in an average discard."""


def choose(position: Position, hand: Bits) -> tuple[Bit, Why]:
    """The card for the player to move, who holds ``hand``."""
    legal = position.legal(hand)
    made, trick = position.layout, position.trick
    if _is_one_card(made, legal):
        return _high(legal), Why.ONLY
    out = made.pack & ~position.played & ~hand
    if _runs(position, made, hand, out):
        return choose_for_moon(position, hand), Why.GO_MOON
    if not trick:
        return _lead(position, made, hand, legal, out)
    if legal & made.suits[made.suit_of[trick[0]]]:
        return _follow(position, made, hand, legal, out)
    return _discard(position, made, hand, legal, out)


def _is_one_card(made: Layout, legal: Bits) -> bool:
    """Whether there is no choice: one card, or its two copies."""
    rest = legal & (legal - 1)
    return not rest or rest == legal & made.twins[_low(legal)]


def _runs(position: Position, made: Layout, hand: Bits, out: Bits) -> bool:
    """Whether the hand is strong enough to go for the moon: more so before any penalty card was taken."""
    penalties = position.penalties
    mine = penalties[(position.leader + len(position.trick)) % position.players]
    if sum(penalties) != mine:
        return False
    return losers(made, hand, out) <= (LATE_LOSERS if mine >= FIRST_TAKEN else EARLY_LOSERS)


def _is_alone(position: Position, seat: Seat, count: int) -> bool:
    """Whether a seat has taken at least ``count`` penalty cards, and nobody else any."""
    return seat >= 0 and count <= position.penalties[seat] == sum(position.penalties)


def _high(bits: Bits) -> Bit:
    return bits.bit_length() - 1


def _low(bits: Bits) -> Bit:
    return (bits & -bits).bit_length() - 1


# --- leading ---


def _lead(position: Position, made: Layout, hand: Bits, legal: Bits, out: Bits) -> tuple[Bit, Why]:
    found, lowest = -1, 1e9
    for suit in range(4):
        mine = legal & made.suits[suit]
        if not mine:
            continue
        price = _in_pot(position, made) + _lead_price(position, made, out, suit)
        for bit in _lead_options(made, mine, suit):
            cost = _lead_cost(made, hand, out, bit, price, position.players - 1)
            if cost < lowest:
                found, lowest = bit, cost
    return found, _why_lead(made, out, found)


def _lead_options(made: Layout, mine: Bits, suit: int) -> tuple[Bit, ...]:
    if suit == SPADES and mine & made.under_queen:
        return _low(mine), _high(mine & made.under_queen), _high(mine)
    low, high = _low(mine), _high(mine)
    return (low,) if low == high else (low, high)


def _lead_price(position: Position, made: Layout, out: Bits, suit: int) -> float:
    """What winning the trick is expected to cost, before the card led itself."""
    others = position.players - 1
    left = out & made.suits[suit]
    if suit == HEARTS:
        price = min(others, left.bit_count()) + 1.0
        return price + (_dumped_queen(position, left, suit, others) if out & made.queens else 0.0)
    return _price(position, made, out, left, suit, others)


def _lead_cost(made: Layout, hand: Bits, out: Bits, bit: Bit, price: float, others: int) -> float:
    suit = made.suit_of[bit]
    left, mine = out & made.suits[suit], hand & made.suits[suit]
    wins = win_chance(made, left, bit, others)
    cost = wins * price - RELIEF * danger(made, mine, left, bit) + LONG_LEAD * mine.bit_count()
    mask = 1 << bit
    if suit == SPADES:
        return cost + _spade_lead(made, mine, out, bit, wins)
    return cost + JACK * (1.0 - 2.0 * wins) if mask & made.jacks else cost


def _spade_lead(made: Layout, mine: Bits, out: Bits, bit: Bit, wins: float) -> float:
    """Low spades hunt for the queen, unless it or its catchers are in the own hand."""
    if 1 << bit & made.queens:
        return QUEEN * wins + 1.0
    if mine & made.queens:
        return HOLD_QUEEN
    if not out & made.queens:
        return 0.0
    if 1 << bit & made.over_queen:
        return QUEEN * QUEEN_FALLS
    return HOLD_CATCHER if mine & made.over_queen else HUNT


def _why_lead(made: Layout, out: Bits, bit: Bit) -> Why:
    if 1 << bit & made.jacks:
        return Why.TAKE_JACK
    if out & made.queens & made.above[bit]:
        return Why.FLUSH_QUEEN
    left = out & made.suits[made.suit_of[bit]]
    return Why.LOW_LEAD if (left & made.above[bit]).bit_count() * 2 >= left.bit_count() else Why.HIGH_LEAD


def _price(position: Position, made: Layout, out: Bits, left: Bits, suit: int, others: int) -> float:
    """The points that the ``others`` still to play may discard on a trick of a suit other than hearts."""
    if not others or _is_clean(position, made):
        return 0.0
    missing = dumped(left.bit_count(), position.void_count[suit], others)
    price = HEART_DUMP * missing * min(1.0, (out & made.hearts).bit_count() / 5) if out & made.hearts else 0.0
    if out & made.queens and suit != SPADES:
        price += QUEEN * missing / (position.players - 1)
    return price


def _in_pot(position: Position, made: Layout) -> float:
    """The points in the open trick and what is carried, with the widow as far as anybody can tell (C1)."""
    return position.pot + (made.widow_price if position.first_taker < 0 else 0.0)


def _is_clean(position: Position, made: Layout) -> bool:
    """Whether nobody may discard points on this trick (T3)."""
    return not position.tricks and made.clean_start


def _dumped_queen(position: Position, left: Bits, suit: int, others: int) -> float:
    return QUEEN * dumped(left.bit_count(), position.void_count[suit], others) / (position.players - 1)


# --- following ---


def _follow(position: Position, made: Layout, hand: Bits, legal: Bits, out: Bits) -> tuple[Bit, Why]:
    others = position.players - 1 - len(position.trick)
    stop = _stop(position, made, legal)
    if stop >= 0:
        return stop, Why.STOP_MOON
    suit = made.suit_of[position.trick[0]]
    left = out & made.suits[suit]
    price = _in_pot(position, made) + _follow_price(position, made, out, left, suit, others)
    found, lowest = -1, 1e9
    for bit in _follow_options(position, made, legal, suit):
        cost = _follow_cost(position, made, hand, left, bit, price, others)
        if cost < lowest:
            found, lowest = bit, cost
    return found, _why_follow(position, made, legal, left, found, others)


def _follow_options(position: Position, made: Layout, legal: Bits, suit: int) -> list[Bit]:
    """The highest card that ducks, the lowest and the highest that do not, and the cards that are special."""
    best = position.best
    under = legal & ((1 << best) - 1) if best >= 0 else 0
    special = legal & (made.queens | made.jacks)
    plain, over = legal ^ special, legal ^ under
    parts = [plain & under, plain & over, special & under, special & over]
    if suit == SPADES:
        parts.append(over & made.under_queen)
    if made.copies > 1:
        parts += [legal & made.twins[card] for card in position.trick]
    options = [_high(part) for part in parts if part]
    return [*options, _low(plain & over)] if plain & over else options


def _follow_price(position: Position, made: Layout, out: Bits, left: Bits, suit: int, others: int) -> float:
    """What those still to play are expected to add to the trick."""
    if not others:
        return 0.0
    if suit == HEARTS:
        return min(others, left.bit_count()) + _price(position, made, out & ~made.hearts, left, suit, others)
    return _price(position, made, out, left, suit, others)


def _follow_cost(
    position: Position, made: Layout, hand: Bits, left: Bits, bit: Bit, price: float, others: int
) -> float:
    mask, suit = 1 << bit, made.suit_of[bit]
    wins = _follow_wins(position, made, left, bit, others)
    cost = wins * (price + made.values[bit]) - RELIEF * danger(made, hand & made.suits[suit], left, bit)
    if suit == SPADES:
        if mask & made.queens:
            return cost - QUEEN * (1.0 - wins) * QUEEN_FALLS
        if mask & made.over_queen and left & made.queens:
            return cost + wins * QUEEN * QUEEN_FALLS * others / (position.players - 1)
    if mask & made.jacks:
        return cost + JACK * (1.0 - wins)
    return cost


def _follow_wins(position: Position, made: Layout, left: Bits, bit: Bit, others: int) -> float:
    if bit < position.best:
        return 0.0
    return 0.0 if _cancels(position, made, bit) else win_chance(made, left, bit, others)


def _cancels(position: Position, made: Layout, bit: Bit) -> bool:
    """Whether a card has its twin in the open trick (C3)."""
    return made.copies > 1 and any(1 << bit & made.twins[card] for card in position.trick)


def _why_follow(position: Position, made: Layout, legal: Bits, left: Bits, bit: Bit, others: int) -> Why:
    mask = 1 << bit
    if _cancels(position, made, bit):
        return Why.CANCEL
    if bit < position.best:
        return Why.DUMP_QUEEN if mask & made.queens else Why.DUCK
    if mask & made.jacks or position.pot < 0:
        return Why.TAKE_JACK
    if _in_pot(position, made) <= 0 and (not others or _is_clean(position, made)):
        return Why.FREE_HIGH
    if position.best >= 0 and legal & made.below[position.best]:
        return Why.CHEAP_HIGH
    return Why.LOW_HOPE if others and left & made.above[bit] else Why.FORCED_HIGH


def _stop(position: Position, made: Layout, legal: Bits) -> Bit:
    """A card that takes points away from one who may shoot the moon; -1 if there is no such card or need."""
    shooter = taker(position)
    if not position.pot_penalties or not _is_alone(position, shooter, FEAR * made.copies):
        return -1
    bit = _high(legal & ~made.queens)
    return bit if bit > position.best else -1


def taker(position: Position) -> Seat:
    """Who would take the open trick as it lies; -1 for nobody."""
    if position.best < 0:
        return -1
    return (position.leader + position.trick.index(position.best)) % position.players


# --- discarding ---


def _discard(position: Position, made: Layout, hand: Bits, legal: Bits, out: Bits) -> tuple[Bit, Why]:
    queens = legal & made.queens
    if queens and not _is_alone(position, taker(position), FEAR * made.copies):
        return _high(queens), Why.DUMP_QUEEN
    legal = legal & ~(queens | _stopper(position, made, hand, out)) or legal
    found, most = -1, -1e9
    for suit in range(4):
        mine = hand & made.suits[suit]
        options = legal & mine & ~made.jacks or legal & mine
        if not options:
            continue
        bit = _high(options)
        gain = danger(made, mine, out & made.suits[suit], bit) - LONG_DISCARD * mine.bit_count()
        if 1 << bit & made.jacks:
            gain -= JACK
        if gain > most:
            found, most = bit, gain
    return found, _why_discard(made, out, found)


def _stopper(position: Position, made: Layout, hand: Bits, out: Bits) -> Bits:
    """The high heart to keep while only the taker of this trick has penalty cards, so that a moon may fail."""
    if not _is_alone(position, taker(position), 1):
        return 0
    top = _high(hand & made.hearts)
    return 1 << top if top >= 0 and (out & made.hearts & made.above[top]).bit_count() <= 1 else 0


def _why_discard(made: Layout, out: Bits, bit: Bit) -> Why:
    if 1 << bit & made.queens:
        return Why.DUMP_QUEEN
    if 1 << bit & made.hearts:
        return Why.DUMP_HEART
    return Why.DUMP_HIGH if out & made.below[bit] else Why.SPARE
