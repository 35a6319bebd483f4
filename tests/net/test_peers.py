"""Peers that are slow, silent, loud, gone or broken: they harm themselves and nobody else."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from hearts_lan import rules
from hearts_lan.bots import Level
from hearts_lan.net.bot import BotClient
from hearts_lan.net.client import Client
from hearts_lan.net.host import CLOSED, LAST_WORDS_SECONDS, MISTAKE
from hearts_lan.net.local import LocalTable
from hearts_lan.player.news import Question
from hearts_lan.table import events
from hearts_lan.table.table import Table
from hearts_lan.transcript.audit import Phase
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from tests.kit import one_hand
from tests.net.peers import Peer, client, open_table, read_all, settle

# -- heartbeats -----------------------------------------------------------------------------------------------------


async def test_the_host_beats_every_five_seconds(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local:
        peer, began = await Peer(local.stream()).enter(), trio.current_time()
        while len(peer.all(m.Heartbeat)) < 2:
            await peer.read()
        assert trio.current_time() - began == 2 * limits.HEARTBEAT_SECONDS


async def test_who_beats_stays_and_who_does_not_is_gone(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        alive = client(local, "ana")
        await nursery.start(alive.run)
        dead, began = await Peer(local.stream(), "ben").enter(), trio.current_time()
        while await dead.read():
            pass
        assert not dead.all(m.Goodbye)  # it may come back
        assert trio.current_time() - began == limits.AWAY_SECONDS
        await trio.sleep(100)
        assert not alive.ended.is_set()
        alive.leave()


async def test_a_spectator_without_a_key_may_be_silent(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Watching in text by hand needs no heartbeats."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        watcher = await Peer(local.stream()).watch()
        while len(watcher.all(m.Heartbeat)) < 20:
            await watcher.read()
        assert not watcher.all(m.Goodbye)


class Relay:
    """Stands between a client and the host, and can fall silent without closing anything."""

    def __init__(self, local: LocalTable) -> None:
        self.ours, theirs = memory_stream_pair()
        self.open = True
        local.nursery.start_soon(self._carry, theirs, far := local.stream(), True)
        local.nursery.start_soon(self._carry, far, theirs, False)

    async def _carry(self, source: trio.abc.Stream, sink: trio.abc.Stream, always: bool) -> None:
        async for data in source:
            if always or self.open:
                await sink.send_all(data)


async def test_a_host_that_falls_silent_is_left(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        this, relay = client(local, "ana"), Relay(local)
        this = Client(relay.ours, this._spki, this._wanted, None)
        await nursery.start(this.run)
        relay.open, began = False, trio.current_time()
        await this.ended.wait()
        assert this.farewell == "The host has been silent for too long."
        assert trio.current_time() - began == limits.AWAY_SECONDS


async def test_who_leaves_does_not_wait_for_a_host_that_hangs(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        this, relay = client(local, "ana"), Relay(local)
        this = Client(relay.ours, this._spki, this._wanted, None)
        await nursery.start(this.run)
        relay.open, began = False, trio.current_time()
        this.leave()
        await this.ended.wait()
        assert trio.current_time() - began <= 2


# -- who does not read ----------------------------------------------------------------------------------------------


async def _flood(talker: Peer) -> None:
    """Chat as fast as the table allows, reading along, for a minute."""
    for _ in range(60 * limits.CHAT_PER_SECOND):
        await talker.send(m.Say(text="la " * 100))
        await talker.read()
        await trio.sleep(1 / limits.CHAT_PER_SECOND)


async def test_who_does_not_read_is_dropped_and_nobody_waits_for_it(tmp_path: Path, autojump_clock: MockClock) -> None:
    """A stream whose other end does not read blocks at once: all its messages wait in its own queue."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        deaf = await Peer(Narrow(local), "deaf").watch()
        talker = await Peer(local.stream(), "talker").enter()
        began = trio.current_time()
        await _flood(talker)
        while len(talker.all(m.Said)) < 60 * limits.CHAT_PER_SECOND:
            await talker.read()
        assert trio.current_time() - began < 61
        while await deaf.read():
            pass
        assert len(deaf.heard) < 5


