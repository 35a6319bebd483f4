"""The parts of the page in their order.  Only one hand is kept at a time."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from hearts_lan import rules
from hearts_lan.cards import cards_text
from hearts_lan.console.account import genuine
from hearts_lan.console.findings import Known, moment, told, verdict_line
from hearts_lan.console.page.chart import chart
from hearts_lan.console.page.hand import Hand, note, scores
from hearts_lan.console.page.style import STYLE
from hearts_lan.console.seats import seat_names
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Speaker, State
from hearts_lan.transcript.lines import NO_GAME
from hearts_lan.transcript.report import Report

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may do with the page: show it."""

VERDICTS = {0: "good", 1: "bad", 3: "part"}


def page(
    raw: Iterable[bytes], report: Report, known: Known, culprits: Sequence[Speaker], only: int = 0
) -> Iterator[str]:
    """The lines of the page.  ``raw`` is the log once more, whose ``report`` is known; ``only`` is the number of the
    one hand to be shown, 0 for all."""
    state = report.state
    title = f"{state.rules.title} for {state.players} players"
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
    yield f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="soft">Begun {escape(moment(state.table.started))}.</p>'
    yield from _verdict(report, culprits)
    yield from _players(state)
    yield from _results(report)
    yield from _hands(raw, report, only)
    yield from _check(report, known, culprits)
    yield "</body></html>"


def _verdict(report: Report, culprits: Sequence[Speaker]) -> Iterator[str]:
    head, _, rest = verdict_line(report, culprits).partition(": ")
    yield f'<div class="verdict {VERDICTS[report.verdict.code]}"><b>{escape(head)}</b>{escape(rest)}</div>'


def _players(state: State) -> Iterator[str]:
    yield "<h2>Players</h2><ol>"
    for name, player in zip(seat_names(state.roster), state.roster, strict=True):
        host, bot = ", the host" if player.key == state.host_key else "", ", a bot" if player.bot else ""
        yield f"<li>{escape(name)}<span class=soft>{host}{bot}</span></li>"
    yield "</ol><p class=soft>Each sits to the left of the one before.</p>"
    if state.game_id != NO_GAME:
        yield f"<p>Table code: <b>{cards_text(table_code(state.game_id))}</b></p>"
    yield "<details><summary>The rules of this table</summary><ul>"
    yield from (f"<li>{escape(sentence)}</li>" for sentence in rules.rules_text(state.rules))
    yield "</ul></details>"


def _results(report: Report) -> Iterator[str]:
    counted, names = [hand for hand in report.hands if hand.points], seat_names(report.state.roster)
    if not counted:
        return
    yield "<h2>Scores</h2>"
    end = report.state.end
    if end and end.winners:
        winners = " and ".join(names[seat] for seat in end.winners)
        yield f"<p><b>{escape(winners)}</b> {'wins' if len(end.winners) == 1 else 'win together'}.</p>"
    yield from chart(names, [hand.totals for hand in counted])
    yield from scores(names, counted)


def _hands(raw: Iterable[bytes], report: Report, only: int) -> Iterator[str]:
    found = {hand.number: hand for hand in report.hands}
    hand: Hand | None = None
    for before, after in genuine(raw, report):
        wanted = only in (0, after.hand_number)
        match after.last:
            case r.Deal():
                if hand and only in (0, hand.number):
                    yield from hand.rest()
                hand = Hand(after, found.get(after.hand_number))
            case _ if hand and wanted:
                yield from hand.take(before, after)
            case _ if only == 0:
                yield from (f"<p>{escape(line)}</p>" for line in note(after))
    if hand and only in (0, hand.number):
        yield from hand.rest()


def _check(report: Report, known: Known, culprits: Sequence[Speaker]) -> Iterator[str]:
    yield "<h2>What the check found</h2><pre>"
    yield from (escape(line) for line in told(report, known, culprits))
    yield "</pre><p class=soft>Anybody who has the log can check it: hearts-lan verify LOG</p>"
