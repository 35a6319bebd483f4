"""Measure what the program promises: ``python scripts/bench.py [--quick] [--only NAME]…``.

Every figure is compared with something measured in the same run on the same computer, so that a slow computer, or one
that does something else as well, gives nearly the same figures as a fast one.

play     A client's play until the last of 4 client processes has it, checked and logged, against a bare TLS broadcast
         of the same bytes, from one of 4 processes over a relay to all 4, with nothing checked and nothing written.
         Medians over many plays; real processes, loopback sockets, the same event loop.  Then against the same
         broadcast when every end also writes the bytes and waits for its disk, as the program does: what is left is
         the price of the checks.
relay    Processor time of the host for a play at tables of 4, 7 and 11 with 0, 10 and 50 watchers, against a bare TLS
         broadcast of the same bytes to as many.
verify   ``verify`` of a log, and the stand-alone verifier, per record, against one verification of an Ed25519
         signature.  Processor time.
growth   Both on a log of many hands against one of 10: time per record, and memory for each hand more.
version  ``hearts-lan --version`` against ``python -c pass``.  Medians.
rules    Random hands of the rules engine, deal and all, per second of processor time; best of several rounds.  Also
         against as many shuffles and random choices without rules.
screen   The first screen of ``play`` and of ``join`` against a bare import of trio and prompt_toolkit; a message of the
         host until it is drawn at 80 by 24, in processor time; what an open table takes of a processor while nothing
         happens, with nobody there and with somebody in front of a screen.  Unix only.
memory   Resident memory of a headless host with a guest, and of that guest, both idle, against ``python -c pass``.

The last line of output is the same as JSON: a list of {name, what, value, unit, goal, is_met, details}.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import bench_logs
import bench_peers
import bench_relay
import generate_common  # noqa: F401  (the path to the tests)
import trio
from bench_processes import WAIT, headless_host, output, process
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import fresh_bytes
from hearts_lan.net.local import local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.table import events
from hearts_lan.table.table import Table
from hearts_lan.transcript.canonical import claimed_fields
from hearts_lan.transcript.lines import NO_GAME, parse_line, signed_bytes
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from hearts_lan.wire import messages as m
from hearts_lan.wire.codec import MSGPACK, encode
from hearts_lan.wire.order import Role
from tests.transcript.games import long_log

PEERS = 4
PEER_SCRIPT = str(Path(bench_peers.__file__))
PAUSE = 0.01
"""Seconds of quiet before each play."""


class Figure(NamedTuple):
    """One result.  ``is_met`` compares it with its goal, if it has one; ``details`` are what it was made from."""

    name: str
    what: str
    value: float
    unit: str
    goal: float | None
    is_met: bool | None
    details: dict[str, float]


def at_most(name: str, what: str, value: float, unit: str, goal: float | None, details: dict[str, float]) -> Figure:
    """A figure that should not be larger than its goal."""
    rounded = {key: round(detail, 3) for key, detail in details.items()}
    return Figure(name, what, round(value, 3), unit, goal, None if goal is None else value <= goal, rounded)


# -- play -------------------------------------------------------------------------------------------------------------


def latencies(peers: Sequence[dict[str, dict[str, float]]]) -> dict[int, float]:
    """Seconds from the moment of sending until the last peer had it, by number, for what every peer had."""
    everywhere = set.intersection(*(set(peer["has"]) for peer in peers))
    sent = {number: moment for peer in peers for number, moment in peer["sent"].items()}
    return {
        int(number): max(peer["has"][number] for peer in peers) - moment
        for number, moment in sorted(sent.items(), key=lambda item: int(item[0]))
        if number in everywhere
    }


def play_at_table(folder: Path, hands: int, pause: float) -> tuple[dict[int, float], Path]:
    """Latencies of the plays of a game of 4 client processes at a host process, and one of their logs."""
    logs = [folder / f"{number}.hearts" for number in range(PEERS)]
    with headless_host(folder, "--hands", str(hands)) as (_, port), ExitStack() as stack:
        arguments = [("table", str(port), str(number), str(log), str(pause)) for number, log in enumerate(logs)]
        started = [stack.enter_context(process(PEER_SCRIPT, *each, home=folder)) for each in arguments]
        return latencies([json.loads(output(each)) for each in started]), logs[0]


def frames_of(log: Path, numbers: Sequence[int]) -> list[bytes]:
    """Lines of a log as the bytes in which the host sends them to its clients."""
    lines = [parse_line(raw.rstrip(b"\n")) for raw in log.read_bytes().splitlines(keepends=True)]
    records = {
        number: m.Record(number=number, payload=lines[number - 1].payload, signature=lines[number - 1].signature.hex())
        for number in numbers
    }
    return [encode(MSGPACK, Role.HOST, record) for record in records.values()]


def broadcast(folder: Path, frames: Sequence[bytes], pause: float, *, synced: bool) -> dict[int, float]:
    """Latencies of the frames when nothing is done with them but sending, and writing and syncing if ``synced``."""
    path, peers = folder / "frames.json", str(PEERS)
    path.write_text(json.dumps([frame.hex() for frame in frames]))
    files = [str(folder / f"frames-{number}") if synced else "" for number in range(PEERS + 1)]
    with process(PEER_SCRIPT, "relay", str(path), peers, files[-1], home=folder) as relay, ExitStack() as stack:
        assert relay.stdout is not None
        port = relay.stdout.readline().strip()
        arguments = [
            ("bare", port, str(number), str(path), peers, str(pause), files[number]) for number in range(PEERS)
        ]
        started = [stack.enter_context(process(PEER_SCRIPT, *each, home=folder)) for each in arguments]
        return latencies([json.loads(output(each)) for each in started])


def play(quick: bool) -> list[Figure]:
    """The figures ``play``."""
    ours, bare, synced = (list[float]() for _ in range(3))
    for _ in range(1 if quick else 4):
        with tempfile.TemporaryDirectory() as name:
            measured, log = play_at_table(Path(name), 1, PAUSE)
            frames = frames_of(log, list(measured))
            ours += measured.values()
            bare += broadcast(Path(name), frames, PAUSE, synced=False).values()
            synced += broadcast(Path(name), frames, PAUSE, synced=True).values()
    kinds = (("bare", bare, 2.0), ("written and synced too", synced, None))
    return [_play_figure(kind, ours, other, goal) for kind, other, goal in kinds]


def _play_figure(kind: str, ours: Sequence[float], other: Sequence[float], goal: float | None) -> Figure:
    """The medians compared; the lower tenths too, which show what the program does when it is least disturbed."""
    (mine, my_tenth), (theirs, their_tenth) = ((median(each), sorted(each)[len(each) // 10]) for each in (ours, other))
    details = {"plays": len(ours), "play_ms": ms(mine), "broadcast_ms": ms(theirs), "tenths": my_tenth / their_tenth}
    what = f"a play until the last of 4 has it, checked and logged / TLS broadcast, {kind}"
    return at_most("play", what, mine / theirs, "x", goal, details)


def ms(seconds: float) -> float:
    """Milliseconds, rounded."""
    return round(seconds * 1000, 3)


# -- relay ------------------------------------------------------------------------------------------------------------


def relay(quick: bool) -> list[Figure]:
    """The figures ``relay``."""
    figures = []
    for seats, watchers in ((4, 0),) if quick else bench_relay.TABLES:
        with tempfile.TemporaryDirectory() as name:
            cost = bench_relay.cost(Path(name), frames_of, seats, watchers)
        details = {"plays_a_second": 1 / cost.play, "play_ms": ms(cost.play), "bare_ms": ms(cost.bare)}
        what = f"the host's work for a play, {seats} seats and {watchers} watchers / bare TLS broadcast"
        figures.append(at_most("relay", what, cost.play / cost.bare, "x", None, details))
    return figures


# -- verify -----------------------------------------------------------------------------------------------------------


def make_log(path: Path, hands: int) -> None:
    """Let bots play a game in memory, and write its log."""

    async def game() -> None:
        identity = Identity(fresh_bytes())
        table = Table(identity, rules.Options(target=100_000), PEERS, hands=hands)
        async with local_table(table, identity, bytes(32), LogKeeper(at_path(path))) as local:
            local.host.handle(events.BotsWanted(PEERS, "easy"))
            with trio.fail_after(WAIT):
                await local.host.finished.wait()

    trio.run(game)


def cpu_time(job: Callable[[], object]) -> float:
    """Seconds of processor time that a job takes."""
    began = time.process_time()
    job()
    return time.process_time() - began


def signatures(log: Path) -> list[Callable[[], object]]:
    """For each record of a log without substitutions, what verifies its signature and does nothing else."""
    with log.open("rb") as file:
        state = examine(raw_lines(file)).state
    lines = [parse_line(raw[:-1]) for raw in log.read_bytes().splitlines(keepends=True)]
    found: list[Callable[[], object]] = []
    for line in lines:
        claimed = claimed_fields(line.payload)
        key = state.host_key if claimed["by"] == "host" else state.roster[claimed["by"]].key
        game = NO_GAME if claimed["type"] in ("table", "nonce") else state.game_id
        public = Ed25519PublicKey.from_public_bytes(key)
        found.append(partial(public.verify, line.signature, signed_bytes(game, line.payload)))
    return found


def verifying(quick: bool) -> list[Figure]:
    """The figures ``verify``."""
    with tempfile.TemporaryDirectory() as name:
        log = Path(name, "game.hearts")
        make_log(log, 2 if quick else 10)
        signed, records = signatures(log), log.read_bytes().count(b"\n")
        jobs = (lambda: bench_logs.package(log), lambda: [check() for check in signed], lambda: bench_logs.alone(log))
        rounds = [[cpu_time(job) / records for job in jobs] for _ in range(2 if quick else 7)]
    ours, bare, script = map(min, zip(*rounds, strict=True))
    kinds = (("verify", ours, 2.0), ("the stand-alone verifier", script, None))
    return [
        at_most(
            "verify",
            f"{who}, per record / one Ed25519 verification",
            seconds / bare,
            "x",
            goal,
            {"records": records, "record_ms": ms(seconds), "ed25519_ms": ms(bare)},
        )
        for who, seconds, goal in kinds
    ]


# -- growth -----------------------------------------------------------------------------------------------------------


def growth_of(who: str, job: str, hands: tuple[int, int], folder: Path) -> Figure:
    """Time and memory of one reader, with few hands and with many."""
    logs = [folder / f"{count}-hands.hearts" for count in hands]
    records = [long_log(log, count) for log, count in zip(logs, hands, strict=True)]
    read = bench_logs.JOBS[job]
    few = min(cpu_time(lambda: read(logs[0])) for _ in range(3)) / records[0]
    many = cpu_time(lambda: read(logs[1])) / records[1]
    small, large = (bench_logs.peak_kib_of(job, log) for log in logs)
    kib = (large - small) / (hands[1] - hands[0])
    details = {"records": records[1], "record_ms": ms(many), "few_record_ms": ms(few), "hand_kib": kib}
    what = f"{who}: a record in {hands[1]} hands / a record in {hands[0]}"
    return at_most("growth", what, many / few, "x", 1.5, details)


def growth(quick: bool) -> list[Figure]:
    """The figures ``growth``."""
    kinds = (("verify", "package"), ("the stand-alone verifier", "alone"))
    with tempfile.TemporaryDirectory() as name:
        return [growth_of(who, job, (10, 50 if quick else 1000), Path(name)) for who, job in kinds]


# -- version ----------------------------------------------------------------------------------------------------------


def program() -> list[str]:
    """The installed command, or the module where there is none."""
    script = shutil.which("hearts-lan", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "hearts_lan"]


def wall_time(command: Sequence[str]) -> float:
    """Seconds that a command takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=WAIT)
    return time.perf_counter() - began


