"""The log on disk: appended line by line; whoever says something that must not be forgotten calls ``sync`` first."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from hearts_lan.transcript.lines import MAX_LINE, Line


class LogFile:
    """A new log file, for appending.

    A line that is appended survives the end of the program at once, and a loss of power from the next `sync` on.
    Raises ``OSError`` (``FileExistsError`` when there is one of that name: a log is never overwritten).
    """

    def __init__(self, path: Path, size: int | None = None) -> None:
        """With a ``size`` in bytes it is a log that was begun before, and whatever follows its last whole line at
        that size is cut off."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._unsafe = False
        how = os.O_CREAT | os.O_EXCL if size is None else 0
        self._fd = os.open(path, os.O_WRONLY | how | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        self._size = size or 0
        if size is not None:
            os.ftruncate(self._fd, size)

    def append(self, line: Line) -> None:
        """Write a whole line, or nothing.  Raises ``OSError``."""
        data = memoryview(line.encode())
        self._unsafe = True
        try:
            while data:
                data = data[os.write(self._fd, data) :]
        except OSError:
            os.ftruncate(self._fd, self._size)
            raise
        self._size += len(line.encode())

    def sync(self) -> None:
        """Wait until the disk has every line; nothing happens if it has.  Raises ``OSError``."""
        if self._unsafe:
            os.fsync(self._fd)
            self._unsafe = False

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        if self._fd >= 0:
            self.sync()
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def remove(self) -> None:
        """Close and delete the file: the game it began did not come about."""
        self._unsafe = False
        self.close()
        self.path.unlink(missing_ok=True)


def raw_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a log with their line feeds, split at 0A only; the last one has none when it is torn.

    A line longer than any log line comes in pieces, so that memory stays bounded.
    """
    while piece := file.readline(MAX_LINE + 2):
        yield piece
