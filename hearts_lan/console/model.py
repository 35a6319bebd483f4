"""What a console knows and does, whatever it looks like: lines told so far, what is asked now, and what a typed
line means.  Screen and plain mode are two faces of this one model."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, inf
from pathlib import Path
from time import monotonic
from typing import Literal, Protocol

import trio

from hearts_lan import rules
from hearts_lan.cards import Card
from hearts_lan.console import questions, words
from hearts_lan.console.lobby import changes, lobby_rules, seat_changes, seats_line, welcome
from hearts_lan.console.typed import typed_cards
from hearts_lan.console.words import Voice
from hearts_lan.net.client import Listener
from hearts_lan.net.logs import LogKeeper
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Illegal, Player
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean

Kind = Literal["event", "shown", "chat", "answer", "error"]
Tell = Callable[[Voice, State, State], list[str]]
"""What is told about a record; see `words.tell`."""
YES = ("", "y", "yes")
NO = ("n", "no")
MOST_LINES = 1000
"""Lines kept for scrolling back."""


class Connection(Protocol):
    """What a console needs of its `net.client.Client`."""

    listener: Listener
    warn: Callable[[str], None]

    @property
    def player(self) -> Player | None:
        """The player, once the host has welcomed us."""

    @property
    def farewell(self) -> str:
        """The host's reason when it is over, or what went wrong."""

    @property
    def ended(self) -> trio.Event:
        """It is over."""

    async def run(self, *, task_status: trio.TaskStatus[Player] = ...) -> None:
        """Join and stay until the table or `leave` ends it; started when welcomed."""

    def act(self, effects: Iterable[news.Effect]) -> None:
        """Carry out effects of the player."""

    def say(self, text: str) -> None:
        """Send a line of chat."""

    def control(self, command: str, argument: str = "") -> None:
        """Send a control of the table's host."""

    def leave(self) -> None:
        """Say goodbye."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line for the person, and what kind of line it is."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """Points of a hand that counted."""

    number: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that is done only when the person confirms it."""

    command: str
    question: str
    action: Callable[[], None]


