"""The whole program on a real terminal: however it ends, the terminal is as before and the program is gone."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyte
import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo terminal", allow_module_level=True)

import fcntl
import struct
import termios

pytestmark = pytest.mark.broad
PATIENCE = 30.0
CTRL_C = b"\x03"


class Program:
    """``hearts-lan play`` on a pseudo terminal of 80 by 24."""

    def __init__(
        self, home: Path, *, ignores_hangup: bool = False, environment: Mapping[str, str] | None = None
    ) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.slave = os.dup(slave)
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        usual = {"HOME": str(home), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
        variables = {
            **os.environ,
            **(usual if environment is None else {**usual, "PYTHONIOENCODING": "", **environment}),
        }
        ignoring = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN);" if ignores_hangup else ""
        code = f"{ignoring}import sys; from hearts_lan.cli import main; sys.exit(main(['play', '--pace', '0']))"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={name: value for name, value in variables.items() if value},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)

    def see(self, text: str) -> None:
        """Read the terminal until something is shown."""
        end = time.monotonic() + PATIENCE
        while not any(text in row for row in self.screen.display):
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} does not come: {self.screen.display!r}"
            self._read()

    def _read(self) -> None:
        data = os.read(self.master, 65536)
        self.output += data
        self._stream.feed(data)

    def code(self) -> int:
        """The exit code; what the program still says is read."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self.master], [], [], 0.02)[0]:
                self._read()
        return self.process.wait(0.1)

    def is_as_before(self) -> bool:
        """The modes of the terminal, and the ordinary screen with a cursor."""
        end = self.output.rpartition(b"\x1b[?1049h")[2]
        return termios.tcgetattr(self.slave) == self.before and b"\x1b[?1049l" in end and b"Traceback" not in end

    def close(self) -> None:
        """Away with everything that is left."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for fd in (self.master, self.slave):
            if fd >= 0:
                os.close(fd)

    def hang_up(self) -> None:
        """The terminal is gone."""
        os.close(self.slave)
        os.close(self.master)
        self.slave = self.master = -1


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(tmp_path)
    try:
        running.see("Pass three cards")
        yield running
    finally:
        running.close()


def test_ctrl_c(program: Program) -> None:
    os.write(program.master, CTRL_C)
    assert program.code() == 130
    assert program.is_as_before()


def test_quit(program: Program) -> None:
    os.write(program.master, b"/quit\r")
    program.see("Leave the game?")
    os.write(program.master, b"\r")
    assert program.code() == 0
    assert program.is_as_before()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signals(program: Program, number: int) -> None:
    program.process.send_signal(number)
    assert program.code() == 128 + number
    assert program.is_as_before()


def test_a_lost_terminal(program: Program) -> None:
    program.hang_up()
    assert program.process.wait(PATIENCE) is not None


def test_a_lost_terminal_of_a_program_that_ignores_hangups(tmp_path: Path) -> None:
    running = Program(tmp_path, ignores_hangup=True)
    try:
        running.see("Pass three cards")
        running.hang_up()
        assert running.process.wait(PATIENCE) is not None
    finally:
        running.close()
