"""Two hundred games over real sockets whose connections break at random moments: all end, all logs are one, and
nothing is left behind."""

import gc
import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import pytest
import trio

from hearts_lan.bots import Level
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import connect
from hearts_lan.net.link import BROKEN
from hearts_lan.net.listen import open_listeners, serve
from hearts_lan.net.local import local_table
from hearts_lan.net.logs import LogKeeper, at_path
from hearts_lan.net.tls import HostTls, server_context
from hearts_lan.rules import Options, Variant
from hearts_lan.table.house import Times
from hearts_lan.table.table import Table
from tests.end_to_end.test_variants import LOOPBACK, report
from tests.kit import identity, one_hand

GAMES, AT_ONCE, END_SECONDS = 200, 5, 120.0

GROWTH = 24 * 1024 * 1024
"""Bytes that the process may grow by after its first games: the noise of the allocator."""

TABLES = [
    *((players, one_hand()) for players in range(3, 8)),
    *((players, one_hand(variant=Variant.OMNIBUS)) for players in range(3, 8)),
    *((players, one_hand(variant=Variant.CANCELLATION)) for players in range(5, 12)),
    (4, Options(target=40)),
]

GRACES = (60.0, 0.01)
"""Everybody is back in time; or a bot plays for a moment."""


class Guest:
    """A bot at a socket of its own, which can be cut."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.bot = BotClient(client, Level.EASY)

    async def cut(self) -> None:
        """Break the connection under the feet of both ends."""
        stream = self.client._stream
        assert isinstance(stream, trio.SSLStream)
        await trio.aclose_forcefully(stream.transport_stream)


class Game:
    """One game in a folder of its own, and what became of it."""

    def __init__(self, folder: Path, tls: HostTls, number: int, players: int, options: Options) -> None:
        self.folder, self.tls, self.players, self.options = folder, tls, players, options
        self.grace = GRACES[number % len(GRACES)]
        self.luck = random.Random(number)
        self.seen: Counter[str] = Counter(games=1)
        folder.mkdir()

    async def run(self) -> None:
        """The whole game.  Raises ``trio.TooSlowError`` when it stands still."""
        host, listeners = identity("host"), await open_listeners(0, LOOPBACK)
        port = listeners[0].socket.getsockname()[1]
        table = Table(host, self.options, self.players, times=Times(grace=self.grace, go_on=1.0))
        with trio.fail_after(END_SECONDS):
            async with local_table(table, host, self.tls.spki_sha256, LogKeeper(at_path(self.log("host")))) as local:
                local.nursery.start_soon(serve, local.host, self.tls, listeners)
                async with trio.open_nursery() as nursery:
                    guests = []
                    for seat in range(self.players):  # the door takes only so many strangers of one address
                        guests.append(await self._join(port, f"player{seat}"))
                        await nursery.start(guests[-1].bot.run)
                    nursery.start_soon(self._cut, guests, local.host.finished)
                    await local.host.finished.wait()
                    for guest in guests:
                        guest.client.leave()
        self._judge()

    def log(self, name: str) -> Path:
        """Somebody's log."""
        return self.folder / f"{name}.hearts"

    async def _join(self, port: int, name: str) -> Guest:
        stream, spki = await connect(LOOPBACK, port)
        client = Client(stream, spki, Wanted(identity(name), name, "bot"), LogKeeper(at_path(self.log(name))))
        client.redial = partial(connect, LOOPBACK, port)
        return Guest(client)

    async def _cut(self, guests: list[Guest], finished: trio.Event) -> None:
        while not finished.is_set():
            await trio.sleep(self.luck.uniform(0, 0.3))
            guest = self.luck.choice(guests)
            if guest.client.player and guest.client.player.in_game:
                self.seen["cuts"] += 1
                with suppress(*BROKEN):
                    await guest.cut()

    def _judge(self) -> None:
        """Who was cut off at the very end lacks lines, and has no others."""
        whole, verdict = self.log("host").read_bytes(), report(self.log("host")).verdict
        voids = whole.count(b'"type":"void"')
        assert verdict.code == (3 if voids == 2 else 0), verdict
        self.seen["voids"] += voids
        self.seen["substitutions"] += whole.count(b'"type":"substitute"')
        self.seen["lines"] += whole.count(b"\n")
        for seat in range(self.players):
            mine = self.log(f"player{seat}").read_bytes()
            assert whole.startswith(mine)
            self.seen["logs"] += 1
            self.seen["whole logs"] += mine == whole


def resident() -> int:
    """Bytes of memory of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def batches(folder: Path, tls: HostTls) -> Iterator[list[Game]]:
    tables = islice(enumerate(cycle(TABLES)), GAMES)
    games = [Game(folder / str(number), tls, number, *table) for number, table in tables]
    for first in range(0, GAMES, AT_ONCE):
        yield games[first : first + AT_ONCE]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
async def test_two_hundred_games_whose_connections_break(tmp_path: Path, record_property: object) -> None:
    assert callable(record_property)
    tasks, seen, sizes = trio.lowlevel.current_statistics().tasks_living, Counter[str](), []
    for batch in batches(tmp_path, server_context()):
        async with trio.open_nursery() as nursery:
            for game in batch:
                nursery.start_soon(game.run)
        seen.update(sum((game.seen for game in batch), Counter()))
        assert trio.lowlevel.current_statistics().tasks_living <= tasks
        sizes.append(resident())
    for name, value in seen.items():
        record_property(name, value)
    print(dict(seen), "MiB after each fifth batch:", [size // 2**20 for size in sizes[4::5]])
    assert seen["cuts"] > GAMES
    assert seen["substitutions"] > 0
    assert sizes[-1] - sizes[len(sizes) // 4] < GROWTH
