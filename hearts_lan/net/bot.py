"""A bot at a table: an ordinary client whose decisions are made by a policy."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import trio

from hearts_lan import rules
from hearts_lan.bots import BUDGET, Level, make_bot
from hearts_lan.net.client import Client
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Illegal, Player
from hearts_lan.transcript import records as r

T = TypeVar("T")
OutOfTime = Callable[[], bool]

TRICK_PAUSE = 2.0
"""A new trick waits so many times the pace: people want to see the last one."""


class BotClient:
    """A bot on a client.

    ``pace`` is how many seconds a card takes at the least while people play; with ``stay`` the bot is ready for
    another game after each, else it leaves after the first.
    """

    def __init__(self, client: Client, level: Level, *, pace: float = 0.0, stay: bool = False) -> None:
        self.client = client
        self._pace = pace
        self._stay = stay
        self._bot = make_bot(level)
        self._in_thread = level is Level.HARD
        self._random = random.Random()
        self._changed = trio.Event()
        self._done = False

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Play until the table or the game ends.  *Error handling*: as `Client.run`."""
        self.client.listener = self._hear
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._client_then_done, nursery.cancel_scope)
            await self._changed.wait()
            task_status.started()
            while not self._done:
                await self._turn()

    async def _client_then_done(self, scope: trio.CancelScope) -> None:
        await self.client.run()
        scope.cancel()

    def _hear(self, effect: news.Effect) -> None:
        self._changed.set()
        match effect:
            case news.Recorded(after=after) if isinstance(after.last, r.End | r.Dispute) and not self._stay:
                self._done = True
                self.client.leave()
            case news.Disputed():
                self._done = True
                self.client.leave()
            case _:
                pass

    async def _turn(self) -> None:
        """Answer the question that is open, or wait for the next."""
        player = self.client.player
        question = player.question if player else None
        if player is None or question is None:
            self._changed = trio.Event()
            await self._changed.wait()
            return
        await self._wait_a_little(player, question)
        if player.question is question:
            with suppress(Illegal):  # the game ended while a thread was thinking
                self.client.act(await self._answer(player, question))
        await trio.lowlevel.checkpoint()

    async def _wait_a_little(self, player: Player, question: Question) -> None:
        people = any(not speaker.bot for speaker in player.state.roster)
        if question is Question.CARD and people and self._pace:
            play = player.view.play
            new_trick = play is not None and not play.trick and bool(play.tricks)
            await trio.sleep(self._pace * (TRICK_PAUSE if new_trick else 1))

    async def _answer(self, player: Player, question: Question) -> list[news.Effect]:
        match question:
            case Question.READY | Question.GO_ON:
                return player.ready()
            case Question.PASS:
                return player.choose_pass(await self._think(self._bot.choose_pass, player.view))
            case Question.CARD:
                return player.choose_card(await self._think(self._bot.choose_card, player.view))
            case Question.MOON:
                tally = player.state.hand.tally
                assert tally
                return player.choose_moon(self._bot.choose_moon(player.view, tally))

    async def _think(self, policy: Callable[[rules.View, random.Random, OutOfTime], T], view: rules.View) -> T:
        """A choice by the policy; a bot that thinks long does so in a thread."""
        deadline = time.monotonic() + BUDGET

        def out_of_time() -> bool:
            return time.monotonic() > deadline

        if self._in_thread:
            return await trio.to_thread.run_sync(policy, view, self._random, out_of_time)
        return policy(view, self._random, out_of_time)
