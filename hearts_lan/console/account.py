"""A game told from its log, in plain words, like a good account of it.

A hand is told once it was opened, so that all its cards can be shown as they were dealt; one that never was is told
as it looked at the table.  Only one hand is ever kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from hearts_lan import rules
from hearts_lan.cards import Card
from hearts_lan.console.absence import void_reason
from hearts_lan.console.findings import blame, moment
from hearts_lan.console.seats import seat_names, with_names
from hearts_lan.console.tricks import last_trick, open_trick
from hearts_lan.console.words import direction, hand_text, in_words, points_text, sheet
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import HandState, Phase, Refused, Speaker, State
from hearts_lan.transcript.report import HandReport, Report, feed_raw
from hearts_lan.wire.text import clean

Step = tuple[State, State]


def account(raw: Iterable[bytes], report: Report, culprits: Sequence[Speaker], only: int = 0) -> Iterator[str]:
    """The lines of an account.  ``raw`` is the log once more, whose ``report`` is known; ``only`` is the number of
    the one hand to be told, 0 for all.  ``culprits`` are the speakers at the line that is at fault.
    """
    yield from _preface(report, culprits)
    teller, state = _Teller(report), State()
    for before, after in genuine(raw, report):
        state = after
        lines = teller.tell(before, after)
        if only in (0, after.hand_number) or not after.hand_number:
            yield from lines
        if only and after.hand_number > only:
            return
    if only in (0, state.hand_number):
        yield from teller.rest(state)
        yield from _ending(report, culprits)


def genuine(raw: Iterable[bytes], report: Report) -> Iterator[Step]:
    """The states before and after each line of a log, as far as it is genuine."""
    fault, state = report.verdict.fault, State()
    is_told = fault is not None and fault.check == "V9"  # the line of a dispute is good, what it shows is not
    for number, data in enumerate(raw, 1):
        if (fault and number >= fault.line + is_told) or not data.endswith(b"\n"):
            return
        try:
            before, state = state, feed_raw(state, data)
        except Refused:
            return  # the file has changed since it was examined
        yield before, state


def _preface(report: Report, culprits: Sequence[Speaker]) -> Iterator[str]:
    if fault := report.verdict.fault:
        yield f"THIS LOG IS NOT VERIFIED: {blame(report.state, fault, culprits)}"
        yield "It is told as far as it is genuine."
        yield ""
    elif report.verdict.reasons:
        reasons = " ".join(report.verdict.reasons)
        yield f"This log is genuine, but not complete: {with_names(reasons, seat_names(report.state.roster))}"
        yield ""


def _ending(report: Report, culprits: Sequence[Speaker]) -> Iterator[str]:
    state = report.state
    counted = [hand for hand in report.hands if hand.points]
    if counted:
        yield ""
        rows, numbers = [hand.points for hand in counted], [hand.number for hand in counted]
        yield from sheet(seat_names(state.roster), rows, counted[-1].totals, numbers)
    if report.verdict.fault:
        yield ""
        yield f"Here the log stops being genuine: {blame(state, report.verdict.fault, culprits)}"
    elif state.phase is not Phase.ENDED:
        yield ""
        yield "Here the log stops."


class _Teller:
    """Tells step by step, and keeps what happened in a hand until its cards may be shown."""

    def __init__(self, report: Report) -> None:
        self._hands = {hand.number: hand for hand in report.hands}
        self._kept: list[str] = []
        self._in_hand = False

    def tell(self, before: State, after: State) -> list[str]:
        """What a record adds to the account now."""
        match after.last:
            case r.Table():
                return list(_opening(after))
            case r.Nonce() if after.phase is Phase.BETWEEN:
                return [f"Table code, the same for everybody: {_cards(table_code(after.game_id))}."]
            case r.Deal():
                self._in_hand = True
                return []
            case r.Open():
                return [*self._whole_hand(after), *_scores(after)]
            case r.Void() as record:
                told = self.rest(after) if self._in_hand else []
                reason = with_names(void_reason(record), seat_names(after.roster))
                return [*told, f"  Hand {record.hand} does not count: {reason}."]
            case r.End() as record:
                return list(_end(record, seat_names(after.roster)))
            case _:
                return self._keep([f"  {line}" for line in _event(before, after)])

    def rest(self, state: State) -> list[str]:
        """What was kept of a hand that was never opened."""
        if not self._in_hand:
            return []
        told = [f"  {line}" for line in open_trick(seat_names(state.speakers), state.hand.play)]
        closed = "  The host never opened this hand, so nobody can show how the cards lay."
        return [*_hand_heading(state), closed, *self._release(), *told]

    def _whole_hand(self, state: State) -> list[str]:
        found = self._hands.get(state.hand_number)
        return [*_hand_heading(state), *_deal(state, found), *_passes(state), *self._release(), *_widow(state)]

    def _keep(self, lines: list[str]) -> list[str]:
        if not self._in_hand:
            return lines
        self._kept += lines
        return []

    def _release(self) -> list[str]:
        kept, self._kept, self._in_hand = self._kept, [], False
        return kept


# -- before the first hand --------------------------------------------------------------------------------------------


def _opening(state: State) -> Iterator[str]:
    yield f"{state.rules.title} for {state.players} players, begun {moment(state.table.started)}."
    yield ""
    yield "Players, each to the left of the one before:"
    for name, player in zip(seat_names(state.roster), state.roster, strict=True):
        bot = " (a bot)" if player.bot else ""
        yield f"  {name}{bot}{', who hosts the table' if player.key == state.host_key else ''}"
    yield ""
    yield "Rules:"
    yield from (f"  {sentence}" for sentence in rules.rules_text(state.rules))
    yield ""


# -- a hand -----------------------------------------------------------------------------------------------------------


def _cards(cards: Iterable[Card]) -> str:
    return ", ".join(map(in_words, cards))


def _hand_heading(state: State) -> Iterator[str]:
    where = direction(state.rules, state.hand_number)
    yield ""
    yield f"HAND {state.hand_number}, {f'three cards passed {where}' if where else 'no pass'}"


def _deal(state: State, found: HandReport | None) -> Iterator[str]:
    if found and not found.vouched:
        yield "  This deal is not vouched for: nobody but the host gave a seed."
    yield "  The deal:"
    for name, cards in zip(seat_names(state.roster), state.hand.dealt, strict=True):
        yield f"    {name}: {hand_text(cards)}"
    if state.rules.widow_size:
        yield f"    face down: {hand_text(_widow_cards(state))}"


def _widow_cards(state: State) -> tuple[Card, ...]:
    return rules.without(state.rules.pack, chain.from_iterable(state.hand.dealt))


def _passes(state: State) -> Iterator[str]:
    opened, names = state.hand.opened, seat_names(state.roster)
    assert opened is not None
    for seat, opening in enumerate(opened.passes):
        receiver = rules.receiver(state.rules, state.hand_number, seat)
        yield f"  {names[seat]} passes {rules.card_names(r.cards_of(opening.cards))} to {names[receiver]}."


def _widow(state: State) -> Iterator[str]:
    """Whose the cards were that lay face down (C1)."""
    if not state.rules.widow_size:
        return
    taker = next(trick.winner for trick in state.hand.play.tricks if trick.winner is not None)
    points = points_text(rules.points_of(state.rules, _widow_cards(state)))
    name = seat_names(state.speakers)[taker]
    yield f"  The cards face down go to {name}, who was the first to take a trick: {points}."


def _scores(state: State) -> Iterator[str]:
    opened = state.hand.opened
    assert opened is not None
    scores = zip(seat_names(state.roster), opened.points, opened.totals, strict=True)
    yield f"  Scores: {', '.join(f'{name} {points:+d} = {total}' for name, points, total in scores)}."


# -- what happens -----------------------------------------------------------------------------------------------------


def _event(before: State, after: State) -> Iterator[str]:
    names = seat_names(after.roster)
    match after.last:
        case r.Play():
            yield from _played(before.hand, after)
        case r.Moon(by=seat, choice=choice):
            yield f"{seat_names(after.speakers)[seat]} {_moon(after, choice)}."
        case r.Agree() if after.phase is Phase.BETWEEN:
            yield from _agreed(after)
        case r.Substitute(seat=seat, name=name, reason=reason):
            is_back = after.speakers[seat] == after.roster[seat]
            yield f"{names[seat]} is back." if is_back else f"{clean(name)} plays on for {names[seat]} ({reason})."
        case r.Resume():
            yield "The host's program was started again."
        case r.Dispute(by=seat, reason=reason):
            yield f"{names[seat]} disputes the game: {clean(reason)}"
        case _:
            pass


def _played(was: HandState, state: State) -> Iterator[str]:
    hand, names = state.hand, seat_names(state.speakers)
    if len(hand.play.tricks) == len(was.play.tricks):
        return
    yield from last_trick(names, hand.play)
    if not rules.is_over(hand.play):
        return
    if len(hand.play.tricks) < state.rules.hand_size:
        yield "The hand ends here: no card that counts is left."
    if hand.tally and hand.tally.shooter is not None:
        yield f"{names[hand.tally.shooter]} has taken every penalty card and shoots the moon!"
        if state.rules.options.moon is not rules.Moon.CHOOSE:
            yield f"{names[hand.tally.shooter]} {_moon(state, state.rules.options.moon.value)}, as the rules say."


def _moon(state: State, choice: str) -> str:
    total = state.rules.penalty_total
    return f"adds {total} points to everybody else" if choice == "add" else f"takes {total} points off the own total"


def _agreed(state: State) -> Iterator[str]:
    signed = zip(seat_names(state.roster), state.roster, state.hand.agreed, strict=True)
    others = [name for name, player, key in signed if key != player.key]
    by_bots = f" (a bot signed for {' and '.join(others)})" if others else ""
    yield f"Everybody has checked the deal and agrees to the scores{by_bots}."


def _end(end: r.End, names: Sequence[str]) -> Iterator[str]:
    yield ""
    if end.reason == "stopped":
        yield "The game was stopped before it was decided."
        return
    winners = [names[seat] for seat in end.winners]
    verb = "wins" if len(winners) == 1 else "win together"
    yield f"The game is over: {' and '.join(winners)} {verb} with {points_text(end.totals[end.winners[0]])}."
