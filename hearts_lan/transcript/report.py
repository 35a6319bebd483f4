"""Examining a whole log: the verdict, and what a reader of it should know beside the verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Fault, HandState, Refused, State, Verdict, feed, verdict
from hearts_lan.transcript.audit.verdict import NOT_VERIFIED
from hearts_lan.transcript.lines import NotALine, parse_line


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand: its points and the totals after it (empty unless it was opened and counts), and what to know.

    ``not_own`` are seats of people for whom another key committed to a seed or agreed to the result, ``vouched``
    says that a person other than the host gave a seed, ``unopened`` names commitments that nobody opened.
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
    """Read the lines of a log (with their line feeds, as `raw_lines` gives them) to the end or the first fault.

    A piece without a line feed is the torn end or, where a line feed follows, part of a line that is too long.
    """
    state, hands, events, torn = State(), [], [], False
    pieces = iter(raw)
    try:
        for data in pieces:
            torn = not data.endswith(b"\n") and not any(more.endswith(b"\n") for more in pieces)
            if torn:
                break
            before, state = state, feed_raw(state, data)
            if before.maybe_hand and before.hand_number != state.hand_number:
                hands.append(_hand_report(before, before.hand))
            events.extend(_events(state))
    except Refused as refused:
        judged = Verdict(NOT_VERIFIED, fault=refused.fault)
    else:
        judged = verdict(state, torn)
    if state.maybe_hand:
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
    counts = hand.opened if hand.void is None else None
    return HandReport(
        number=hand.number,
        points=counts.points if counts else (),
        totals=counts.totals if counts else (),
        not_own=_not_own(state, hand),
        vouched=_is_vouched(state, hand),
        void=hand.void,
        unopened=_unopened(hand),
    )


def _not_own(state: State, hand: HandState) -> tuple[int, ...]:
    keys = zip_longest(state.roster, (commit.key for commit in hand.commits), hand.agreed)
    return tuple(
        seat
        for seat, (player, *signers) in enumerate(keys)
        if not player.bot and any(key not in (None, player.key) for key in signers)
    )


def _is_vouched(state: State, hand: HandState) -> bool:
    signed = zip(state.roster, hand.commits, hand.seeds, strict=False)
    return any(
        seed is not None and not player.bot and commit.key == player.key != state.host_key
        for player, commit, seed in signed
    )


def _unopened(hand: HandState) -> tuple[str, ...]:
    """Commitments of a hand that nobody opened (V15)."""
    missing = [
        f"the seed of seat {seat}"
        for seat, (_, seed) in enumerate(zip_longest(hand.commits, hand.seeds))
        if seed is None
    ]
    missing.extend(f"the replaced pass of seat {seat}" for seat in hand.replaced_passes)
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
