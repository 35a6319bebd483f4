"""Opening a table: a new one, or one whose game goes on from its log, and where the log is written."""

import shlex
import tempfile
from argparse import Namespace
from functools import partial
from pathlib import Path

from hearts_lan.cli.failure import Failure
from hearts_lan.cli.places import Places
from hearts_lan.fairness.identity import Identity
from hearts_lan.net.logs import LogKeeper, at_path, in_folder, note_elsewhere, read_for_more
from hearts_lan.table.house import Times
from hearts_lan.table.resumed import NotResumable
from hearts_lan.table.table import Table
from hearts_lan.transcript.audit import Refused
from hearts_lan.transcript.lines import NotALine
from hearts_lan.transcript.logfile import LogFile

ROOM = 65_536
"""Bytes that a log should have room for: the least that a game of some hands takes."""


def opened_table(args: Namespace, places: Places, identity: Identity, name: str) -> tuple[Table, LogKeeper]:
    """The table of ``host``, and what keeps its log.  Raises `Failure`."""
    times = Times(grace=args.grace, turn=args.turn_time)
    if args.resume is None:
        table = Table(identity, args.options, args.players, host_name=name, hands=args.hands, times=times)
        return table, keeper(args, places)
    path, log = Path(args.resume), LogKeeper(in_folder(places.logs))
    try:
        lines, size = read_for_more(path)
        table = Table.resumed(identity, lines, host_name=name, hands=args.hands, times=times)
        log.go_on(LogFile(path, size))
    except OSError as error:
        raise Failure(f"{path} cannot be gone on with: {error.strerror}.") from None
    except NotALine:
        raise Failure(f"{path} is not a log.") from None
    except NotResumable as why:
        raise Failure(f"{why} Nothing can follow it.") from None
    except Refused as refused:
        raise Failure(f"The log does not stand: line {refused.fault.line}: {refused.fault.sentence}") from None
    return table, log


def resume_line(log: LogKeeper) -> str:
    """How a host goes on with the game of a log."""
    return f"Go on with this game by: hearts-lan host --resume {shlex.quote(str(log.path))}"


def keeper(args: Namespace, places: Places) -> LogKeeper:
    """Where the log goes; says so now if it cannot be written there."""
    path = Path(args.log) if args.log else None
    folder = path.parent if path else places.logs
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
    except OSError as error:
        raise Failure(f"No log can be written to {folder}: {error.strerror}. Choose a place with --log FILE.") from None
    if path and path.exists():
        raise Failure(f"There is a file {path} already; a log is never overwritten.")
    if path is None:
        return LogKeeper(in_folder(places.logs))
    return LogKeeper(at_path(path), partial(note_elsewhere, places.logs))
