"""Whole games over memory streams: the host, four clients of ours, and a bot behind each."""

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from hearts_lan import rules
from hearts_lan.bots import Level
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import Client
from hearts_lan.table import events
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from hearts_lan.wire import messages as m
from tests.kit import one_hand
from tests.net.peers import Peer, client, open_table, until

pytestmark = pytest.mark.broad

NAMES = ("ana", "ben", "cleo", "dan", "eva", "finn")


def code(log: Path) -> int:
    """The verdict on a log file."""
    with log.open("rb") as file:
        return examine(raw_lines(file)).verdict.code


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, one_hand()),
        (6, one_hand(variant=rules.Variant.CANCELLATION)),
    ],
    ids=["hearts", "cancellation"],
)
async def test_bots_play_a_whole_game(tmp_path: Path, players: int, options: rules.Options) -> None:
    logs = [tmp_path / f"{name}.hearts" for name in NAMES[:players]]
    async with open_table(tmp_path, options, players) as local, trio.open_nursery() as nursery:
        for name, log in zip(NAMES, logs, strict=False):
            nursery.start_soon(BotClient(client(local, name, log, "bot"), Level.EASY).run)
        await local.host.finished.wait()
    assert local.host.outcome == "played"
    assert {log.read_bytes() for log in logs} == {(tmp_path / "host.hearts").read_bytes()}
    assert code(logs[0]) == 0


async def test_a_watcher_gets_the_same_log_and_no_cards(tmp_path: Path) -> None:
    seen = tmp_path / "seen.hearts"
    async with (
        open_table(tmp_path, one_hand(variant=rules.Variant.OMNIBUS), 3) as local,
        trio.open_nursery() as nursery,
    ):
        watcher = client(local, "watcher", seen, "watch")
        player = await nursery.start(watcher.run)
        for name in NAMES[:3]:
            nursery.start_soon(BotClient(client(local, name, None, "bot"), Level.EASY).run)
        await local.host.finished.wait()
    assert player.view.hand == ()
    assert seen.read_bytes() == (tmp_path / "host.hearts").read_bytes()
    assert watcher.farewell == "The table is closed."


async def test_who_watches_in_the_middle_gets_the_past_first(tmp_path: Path) -> None:
    """A spectator who proves no key comes late, and misses no line; its queue is not bounded by the past."""
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        for name in NAMES[:3]:
            nursery.start_soon(BotClient(client(local, name, None, "bot"), Level.EASY).run)
        await until(lambda: _lines(tmp_path) > 40)
        late = await Peer(local.stream()).watch()
        await local.host.finished.wait()
        assert await late.hear_out() == "The table is closed."
    numbers = [record.number for record in late.all(m.Record)]
    assert numbers == list(range(1, _lines(tmp_path) + 1))


def _lines(folder: Path) -> int:
    log = folder / "host.hearts"
    return log.read_bytes().count(b"\n") if log.exists() else 0


async def test_a_table_played_over_and_over_has_a_log_for_each_game(tmp_path: Path) -> None:
    """Bots that stay are ready for another game; the log of each is its own file."""
    async with open_table(tmp_path, players=3) as local:
        for number in range(3):
            local.add_bot(events.SpawnBot(number, Level.EASY.value))
        await until((tmp_path / "host-3.hearts").exists)
    assert [code(tmp_path / name) for name in ("host.hearts", "host-2.hearts")] == [0, 0]


def _running(this: Client) -> bool:
    return this.player is not None and this.player.state.hand_number > 0


async def test_when_somebody_goes_a_bot_plays_on_and_the_log_is_whole(tmp_path: Path) -> None:
    async with open_table(tmp_path, rules.Options(), 3) as local, trio.open_nursery() as nursery:
        bots = [client(local, name, tmp_path / f"{name}.hearts", "bot") for name in NAMES[:3]]
        for bot in bots:
            nursery.start_soon(BotClient(bot, Level.EASY).run)
        await until(lambda: _running(bots[0]))
        bots[0].leave()
        await local.host.finished.wait()
    assert local.host.outcome == "played"
    assert code(tmp_path / "host.hearts") == 0  # the seat was a bot's before, too


async def _bots_without_a_log(file: Path) -> None:
    async with open_table(file, players=3) as local:
        for number in range(3):
            local.add_bot(events.SpawnBot(number, Level.EASY.value))
        await local.host.finished.wait()


async def test_a_table_without_a_log_ends_with_the_reason(tmp_path: Path, autojump_clock: MockClock) -> None:
    """No line is sent that is not on the disk; whoever runs the table hears why it ended, and soon."""
    del autojump_clock
    (tmp_path / "file").touch()
    with pytest.raises(ExceptionGroup) as caught:
        await _bots_without_a_log(tmp_path / "file")
    assert caught.value.split(OSError)[1] is None
    assert trio.current_time() < 10