class Narrow(trio.abc.Stream):
    """A stream to a host whose way back has no room: nothing is sent that is not read."""

    def __init__(self, local: LocalTable) -> None:
        self._there, theirs = trio.testing.lockstep_stream_pair()
        local.nursery.start_soon(local.host.serve_peer, theirs)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._there.send_all(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._there.receive_some(max_bytes)

    async def wait_send_all_might_not_block(self) -> None:
        await self._there.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._there.aclose()


async def test_last_words_to_a_deaf_peer_take_two_seconds(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Even if it goes on talking, the connection of a peer that was sent away ends."""
    del autojump_clock
    async with open_table(tmp_path, players=3) as local:
        deaf = await Peer(Narrow(local), "deaf").enter()
        began = trio.current_time()
        leave = deaf.connection.send(m.Leave())
        await deaf.stream.send_all(leave)
        with suppress(trio.BrokenResourceError):
            while trio.current_time() < began + 100:
                await deaf.stream.send_all(leave)
                await trio.sleep(0.5)
        assert trio.current_time() - began <= LAST_WORDS_SECONDS + 0.5


# -- chat -----------------------------------------------------------------------------------------------------------


async def test_chat_has_a_rate(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local:
        peer = await Peer(local.stream()).enter()
        await peer.send(*(m.Say(text=f"{number}") for number in range(limits.CHAT_BURST + 3)))
        while len(peer.all(m.Refused)) < 3:
            await peer.read()
        assert [said.text for said in peer.all(m.Said)] == [str(number) for number in range(limits.CHAT_BURST)]
        assert {refused.code for refused in peer.all(m.Refused)} == {"too_fast"}
        await trio.sleep(1)
        await peer.send(m.Say(text="later"))
        while peer.all(m.Said)[-1].text != "later":
            await peer.read()


async def test_all_who_watch_share_one_rate_of_chat(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Many that anybody can let in do not drown out the players."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        player = await Peer(local.stream(), "ana").enter()
        watchers = [await Peer(local.stream(), f"w{number}").enter("watch") for number in range(8)]
        for watcher in watchers:
            await watcher.send(*(m.Say(text="la") for _ in range(limits.CHAT_BURST)))
        await settle()
        await player.send(m.Say(text="you are loud"))
        while not player.all(m.Said) or player.all(m.Said)[-1].text != "you are loud":
            await player.read()
        assert len(player.all(m.Said)) == limits.CHAT_BURST + 1


@pytest.mark.broad
async def test_who_floods_is_read_no_faster_than_a_peer_may_speak(tmp_path: Path, autojump_clock: MockClock) -> None:
    """What it sends beyond that waits on its side, and is not lost."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        flood, began = await Peer(local.stream()).enter(), trio.current_time()
        seconds = 20
        await flood.send(
            *[m.Control(command="x", argument="")] * (limits.MESSAGE_BURST + seconds * limits.MESSAGES_PER_SECOND)
        )
        await settle()
        while len(flood.all(m.Refused)) < limits.MESSAGE_BURST + seconds * limits.MESSAGES_PER_SECOND:
            await flood.read()
        assert seconds - 2 < trio.current_time() - began < seconds + 1


async def test_the_host_stamps_who_speaks_and_cleans_what_is_said(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        peer = await Peer(local.stream(), "A\x1b[31mna\u202e").enter()
        await peer.send(m.Say(text="hi\x1b]0;owned\x07 \u200bthere\n"))
        assert await peer.hear(m.Said) == m.Said(seat=0, name="A[31mna", text="hi]0;owned there")


async def test_what_is_too_long_is_cut_and_harms_nobody(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local, trio.open_nursery() as nursery:
        person = client(local, "ana")
        await nursery.start(person.run)
        person.control("kick", "x" * 999)
        person.say("x" * 9999)
        ben = await Peer(local.stream(), "ben").enter()
        await ben.send(m.Say(text="still here?"))
        await ben.hear(m.Said)
        assert not person.ended.is_set()
        person.leave()


# -- faults ---------------------------------------------------------------------------------------------------------


class Fragile(Table):
    """A table with a defect: it fails when somebody says the word, and at the timer of that name."""

    def handle(self, event: events.Event, now: str) -> list[events.Effect]:
        match event:
            case events.Received(message=m.Say(text="boom")):
                raise ZeroDivisionError
            case events.Received(message=m.Say(text="tick")):
                return [events.StartTimer("boom", 0.0)]
            case events.Received(peer=peer, message=m.Say(text="nonsense")):
                return [events.Send(peer, (m.Said(seat=-2, name="", text="x" * 9999),))]
            case events.TimerFired(name="boom"):
                raise ZeroDivisionError
            case _:
                return super().handle(event, now)


@pytest.fixture
def quietly(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.CRITICAL + 1, "hearts_lan.net.host"):
        yield caplog


@pytest.mark.parametrize("word", ["boom", "nonsense"])
@pytest.mark.usefixtures("quietly")
async def test_a_defect_ends_the_connection_that_met_it_and_not_the_table(tmp_path: Path, word: str) -> None:
    async with open_table(tmp_path, table=Fragile) as local:
        ana, ben = await Peer(local.stream(), "ana").enter(), await Peer(local.stream(), "ben").enter()
        await ben.send(m.Say(text=word))
        assert await ben.hear_out() == MISTAKE
        await ana.send(m.Say(text="still here?"))
        assert (await ana.hear(m.Said)).text == "still here?"
        assert [seat.name for seat in local.host.table.lobby.seats if seat] == ["ana"]


@pytest.mark.usefixtures("quietly")
async def test_a_defect_at_a_timer_ends_nothing(tmp_path: Path) -> None:
    async with open_table(tmp_path, table=Fragile) as local:
        ana = await Peer(local.stream(), "ana").enter()
        await ana.send(m.Say(text="tick"))
        await settle()
        await ana.send(m.Say(text="still here?"))
        assert (await ana.hear(m.Said)).text == "still here?"


async def test_nonsense_after_the_welcome_is_answered_with_what_was_wrong(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        ana, ben = await Peer(local.stream(), "ana").enter(), await Peer(local.stream(), "ben").enter()
        await ben.stream.send_all(b"\0\0\0\1\xc1")
        assert await ben.hear_out() != CLOSED
        await ana.send(m.Say(text="still here?"))
        assert (await ana.hear(m.Said)).text == "still here?"


async def test_messages_before_a_fault_count(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        ana, ben = await Peer(local.stream(), "ana").enter(), await Peer(local.stream(), "ben").enter()
        await ben.stream.send_all(ben.connection.send(m.Say(text="last words")) + b"\xff" * 9)
        assert (await ana.hear(m.Said)).text == "last words"


async def test_an_old_connection_says_nothing_any_more(tmp_path: Path) -> None:
    """What comes after the last message of either side is ignored."""
    async with open_table(tmp_path) as local:
        ana, ben = await Peer(local.stream(), "ana").enter(), await Peer(local.stream(), "ben").enter()
        say = ben.connection.send(m.Say(text="from the grave"))
        await ben.send(m.Leave())
        await ben.stream.send_all(say)
        await read_all(ben.stream)
        await ana.send(m.Say(text="quiet here"))
        assert (await ana.hear(m.Said)).text == "quiet here"


# -- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["enter", "watch"])
async def test_everybody_hears_why_the_table_closes(tmp_path: Path, way: str) -> None:
    async with open_table(tmp_path) as local:
        peer = await getattr(Peer(local.stream()), way)()
        local.host.handle(events.Closing("It is late."))
        assert await peer.hear_out() == "It is late."
        await local.host.closed.wait()
    assert local.host.outcome == "stopped"


async def test_who_does_not_listen_holds_up_the_end_for_two_seconds(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local:
        await Peer(Narrow(local)).enter()
        await Peer(local.stream(), "other").enter()
        local.host.handle(events.Closing("It is late."))
        began = trio.current_time()
        await local.host.closed.wait()
        assert trio.current_time() - began <= LAST_WORDS_SECONDS


async def test_a_table_that_is_cancelled_waits_for_nobody(tmp_path: Path, autojump_clock: MockClock) -> None:
    began = autojump_clock.current_time()
    with trio.CancelScope() as scope:
        async with open_table(tmp_path):
            scope.cancel()
            await trio.sleep_forever()
    assert autojump_clock.current_time() - began < LAST_WORDS_SECONDS


async def test_who_comes_after_the_end_hears_that_it_is_over(tmp_path: Path, autojump_clock: MockClock) -> None:
    """The port is open until the last words are said; a late comer must not harm anybody."""
    del autojump_clock
    async with open_table(tmp_path) as local:
        slow = Peer(Narrow(local))
        await slow.watch()
        local.host.handle(events.Closing("It is late."))
        late = Peer(local.stream(), "late")
        with pytest.raises(AssertionError, match="Welcome"):
            await late.enter()
        assert await late.hear_out() == CLOSED


async def test_who_stayed_in_the_handshake_is_not_waited_for(tmp_path: Path, autojump_clock: MockClock) -> None:
    del autojump_clock
    async with open_table(tmp_path) as local:
        stream = local.stream()
        await settle()
        local.host.handle(events.Closing("It is late."))
        began = trio.current_time()
        await local.host.closed.wait()
        assert trio.current_time() - began <= LAST_WORDS_SECONDS
        await stream.aclose()


async def test_every_stream_is_closed_when_the_table_is(tmp_path: Path) -> None:
    async with open_table(tmp_path) as local:
        peer = await Peer(local.stream()).enter()
    await read_all(peer.stream)


# -- bots -----------------------------------------------------------------------------------------------------------


async def test_a_bot_leaves_after_its_game(tmp_path: Path) -> None:
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        bots = [client(local, name, None, "bot") for name in ("ana", "ben", "cleo")]
        for bot in bots:
            nursery.start_soon(BotClient(bot, Level.EASY).run)
        for bot in bots:
            await bot.ended.wait()
    assert local.host.outcome == "played"


async def test_a_bot_whose_game_ends_while_it_thinks_plays_nothing(tmp_path: Path, autojump_clock: MockClock) -> None:
    """The host ends the game while the bot takes its time for a card; the table and the bot live on."""
    del autojump_clock
    async with open_table(tmp_path, one_hand(passing=rules.Passing.NONE), 3) as local, trio.open_nursery() as nursery:
        people = [client(local, "host"), client(local, "ben")]
        for person in people:
            person.act((await nursery.start(person.run)).ready())
        bot = client(local, "bot", None, "bot")
        nursery.start_soon(BotClient(bot, Level.EASY, pace=5, stay=True).run)
        while not (bot.player and bot.player.question is Question.CARD):
            await trio.sleep(1)
            _lead(people)
        people[0].control("end")
        await trio.sleep(10)
        assert not bot.ended.is_set()
        assert bot.player.state.phase is Phase.ENDED
        for person in people:
            person.leave()
        bot.leave()


def _lead(people: list[Client]) -> None:
    """Play a card for whoever must."""
    for person in people:
        if person.player and person.player.question is Question.CARD:
            person.act(person.player.choose_card(person.player.view.legal[0]))


async def test_a_bot_that_is_not_needed_goes_home(tmp_path: Path) -> None:
    async with open_table(tmp_path, players=3) as local, trio.open_nursery() as nursery:
        people = [client(local, "ana"), client(local, "ben")]
        for person in people:
            await nursery.start(person.run)
        for number in range(2):
            local.add_bot(events.SpawnBot(number, Level.EASY.value))
        await settle()
        assert [seat.bot for seat in local.host.table.lobby.seats if seat] == [False, False, True]
        for person in people:
            person.leave()
