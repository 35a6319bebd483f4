"""The pieces of the measurements work and measure what they say; no test here looks at a time."""

import json
import os
from pathlib import Path
from random import Random

import bench
import bench_logs
import bench_peers
import bench_processes
import bench_relay
import pytest
import trio

from hearts_lan import rules
from hearts_lan.net.listen import open_listeners, serve
from hearts_lan.net.local import local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.net.tls import server_context
from hearts_lan.table.table import Table
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import Report, examine
from tests.kit import identity
from tests.transcript.games import long_log

pytestmark = pytest.mark.broad


def read(path: Path) -> Report:
    with path.open("rb") as file:
        return examine(raw_lines(file))


# -- play -------------------------------------------------------------------------------------------------------------


def test_a_latency_ends_when_the_last_has_it() -> None:
    peers = [
        {"sent": {"10": 1.0}, "has": {"9": 0.5, "10": 1.25, "11": 4.0}},
        {"sent": {"9": 0.0, "11": 3.0, "12": 5.0}, "has": {"9": 0.25, "10": 1.5, "11": 3.5}},
    ]
    assert bench.latencies(peers) == {9: 0.5, 10: 0.5, 11: 1.0}


async def test_clients_at_a_table_tell_when_they_sent_and_had_each_line(tmp_path: Path) -> None:
    host, tls = identity("host"), server_context()
    table = Table(host, rules.Options(), 4, hands=1)
    listeners = await open_listeners(0, bench_peers.HERE)
    port = listeners[0].socket.getsockname()[1]
    results = []

    async def peer(number: int) -> None:
        results.append(await bench_peers.table(port, number, tmp_path / f"{number}", 0))

    with trio.fail_after(60):
        async with local_table(table, host, tls.spki_sha256, LogKeeper(at_path(tmp_path / "host"))) as local:
            local.nursery.start_soon(serve, local.host, tls, listeners)
            async with trio.open_nursery() as nursery:
                for number in range(4):
                    nursery.start_soon(peer, number)
    report = read(tmp_path / "0")
    assert (report.verdict.code, len(report.hands)) == (3, 1)
    measured = bench.latencies(json.loads(json.dumps(results)))
    assert len(measured) == 52
    assert all(b'"type":"play"' in raw for raw in _lines(tmp_path / "0", measured))
    frames = bench.frames_of(tmp_path / "0", list(measured))
    assert len(frames) == 52
    first = _lines(tmp_path / "0", measured)[0].split(b"\t")[0]
    assert first in frames[0]


def _lines(path: Path, numbers: dict[int, float]) -> list[bytes]:
    lines = path.read_bytes().splitlines()
    return [lines[number - 1] for number in numbers]


@pytest.mark.parametrize("synced", [False, True])
async def test_a_relay_sends_every_frame_to_all(synced: bool, tmp_path: Path) -> None:
    frames = [b"one", b"three", b"four", b"2"]
    files = [str(tmp_path / str(number)) if synced else "" for number in range(3)]
    results, send = [], trio.Event()
    ports: list[int] = []

    def tell(port: int) -> None:
        ports.append(port)
        send.set()

    async def peer(number: int) -> None:
        keep = bench_peers.keeper(files[number])
        results.append(await bench_peers.bare(ports[0], number, frames, 2, 0, keep))

    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bench_peers.relay, frames, 2, bench_peers.keeper(files[2]), tell)
            await send.wait()
            nursery.start_soon(peer, 0)
            nursery.start_soon(peer, 1)
    assert sorted(sorted(result["sent"]) for result in results) == [[0, 2], [1, 3]]
    assert [sorted(result["has"]) for result in results] == [[0, 1, 2, 3]] * 2
    assert all(Path(file).read_bytes() == b"".join(frames) for file in files if file)


def test_frames_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    path.write_text(json.dumps([b"a".hex(), b"\x00\xff".hex()]))
    assert bench_peers.read_frames(str(path)) == [b"a", b"\x00\xff"]


