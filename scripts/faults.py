"""Faults at real tables: ``python3 scripts/faults.py [--host-kills N] [--seat-faults N] [--seed S]``.

A host and four bots are programs of their own on loopback.  At a random moment of a game the host is killed and
started again from its log, or a bot is killed, asked to end, or stopped, and comes back before or after its grace time.
Every game must end, every log must verify, and all players' logs must be the same.  Prints a table; the exit code is 1
if anything went wrong.
"""

import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SEATS = 4
END_SECONDS = 120
"""A game that has not ended by then stands still."""

FAULTS = ("kill", "end", "stop")
"""SIGKILL, SIGTERM (a polite leave) and SIGSTOP (a laptop that sleeps) to one of the bots."""


class Broken(Exception):
    """What went wrong: one sentence."""


class Table:
    """The programs of a table, each with its own home in a folder."""

    def __init__(self, folder: Path, grace: float) -> None:
        self.folder = folder
        self.grace = grace
        self.port = _free_port()
        self.programs: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *words: str) -> None:
        """Start ``hearts-lan`` as somebody."""
        home = self.folder / name
        homes = {"HOME": str(home), "XDG_CONFIG_HOME": f"{home}/config", "XDG_DATA_HOME": f"{home}/data"}
        command = [sys.executable, "-m", "hearts_lan", *words]
        with (self.folder / f"{name}.out").open("ab") as out:
            self.programs[name] = subprocess.Popen(
                command, env={**os.environ, **homes}, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )

    def start_host(self, *words: str) -> None:
        """Start the host, once more with ``--resume``."""
        common = ("--headless", "--no-announce", "--bind", "127.0.0.1", "--port", str(self.port))
        self.start("host", "host", *common, "--grace", str(self.grace), *words)
        self._until(self._listens)

    def _listens(self) -> bool:
        with socket.socket() as plug:
            return plug.connect_ex(("127.0.0.1", self.port)) == 0

    def _until(self, done: Callable[[], bool]) -> None:
        give_up = time.monotonic() + END_SECONDS
        while not done():
            if time.monotonic() > give_up or self.programs["host"].poll() is not None:
                raise Broken("The game did not get that far.")
            time.sleep(0.005)

    def start_bot(self, number: int) -> None:
        """Start a bot, perhaps once more."""
        self.start(f"bot{number}", "join", f"127.0.0.1:{self.port}", "--bot", "easy", "--name", f"Bot {number}")

    def logs(self, name: str) -> list[Path]:
        """The logs that somebody has written, the newest last."""
        return sorted((self.folder / name).rglob("*.hearts"), key=lambda path: path.stat().st_mtime_ns)

    def until_lines(self, lines: int) -> None:
        """Wait until the host's log has so many lines."""
        self._until(lambda: any(log.read_bytes().count(b"\n") >= lines for log in self.logs("host")))

    def until_ended(self, *names: str) -> None:
        """Wait for programs to end by themselves."""
        give_up = time.monotonic() + END_SECONDS
        for name in names:
            try:
                code = self.programs[name].wait(max(0.1, give_up - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise Broken(f"{name} never ends.") from None
            if code:
                raise Broken(f"{name} ended with {code}.")

    def verdict(self, *names: str) -> int:
        """The verdict on the newest logs of all of them, which must be the same."""
        newest = {name: self.logs(name)[-1].read_bytes() for name in names}
        if len(set(newest.values())) > 1:
            raise Broken("The logs are not the same.")
        path = str(self.logs(names[0])[-1])
        return subprocess.run(
            [sys.executable, "-m", "hearts_lan", "verify", path], stdout=subprocess.DEVNULL
        ).returncode

    def close(self) -> None:
        """End whatever still runs."""
        for program in self.programs.values():
            program.kill()
            program.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def table(grace: float) -> Iterator[Table]:
    """A table whose four bots are about to play to 60."""
    with tempfile.TemporaryDirectory() as folder:
        made = Table(Path(folder), grace)
        try:
            made.start_host("--target", "60")
            for number in range(SEATS):
                made.start_bot(number)
            yield made
        finally:
            made.close()


BOTS = tuple(f"bot{number}" for number in range(SEATS))


def host_killed(luck: random.Random) -> str:
    """Kill the host at a random line and start it again from its log; the same players end the game."""
    with table(60.0) as here:
        here.until_lines(luck.randrange(SEATS + 2, 200))
        here.programs["host"].kill()
        here.programs["host"].wait()
        here.start_host("--resume", str(here.logs("host")[0]))
        here.until_ended("host", *BOTS)
        if code := here.verdict("host", *BOTS):
            raise Broken(f"The verdict is {code}.")
        return "host killed, resumed"


def seat_fault(luck: random.Random) -> str:
    """One bot is killed, leaves or sleeps, and comes back before or after its grace time."""
    fault, in_time, number = luck.choice(FAULTS), luck.random() < 0.5, luck.randrange(SEATS)
    victim, others = f"bot{number}", [name for name in BOTS if name != f"bot{number}"]
    with table(60.0 if in_time else 0.2) as here:
        here.until_lines(luck.randrange(SEATS + 2, 200))
        program = here.programs[victim]
        if fault == "stop":
            program.send_signal(signal.SIGSTOP)
            here.start(victim, "join", f"127.0.0.1:{here.port}", "--bot", "easy", "--take-over")
            program.kill()
        else:
            program.send_signal(signal.SIGKILL if fault == "kill" else signal.SIGTERM)
            program.wait()
            if not in_time:
                time.sleep(0.5)
            here.start_bot(number)
        here.until_ended("host", *others)
        code = here.verdict("host", *others)
        if code:
            raise Broken(f"The verdict is {code}.")
        return f"seat: {fault}, {'within' if in_time else 'after'} the grace time"


def main() -> int:
    """0 if every game ended and verified."""
    parser = argparse.ArgumentParser(description="Faults at real tables on loopback.")
    parser.add_argument("--host-kills", type=int, default=20)
    parser.add_argument("--seat-faults", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck, right, wrong = random.Random(options.seed), Counter[str](), Counter[str]()
    trials = [host_killed] * options.host_kills + [seat_fault] * options.seat_faults
    for trial in trials:
        try:
            right[trial(luck)] += 1
        except Broken as broken:
            wrong[f"{trial.__name__}: {broken}"] += 1
            print(broken, file=sys.stderr, flush=True)
    for what, count in sorted(right.items()):
        print(f"{count:5} {what}: ended, verified, one log")
    for what, count in sorted(wrong.items()):
        print(f"{count:5} WRONG {what}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