def version(quick: bool) -> list[Figure]:
    """The figure ``version``."""
    ours, bare = [*program(), "--version"], [sys.executable, "-c", "pass"]
    pairs = [(wall_time(ours), wall_time(bare)) for _ in range(5 if quick else 21)]
    mine, theirs = (median(column) for column in zip(*pairs, strict=True))
    details = {"version_ms": ms(mine), "python_ms": ms(theirs)}
    return [at_most("version", "hearts-lan --version / python -c pass", mine / theirs, "x", 3.0, details)]


# -- rules ------------------------------------------------------------------------------------------------------------


def random_hand(table_rules: rules.Rules, rng: Random) -> rules.Tally:
    """Shuffle, deal and play one hand at random, and count it."""
    pack = list(table_rules.pack)
    rng.shuffle(pack)
    hands, widow = rules.deal(table_rules, pack)
    held, state = list(hands), rules.start(table_rules, 4)
    seat: int | None = rules.first_leader(table_rules, 4, hands)
    while seat is not None:
        card = rng.choice(rules.legal_cards(state, held[seat]))
        held[seat] = rules.without(held[seat], [card])
        state = rules.play_card(state, seat, card)
        seat = rules.turn(state)
    return rules.tally(table_rules, rules.piles(state, widow))


def no_rules(table_rules: rules.Rules, rng: Random) -> None:
    """Shuffle, and make as many random choices."""
    pack = list(table_rules.pack)
    rng.shuffle(pack)
    for _ in pack:
        rng.choice(pack)


