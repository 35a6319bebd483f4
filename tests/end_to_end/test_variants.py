"""Whole games over real sockets, for every number of players, variant and preset: everybody has the same log."""

from pathlib import Path

import pytest
import trio

from hearts_lan import rules
from hearts_lan.bots import Level
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import connect
from hearts_lan.net.listen import open_listeners, serve
from hearts_lan.net.local import local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.net.tls import HostTls, server_context
from hearts_lan.rules import Moon, Options, Passing, Tie, Variant
from hearts_lan.table.table import Table
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import Report, examine
from tests.end_to_end.programs import programs_in
from tests.kit import identity, one_hand

OMNIBUS, CANCELLATION = Variant.OMNIBUS, Variant.CANCELLATION
LOOPBACK = "127.0.0.1"

TABLES = [
    *((players, one_hand()) for players in range(3, 8)),
    (4, one_hand(variant=OMNIBUS)),
    (6, one_hand(variant=OMNIBUS, end_early=True)),
    (5, one_hand(variant=CANCELLATION)),
    (8, one_hand(variant=CANCELLATION, points_on_first_trick=True)),
    (11, one_hand(variant=CANCELLATION)),
    (4, Options(target=40)),
    (3, Options(target=27, passing=Passing.NONE, moon=Moon.SUBTRACT)),
    (4, Options(target=20, tie=Tie.PLAY_ON, end_early=True, queen_breaks_hearts=False)),
]


@pytest.fixture(scope="module")
def tls() -> HostTls:
    return server_context()


def report(log: Path) -> Report:
    with log.open("rb") as file:
        return examine(raw_lines(file))


async def join(port: int, log: Path) -> BotClient:
    """A bot at its own socket, which writes its own log and leaves when the game is over."""
    stream, spki = await connect(LOOPBACK, port)
    wanted = Wanted(identity(log.stem), log.stem, "bot")
    return BotClient(Client(stream, spki, wanted, LogKeeper(at_path(log))), Level.EASY)


async def play(folder: Path, tls: HostTls, options: Options, players: int) -> list[Path]:
    """A whole game over loopback; the logs, the host's first."""
    logs = [folder / f"{name}.hearts" for name in ("host", *(f"player{number}" for number in range(players)))]
    host, listeners = identity("host"), await open_listeners(0, LOOPBACK)
    port = listeners[0].socket.getsockname()[1]
    table, keeper = Table(host, options, players), LogKeeper(at_path(logs[0]))
    with trio.fail_after(30):
        async with local_table(table, host, tls.spki_sha256, keeper) as local:
            local.nursery.start_soon(serve, local.host, tls, listeners)
            async with trio.open_nursery() as nursery:
                for log in logs[1:]:  # one after the other: the door takes only so many strangers of one address
                    await nursery.start((await join(port, log)).run)
            await local.host.finished.wait()
    assert local.host.outcome == "played"
    return logs


def assert_same_and_verified(logs: list[Path], options: Options, players: int) -> None:
    assert {log.read_bytes() for log in logs} == {logs[0].read_bytes()}
    found = report(logs[0])
    assert found.verdict.code == 0, found.verdict
    assert found.state.rules == rules.make_rules(options, players)


@pytest.mark.parametrize(("players", "options"), TABLES)
async def test_every_table_ends_with_one_log_that_verifies(
    tmp_path: Path, tls: HostTls, players: int, options: Options
) -> None:
    assert_same_and_verified(await play(tmp_path, tls, options, players), options, players)


@pytest.mark.parametrize("name", rules.PRESETS)
async def test_every_preset_ends_with_one_log_that_verifies(tmp_path: Path, tls: HostTls, name: str) -> None:
    preset = rules.preset(name)
    options = rules.with_option(preset.options, "target", "20")
    players = preset.players or 4
    assert_same_and_verified(await play(tmp_path, tls, options, players), options, players)


@pytest.mark.parametrize(
    ("players", "flags"),
    [
        (5, ("--variant", "cancellation", "--option", "points_on_first_trick=yes")),
        (4, ("--preset", "pagat", "--variant", "omnibus", "--option", "end_early=yes")),
    ],
    ids=["cancellation", "omnibus"],
)
def test_programs_play_a_variant(tmp_path: Path, players: int, flags: tuple[str, ...]) -> None:
    """Real processes: every log has the options of the command line, and its account tells the rules in words."""
    logs = [tmp_path / f"{name}.hearts" for name in ("host", "ana", "ben")]
    table = ("--players", str(players), "--target", "1", "--bots", str(players - 2), "--level", "easy")
    with programs_in(tmp_path) as programs:
        host, address = programs.host(*table, *flags, "--log", str(logs[0]))
        bots = [
            programs.start("join", address, "--bot", "easy", "--profile", log.stem, "--log", str(log))
            for log in logs[1:]
        ]
        assert [program.end() for program in (*bots, host)] == [0, 0, 0]
        shown = programs.start("show", str(logs[0]))
        assert shown.end() == 0
    assert {log.read_bytes() for log in logs} == {logs[0].read_bytes()}
    found = report(logs[0])
    assert found.verdict.code == 0, found.verdict
    assert all(f"  {sentence}" in shown.lines for sentence in rules.rules_text(found.state.rules))
