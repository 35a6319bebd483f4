"""The commands that read logs: ``verify`` and ``show``.

A log is read more than once, piece by piece, so memory does not grow with it; what cannot be read twice (a pipe) is
copied to a temporary file first.
"""

import json
import os
import shutil
import tempfile
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from hearts_lan.cli.failure import Failure
from hearts_lan.cli.known import read_known
from hearts_lan.cli.places import Places
from hearts_lan.cli.progress import Progress
from hearts_lan.console import document
from hearts_lan.console.account import account, genuine
from hearts_lan.console.findings import Known, told, verdict_line
from hearts_lan.console.page import page
from hearts_lan.transcript.audit import Speaker
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.parting import Parting, games, parting
from hearts_lan.transcript.report import Report, examine

WORST_FIRST = (1, 3, 0)
"""Exit codes of verdicts: of several logs the worst counts."""


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was examined; ``culprits`` are the speakers of its seats at the line that is at fault, if one is."""

    name: str
    report: Report
    culprits: tuple[Speaker, ...]
    file: BinaryIO

    def again(self) -> Iterator[bytes]:
        """The log's lines once more, from the first on."""
        self.file.seek(0)
        return raw_lines(self.file)


@dataclass(frozen=True, slots=True)
class Unread:
    """A log that could not be read, and why."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Game:
    """Several logs of one game, and where they part if they do."""

    logs: tuple[Log, ...]
    parted: Parting | None

    @property
    def code(self) -> int:
        """Two continuations of one game are not verified."""
        return 1 if self.parted else 0


def verify(args: Namespace, places: Places) -> int:
    """Check logs and say what was found.  *Exit code*: the worst of all logs and games."""
    known = _known(places)
    with ExitStack() as stack:
        results = [_try_to_examine(name, stack) for name in args.log_files]
        same = _games([result for result in results if isinstance(result, Log)])
        codes = [*(_code(result) for result in results), *(game.code for game in same)]
        code = next(code for code in WORST_FIRST if code in codes)
        if args.json:
            print(json.dumps(_document(code, results, same, known), indent=2))
        else:
            for line in _told(results, same, known):
                print(line)
    return code


def show(args: Namespace, places: Places) -> int:
    """Tell a game from its log.  Raises `Failure` when there is nothing to tell."""
    with ExitStack() as stack:
        log = _examine(args.log_file, stack)
        state, numbers = log.report.state, [hand.number for hand in log.report.hands]
        if state.maybe_table is None:
            raise Failure(f"{log.name} tells of no game. {verdict_line(log.report, log.culprits)}")
        if args.hand and args.hand not in numbers:
            raise Failure(f"There is no hand {args.hand} in this log; it has {len(numbers)}.")
        if args.html:
            _write(Path(args.html), page(log.again(), log.report, _known(places), log.culprits, args.hand), log)
            print(f"Written: {args.html}")
            return 0
        for line in account(log.again(), log.report, log.culprits, args.hand):
            print(line)
    return 0


def _write(path: Path, lines: Iterable[str], log: Log) -> None:
    """Write a whole file, or leave what is there as it is; a log is never overwritten.  Raises `Failure`."""
    try:
        if path.exists() and path.samefile(log.name):
            raise Failure(f"{path} is the log itself.")
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            try:
                file.writelines(f"{line}\n" for line in lines)
                file.close()
                os.replace(file.name, path)
            except BaseException:
                file.close()
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}.") from None


def _known(places: Places) -> Known:
    """The keys of people met before, and their names then."""
    return {person.key: person.name for person in read_known(places.known)}


# -- reading ----------------------------------------------------------------------------------------------------------


def _try_to_examine(name: str, stack: ExitStack) -> Log | Unread:
    try:
        return _examine(name, stack)
    except Failure as failure:
        return Unread(name, str(failure))


def _examine(name: str, stack: ExitStack) -> Log:
    """Read a log to its end or first fault; the file stays open in the stack.  Raises `Failure`."""
    try:
        file = stack.enter_context(_seekable(Path(name)))
        size = os.fstat(file.fileno()).st_size
        with Progress(raw_lines(file), size, f"Reading {Path(name).name}") as pieces:
            report = examine(pieces)
        return Log(name, report, _culprits(report, file), file)
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror}.") from None


@contextmanager
def _seekable(path: Path) -> Iterator[BinaryIO]:
    with path.open("rb") as file:
        if file.seekable():
            yield file
            return
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(file, copy)
            copy.seek(0)
            yield copy


def _culprits(report: Report, file: BinaryIO) -> tuple[Speaker, ...]:
    """Who spoke for the seats at the line at fault, which may lie before the line where it came out."""
    fault, speakers = report.verdict.fault, report.state.speakers
    if fault and fault.line <= report.state.count:
        file.seek(0)
        for _, after in genuine(raw_lines(file), report):
            speakers = after.speakers
    return speakers


def _games(logs: Sequence[Log]) -> list[Game]:
    """The games of which there are several logs."""
    several = [game for game in games([log.report.state for log in logs]) if len(game) > 1]
    chosen = [tuple(logs[position] for position in game) for game in several]
    return [Game(together, parting([log.again() for log in together])) for together in chosen]


def _code(result: Log | Unread) -> int:
    return result.report.verdict.code if isinstance(result, Log) else 1


# -- telling ----------------------------------------------------------------------------------------------------------


def _told(results: Sequence[Log | Unread], same: Sequence[Game], known: Known) -> Iterator[str]:
    for number, result in enumerate(results):
        if len(results) > 1:
            yield from ([""] if number else [])
            yield f"{result.name}:"
        if isinstance(result, Unread):
            yield f"NOT READ: {result.sentence}"
        else:
            yield from told(result.report, known, result.culprits)
    if len(results) > 1:
        yield ""
        yield from _compared(results, same)


def _compared(results: Sequence[Log | Unread], same: Sequence[Game]) -> Iterator[str]:
    together = {id(log) for game in same for log in game.logs}
    for game in same:
        names = ", ".join(log.name for log in game.logs)
        if game.parted is None:
            yield f"ONE GAME: {names} tell the same, each as far as it goes."
            continue
        yield f"NOT ONE STORY: {names} are logs of one game, but part at line {game.parted.line}."
        for number, history in enumerate(game.parted.histories, 1):
            yield f"  story {number}: {', '.join(game.logs[position].name for position in history)}"
    for result in results:
        if id(result) not in together:
            yield f"BY ITSELF: {result.name}; no other log here is of its game."


def _document(code: int, results: Sequence[Log | Unread], same: Sequence[Game], known: Known) -> dict[str, Any]:
    logs = [
        document.unreadable(result.name, result.sentence)
        if isinstance(result, Unread)
        else document.examined(result.name, result.report, known, result.culprits)
        for result in results
    ]
    return document.document(code, logs, [document.game([log.name for log in game.logs], game.parted) for game in same])
