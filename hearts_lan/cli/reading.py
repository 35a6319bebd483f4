"""The commands that read and print: ``verify``, ``rules``, ``id``."""

from argparse import Namespace
from pathlib import Path

from hearts_lan import rules
from hearts_lan.cli.failure import Failure
from hearts_lan.cli.places import Places
from hearts_lan.fairness.identity import fingerprint, pin
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import HandReport, Report, examine
from hearts_lan.wire.text import clean


def verify(args: Namespace, _places: Places) -> int:
    """Check a log and say what was found."""
    report = examine_file(Path(args.log_file))
    for line in told(report):
        print(line)
    return report.verdict.code


def examine_file(path: Path) -> Report:
    """The report on a log file.  Raises `Failure` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return examine(raw_lines(file))
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}.") from None


def told(report: Report) -> list[str]:
    """A report in plain lines, the verdict last."""
    state, lines = report.state, []
    if state.maybe_table:
        lines.append(f"Game of {state.table.started}, {state.rules.title}, {state.players} players:")
        lines.extend(
            f"  seat {seat}: {clean(player.name)}{' (bot)' if player.bot else ''}, key {fingerprint(player.key)[:17]}"
            for seat, player in enumerate(state.roster)
        )
    lines.extend(line for hand in report.hands for line in _hand_lines(hand))
    lines.extend(clean(event) for event in report.events)
    return [*lines, *_verdict_lines(report)]


def _hand_lines(hand: HandReport) -> list[str]:
    head = f"  hand {hand.number}: "
    if hand.void:
        lines = [f"{head}void ({hand.void.reason.replace('_', ' ')})"]
    elif not hand.totals:
        lines = [f"{head}not finished"]
    else:
        lines = [f"{head}{' '.join(f'{points:+d}' for points in hand.points)}"]
    if not hand.vouched:
        lines.append("    this deal is not vouched for: no person but the host gave a seed")
    if hand.not_own:
        lines.append(f"    seed or result not by their own key: seats {', '.join(map(str, hand.not_own))}")
    if hand.unopened:
        lines.append(f"    never opened: {', '.join(hand.unopened)}")
    return lines


def _verdict_lines(report: Report) -> list[str]:
    fault = report.verdict.fault
    if fault:
        return [
            f"NOT VERIFIED: line {fault.line}, {_who(report, fault.who)}{clean(fault.sentence)} (check {fault.check})"
        ]
    if report.verdict.reasons:
        return [f"GENUINE BUT INCOMPLETE ({report.state.count} lines): {' '.join(map(clean, report.verdict.reasons))}"]
    return [f"VERIFIED: all {report.state.count} lines are genuine, every deal was fair and every move legal."]


def _who(report: Report, who: int | str | None) -> str:
    if who == "host":
        return "the host: "
    if isinstance(who, int) and who < len(report.state.speakers):
        return f"seat {who} ({clean(report.state.speakers[who].name)}): "
    return ""


def show_rules(args: Namespace, _places: Places) -> int:
    """Print the rules of a table in plain words."""
    for line in rules.rules_text(rules.make_rules(args.options, args.players)):
        print(line)
    return 0


def show_id(_args: Namespace, places: Places) -> int:
    """Print the fingerprint of the own key, and where things lie."""
    key = places.identity().key
    print(f"Fingerprint of your key: {fingerprint(key)}")
    print(f"PIN of tables you host:  {pin(key)}")
    print(f"Your key lies in:        {places.key_file}")
    print(f"Your logs lie in:        {places.logs}")
    return 0
