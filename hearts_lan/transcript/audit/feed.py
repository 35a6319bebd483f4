"""Feeding one line: V1 form, V4 grammar, V3 history and order, V2 author and signature, then what it means.

The order of the checks is part of the specification: two readers name the same check for the same line.
"""

from collections.abc import Callable
from dataclasses import replace

from hearts_lan.fairness.keys import verify
from hearts_lan.rules import OptionError
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit.disputes import judge
from hearts_lan.transcript.audit.fault import Fault, Refused
from hearts_lan.transcript.audit.grammar import BLOCK, type_of
from hearts_lan.transcript.audit.placing import misplaced
from hearts_lan.transcript.audit.state import Block, State
from hearts_lan.transcript.audit.steps import fail, fold, rules_of
from hearts_lan.transcript.canonical import NotCanonical, claimed_fields, decode_record
from hearts_lan.transcript.lines import NO_GAME, Line, next_head, signed_bytes


def feed(state: State, line: Line) -> State:
    """The state after one more line.  Raises `Refused` when the line does not fit."""
    after = _checked(state, line)
    if isinstance(after.last, r.Dispute):
        finding = judge(state, after.last, _refusal(state))
        after = replace(after, dispute_fault=finding)
    return replace(after, head=next_head(state.head, line), count=state.count + 1)


def admit(state: State, line: Line) -> r.Record:
    """The record of a line that a seat offers for the block now due, in whatever order the seats answer.

    Raises `Refused` as `feed` would when the line came in its turn.
    """
    record = _decode(state, line)
    if type(record) is BLOCK.get(state.phase) and isinstance(record, r.BlockRecord):
        in_turn = Block(state.expected_seen, record.by)
        if record.by < state.players:
            _checked(replace(state, block=in_turn), line)
            return record
    _checked(state, line)
    return record


def _checked(state: State, line: Line) -> State:
    record = _decode(state, line)
    if sentence := misplaced(state, record):
        raise fail(state, "V4", sentence)
    _check_history(state, record)
    _check_signature(state, record, line)
    return replace(fold(state, record), last=record)


def _decode(state: State, line: Line) -> r.Record:
    try:
        record = decode_record(line.payload)
    except NotCanonical as error:
        claimed = claimed_fields(line.payload)
        _check_version(state, claimed.get("type"), claimed.get("version"))
        raise fail(state, "V1", f"The line cannot be read: {error}.") from None
    if isinstance(record, r.Table):
        _check_version(state, "table", record.version)
        _check_rules(state, record)
    return record


def _check_version(state: State, kind: object, version: object) -> None:
    is_newer = type(version) is int and r.VERSION < version <= r.LIMIT
    if state.count == 0 and kind == "table" and is_newer:
        raise fail(state, "V4", f"The log was made by a newer version of the program (log version {version}).")


def _check_rules(state: State, table: r.Table) -> None:
    try:
        rules_of(table)
    except OptionError as error:
        raise fail(state, "V1", f"The rules of the table are impossible: {error}") from None


def _check_history(state: State, record: r.Record) -> None:
    if bytes.fromhex(record.seen) != state.seen_by(type_of(type(record))):
        raise fail(state, "V3", "The record was signed for another history than the lines before it.")
    if type(record) is BLOCK.get(state.phase) and isinstance(record, r.BlockRecord):
        _check_seat_order(state, record)


def _check_seat_order(state: State, record: r.BlockRecord) -> None:
    """A seed may be missing, and so may a seat among the reveals."""
    due = state.block.next_seat if state.block else 0
    last = state.players - 1 if isinstance(record, r.Reveal) else due
    if not due <= record.by <= last:
        raise fail(state, "V3", f"A record of seat {record.by} cannot stand here: a block is in seat order.")


def _check_signature(state: State, record: r.Record, line: Line) -> None:
    game_id = NO_GAME if isinstance(record, r.Table | r.Nonce) else state.game_id
    message = signed_bytes(game_id, line.payload)
    if not any(verify(key, line.signature, message) for key in _author_keys(state, record)):
        author = "the host" if record.by == "host" else f"seat {record.by}"
        raise fail(state, "V2", f"The signature is not by {author}.")


def _author_keys(state: State, record: r.Record) -> tuple[bytes, ...]:
    """The keys that may sign for the author of a record."""
    if isinstance(record, r.Table):
        return (bytes.fromhex(record.host),)
    if record.by == "host":
        return (state.host_key,)
    if record.by >= state.players:
        raise fail(state, "V2", f"There is no seat {record.by} at this table.")
    speaker = state.speakers[record.by].key
    if isinstance(record, r.Dispute):
        return tuple(dict.fromkeys((speaker, state.roster[record.by].key)))
    return (speaker,)


def _refusal(state: State) -> Callable[[Line], Fault | None]:
    """A function that says why the state refuses a line, or nothing."""

    def refusal(line: Line) -> Fault | None:
        try:
            _checked(state, line)
        except Refused as refused:
            return refused.fault
        return None

    return refusal
