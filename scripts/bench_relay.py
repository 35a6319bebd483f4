"""The figure ``relay`` of ``bench.py``: what a play costs the host, against a bare TLS broadcast of the same bytes.

Host and relay run in this process and everybody else in another, so that processor time is theirs alone; whatever
else the computer does hardly matters.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import bench_peers
import trio

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.listen import open_listeners, serve
from hearts_lan.net.local import local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.net.tls import server_context
from hearts_lan.table.table import Table
from hearts_lan.transcript.lines import Line

TABLES = tuple((seats, watchers) for seats in (4, 7, 11) for watchers in (0, 10, 50))
WAIT = 120
"""Seconds that a game may take."""


class Cost(NamedTuple):
    """Seconds of processor time that one play costs the host and a bare relay, and how many were measured."""

    play: float
    bare: float
    plays: int


class CostlyLog(LogKeeper):
    """A log that remembers the processor time spent when each line came to be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(at_path(path))
        self.spent: dict[int, float] = {}
        self.lines: dict[int, Line] = {}

    def append(self, number: int, line: Line) -> None:
        """As the keeper's, and look at the clock."""
        super().append(number, line)
        self.spent[number], self.lines[number] = time.process_time(), line

    @property
    def plays(self) -> list[int]:
        """The numbers of the plays that follow another."""
        plays = {number for number, line in self.lines.items() if '"type":"play"' in line.payload}
        return sorted(number for number in plays if number - 1 in plays)


async def hosted(folder: Path, seats: int, watchers: int) -> CostlyLog:
    """One hand at a host of this process; the others are in a process of their own."""
    variant = rules.Variant.CANCELLATION if seats > 7 else rules.Variant.HEARTS
    identity, tls, log = Identity(fresh_bytes()), server_context(), CostlyLog(folder / "host.hearts")
    table = Table(identity, rules.Options(variant=variant), seats, hands=1)
    listeners = await open_listeners(0, bench_peers.HERE)
    port = listeners[0].socket.getsockname()[1]
    async with local_table(table, identity, tls.spki_sha256, log) as local:
        local.nursery.start_soon(serve, local.host, tls, listeners)
        crowd = [sys.executable, bench_peers.__file__, "crowd", str(port), str(seats), str(watchers), str(folder)]
        local.nursery.start_soon(partial(trio.run_process, crowd, capture_stdout=True, check=False))
        with trio.fail_after(WAIT):
            await local.host.finished.wait()
    return log


async def broadcast(frames: Sequence[bytes], peers: int) -> float:
    """Processor time of a relay of this process that sends the frames to so many peers."""
    spent: list[float] = []
    async with trio.open_nursery() as nursery:

        def tell(port: int) -> None:
            crowd = [sys.executable, bench_peers.__file__, "listeners", str(port), str(peers)]
            sizes = [str(len(frame)) for frame in frames]
            nursery.start_soon(partial(trio.run_process, [*crowd, *sizes], capture_stdout=True))

        with trio.fail_after(WAIT):
            await bench_peers.spread(frames, peers, lambda: spent.append(time.process_time()), tell)
    return (spent[-1] - spent[0]) / (len(spent) - 1)


def cost(folder: Path, frames_of: Callable[[Path, Sequence[int]], list[bytes]], seats: int, watchers: int) -> Cost:
    """The price of a play at a table of this size."""
    log = trio.run(hosted, folder, seats, watchers)
    numbers = log.plays
    play = sum(log.spent[number] - log.spent[number - 1] for number in numbers) / len(numbers)
    bare = trio.run(broadcast, frames_of(folder / "host.hearts", numbers), seats + watchers)
    return Cost(play, bare, len(numbers))
