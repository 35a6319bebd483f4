"""Where logs lie, and the two doors through which lines reach the disk."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

from hearts_lan.transcript.lines import HEAD_0, Line, NotALine, next_head, parse_line
from hearts_lan.transcript.logfile import LogFile, raw_lines

ELSEWHERE = "elsewhere"
"""The file that notes where other logs lie, one path a line."""

MOST_ELSEWHERE = 100
"""Paths noted there; older ones are forgotten."""

Place = Callable[[Line], Path]
"""The path that a new log would like to have, from its first line; if it is taken, the log gets a number."""


def in_folder(folder: Path) -> Place:
    """Logs named by date, time and the first 8 digits of ``head_1``."""

    def place(first: Line) -> Path:
        return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{next_head(HEAD_0, first).hex()[:8]}.hearts"

    return place


def at_path(path: Path) -> Place:
    """The log at a path, for the first game of a run."""
    return lambda _first: path


def _new_file(path: Path) -> LogFile:
    """A log at a path, or beside it with the first number that is free.

    Two programs of one user begin the log of a game at the same moment, so a name is tried and not looked up.
    """
    for name in _names(path):
        try:
            return LogFile(name)
        except FileExistsError:
            if not os.path.lexists(name):
                raise  # it is the folder that is a file
    raise AssertionError("numbers never end")


def _names(path: Path) -> Iterator[Path]:
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in count(2))


def recalled(folder: Path, first: Line) -> list[list[Line]]:
    """The logs that begin with this line, of those in a folder and of those noted there to lie elsewhere.

    What cannot be read is left out.
    """
    paths = [*folder.glob("*.hearts"), *_elsewhere(folder)]
    return [lines for lines in (_read(path, first) for path in paths) if lines]


def note_elsewhere(folder: Path, path: Path) -> None:
    """Note in the folder of the logs that there is one somewhere else, so that `recalled` finds it.

    Raises ``OSError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    noted = [str(old) for old in _elsewhere(folder) if old != path.absolute()]
    (folder / ELSEWHERE).write_text("\n".join([*noted[-MOST_ELSEWHERE:], str(path.absolute()), ""]), encoding="utf-8")


def _elsewhere(folder: Path) -> list[Path]:
    try:
        text = (folder / ELSEWHERE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [Path(line) for line in text.splitlines() if line]


def _read(path: Path, first: Line) -> list[Line]:
    """The whole lines of a log, if it begins with the line; no lines otherwise."""
    try:
        with path.open("rb") as file:
            raw = raw_lines(file)
            if next(raw, b"") != first.encode():
                return []
            return [first, *(parse_line(line[:-1]) for line in raw if line.endswith(b"\n"))]
    except (OSError, NotALine):
        return []


class LogKeeper:
    """Writes one log after another.  Every method raises ``OSError`` when the disk refuses."""

    def __init__(self, place: Place, created: Callable[[Path], None] = lambda _path: None) -> None:
        """``created`` is told the path of each new log."""
        self.path: Path | None = None
        """The log in progress, or else the last one."""
        self._place = place
        self._created = created
        self._file: LogFile | None = None

    def append(self, number: int, line: Line) -> None:
        """Append a line; number 1 begins a new log."""
        if number == 1:
            self.close()
            self._file = _new_file(self._place(line))
            self.path = self._file.path
            self._created(self.path)
        assert self._file is not None
        self._file.append(line)

    def sync(self) -> None:
        """Wait until the disk has every line."""
        if self._file:
            self._file.sync()

    def discard(self) -> None:
        """Remove the log in progress."""
        if self._file:
            self._file.remove()
        self._file = self.path = None

    def close(self) -> None:
        """The log in progress is complete."""
        if self._file:
            self._file.close()
            self._file = None
