"""Judging the evidence of a dispute (V9): does it prove that somebody cheated?"""

from collections.abc import Callable

from hearts_lan.fairness.commit_reveal import dealt_message
from hearts_lan.fairness.keys import verify
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit.fault import Author, Fault
from hearts_lan.transcript.audit.state import State
from hearts_lan.transcript.canonical import claimed_fields
from hearts_lan.transcript.lines import Line, signed_bytes


def judge(state: State, dispute: r.Dispute, refusal: Callable[[Line], Fault | None]) -> Fault | None:
    """What the evidence proves, on the state before the dispute, or nothing.

    ``refusal`` says why that state refuses a line.
    """
    evidence = dispute.evidence
    if not isinstance(evidence, r.Evidence):
        return None
    if isinstance(evidence.payload, str):
        return _judge_record(state, Line(evidence.payload, bytes.fromhex(evidence.signature)), refusal)
    if isinstance(evidence.cards, tuple):
        return _judge_deal(state, dispute, evidence.cards, bytes.fromhex(evidence.signature))
    return None


def _judge_deal(state: State, dispute: r.Dispute, texts: tuple[str, ...], signature: bytes) -> Fault | None:
    """Did the host sign other cards for the seat than the opened hand, this one or an earlier one, deals it?"""
    dealt, cards = state.dealt_in(dispute.hand), r.cards_of(texts)
    message = dealt_message(state.game_id, dispute.hand, dispute.by, cards)
    if not dealt or bytes(cards) == dealt[dispute.by] or not verify(state.host_key, signature, message):
        return None
    sentence = f"The host dealt seat {dispute.by} other cards than the seeds and its secret give."
    return Fault("V9", "host", sentence, state.count + 1)


def _judge_record(state: State, line: Line, refusal: Callable[[Line], Fault | None]) -> Fault | None:
    """Did somebody sign, for this very place in the log, a record that cannot stand here?

    The author of the record answers for it: also the host that opens a hand with a forbidden play, for it let it in.
    """
    claimed = claimed_fields(line.payload)
    author = claimed.get("by")
    if claimed.get("seen") != state.seen_by(str(claimed.get("type"))).hex():
        return None
    if not any(verify(key, line.signature, signed_bytes(state.game_id, line.payload)) for key in _keys(state, author)):
        return None
    fault = refusal(line)
    if fault is None or fault.check == "V3":  # seats answer a block in any order
        return None
    who: Author = "host" if author == "host" else int(str(author))
    sentence = f"A signed record was refused ({fault.check}): {fault.sentence}"
    return Fault("V9", who, sentence, state.count + 1, fault.rule)


def _keys(state: State, author: object) -> tuple[bytes, ...]:
    if author == "host":
        return (state.host_key,)
    if type(author) is int and 0 <= author < state.players:
        return (state.speakers[author].key,)
    return ()
