"""A room of `tests.kit` with a screen at one of its seats, and screens drawn as text."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
import trio

from hearts_lan import rules
from hearts_lan.console.model import Model
from hearts_lan.console.screen.compose import scene_of
from hearts_lan.console.screen.desk import Desk
from hearts_lan.console.screen.layout import draw
from hearts_lan.console.screen.lines import columns
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import plain
from hearts_lan.console.screen.tale import tell
from hearts_lan.net.client import Listener
from hearts_lan.net.logs import LogKeeper
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.transcript.audit import Phase
from hearts_lan.wire import messages as m
from tests.kit import Moonlit, Room

SNAPSHOTS = Path(__file__).parent / "snapshots"
LOG = "/logs/2026-01-02-030405-06be7c60.hearts"
NAMES = ("Ana", "Ben", "田中さくらのおうち", "Eve", "Fay", "Gustav-Adolf Hohenstein", "Hal", "Ida", "Jo", "Kim")
CANCELLATION = rules.Options(variant=rules.Variant.CANCELLATION)


class Sitting:
    """What a console has instead of a client: a seat of a room."""

    def __init__(self, room: Room, number: int) -> None:
        self.room = room
        self.number = number
        self.listener: Listener = lambda _effect: None
        self.warn = lambda _sentence: None
        self.farewell = ""
        self.ended = trio.Event()
        self.is_live = False
        self.said: list[str] = []
        self.controls: list[tuple[str, str]] = []
        self.left = False

    @property
    def player(self) -> Player | None:
        return self.room.seats[self.number].player

    async def run(self, *, task_status: trio.TaskStatus[Player] = trio.TASK_STATUS_IGNORED) -> None:
        assert self.player
        task_status.started(self.player)
        await self.ended.wait()

    def act(self, effects: Iterable[news.Effect]) -> None:
        self.room.take(self.number, effects)
        if self.is_live:
            self.room.run()

    def say(self, text: str) -> None:
        self.said.append(text)
        self.act([news.Send(m.Say(text=text))])

    def control(self, command: str, argument: str = "") -> None:
        self.controls.append((command, argument))

    def leave(self) -> None:
        self.left = True
        self.ended.set()


class Told(Room):
    """A room that tells one seat's console what its player learns, and leaves the choices of that seat to it."""

    listener: Sitting | None = None
    by_itself = True

    def take(self, number: int, effects: Iterable[news.Effect]) -> None:
        effects = list(effects)
        super().take(number, effects)
        if self.listener and number == self.listener.number:
            for effect in effects:
                if not isinstance(effect, news.Send | news.Append | news.DiscardLog):
                    self.listener.listener(effect)

    def decide(self) -> bool:
        for number, seat in enumerate(self.seats):
            if self.listener and number == self.listener.number and not self.by_itself:
                continue
            effects = [] if seat.dropped else seat.decide()
            if effects:
                self.take(number, effects)
                return True
        return False


class ToldMoonlit(Moonlit, Told):
    """The same for the room in which seat 0 shoots the moon."""


class Console:
    """A console at the last seat of a room, which is called Dora; the others have names of every kind."""

    def __init__(self, room: Told, number: int, look: Look | None = None) -> None:
        self.room = room
        self.look = look or Look()
        self.sit(number)
        room.join()
        self.desk.refresh()

    def sit(self, number: int) -> None:
        """Take a seat, or a watcher's place."""
        self.sitting = self.room.listener = Sitting(self.room, number)
        self.seconds = 0.0
        self.model = Model(self.sitting, self.look.card, _keeper(), tell=tell, clock=lambda: self.seconds)
        self.desk = Desk(self.model)

    @property
    def player(self) -> Player:
        return self.model.player

    def run(self, *, by_itself: bool = False) -> None:
        """Carry messages until nobody but this seat has anything to say; or until the end of the game."""
        self.room.by_itself = by_itself
        self.room.run()
        self.desk.refresh()

    def until(self, question: Question, tricks: int = 0) -> None:
        """Let everybody play until this seat is asked something, at the earliest after so many tricks."""
        self.room.by_itself = True
        self.room.run(lambda room: self._is_asked(room, question, tricks))
        self.desk.refresh()
        assert self.player.question is question

    def _is_asked(self, room: Room, question: Question, tricks: int) -> bool:
        hand = self.player.state.maybe_hand
        played = len(hand.play.tricks) if hand else 0
        return self.player.question is question and played >= tricks and not room.to_seat and not room.to_host

    def until_phase(self, phase: Phase) -> None:
        """Let everybody play until the log waits for something."""
        self.room.by_itself = True
        self.room.run(lambda room: room.phase is phase and not room.to_seat)
        self.desk.refresh()

    def step(self, cards: int) -> None:
        """Let everybody play until so many cards lie on the table, and the others wait for the next."""
        self.room.by_itself = True
        self.room.run(lambda room: len(self.player.state.hand.play.trick) == cards and not room.to_seat)
        self.desk.refresh()

    def screen(self, wanted: int = 80, rows: int = 24, typed: str = "") -> str:
        """The screen as bare text.  Every row is exactly as wide as the screen."""
        self.desk.refresh()
        picture = draw(scene_of(self.desk), wanted, rows, self.look, len(typed))
        assert len(picture.rows) == rows - 1
        assert {columns(row) for row in picture.rows} <= {wanted}
        assert columns(picture.foot) < wanted
        return plain([*picture.rows, picture.foot]) + typed + "\n"

    @property
    def prompt(self) -> str:
        """What the prompt line of a large screen says."""
        return self.screen().splitlines()[-1].rpartition(">")[0].strip()

    @property
    def marks(self) -> str:
        """The marks under the hand on a large screen."""
        return self.screen().splitlines()[-2]


def _keeper() -> LogKeeper:
    keeper = LogKeeper(lambda _line: Path(LOG))
    keeper.path = Path(LOG)
    return keeper


def console(players: int = 4, options: rules.Options | None = None, look: Look | None = None) -> Console:
    """A console at the last seat of a new table; seat 2 of four is a bot's."""
    room = Told(players, options, bots=[2] if players == 4 else [])
    for seat, name in zip(room.seats, [*NAMES[: players - 1], "Dora"], strict=True):
        seat.name = name
    return Console(room, players - 1, look)


def check(name: str, screen: str) -> None:
    """Compare a screen with its snapshot; ``UPDATE_SNAPSHOTS=1`` writes it."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(screen, encoding="utf-8")
    if not path.exists():
        pytest.fail(f"There is no snapshot {path.name}; UPDATE_SNAPSHOTS=1 writes it.")
    assert screen == path.read_text(encoding="utf-8")
