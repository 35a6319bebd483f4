"""A connection that breaks is made anew: the same program, the same seat, the same hand, one log."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from hearts_lan.bots import Level
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import RETURN_SECONDS, Client
from hearts_lan.net.dial import JoinError
from hearts_lan.net.link import Stream
from hearts_lan.net.local import LocalTable
from hearts_lan.table.house import Times
from hearts_lan.table.table import Table
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from tests.kit import identity, one_hand
from tests.net.peers import SPKI, client, open_table, until

pytestmark = pytest.mark.broad

NAMES = ("ana", "ben", "cleo")


class Line:
    """How one client reaches a table: its connection can be cut, and there may be none for a while."""

    def __init__(self, local: LocalTable, name: str, log: Path) -> None:
        self.local = local
        self.client = client(local, name, log, "bot")
        self.client.redial = self.dial
        self.dials = 0
        self.down = False

    async def dial(self) -> tuple[Stream, bytes]:
        await trio.lowlevel.checkpoint()
        self.dials += 1
        if self.down:
            raise JoinError("Nobody is there.")
        return self.local.stream(), SPKI

    async def cut(self) -> None:
        await self.client._stream.aclose()


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[LocalTable, list[Line], trio.Nursery]]:
    """A table with three bots that take their time, in the middle of a game."""

    def table(*args: object) -> Table:
        return Table(*args, times=Times(grace=30.0))  # type: ignore[arg-type]

    async with open_table(folder, one_hand(), 3, table=table) as local, trio.open_nursery() as nursery:
        lines = [Line(local, name, folder / f"{name}.hearts") for name in NAMES]
        for line in lines:
            nursery.start_soon(BotClient(line.client, Level.EASY).run)
        await until(lambda: _plays(lines[0].client))
        yield local, lines, nursery


def _plays(who: Client) -> bool:
    return bool(who.player and who.player.in_game and who.player.state.count > 20)


async def test_a_cut_connection_is_made_anew_and_nothing_is_lost(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with playing(tmp_path) as (local, lines, _):
        await lines[1].cut()
        await local.host.finished.wait()
    assert lines[1].dials == 1
    assert code(tmp_path / "host.hearts") == 0
    assert len({(tmp_path / f"{name}.hearts").read_bytes() for name in ("host", *NAMES)}) == 1


async def test_all_connections_cut_at_once(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with playing(tmp_path) as (local, lines, _):
        for line in lines:
            await line.cut()
        await local.host.finished.wait()
    assert code(tmp_path / "host.hearts") == 0
    assert len({(tmp_path / f"{name}.hearts").read_bytes() for name in ("host", *NAMES)}) == 1


async def test_who_is_cut_off_for_longer_than_the_grace_time_is_played_by_a_bot(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    del autojump_clock
    async with playing(tmp_path) as (local, lines, _):
        lines[2].down = True
        await lines[2].cut()
        began = trio.current_time()
        await local.host.finished.wait()
        assert trio.current_time() - began >= 30
        assert lines[2].dials >= 30
        lines[2].client.leave()
    assert b'"reason":"away"' in (tmp_path / "host.hearts").read_bytes()
    assert code(tmp_path / "host.hearts") == 0  # the seat was a bot's before, too


async def test_a_host_that_never_comes_back_is_left(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        line = Line(local, "ana", tmp_path / "ana.hearts")
        await nursery.start(line.client.run)
        line.down, began = True, trio.current_time()
        await line.cut()
        await line.client.ended.wait()
        assert trio.current_time() - began == RETURN_SECONDS
        assert line.client.farewell == "The connection to the host was lost."


async def test_leaving_ends_the_tries(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        line = Line(local, "ana", tmp_path / "ana.hearts")
        await nursery.start(line.client.run)
        line.down, began = True, trio.current_time()
        await line.cut()
        await trio.sleep(5)
        line.client.leave()
        await line.client.ended.wait()
        assert trio.current_time() - began < 8


async def test_a_seat_that_a_newer_program_has_is_left_to_it(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        old = Line(local, "ana", tmp_path / "old.hearts")
        await nursery.start(old.client.run)
        old.down = True
        await old.cut()
        new = client(local, "ana", tmp_path / "new.hearts")
        await nursery.start(new.run)
        old.down, began = False, trio.current_time()
        await old.client.ended.wait()
        assert 5 < trio.current_time() - began < 20
        assert "--take-over" in old.client.farewell
        assert not new.ended.is_set()
        new.leave()


@pytest.mark.parametrize("leaving", [False, True])
async def test_what_is_said_before_the_new_welcome_breaks_nothing(
    tmp_path: Path, autojump_clock: MockClock, leaving: bool
) -> None:
    """The host does not listen during the handshake: chat is lost, and leaving is leaving."""
    del autojump_clock
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        line = Line(local, "ana", tmp_path / "ana.hearts")
        await nursery.start(line.client.run)
        await line.cut()
        await until(lambda: line.dials == 1)
        line.client.say("Am I back?")
        if leaving:
            line.client.leave()
        else:
            await until(lambda: local.host.table.lobby.seats[0] is not None)
            await trio.sleep(1)
            line.client.leave()
        await line.client.ended.wait()
    assert not local.host.table.lobby.seat_of(line.client._wanted.identity.key)


async def test_another_host_at_the_same_place_is_refused(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    (tmp_path / "other").mkdir()
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        line = Line(local, "ana", tmp_path / "ana.hearts")
        await nursery.start(line.client.run)
        async with _another(tmp_path / "other") as other:
            line.local = other
            await line.cut()
            await line.client.ended.wait()
    assert line.client.farewell == "Another host answers there now."


@asynccontextmanager
async def _another(folder: Path) -> AsyncIterator[LocalTable]:
    from hearts_lan.net.local import local_table
    from hearts_lan.net.logs import LogKeeper, at_path

    who = identity("another host")
    keeper = LogKeeper(at_path(folder / "host.hearts"))
    async with local_table(Table(who, one_hand(), 3), who, SPKI, keeper) as local:
        yield local


@pytest.mark.parametrize("seconds", [5, 40])
async def test_a_turn_without_a_decision_is_played_when_its_time_is_over(
    tmp_path: Path, autojump_clock: MockClock, seconds: int
) -> None:
    """By the player's own program; nobody else need step in."""
    del autojump_clock

    def table(*args: object) -> Table:
        return Table(*args, times=Times(turn=seconds))  # type: ignore[arg-type]

    async with open_table(tmp_path, one_hand(), 3, table=table) as local, trio.open_nursery() as nursery:
        people = [client(local, name, tmp_path / f"{name}.hearts") for name in NAMES]
        for person in people:
            person.act((await nursery.start(person.run)).ready())
        while not (people[0].player and people[0].player.state.end):
            await trio.sleep(1)
        for person in people:
            person.leave()
    assert code(tmp_path / "host.hearts") == 0
    assert b"substitute" not in (tmp_path / "host.hearts").read_bytes()


def code(log: Path) -> int:
    """The exit code of a verifier for a log."""
    with log.open("rb") as file:
        return examine(raw_lines(file)).verdict.code
