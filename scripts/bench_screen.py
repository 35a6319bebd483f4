"""Measure the screen, for ``bench.py``: how soon it is there, what a frame costs, and what an open table costs idle.

The first screen is measured on a pseudo terminal, from the start of the process to its first drawn word; a frame
from a message of the host to the end of drawing, in processor time of this process, with the terminal in memory.
"""

import fcntl
import io
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import generate_common  # noqa: F401  (the path to the tests)
import trio

from hearts_lan.player.news import Question
from hearts_lan.transcript.audit import Phase
from tests.console.screen.terminal import Terminal, Unseen, drive

WAIT = 60
"""Seconds that any one program is waited for."""
SIZE = struct.pack("HHHH", 24, 80, 0, 0)
HEADING = b"Hearts"
"""What stands at the top of every screen."""


@contextmanager
def on_terminal(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A Python process on a terminal of its own, 80 by 24; the other end of the terminal."""
    places = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, SIZE)
    started = subprocess.Popen(
        [sys.executable, "-P", *arguments],
        env={**os.environ, **places, "TERM": "xterm-256color"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield started, master
    finally:
        started.kill()
        started.wait()
        os.close(master)


def read_until(master: int, word: bytes) -> bytes:
    """What a terminal shows until a word is there.  Raises ``RuntimeError`` if it does not come."""
    shown, end = b"", time.monotonic() + WAIT
    while word not in shown:
        ready, _, _ = select.select([master], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            raise RuntimeError(f"{word!r} does not come: {shown[-500:]!r}")
        shown += os.read(master, 65_536)
    return shown


def first_screen(home: Path, *arguments: str) -> float:
    """Seconds until a program has drawn its first screen."""
    began = time.perf_counter()
    with on_terminal(home, "-m", "hearts_lan", *arguments) as (_, master):
        shown = read_until(master, b"\x1b[?1049h")
        if HEADING not in shown.partition(b"\x1b[?1049h")[2]:
            read_until(master, HEADING)
        return time.perf_counter() - began


def imports(modules: Sequence[str]) -> float:
    """Seconds that a process takes which imports modules and does nothing else."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-P", "-c", f"import {', '.join(modules)}"], check=True, timeout=WAIT)
    return time.perf_counter() - began


def frames() -> list[float]:
    """Seconds of processor time from each message of the host in a hand, as a seat gets it, until it is drawn."""
    times: list[float] = []

    async def script(terminal: Terminal) -> None:
        table, room = terminal.table, terminal.table.room
        app = table.model.changed.__self__.app  # type: ignore[attr-defined]
        drawn = trio.Event()
        app.after_render += lambda _app: drawn.set()
        table.sitting.is_live, room.by_itself = False, True
        while room.phase is Phase.PLAYS:
            coming = bool(room.to_seat) and room.to_seat[0][0] == table.sitting.number
            began, drawn = time.process_time(), trio.Event()
            room.step()
            if coming:
                await drawn.wait()  # with nothing else to do: a busy loop would put the drawing off
                times.append(time.process_time() - began)

    with redirect_stdout(io.StringIO()):
        drive(script, Question.CARD, make_tty=Unseen)
    return times


def cpu_share(pid: int, seconds: float) -> float:
    """Per cent of a processor that a process takes in a while."""
    before = _ticks(pid)
    time.sleep(seconds)
    return 100 * (_ticks(pid) - before) / os.sysconf("SC_CLK_TCK") / seconds


def _ticks(pid: int) -> int:
    """Processor time of a process so far, user and system (``proc(5)``)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
