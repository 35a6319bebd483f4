"""Real programs, their output read line by line, each ended whatever happens."""

import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PATIENCE = 25
"""Seconds that anything may take on a busy machine."""


class Program:
    """A running ``hearts-lan``; its output and errors come as lines."""

    def __init__(self, home: Path, *arguments: str, inside: Sequence[str] = (), **more: str) -> None:
        """``inside`` is the command that runs it somewhere else; ``more`` are variables of its environment."""
        variables = {"XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"), "TERM": "xterm"}
        self.process = subprocess.Popen(
            [*inside, sys.executable, "-m", "hearts_lan", *arguments],
            env={**os.environ, **variables, **more},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.lines: list[str] = []
        self._coming: queue.Queue[str | None] = queue.Queue()
        assert self.process.stdout
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self._coming.put(line.rstrip("\n"))
        self._coming.put(None)

    def line(self, *parts: str) -> str:
        """The next line that has one of these parts."""
        while (line := self._coming.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
            if any(part in line for part in parts):
                return line
        raise AssertionError(f"it ended without {parts}:\n" + "\n".join(self.lines))

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end_input(self) -> None:
        """The end of standard input."""
        assert self.process.stdin
        self.process.stdin.close()

    def end(self) -> int:
        """Wait for the end; the exit code."""
        while (line := self._coming.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
        return self.process.wait(PATIENCE)

    @property
    def text(self) -> str:
        """All that was read so far."""
        return "\n".join(self.lines)


class Programs:
    """Programs of one test, with a home of their own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._all: list[Program] = []

    def start(self, *arguments: str, inside: Sequence[str] = (), **more: str) -> Program:
        """Start ``hearts-lan``, perhaps in a network of its own."""
        self._all.append(Program(self.home, *arguments, inside=inside, **more))
        return self._all[-1]

    def host(self, *arguments: str) -> tuple[Program, str]:
        """Start a headless host on loopback; the address to join."""
        program = self.start("host", "--headless", "--bind", "127.0.0.1", "--port", "0", *arguments)
        found = re.search(r"hearts-lan join (\S+)$", program.line("Others join with"))
        assert found
        return program, found[1]

    def stop(self) -> None:
        """End what still runs."""
        for program in self._all:
            if program.process.poll() is None:
                program.process.kill()
            program.process.wait()
            for pipe in (program.process.stdin, program.process.stdout):
                if pipe:
                    pipe.close()


@contextmanager
def programs_in(home: Path) -> Iterator[Programs]:
    """Programs that are ended at the end of the block."""
    programs = Programs(home)
    try:
        yield programs
    finally:
        programs.stop()
