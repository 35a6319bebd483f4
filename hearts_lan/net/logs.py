"""Where logs lie, and the two doors through which lines reach the disk."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    """Writes one log after another.

    A log that cannot be begun raises ``OSError``.  When the disk refuses later, the game goes on: lines wait in
    memory and are tried again with each new one, and ``trouble`` is told, once.
    """

    def __init__(self, place: Place, created: Callable[[Path], None] = lambda _path: None) -> None:
        """``created`` is told the path of each new log."""
        self.path: Path | None = None
        """The log in progress, or else the last one."""
        self.trouble: Callable[[str], None] = lambda _sentence: None
        self._place = place
        self._created = created
        self._file: LogFile | None = None
        self._unwritten: list[Line] = []
        self._is_troubled = False

    def go_on(self, file: LogFile) -> None:
        """Go on with a log that was begun before."""
        self._file, self.path = file, file.path

    def append(self, number: int, line: Line) -> None:
        """Append a line; number 1 begins a new log.  Raises ``OSError`` if that cannot be begun."""
        if number == 1:
            self.close()
            self._file = _new_file(self._place(line))
            self.path = self._file.path
            self._created(self.path)
            self._file.append(line)
        else:
            self._unwritten.append(line)
            self._write()

    def sync(self) -> None:
        """Wait until the disk has every line, if it takes them."""
        self._write()
        with self._troubled():
            if self._file:
                self._file.sync()

    def _write(self) -> None:
        assert self._file is not None or not self._unwritten
        with self._troubled():
            while self._file and self._unwritten:
                self._file.append(self._unwritten[0])
                del self._unwritten[0]

    @contextmanager
    def _troubled(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if not self._is_troubled:
                self._is_troubled = True
                self.trouble(f"The log cannot be written: {error.strerror}. Make room; the game goes on.")

    def discard(self) -> None:
        """Remove the log in progress."""
        if self._file:
            self._file.remove()
        self._file = self.path = None
        self._unwritten.clear()

    def close(self) -> None:
        """The log in progress is complete."""
        self._write()
        if lost := len(self._unwritten):
            self.trouble(f"The log of this game lacks its last {lost} lines: {self.path}.")
        self._unwritten.clear()
        file, self._file = self._file, None
        if file:
            with self._troubled():
                file.close()
        self._is_troubled = False


def read_for_more(path: Path) -> tuple[list[Line], int]:
    """The whole lines of a log that is to go on, and their size in bytes; what is torn at its end is left out.

    Raises ``OSError`` and ``NotALine``.
    """
    lines, size = [], 0
    with path.open("rb") as file:
        for raw in raw_lines(file):
            if raw.endswith(b"\n"):
                lines.append(parse_line(raw[:-1]))
                size += len(raw)
    return lines, size
