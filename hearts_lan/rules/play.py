"""The play of one hand: its public state, which cards are legal, who takes what.

``Play`` holds nothing hidden: no hand and no widow.  ``why_illegal`` is the one truth for legality; it takes the
public state and the mover's own hand, which is all that the mover sees.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from hearts_lan.cards import SUIT_OF, Card
from hearts_lan.rules.filters import NOT_HELD, Filter, Violation
from hearts_lan.rules.setup import Rules, Seat, left_of_dealer


class Trick(NamedTuple):
    """A complete trick: its cards in playing order from the leader on; ``winner`` ``None`` means carried (C5)."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


class Play(NamedTuple):
    """The public state of a hand: ``leader`` and the cards of the open trick, and the tricks before it.

    ``leader`` is ``None`` only before the opening card, when it is not public who holds it (D2).
    """

    rules: Rules
    leader: Seat | None
    trick: tuple[Card, ...]
    broken: bool
    tricks: tuple[Trick, ...]


def start(rules: Rules, hand_number: int) -> Play:
    """The state before the first card of a hand.  Hands count from 1."""
    leader = left_of_dealer(rules, hand_number) if rules.opener is None else None
    return Play(rules, leader, (), broken=False, tricks=())


def turn(play: Play) -> Seat | None:
    """Whose turn it is; ``None`` before the opening card and when the hand is over."""
    if play.leader is None or (not play.trick and is_over(play)):
        return None
    return (play.leader + len(play.trick)) % play.rules.players


def trick_number(play: Play) -> int:
    """The number of the open trick, from 1; one more than the tricks played when the hand is over."""
    return len(play.tricks) + 1


def is_over(play: Play) -> bool:
    """Whether all cards are played or, with ``end_early``, no card that counts is left to take."""
    if len(play.tricks) == play.rules.hand_size:
        return True
    return play.rules.options.end_early and play.rules.scoring.issubset(_played(play))


def play_card(play: Play, seat: Seat, card: Card) -> Play:
    """The state after a seat played a card that ``why_illegal`` lets pass.  ``ValueError`` if out of turn."""
    rules, leader, trick, broken, tricks = play
    if leader is None and 0 <= seat < rules.players:
        leader = seat
    elif leader is None or seat != turn(play):
        raise ValueError(f"seat {seat} is not to play")
    trick = (*trick, card)
    broken = broken or card in rules.breakers
    if len(trick) < rules.players:
        return Play(rules, leader, trick, broken, tricks)
    taker = _taker(play, leader, trick)
    return Play(rules, leader if taker is None else taker, (), broken, (*tricks, Trick(leader, trick, taker)))


def _taker(play: Play, leader: Seat, cards: tuple[Card, ...]) -> Seat | None:
    """The winner of a complete trick, or the leader of a last trick that nobody wins (C6)."""
    taker = winner(leader, cards)
    is_last = len(play.tricks) + 1 == play.rules.hand_size
    return leader if taker is None and is_last else taker


# --- legality ---


def _filters(play: Play) -> tuple[Filter, ...]:
    rules, _, trick, broken, tricks = play
    return rules.filters[not tricks, broken, trick[0] if trick else None]


def why_illegal(play: Play, hand: tuple[Card, ...], card: Card) -> Violation | None:
    """The first rule that playing ``card`` from ``hand`` breaks, or ``None``; ``hand`` is the hand of the mover."""
    if card not in hand:
        return NOT_HELD
    for rule in _filters(play):
        kept = _kept(rule, hand)
        if card not in kept:
            return rule.violation
        hand = kept
    return None


def legal_cards(play: Play, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of the mover's hand that ``why_illegal`` lets pass, in the order of the hand."""
    for rule in _filters(play):
        hand = _kept(rule, hand)
    return hand


def _kept(rule: Filter, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """What a filter leaves of a hand: all of it where it would leave nothing."""
    kept = tuple([card for card in hand if card in rule.allowed])
    return kept if kept or rule.absolute else hand


# --- what the tricks mean ---


def cancelled(cards: Sequence[Card]) -> tuple[int, ...]:
    """The positions in a complete trick of cards that an identical card cancels (C3)."""
    return tuple(index for index, card in enumerate(cards) if cards.count(card) > 1)


def winner(leader: Seat, cards: Sequence[Card]) -> Seat | None:
    """Who wins a complete trick: the highest uncancelled card of the led suit (T2, C4); ``None`` is nobody (C5)."""
    led = SUIT_OF[cards[0]]
    best = max([card for card in cards if SUIT_OF[card] is led and cards.count(card) == 1], default=None)
    return None if best is None else (leader + cards.index(best)) % len(cards)


def carried(play: Play) -> tuple[Card, ...]:
    """The cards that wait for the next winner (C5), without a hidden widow."""
    start = len(play.tricks)
    while start and play.tricks[start - 1].winner is None:
        start -= 1
    return tuple(chain.from_iterable(trick.cards for trick in play.tricks[start:]))


def piles(play: Play, widow: tuple[Card, ...] = ()) -> tuple[tuple[Card, ...], ...]:
    """What each seat has taken so far, in the order taken; the widow goes with trick 1 (C1, C5, C6)."""
    taken: list[tuple[Card, ...]] = [()] * play.rules.players
    waiting = widow
    for trick in play.tricks:
        waiting += trick.cards
        if trick.winner is not None:
            taken[trick.winner] += waiting
            waiting = ()
    return tuple(taken)


def inferred_widow(play: Play) -> tuple[Card, ...]:
    """The widow as everybody knows it once the hand is over: what the pack has and nobody played."""
    if not play.rules.widow_size or not is_over(play):
        return ()
    rest = list(play.rules.pack)
    for card in _played(play):
        rest.remove(card)
    return tuple(rest)


def played_by(play: Play, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat has played so far in the hand, in order."""
    tricks = [(trick.leader, trick.cards) for trick in play.tricks]
    if play.leader is not None:
        tricks.append((play.leader, play.trick))
    at = [((seat - leader) % play.rules.players, cards) for leader, cards in tricks]
    return tuple(cards[position] for position, cards in at if position < len(cards))


def _played(play: Play) -> chain[Card]:
    """The cards of the complete tricks."""
    return chain.from_iterable(trick.cards for trick in play.tricks)