@pytest.mark.slow
def test_the_figures_of_real_processes() -> None:
    assert [figure.name for figure in bench.play(True)] == ["play", "play"]
    assert [figure.name for figure in bench.memory(True)] == ["memory", "memory"]


# -- relay ------------------------------------------------------------------------------------------------------------


def test_what_a_play_costs_the_host_and_a_bare_relay(tmp_path: Path) -> None:
    cost = bench_relay.cost(tmp_path, bench.frames_of, 3, 1)
    assert cost.plays == 50, "all but the first of 51"
    assert cost.bare > 0
    assert cost.play > 0


# -- the others -------------------------------------------------------------------------------------------------------


def test_the_log_to_verify_is_a_whole_one_and_every_signature_counts(tmp_path: Path) -> None:
    path = tmp_path / "log"
    bench.make_log(path, 1)
    report = read(path)
    assert (report.verdict.fault, len(report.hands)) == (None, 1)
    checks = bench.signatures(path)
    assert len(checks) == report.state.count
    assert not any(check() for check in checks)  # a bad one raises


def test_a_forged_log_is_read_by_both(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert long_log(path, 2) == read(path).state.count
    assert len(read(path).hands) == 2
    figure = bench.growth_of("verify", "package", (1, 2), tmp_path)
    assert figure.details["records"] == read(path).state.count
    assert bench_logs.peak_kib_of("alone", path) > 1000


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_hands_are_whole_hands(players: int) -> None:
    tally = bench.random_hand(rules.make_rules(rules.Options(), players), Random(players))
    assert sum(tally.points) == 26


def test_a_process_is_gone_after_its_block(tmp_path: Path) -> None:
    with bench_processes.process("-c", "import time; time.sleep(60)", home=tmp_path) as started:
        assert bench.resident_mib(started.pid) > 0
    assert started.poll() is not None


def test_a_process_that_fails_is_told(tmp_path: Path) -> None:
    failing = bench_processes.process("-c", "raise SystemExit('no luck')", home=tmp_path)
    with failing as started, pytest.raises(RuntimeError, match="no luck"):
        bench_processes.output(started)
    with bench_processes.process("-c", "import os; print(os.environ['HOME'])", home=tmp_path) as started:
        assert bench_processes.output(started).strip() == str(tmp_path)


def test_a_goal_is_met_or_missed() -> None:
    assert bench.at_most("a", "b", 2.0, "x", 2.0, {}).is_met is True
    assert bench.at_most("a", "b", 2.1, "x", 2.0, {}).is_met is False
    assert bench.at_most("a", "b", 2.1, "x", None, {}).is_met is None


def test_the_table_says_what_was_missed() -> None:
    lines = list(bench.table([bench.at_most("a", "b / c", 2.1, "x", 2.0, {"ms": 1.5})]))
    assert len(lines) == 1
    for part in ("2.10 x", "goal 2", "MISSED", "b / c", "(ms 1.5)"):
        assert part in lines[0]


def test_the_output_ends_with_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(
        bench.FIGURES, "version", lambda quick: [bench.at_most("version", "x", 5, "x", 3, {"q": quick})]
    )
    assert bench.main(["--quick", "--only", "version"]) == 1
    (found,) = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found == {
        "name": "version",
        "what": "x",
        "value": 5,
        "unit": "x",
        "goal": 3,
        "is_met": False,
        "details": {"q": True},
    }


def test_an_unknown_figure_is_a_usage_error() -> None:
    with pytest.raises(SystemExit):
        bench.main(["--only", "luck"])


def test_the_command_is_the_installed_one_or_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    assert os.path.exists(bench.program()[0])
    monkeypatch.setattr("sys.executable", os.path.join("nowhere", "python"))
    assert bench.program()[-2:] == ["-m", "hearts_lan"]
