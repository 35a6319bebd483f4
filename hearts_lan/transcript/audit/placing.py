"""Whether a record may stand here (V4): the tables of the grammar, and the rules of the grammar that look into a
record or further back than its phase."""

from hearts_lan import rules
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit.grammar import INSIDE, OUTSIDE, Phase, type_of
from hearts_lan.transcript.audit.state import State


def misplaced(state: State, record: r.Record) -> str:
    """Why a record cannot stand here, in one sentence; nothing if it can."""
    allowed = INSIDE[state.phase] if state.block else OUTSIDE[state.phase]
    if type(record) not in allowed:
        return f"A {type_of(type(record))} record cannot stand here: the log waits for {state.phase.value}."
    match record:
        case r.Deal() if rules.is_decided(state.rules.options, state.totals):
            return "The game is decided; no hand can follow."
        case r.Pass() if state.phase is Phase.PLAYS and record.by not in state.hand.may_pass_again:
            return "A pass can be replaced only once, after a substitution, before the first card."
        case r.Void():
            return _misplaced_void(state, record)
        case _:
            return ""


def _misplaced_void(state: State, void: r.Void) -> str:
    if (void.seat == -1) != (void.reason != "no_reveal"):
        return "Only a void for a missing seed names a seat."
    if void.seat == -1:
        return "A hand cannot be stopped inside a block." if state.block else ""
    seeds = state.hand.seeds
    missing = seeds.index(None) if None in seeds else len(seeds)
    if state.phase is not Phase.REVEALS or void.seat != missing:
        return f"Seat {void.seat} is not the first one whose seed is missing."
    return ""
