"""Where logs lie, and the two doors through which lines reach the disk."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from hearts_lan.transcript.lines import HEAD_0, Line, next_head
from hearts_lan.transcript.logfile import LogFile

Place = Callable[[Line], Path]
"""The path of a new log, from its first line."""


def in_folder(folder: Path) -> Place:
    """Logs named by date, time and the first 8 digits of ``head_1``; never the name of a file that is there."""

    def place(first: Line) -> Path:
        stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{next_head(HEAD_0, first).hex()[:8]}"
        names = (f"{stem}.hearts", *(f"{stem}-{number}.hearts" for number in range(2, 100)))
        return next(path for path in map(folder.joinpath, names) if not path.exists())

    return place


def at_path(path: Path) -> Place:
    """The log at a path; a second game in the same run gets a number."""

    def place(_first: Line) -> Path:
        names = (path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, 10_000)))
        return next(name for name in names if not name.exists())

    return place


class LogKeeper:
    """Writes one log after another.  Every method raises ``OSError`` when the disk refuses."""

    def __init__(self, place: Place) -> None:
        self.path: Path | None = None
        """The log in progress, or else the last one."""
        self._place = place
        self._file: LogFile | None = None

    def append(self, number: int, line: Line) -> None:
        """Append a line; number 1 begins a new log."""
        if number == 1:
            self.close()
            self.path = self._place(line)
            self._file = LogFile(self.path)
        assert self._file is not None
        self._file.append(line)

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
