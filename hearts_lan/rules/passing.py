"""The pass: three cards of one's own hand, to the seat the cycle names (P)."""

from collections.abc import Sequence

from hearts_lan.cards import Card
from hearts_lan.rules.filters import Violation
from hearts_lan.rules.setup import Rules, Seat, pass_offset, without

PASS_SIZE = 3

_BAD_PASS = Violation("P1", "bad_pass", "You must pass three different cards of your hand.")


def receiver(rules: Rules, hand_number: int, seat: Seat) -> Seat:
    """Who gets what ``seat`` passes; the seat itself in a hand without a pass."""
    return (seat + pass_offset(rules, hand_number)) % rules.players


def giver(rules: Rules, hand_number: int, seat: Seat) -> Seat:
    """Whose cards ``seat`` gets; the seat itself in a hand without a pass."""
    return (seat - pass_offset(rules, hand_number)) % rules.players


def why_bad_pass(hand: Sequence[Card], cards: Sequence[Card]) -> Violation | None:
    """P1 if these are not three distinct cards of the hand, or ``None``."""
    is_good = len(cards) == len(set(cards)) == PASS_SIZE and set(cards) <= set(hand)
    return None if is_good else _BAD_PASS


def apply_passes(
    rules: Rules,
    hand_number: int,
    hands: Sequence[tuple[Card, ...]],
    passes: Sequence[tuple[Card, ...]],
) -> tuple[tuple[Card, ...], ...]:
    """The hands, ascending, after everybody's pass at once (P3: from the hands as dealt); both are by seat."""
    return tuple(
        tuple(sorted(without(hand, passes[seat]) + passes[giver(rules, hand_number, seat)]))
        for seat, hand in enumerate(hands)
    )
