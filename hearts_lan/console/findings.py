"""What was found in a log, in plain lines for a person: who played, whose keys they were, every hand, the verdict."""

from collections.abc import Iterator, Mapping, Sequence

from hearts_lan.cards import cards_text
from hearts_lan.console.absence import void_reason
from hearts_lan.console.seats import described, seat_names, with_names
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.fairness.identity import fingerprint
from hearts_lan.transcript.audit import Fault, Phase, Speaker, State
from hearts_lan.transcript.lines import NO_GAME
from hearts_lan.transcript.report import HandReport, Report
from hearts_lan.wire.text import clean

Known = Mapping[bytes, str]
"""Public keys that the reader knows, and under which name."""

SHORT_FINGERPRINT = 17
"""Characters of a fingerprint that are shown: two groups, 64 bits.  The JSON form has all of it."""


def told(report: Report, known: Known, culprits: Sequence[Speaker]) -> Iterator[str]:
    """A report in plain lines, the verdict last.  ``culprits`` are the speakers at the line that is at fault."""
    state = report.state
    if state.maybe_table:
        yield from _players(state, known)
        names = seat_names(state.roster)
        for hand in report.hands:
            yield from _hand_lines(report, hand, names)
        yield from (f"  {with_names(clean(event), names)}" for event in report.events)
        if not report.verdict.fault:
            yield f"  Last line: {state.count}; five cards for the whole log: {last_cards(state)}."
    yield verdict_line(report, culprits)


def last_cards(state: State) -> str:
    """The head after the last good line as five cards, dealt as the table code is from the game id (28 bits)."""
    return cards_text(table_code(state.head))


def moment(started: str) -> str:
    """The beginning of a game, which is the host's word."""
    return f"{started[:10]} {started[11:19]} UTC by the host's clock"


def _players(state: State, known: Known) -> Iterator[str]:
    yield f"{state.rules.title} for {state.players} players, begun {moment(state.table.started)}."
    if state.game_id != NO_GAME:
        yield f"Table code: {cards_text(table_code(state.game_id))}. Everybody must have seen these five cards."
    for seat, player in enumerate(state.roster):
        host = ", the host" if player.key == state.host_key else ""
        bot = " (bot)" if player.bot else ""
        yield f"  seat {seat}: {clean(player.name)}{bot}{host}, {_key(player.key, known)}"
    if state.host_key not in {player.key for player in state.roster}:
        yield f"  the host has no seat, {_key(state.host_key, known)}"


def _key(key: bytes, known: Known) -> str:
    whose = f", known to you as {clean(known[key])}" if key in known else ""
    return f"key {fingerprint(key)[:SHORT_FINGERPRINT]}{whose}"


def _hand_lines(report: Report, hand: HandReport, names: Sequence[str]) -> Iterator[str]:
    yield f"  Hand {hand.number}: {with_names(_hand_verdict(report, hand, names), names)}"
    if not hand.vouched:
        yield "    This deal is not vouched for: nobody but the host gave a seed."
    if hand.not_own:
        yield f"    Seed or result not by the player's own key: {', '.join(names[seat] for seat in hand.not_own)}."
    if hand.unopened:
        yield f"    Never opened: {with_names(', '.join(hand.unopened), names)}."


def _hand_verdict(report: Report, hand: HandReport, names: Sequence[str]) -> str:
    if hand.void:
        return f"does not count, {void_reason(hand.void)}."
    if not hand.totals:
        return "not finished, so its deal cannot be checked."
    scores = zip(names, hand.points, hand.totals, strict=True)
    shown = ", ".join(f"{name} {points:+d} = {total}" for name, points, total in scores)
    missing = missing_agreements(report.state, hand.number)
    agreed = f"{len(names) - missing} of {len(names)}" if missing else f"all {len(names)}"
    return f"{shown}. Deal, moves and scores are right; agreed to by {agreed}."


def missing_agreements(state: State, number: int) -> int:
    """How many seats have not agreed to a hand that was opened: the log may end among their agreements."""
    is_last = number == state.hand_number and state.phase in (Phase.AGREES, Phase.DISPUTED)
    return state.players - len(state.hand.agreed) if is_last else 0


def verdict_line(report: Report, culprits: Sequence[Speaker]) -> str:
    """The verdict on a log in one line."""
    names = seat_names(report.state.roster)
    if fault := report.verdict.fault:
        return f"NOT VERIFIED: {blame(report.state, fault, culprits)}"
    if report.verdict.reasons:
        reasons = " ".join(with_names(reason, names) for reason in report.verdict.reasons)
        return f"GENUINE BUT INCOMPLETE ({_lines(report.state.count)}): {reasons}"
    return f"VERIFIED: all {_lines(report.state.count)} are genuine, every deal was fair and every move legal."


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"


def blame(state: State, fault: Fault, culprits: Sequence[Speaker]) -> str:
    """Where a log fails, who is to blame for it, and what they did."""
    rule = f"rule {fault.rule}, " if fault.rule else ""
    sentence = clean(fault.sentence)
    if fault.who == "host":
        who, sentence = ", the host", sentence.removeprefix("The host ")
    elif isinstance(fault.who, int) and fault.who < len(culprits):
        who = f", {described(culprits, state.roster, fault.who)}"
        sentence = sentence.removeprefix(f"Seat {fault.who} ")
    else:
        who = ""
    told_sentence = with_names(sentence, seat_names(state.roster)).removesuffix(".")
    return f"line {fault.line}{who}: {told_sentence} ({rule}check {fault.check})."
