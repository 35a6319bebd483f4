"""A table in this program: the host, and seats that reach it through memory instead of a network.

A seat in memory is an ordinary client all the same: it proves its key, signs, and checks everything.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from hearts_lan.bots import Level
from hearts_lan.fairness.identity import Identity
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import Client, Wanted
from hearts_lan.net.dial import JoinError
from hearts_lan.net.host import LAST_WORDS_SECONDS, Host
from hearts_lan.net.link import Stream
from hearts_lan.net.logs import LogKeeper
from hearts_lan.net.memory import memory_streams
from hearts_lan.player.journal import Recall
from hearts_lan.table import events
from hearts_lan.table.table import Table

BOT_NAMES = ("Ada", "Blaise", "Carl", "Dot", "Emmy", "Felix", "Grace", "Hugo", "Ida", "Jo", "Kit")

CLOSED = "The host has closed the table."
KEPT = "The host's program was ended. If the host starts it again with --resume, join again and the game goes on."


class LocalTable:
    """A host with the tasks of its local seats.  Made by `local_table`."""

    def __init__(self, host: Host, identity: Identity, spki_sha256: bytes, nursery: trio.Nursery) -> None:
        self.host = host
        self.nursery = nursery
        self.pace = 0.0
        """Seconds that a bot of the host takes for a card."""
        self.kept = False
        """The table was closed in the middle of a game, which can go on later."""
        self._identity = identity
        self._spki = spki_sha256

    def stream(self) -> Stream:
        """A stream to the host, which serves its other end."""
        ours, theirs = memory_streams()
        self.nursery.start_soon(self.host.serve_peer, theirs)
        return ours

    def add_bot(self, spawn: events.SpawnBot) -> None:
        """Start a bot of the host, as the table asked for it; it plays on from game to game."""
        name = BOT_NAMES[spawn.number % len(BOT_NAMES)]
        wanted = Wanted(self._identity.bot(spawn.number), name, "bot")
        client = Client(self.stream(), self._spki, wanted, None)
        client.recall = self.recall_host_log(wanted.identity.key)
        bot = BotClient(client, Level(spawn.level), pace=self.pace, stay=True)
        self.nursery.start_soon(self._run_bot, bot)

    def recall_host_log(self, key: bytes) -> Recall:
        """The log of the game that is played, for a seat of this program that has spoken in it before."""
        game = self.host.table.game
        lines = list(game.lines) if game and any(key == speaker.key for speaker in game.state.speakers) else []
        return lambda first: [lines] if lines[:1] == [first] else []

    def close(self) -> None:
        """Close the table; everybody is told.  A game that is played then can go on later."""
        if self.host.finished.is_set():
            return
        game = self.host.table.game
        self.kept = game is not None and game.running
        self.host.handle(events.Closing(KEPT if self.kept else CLOSED, keep=self.kept))

    async def _run_bot(self, bot: BotClient) -> None:
        try:
            await bot.run()
        except* JoinError:
            pass  # the table was full: nobody misses this bot


@asynccontextmanager
async def local_table(
    table: Table, identity: Identity, spki_sha256: bytes, log: LogKeeper
) -> AsyncIterator[LocalTable]:
    """Run a host for a table; at the end of the block everybody is told goodbye.

    *Error handling*: ``OSError`` when the log cannot be written.
    """
    host = Host(table, identity, spki_sha256, log)
    async with trio.open_nursery() as nursery:
        await nursery.start(host.run)
        local = LocalTable(host, identity, spki_sha256, nursery)
        host.on_spawn = local.add_bot
        try:
            yield local
        finally:
            await _close(local)
        nursery.cancel_scope.cancel()


async def _close(local: LocalTable) -> None:
    """Let everybody know, also when this program is interrupted."""
    with trio.move_on_after(2 * LAST_WORDS_SECONDS) as closing:
        closing.shield = True
        local.close()
        await local.host.closed.wait()