def engine(quick: bool) -> list[Figure]:
    """The figure ``rules``."""
    table_rules, rng, count = rules.make_rules(rules.Options(), 4), Random(1), 200 if quick else 2000
    best = {
        job.__name__: min(
            cpu_time(lambda job=job: [job(table_rules, rng) for _ in range(count)])  # type: ignore[misc]
            for _ in range(2 if quick else 7)
        )
        for job in (random_hand, no_rules)
    }
    rate = count / best["random_hand"]
    details = {
        "without_rules": round(count / best["no_rules"]),
        "ratio": round(best["random_hand"] / best["no_rules"], 2),
    }
    what = "random hands of 4 a second of processor time"
    return [Figure("rules", what, round(rate), "hands/s", 4000, rate >= 4000, details)]


# -- memory -----------------------------------------------------------------------------------------------------------


def resident_mib(pid: int) -> float:
    """Resident memory of a process in MiB, as ``ps`` tells it in KiB."""
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], check=True, capture_output=True, text=True)
    return int(told.stdout) / 1024


def settled_mib(started: subprocess.Popen[str]) -> float:
    """Resident memory once it has stopped growing for a second, or after a while."""
    seen: list[float] = []
    for _ in range(40):
        seen.append(resident_mib(started.pid))
        if len(seen) > 4 and max(seen[-4:]) - min(seen[-4:]) < 0.1:
            break
        time.sleep(0.25)
    return round(seen[-1], 1)


