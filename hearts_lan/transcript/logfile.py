"""The log on disk: appended line by line, each line on the disk before anybody is told of it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from hearts_lan.transcript.lines import MAX_LINE, Line


class LogFile:
    """A new log file, for appending.

    Raises ``OSError`` (``FileExistsError`` when there is one of that name: a log is never overwritten).
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)

    def append(self, line: Line) -> None:
        """Write a line and wait until the disk has it.  Raises ``OSError``."""
        data = memoryview(line.encode())
        while data:
            data = data[os.write(self._fd, data) :]
        os.fsync(self._fd)

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def remove(self) -> None:
        """Close and delete the file: the game it began did not come about."""
        self.close()
        self.path.unlink(missing_ok=True)


def raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a log with their line feeds, split at 0A only; the last one has none when it is torn.

    A line longer than any log line comes in pieces, so that memory stays bounded.
    """
    while piece := file.readline(MAX_LINE + 2):
        yield piece
