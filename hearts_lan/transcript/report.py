"""Examining a whole log: the verdict, and what a reader of it should know beside the verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Fault, HandState, Phase, Refused, State, Verdict, feed, verdict
from hearts_lan.transcript.audit.verdict import NOT_VERIFIED
from hearts_lan.transcript.lines import MAX_LINE, NotALine, parse_line


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand: its points and the totals after it (empty when it was not opened), and what to know about it.

    ``not_own`` are seats of people whose seed or agreement is not by their own key, ``vouched`` says that a
    person other than the host gave a seed.
    """

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    not_own: tuple[int, ...]
    vouched: bool
    void: r.Void | None
    unopened: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a log, the state after its last good line, its hands, and the events worth a line."""

    verdict: Verdict
    state: State
    hands: tuple[HandReport, ...]
    events: tuple[str, ...]


def examine(raw: Iterable[bytes]) -> Report:
    """Read the lines of a log (with their line feeds, as `raw_lines` gives them) to the end or the first fault."""
    state, hands, events, torn = State(), [], [], False
    try:
        for data in raw:
            torn = not data.endswith(b"\n")
            if torn and len(data) <= MAX_LINE + 1:
                break
            before, state = state, feed_raw(state, data)
            if before.maybe_hand and (before.hand_number != state.hand_number or state.phase is Phase.ENDED):
                hands.append(_hand_report(before, before.hand))
            events.extend(_events(state))
    except Refused as refused:
        judged = Verdict(NOT_VERIFIED, fault=refused.fault)
    else:
        judged = verdict(state, torn)
    if state.maybe_hand and state.phase is not Phase.ENDED:
        hands.append(_hand_report(state, state.hand))
    return Report(judged, state, tuple(hands), tuple(events))


def feed_raw(state: State, data: bytes) -> State:
    """`feed` for the bytes of a line with its line feed.  Raises `Refused`."""
    try:
        line = parse_line(data.removesuffix(b"\n"))
    except NotALine as error:
        raise Refused(Fault("V1", None, f"The line cannot be read: {error}.", state.count + 1)) from None
    return feed(state, line)


def _hand_report(state: State, hand: HandState) -> HandReport:
    people = [seat for seat, player in enumerate(state.roster) if not player.bot]
    own_seed = {seat for seat in people if seat < len(hand.commits) and _own_seed(state, hand, seat)}
    own_word = {seat for seat in people if seat < len(hand.agreed) and hand.agreed[seat] == state.roster[seat].key}
    guests = {seat for seat in own_seed if state.roster[seat].key != state.host_key}
    complete = hand.opened is not None
    return HandReport(
        number=hand.number,
        points=hand.opened.points if hand.opened else (),
        totals=hand.opened.totals if hand.opened else (),
        not_own=tuple(seat for seat in people if complete and not (seat in own_seed and seat in own_word)),
        vouched=bool(guests),
        void=hand.void,
        unopened=_unopened(hand),
    )


def _own_seed(state: State, hand: HandState, seat: int) -> bool:
    revealed = seat < len(hand.seeds) and hand.seeds[seat] is not None
    return revealed and hand.commits[seat].key == state.roster[seat].key


def _unopened(hand: HandState) -> tuple[str, ...]:
    """Commitments of a hand that nobody opened (V15)."""
    missing = [
        f"the seed of seat {seat}"
        for seat, (_, seed) in enumerate(zip_longest(hand.commits, hand.seeds))
        if seed is None
    ]
    if hand.opened is None:
        missing.extend(f"the pass of seat {seat}" for seat in range(len(hand.passes)))
        if not (hand.void and hand.void.secret):
            missing.append("the secret of the host")
    return tuple(missing)


def _events(state: State) -> list[str]:
    """What the last line adds to the list of things that a reader should know."""
    match state.last:
        case r.Substitute(seat=seat, name=name, bot=bot, reason=reason):
            what = f"{name} (bot) takes over" if bot else f"{name} is back"
            return [f"line {state.count}: seat {seat}: {what} ({reason})"]
        case r.Void(hand=hand, seat=seat, reason=reason):
            whose = f", seat {seat}" if seat >= 0 else ""
            return [f"line {state.count}: hand {hand} is void ({reason}{whose})"]
        case r.Resume(reason=reason):
            return [f"line {state.count}: the host program was started again ({reason})"]
        case r.Dispute(by=seat, reason=reason):
            return [f"line {state.count}: seat {seat} disputes: {reason}"]
        case _:
            return []
