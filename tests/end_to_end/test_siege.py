"""Four bots play at a host that hundreds attack: no play is refused, none waits for long, and the game verifies."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import bench_peers
import pytest
import trio

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import connect
from hearts_lan.player import news
from hearts_lan.transcript.lines import parse_line
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from hearts_lan.wire import messages as m
from tests.end_to_end import siege
from tests.end_to_end.programs import Programs, programs_in

ROOT = Path(__file__).parents[2]
PAUSE = 0.15
"""Seconds before each card."""
ATTACKERS = 500
LONGEST = 240


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with programs_in(tmp_path) as programs:
        yield programs


class Friend(bench_peers.TablePeer):
    """A player at random that remembers what was refused to it."""

    def __init__(self, client: Client, number: int, log: bench_peers.TimedLog, pause: float) -> None:
        super().__init__(client, number, pause)
        self.log = log
        self.client = client
        self.refused: list[str] = []

    def _hear(self, effect: news.Effect) -> None:
        super()._hear(effect)
        if isinstance(effect, news.Told) and isinstance(effect.message, m.Refused):
            self.refused.append(effect.message.sentence)


class Load(NamedTuple):
    """What a process needs: MiB of resident memory and open files."""

    mib: float
    files: int


def load(pid: int) -> Load:
    """As Linux tells it; nothing of a process that has just ended."""
    status = Path(f"/proc/{pid}/status").read_text()
    kib = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0)
    return Load(kib / 1024, len(os.listdir(f"/proc/{pid}/fd")))


async def watch_over(pid: int, loads: list[Load]) -> None:
    """Note the load of the host until it is gone."""
    while Path(f"/proc/{pid}/status").exists():
        loads.append(load(pid))
        await trio.sleep(0.2)


async def four_friends(port: int, folder: Path, pause: float) -> list[Friend]:
    """Connected, but not yet at the table."""
    players = []
    for number in range(4):
        stream, spki = await connect("127.0.0.1", port)
        log = bench_peers.TimedLog(folder / f"{number}.hearts")
        client = Client(stream, spki, Wanted(Identity(fresh_bytes()), f"Friend {number}"), log)
        players.append(Friend(client, number, log, pause))
    return players


async def besieged(port: int, folder: Path, attackers: int) -> tuple[list[Friend], dict[str, int]]:
    """Four friends play a game; attackers come when all are connected, and go at the end."""
    players = await four_friends(port, folder, PAUSE)
    arguments = [sys.executable, "-m", "tests.end_to_end.siege", str(port), str(attackers), str(LONGEST)]
    process = subprocess.Popen(["nice", "-n", "19", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.run)
    finally:
        process.terminate()
        said, _ = process.communicate(timeout=20)
    return players, json.loads(said)


def delays(friend: Friend) -> list[float]:
    """Seconds between a play and the one before it, as a player sees them."""
    with (friend.log.path or Path()).open("rb") as file:
        lines = [parse_line(raw[:-1]) for raw in raw_lines(file)]
    is_play = ['"type":"play"' in line.payload for line in lines]
    return [
        friend.log.has[number] - friend.log.has[number - 1]
        for number in range(2, len(lines) + 1)
        if is_play[number - 1] and is_play[number - 2]
    ]


def verdict_of(log: Path) -> int:
    """The exit code of ``verify``."""
    with log.open("rb") as file:
        return examine(raw_lines(file)).verdict.code


class Game(NamedTuple):
    """What was seen of a game."""

    median: float
    worst: float
    most: Load
    refused: Sequence[str]
    code: int
    attacks: dict[str, int]


async def play(programs: Programs, folder: Path, attackers: int) -> Game:
    """A whole game at a host process."""
    folder.mkdir()
    log = folder / "host.hearts"
    host, address = programs.host("--players", "4", "--target", "30", "--log", str(log))
    loads: list[Load] = []
    with trio.fail_after(LONGEST):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch_over, host.process.pid, loads)
            players, attacks = await besieged(int(address.rpartition(":")[2]), folder, attackers)
            nursery.cancel_scope.cancel()
    assert host.end() == 0, (host.text, [friend.client.farewell for friend in players])
    assert len({path.read_bytes() for path in folder.glob("*.hearts")}) == 1
    code = verdict_of(log)
    pauses = [delay for friend in players for delay in delays(friend)]
    most = Load(max(each.mib for each in loads), max(each.files for each in loads))
    return Game(
        median(pauses), max(pauses), most, [word for friend in players for word in friend.refused], code, attacks
    )


@pytest.mark.slow
async def test_five_hundred_attackers_do_not_disturb_a_game(programs: Programs, tmp_path: Path) -> None:
    quiet = await play(programs, tmp_path / "quiet", 0)
    loud = await play(programs, tmp_path / "loud", ATTACKERS)
    print(json.dumps({"quiet": quiet, "loud": loud}))
    assert (quiet.code, loud.code) == (0, 0)
    assert not [*quiet.refused, *loud.refused]
    assert {way.__name__ for way in (*siege.INSIDE, *siege.OUTSIDE)} <= set(loud.attacks)
    assert sum(loud.attacks.values()) > 2 * ATTACKERS
    assert loud.median - quiet.median < 0.2
    assert loud.most.mib < 150
    assert loud.most.files < 300


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process, and its load, as Linux tells them")
async def test_a_host_that_may_open_no_more_files_plays_on(programs: Programs, tmp_path: Path) -> None:
    """Nobody new comes in, and nobody at the table notices; the host does not run in circles either."""
    import resource

    log = tmp_path / "host.hearts"
    host, address = programs.host("--players", "4", "--target", "1", "--log", str(log))
    pid, port = host.process.pid, int(address.rpartition(":")[2])
    players = await four_friends(port, tmp_path, 0.02)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.run)
            while not players[0].log.has:
                await trio.sleep(0.01)
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (load(pid).files + 2, load(pid).files + 2))
            strangers = [await siege.from_address(f"127.1.0.{number + 1}", port) for number in range(20)]
            began = trio.current_time(), cpu_seconds(pid)
            await trio.sleep(1)
            assert cpu_seconds(pid) - began[1] < 0.9 * (trio.current_time() - began[0])
        for stranger in strangers:
            await stranger.aclose()
    assert host.end() == 0, host.text
    assert "Traceback" not in host.text
    assert not [word for player in players for word in player.refused]
    assert verdict_of(log) == 0
