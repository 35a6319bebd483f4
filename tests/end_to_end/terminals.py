"""Real terminals: windows of a tmux of its own, each with a shell in which programs are typed as people type them."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""
LOOK_AGAIN = 0.05
"""Seconds between two looks at a screen."""
PROMPT = "shell:"
TMUX = shutil.which("tmux")
needs_tmux = pytest.mark.skipif(TMUX is None, reason="tmux is not installed; test_terminal.py does without")

_idle = threading.Event()


class Window:
    """A window with a shell."""

    def __init__(self, tmux: "Tmux", name: str) -> None:
        self._tmux = tmux
        self._name = name
        self._asked = 0

    @property
    def text(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p", "-t", self._name)

    @property
    def rows(self) -> list[str]:
        """The rows of the screen."""
        return self.text.splitlines()

    @property
    def prompt(self) -> str:
        """The last row that has anything on it, as far as the input."""
        return next((row for row in reversed(self.rows) if row.strip()), "").rpartition(">")[0].strip()

    def keys(self, *names: str) -> None:
        """Press keys, by their names in tmux."""
        self._tmux("send-keys", "-t", self._name, *names)

    def type(self, text: str) -> None:
        """Type a line."""
        self._tmux("send-keys", "-t", self._name, "-l", text)
        self.keys("Enter")

    def run(self, *arguments: str) -> None:
        """Type a command line of hearts-lan into the shell."""
        self.type(shlex.join([sys.executable, "-m", "hearts_lan", *arguments]))

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Look at the screen until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"{what} does not come:\n{self.text}"
            _idle.wait(LOOK_AGAIN)

    def see(self, *words: str) -> str:
        """Wait until one of some words is on the screen; the screen."""
        seen = ""

        def shown() -> bool:
            nonlocal seen
            seen = self.text
            return any(word in seen for word in words)

        self.until(shown, f"{words}")
        return seen

    def press(self, key: str, *words: str) -> str:
        """Press a key and wait for words."""
        self.keys(key)
        return self.see(*words)

    def ask(self, command: str) -> list[str]:
        """Run a command of the shell; what it prints."""
        self._asked += 1
        self.type(f"clear; {command}; echo done-$((6*7))-{self._asked}")
        done = f"done-42-{self._asked}"
        return self.see(done).partition(done)[0].strip().splitlines()

    def settings(self) -> str:
        """The settings of the terminal: what ``stty`` knows, the cursor, the other screen, the mouse, the keys."""
        flags = "#{cursor_flag} #{alternate_on} #{mouse_any_flag} #{keypad_flag} #{keypad_cursor_flag}"
        return "".join(self.ask("stty -g")) + self._tmux("display-message", "-p", "-t", self._name, flags).strip()

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self._tmux("resize-window", "-t", self._name, "-x", str(columns), "-y", str(rows))

    def close(self) -> None:
        """Close the terminal."""
        self._tmux("kill-window", "-t", self._name)

    @property
    def program(self) -> int:
        """The process that runs in the shell."""
        shell = self._tmux("display-message", "-p", "-t", self._name, "#{pane_pid}").strip()
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, text=True, check=True)
        return int(children.stdout.split()[0])


class Tmux:
    """A tmux server for one test."""

    def __init__(self, home: Path) -> None:
        self._socket = str(home / "tmux")
        self._environment = {
            **os.environ,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "LC_ALL": "C.UTF-8",
            "PS1": PROMPT,
        }
        self._count = 0

    def __call__(self, *arguments: str) -> str:
        assert TMUX
        command = [TMUX, "-S", self._socket, "-f", os.devnull, "-u", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=self._environment, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def window(self, columns: int = 80, rows: int = 24) -> Window:
        """A new window with a shell that has said that it is ready."""
        self._count += 1
        name = f"w{self._count}"
        shell = ["bash", "--norc", "--noprofile", "-i"]
        self("new-session", "-d", "-s", name, "-x", str(columns), "-y", str(rows), *shell)
        window = Window(self, name)
        window.see(PROMPT)
        return window

    def stop(self) -> None:
        """Away with all that is left."""
        assert TMUX
        command = [TMUX, "-S", self._socket, "kill-server"]
        subprocess.run(command, capture_output=True, env=self._environment, timeout=PATIENCE)


@contextmanager
def tmux_in(home: Path) -> Iterator[Tmux]:
    """A tmux that is gone at the end of the block."""
    tmux = Tmux(home)
    try:
        yield tmux
    finally:
        tmux.stop()


def is_gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def goes_within(pid: int, seconds: float) -> bool:
    """Whether a process ends in time."""
    end = time.monotonic() + seconds
    while not is_gone(pid) and time.monotonic() < end:
        _idle.wait(LOOK_AGAIN)
    return is_gone(pid)


def hosted(window: Window, *arguments: str) -> str:
    """Host a table in a window; the address to join."""
    window.run("host", "--bind", "127.0.0.1", "--port", "0", "--name", "Hanna", "--pace", "0", *arguments)
    found = re.search(r"hearts-lan join (127\.0\.0\.1:\d+)$", window.see("Others join with"), re.MULTILINE)
    assert found
    return found[1]
