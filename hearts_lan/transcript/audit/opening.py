"""The opening of a hand: the deal computed again from the secret and all seeds, the passes, and every play by
the rules on the cards that were really held (V8, V10, V11)."""

from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.cards import SUIT_OF, Card, card_text, cards_text
from hearts_lan.fairness.commit_reveal import HOST, deal_commit, deal_key, pass_commit, shuffled
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit.fault import Author, Fault, Refused
from hearts_lan.transcript.audit.state import HandState, State

Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class RebuiltDeal:
    """Every seat's cards before the pass, ascending, and the widow."""

    hands: Hands
    widow: tuple[Card, ...]


def rebuild(state: State, hand: HandState, secret: bytes) -> RebuiltDeal:
    """The deal of a hand whose seeds are all revealed, from the host's secret (32 bytes)."""
    seeds = [seed for seed in hand.seeds if seed is not None]
    assert len(seeds) == state.players
    key = deal_key(secret, state.game_id, hand.number, seeds)
    deal = rules.deal(state.rules, shuffled(state.rules.pack, key))
    return RebuiltDeal(deal.hands, deal.widow)


def check_opening(state: State, hand: HandState, record: r.Open) -> Hands:
    """Every seat's cards before the pass.  Raises `Refused` with the line that is at fault."""
    secret = bytes.fromhex(record.secret)
    if deal_commit(state.game_id, hand.number, HOST, state.host_key, secret) != hand.deal:
        raise Refused(Fault("V8", "host", "The host's secret does not open its commitment.", state.count + 1))
    dealt = rebuild(state, hand, secret).hands
    after_pass = _check_passes(state, hand, record, dealt)
    _check_plays(hand, after_pass)
    return dealt


def _check_passes(state: State, hand: HandState, record: r.Open, dealt: Hands) -> Hands:
    if len(record.passes) != len(hand.passes):
        raise _bad_pass(state, "host", "Each pass of the hand must be opened, and nothing else.")
    if not hand.passes:
        return dealt
    passes = tuple(_check_pass(state, hand, record, dealt, seat) for seat in range(state.players))
    return rules.apply_passes(state.rules, hand.number, dealt, passes)


def _check_pass(state: State, hand: HandState, record: r.Open, dealt: Hands, seat: int) -> tuple[Card, ...]:
    opening, signed = record.passes[seat], hand.passes[seat]
    cards = r.cards_of(opening.cards)
    receiver = rules.receiver(state.rules, hand.number, seat)
    nonce = bytes.fromhex(opening.nonce)
    if pass_commit(state.game_id, hand.number, seat, receiver, signed.key, cards, nonce) != signed.commit:
        raise _bad_pass(state, "host", f"The cards shown do not open what seat {seat} passed.")
    violation = rules.why_bad_pass(dealt[seat], cards)
    if violation or tuple(sorted(cards)) != cards:
        sentence = f"Seat {seat} passed {cards_text(cards) or 'nothing'}, which are not three cards of their hand."
        raise _bad_pass(state, seat, sentence, signed.line, "P1")
    return cards


def _bad_pass(state: State, who: Author, sentence: str, line: int | None = None, rule: str = "") -> Refused:
    return Refused(Fault("V10", who, sentence, line or state.count + 1, rule))


def _check_plays(hand: HandState, hands: Hands) -> None:
    held = [list(cards) for cards in hands]
    play = rules.start(hand.play.rules, hand.number)
    for line, (seat, card) in zip(hand.play_lines, _plays(hand.play), strict=True):
        violation = rules.why_illegal(play, tuple(held[seat]), card)
        if violation:
            sentence = _illegal_play(play, seat, card, violation)
            raise Refused(Fault("V11", seat, sentence, line, violation.rule))
        held[seat].remove(card)
        play = rules.play_card(play, seat, card)


_ILLEGAL = {
    "not_held": "{card}, which they did not hold",
    "follow_suit": "{card} although they held {led}",
    "points_on_first_trick": "{card} on the first trick although they held cards that count nothing",
    "penalty_lead": "{card} as the first lead although they held cards that count nothing",
    "hearts_not_broken": "{card} as a lead before hearts were broken although they held another suit",
}
"""What an illegal play was, for the reader of a log, by the code of its violation."""


def _illegal_play(play: rules.Play, seat: int, card: Card, violation: rules.Violation) -> str:
    led = rules.suit_name(SUIT_OF[play.trick[0]]) if play.trick else ""
    what = _ILLEGAL.get(violation.code, "{card}").format(card=card_text(card), led=led)
    return f"Seat {seat} played {what}."


def _plays(play: rules.Play) -> list[tuple[int, Card]]:
    """Every card of a finished hand with who played it, in order."""
    players = play.rules.players
    return [((trick.leader + place) % players, card) for trick in play.tricks for place, card in enumerate(trick.cards)]