def memory(_quick: bool) -> list[Figure]:
    """The figures ``memory``."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        home = Path(name)
        bare = stack.enter_context(process("-c", "import time; time.sleep(60)", home=home))
        host, port = stack.enter_context(headless_host(home))
        command = ("-P", "-m", "hearts_lan", "join", f"{bench_peers.HERE}:{port}", "--bot", "--profile", "guest")
        guest = stack.enter_context(process(*command, home=home))
        python, *ours = settled_mib(bare), settled_mib(guest), settled_mib(host)
    pairs = zip(("an idle client (a bot)", "an idle headless host"), ours, strict=True)
    return [
        at_most("memory", f"{what} / a bare Python", mib / python, "x", None, {"mib": mib, "python_mib": python})
        for what, mib in pairs
    ]


# -- screen -----------------------------------------------------------------------------------------------------------


def screen(quick: bool) -> list[Figure]:
    """The figures ``screen``."""
    import bench_screen  # it needs pseudo terminals

    with tempfile.TemporaryDirectory() as name, headless_host(Path(name)) as (host, port):
        join, home, seconds = ["join", f"{bench_peers.HERE}:{port}"], Path(name), 5.0 if quick else 30.0
        rounds = range(3 if quick else 11)
        bench_screen.first_screen(home, "play")
        starts = [[bench_screen.first_screen(home, *each) for each in (["play"], join)] for _ in rounds]
        bare = median(bench_screen.imports(["trio", "prompt_toolkit"]) for _ in rounds)
        with bench_screen.on_terminal(home, "-m", "hearts_lan", *join) as (client, master):
            bench_screen.read_until(master, b"Enter")
            idle = [bench_screen.cpu_share(pid, seconds) for pid in (host.pid, client.pid)]
    firsts = zip(("play", "join"), map(median, zip(*starts, strict=True)), strict=True)
    ratios = [(who, first / bare, {"screen_ms": ms(first), "import_ms": ms(bare)}) for who, first in firsts]
    own = [frame for _ in range(1 if quick else 3) for frame in bench_screen.frames()]
    details = {"frames": len(own), "worst_ms": ms(max(own))}
    return [
        *(
            at_most("screen", f"first screen of {who} / bare import", ratio, "x", 3.0, more)
            for who, ratio, more in ratios
        ),
        at_most("screen", "a message until it is drawn, own time", ms(median(own)), "ms", 3.0, details),
        at_most("screen", "an open table, idle", idle[0], "% CPU", 0.5, {"seconds": seconds}),
        at_most("screen", "somebody in front of it, idle", idle[1], "% CPU", 0.5, {"seconds": seconds}),
    ]


# -- all of it --------------------------------------------------------------------------------------------------------

FIGURES: dict[str, Callable[[bool], list[Figure]]] = {
    "play": play,
    "relay": relay,
    "verify": verifying,
    "growth": growth,
    "version": version,
    "rules": engine,
    "screen": screen,
    "memory": memory,
}


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """The figures for people, a line each."""
    for one in figures:
        met = {True: "met", False: "MISSED", None: ""}[one.is_met]
        goal = "" if one.goal is None else f"goal {one.goal:g}"
        details = ", ".join(f"{key} {value:g}" for key, value in one.details.items())
        yield f"{one.name:<8} {one.value:>9.2f} {one.unit:<7} {goal:<10} {met:<6}  {one.what}  ({details})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, then JSON; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=FIGURES, help="this figure only; may be repeated")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: rougher figures in a few seconds")
    wanted = parser.parse_args(arguments)
    figures = [figure for name in wanted.only or FIGURES for figure in FIGURES[name](wanted.quick)]
    print("\n".join(table(figures)))
    print(json.dumps([figure._asdict() for figure in figures]))
    return int(any(figure.is_met is False for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