class Model:
    """The state of a console.  ``changed`` is called after everything that may alter what is shown."""

    def __init__(
        self,
        client: Connection,
        card: Callable[[Card], str],
        log: LogKeeper | None,
        *,
        auto: bool = False,
        tell: Tell = words.tell,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``log`` is where this program writes the game; ``auto`` plays a forced card by itself; ``tell`` puts
        records into sentences; ``clock`` counts seconds."""
        self.client = client
        self.lines: list[Told] = []
        self.rows: list[HandRow] = []
        self.status: dict[int, str] = {}
        """Who plays for a seat where that was said: ``here``, ``away`` or ``bot``."""
        self.invitation: tuple[str, ...] = ()
        """How others can join, for a table that is hosted here."""
        self._new: list[Told] = []
        self.done = False
        self.pending: Pending | None = None
        """What the person is asked to confirm."""
        self.changed: Callable[[], None] = lambda: None
        self._card = card
        self._auto = auto
        self._log = log
        self._tell = tell
        self._clock = clock
        self._deadline = inf
        self._lobby: m.Lobby | None = None
        self._told_log: Path | None = None
        self._told_passes: dict[rules.Seat, tuple[Card, ...]] = {}
        """What was passed in this hand, by the giver, as far as the person was told."""
        self._rules: tuple[str, ...] = ()
        client.listener = self.hear
        client.warn = lambda sentence: self.say("error", clean(sentence))

    @property
    def player(self) -> Player:
        """The player behind the console; only once the host has welcomed it."""
        assert self.client.player is not None
        return self.client.player

    @property
    def log_path(self) -> Path | None:
        """The file with the log of the game in progress, or else of the last one."""
        return self._log.path if self._log else None

    @property
    def voice(self) -> Voice:
        """How this console tells the game."""
        return Voice(self.player.seat, self._card)

    @property
    def seconds_left(self) -> int | None:
        """How long the table waits yet, by the clock of this computer; nothing when it waits without a limit."""
        if self._deadline == inf or self.player.waiting is None:
            return None
        return max(0, ceil(self._deadline - self._clock()))

    def say(self, kind: Kind, text: str) -> None:
        """Tell the person something."""
        told = Told(kind, text)
        self.lines.append(told)
        self._new.append(told)
        del self.lines[:-MOST_LINES]

    def new_lines(self) -> list[Told]:
        """The lines told since this was last asked."""
        new, self._new = self._new, []
        return new

    # -- hearing ------------------------------------------------------------------------------------------------

    def hear(self, effect: news.Effect) -> None:
        """Take what the client learned."""
        match effect:
            case news.Recorded(before=before, after=after):
                self._deadline = inf
                for line in self._tell(self.voice, before, after):
                    self.say("event", line)
                self._recorded(after.last)
            case news.Told(message=message):
                self._told(message)
            case news.Disputed(sentence=sentence):
                self.say("event", f"Stopped: {clean(sentence)} You sign nothing any more; the log has your dispute.")
            case _:
                pass
        self._play_forced()
        self.changed()

    def _recorded(self, record: r.Record | None) -> None:
        match record:
            case r.Table():
                self.rows.clear()
                self.status.clear()
            case r.Deal():
                self._told_passes.clear()
            case r.Open(hand=hand, points=points):
                self.rows.append(HandRow(hand, points))
            case r.End() if self.log_path:
                for line in self._log_lines():
                    self.say("shown", line)
            case _:
                pass

    def _told(self, message: m.HostMessage) -> None:
        match message:
            case m.Said(seat=seat, name=name, text=text):
                who = "Table" if seat == -2 else clean(name) + (" (watching)" if seat == -1 else "")
                self.say("event" if seat == -2 else "chat", f"{who}: {clean(text)}")
            case m.Status():
                self._tell_status(message)
            case m.Waiting():
                self._wait(message)
            case m.Refused(sentence=sentence):
                self.say("error", clean(sentence))
            case m.Lobby() if not self.player.in_game:
                self._tell_lobby(message)
            case m.Passed(giver=giver):
                self._tell_pass(giver)
            case m.Goodbye(reason=reason):
                self.say("event", clean(reason))
            case _:
                pass

    def _tell_pass(self, giver: rules.Seat) -> None:
        """Cards have changed hands; whoever comes back is told once more by the host, and hears only what is new."""
        player, is_mine = self.player, giver == self.player.seat
        cards = tuple(sorted(player.view.passed if is_mine else player.view.received))
        if self._told_passes.get(giver) == cards:
            return
        self._told_passes[giver] = cards
        who = self.voice.who(player.state, giver)
        if not is_mine:
            self.say("event", f"{who} passed you {self.voice.cards(cards)}.")
        elif player.passed_by_other:
            self.say("event", f"Passed in your name: {self.voice.cards(cards)}.")
        else:
            self.say("event", f"You passed {self.voice.cards(cards)}.")

    def _wait(self, waiting: m.Waiting) -> None:
        """The table waits, perhaps not for ever; how long it waits for somebody who is away is told."""
        self._deadline = self._clock() + waiting.seconds if waiting.seconds >= 0 else inf
        if waiting.seconds > 0 and any(self.status.get(seat) == "away" for seat in waiting.seats):
            self.say("shown", questions.waiting_for(self.player, self.voice, self.seconds_left))

    def _tell_status(self, status: m.Status) -> None:
        """Who goes and comes while the table waits; that a bot plays on, and how long, is in the log."""
        was, self.status[status.seat] = self.status.get(status.seat, "here"), status.state
        state = self.player.state
        if self.player.in_game and status.seat < state.players and status.seat != self.player.seat:
            who = self.voice.who(state, status.seat)
            if (was, status.state) == ("here", "away"):
                self.say("event", f"{who} is away.")
            elif (was, status.state) == ("away", "here"):
                self.say("event", f"{who} is back.")

    def _tell_lobby(self, lobby: m.Lobby) -> None:
        """What is played and who sits there; then only what has changed."""
        try:
            told = rules.rules_text(lobby_rules(lobby))
        except rules.OptionError as error:
            self.say("error", f"The host's table makes no game. {error}")
            return
        before, self._lobby = self._lobby, lobby
        for line in changes(self._rules, told) if self._rules else welcome(lobby):
            self.say("event", line)
        self._rules = told
        for line in seat_changes(before, lobby, self.player.seat) if before else [seats_line(lobby)]:
            self.say("shown", line)

    def _play_forced(self) -> None:
        player = self.client.player
        if self._auto and player and player.question is Question.CARD and len(player.view.legal) == 1:
            self.client.act(player.choose_card(player.view.legal[0]))

    # -- asking -------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What the person should do now, or whom they wait for."""
        return questions.prompt(self.player, self.voice, self.seconds_left)

    @property
    def outcomes(self) -> list[str]:
        """The totals after each choice of a moon, a line for each; nothing when there is none to make."""
        return questions.outcomes(self.player, self.voice)

    def ask_again(self) -> None:
        """Tell what is asked, with what it leads to."""
        for line in (*self.outcomes, self.prompt):
            self.say("answer", line)

    def confirm(self, command: str, question: str, action: Callable[[], None]) -> None:
        """Do what a command means only when the person says yes, or says the same again."""
        self.pending = Pending(command, question, action)
        self.say("answer", f"{question} Enter or yes: do it. Anything else: do not.")

    def _answer(self, line: str) -> bool:
        """Whether a line answers what is to be confirmed; any other takes the question back."""
        pending, self.pending = self.pending, None
        word = line.removeprefix("/").lower()
        if pending and word in (*YES, pending.command):
            pending.action()
            return True
        return pending is not None and word in NO

    # -- doing --------------------------------------------------------------------------------------------------

    def enter(self, text: str) -> None:
        """Do what a typed line means."""
        from hearts_lan.console.commands import run_command

        line = text.strip()
        if not self._answer(line) and not run_command(self, line):
            self._choose(line)
        self.changed()

    def quit(self) -> None:
        """Leave for good: a host ends the game that is played, which could go on another day otherwise."""
        if self.client.player and self.player.hosts and self.player.in_game:
            self.client.control("end")
        self.leave()

    def leave(self) -> None:
        """Leave the table now."""
        self.done = True
        self.client.leave()

    @property
    def parting(self) -> list[str]:
        """What is left to say when it is over: the scores of a game that was cut short, and where its log lies."""
        if self._log is None or self._log.path in (None, self._told_log):
            return []
        scores = words.standing(self.voice, self.player.state) if self.player.in_game else []
        return [*scores, *self._log_lines()]

    def _log_lines(self) -> list[str]:
        """Where the log of the game lies, and how to check it."""
        path = self._told_log = self.log_path
        return [f"The log of this game: {path}", f"Check it with: hearts-lan verify {shlex.quote(str(path))}"]

    def tell_log(self) -> None:
        """Say where the log lies."""
        lines = self._log_lines() if self.log_path else ["There is no log yet: it begins with the game."]
        for line in lines:
            self.say("answer", line)

    def _choose(self, line: str) -> None:
        cards = typed_cards(line)
        try:
            if cards is None:
                self._choose_word(line)
            else:
                self._choose_cards(cards)
        except Illegal as illegal:
            rule = f" (rule {illegal.rule})" if illegal.rule else ""
            self.say("error", f"{illegal.sentence}{rule}")

    def _choose_word(self, line: str) -> None:
        player = self.player
        match player.question, line.lower():
            case Question.READY | Question.GO_ON, "" | "y" | "yes" | "ready" | "go":
                self.client.act(player.ready())
            case Question.MOON, "add" | "subtract" as choice:
                self.client.act(player.choose_moon(rules.Choice(choice)))
            case _, "":
                self.ask_again()
            case _:
                self.say("error", f"I do not understand {clean(line)[:40]!r}. Type help for what you can do.")

    def _choose_cards(self, cards: tuple[Card, ...]) -> None:
        player = self.player
        match player.question:
            case Question.PASS:
                self.client.act(player.choose_pass(cards))
                self._told_passes[player.seat] = tuple(sorted(cards))
                self.say("answer", f"You pass {self.voice.cards(sorted(cards))}.")
            case Question.CARD if len(cards) == 1:
                self.client.act(player.choose_card(cards[0]))
            case Question.CARD:
                self.say("error", "Play one card at a time.")
            case _:
                self.say("error", f"It is not your turn. {self.prompt}")
