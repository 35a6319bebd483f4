"""A bar for long readings: on standard error, only on a terminal, and only after a second."""

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TextIO

PATIENCE = 1.0
"""Seconds before there is a bar."""

STEP = 0.2
"""Seconds between two drawings."""

WIDTH = 30


class Progress:
    """Passes pieces of a file on and draws how much of it they were; the bar is gone at the end of the block.

    It only ever writes blanks, bars and carriage returns.
    """

    def __init__(self, pieces: Iterable[bytes], size: int, label: str, out: TextIO | None = None) -> None:
        """``size`` is that of the whole file in bytes; 0 if it is not known, and then there is no bar."""
        self._pieces = pieces
        self._size = size
        self._label = label
        self._out = sys.stderr if out is None else out
        self._drawn = 0

    def __enter__(self) -> Iterator[bytes]:
        is_shown = self._size > 0 and self._out.isatty()
        return self._watched() if is_shown else iter(self._pieces)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._write(" " * self._drawn)

    def _watched(self) -> Iterator[bytes]:
        seen, due = 0, time.monotonic() + PATIENCE
        for piece in self._pieces:
            yield piece
            seen += len(piece)
            if time.monotonic() >= due:
                self._draw(min(1.0, seen / self._size))
                due = time.monotonic() + STEP

    def _draw(self, part: float) -> None:
        full = int(part * WIDTH)
        text = f"{self._label} [{'#' * full}{'.' * (WIDTH - full)}] {part:4.0%}"
        self._drawn = len(text)
        self._write(text)

    def _write(self, text: str) -> None:
        self._out.write(f"\r{text}\r")
        self._out.flush()
