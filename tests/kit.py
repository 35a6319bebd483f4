"""A whole table in memory: the host's table and its players, joined by plain function calls, with no clock.

`Room` carries messages to and fro in the order they were sent; `Seat` plays at random by the rules.  Modified
hosts and players replace a part of it.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable

from hearts_lan import rules
from hearts_lan.fairness.hashing import H
from hearts_lan.fairness.identity import Identity
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.table import events
from hearts_lan.table.table import Table
from hearts_lan.transcript.audit import State, feed
from hearts_lan.transcript.lines import HEAD_0, Line
from hearts_lan.wire import messages as m

NOW = "2026-01-02T03:04:05Z"


def identity(name: str) -> Identity:
    """An identity that is the same in every run."""
    return Identity(H("test", name.encode()))


def fresh(name: str) -> Callable[[], bytes]:
    """A stand-in for the operating system's entropy that is the same in every run."""
    count = iter(range(1_000_000))
    return lambda: H("fresh", name.encode(), str(next(count)).encode())


class Seat:
    """A player that decides at random, with its log and what it was told."""

    def __init__(self, name: str, host_key: bytes) -> None:
        self.identity = identity(name)
        self.player = Player(self.identity, host_key, fresh(name))
        self.random = random.Random(name)
        self.name = name
        self.log: list[Line] = []
        self.told: list[news.Effect] = []
        self.dropped = ""

    def decide(self) -> list[news.Effect]:
        """Answer the question that is asked, if any."""
        player = self.player
        match player.question:
            case Question.READY:
                return player.ready() if not self.log else []
            case Question.GO_ON:
                return player.ready()
            case Question.PASS:
                return player.choose_pass(self.random.sample(player.view.hand, 3))
            case Question.CARD:
                return player.choose_card(self.random.choice(player.view.legal))
            case Question.MOON:
                return player.choose_moon(self.random.choice(list(rules.Choice)))
            case None:
                return []

    @property
    def dispute(self) -> str:
        """The sentence of this player's own dispute, or nothing."""
        return next((item.sentence for item in self.told if isinstance(item, news.Disputed)), "")

    def refusals(self) -> list[str]:
        """The codes of all refusals."""
        told = [item.message for item in self.told if isinstance(item, news.Told)]
        return [message.code for message in told if isinstance(message, m.Refused)]


class Room:
    """A table with its players.  ``run`` carries messages until nobody has anything to say."""

    def __init__(
        self,
        players: int = 4,
        options: rules.Options | None = None,
        *,
        hands: int = 0,
        bots: Iterable[int] = (),
        host: Identity | None = None,
    ) -> None:
        self.host = host or identity("host")
        self.table = Table(self.host, options or rules.Options(), players, hands=hands)
        self.seats = [Seat(f"player{number}", self.host.key) for number in range(players)]
        self.bots = frozenset(bots)
        self.log: list[Line] = []
        self.logs: list[list[Line]] = []
        self.finished: str = ""
        self.timers: dict[str, float] = {}
        self.to_host: deque[tuple[int, m.ClientMessage]] = deque()
        self.to_seat: deque[tuple[int, m.HostMessage]] = deque()

    def join(self) -> None:
        """Everybody enters."""
        for number, seat in enumerate(self.seats):
            role = "bot" if number in self.bots else "player"
            self.enter(number, m.Join(role=role, name=seat.name, lines=0, head=HEAD_0.hex()))

    def enter(self, number: int, join: m.Join) -> None:
        """One seat enters, its key proven."""
        self.handle(events.Entered(number, self.seats[number].identity.key, join))

    def handle(self, event: events.Event) -> None:
        """Let the table handle an event, and carry its effects out."""
        for effect in self.table.handle(event, NOW):
            self.do(effect)

    def do(self, effect: events.Effect) -> None:
        """Carry out one effect of the table."""
        match effect:
            case events.Append(number=number, line=line):
                if number == 1:
                    self.log = []
                    self.logs.append(self.log)
                self.log.append(line)
            case events.Send(peer=peer, messages=messages):
                self.to_seat.extend((peer, self.shown(peer, message)) for message in messages)
            case events.Drop(peer=peer, reason=reason):
                self.to_seat.append((peer, m.Goodbye(reason=reason)))
            case events.StartTimer(name=name, seconds=seconds):
                self.timers[name] = seconds
            case events.StopTimer(name=name):
                self.timers.pop(name, None)
            case events.Finish(outcome=outcome):
                self.finished = outcome
            case events.DiscardLog() | events.CloseLog() | events.SpawnBot():
                pass

    def shown(self, peer: int, message: m.HostMessage) -> m.HostMessage:
        """What a peer is shown; a modified host shows something else."""
        del peer
        return message

    def offered(self, peer: int, message: m.ClientMessage) -> m.ClientMessage:
        """What a peer sends; a modified client sends something else."""
        del peer
        return message

    def take(self, number: int, effects: Iterable[news.Effect]) -> None:
        """Carry out what a player asks for."""
        seat = self.seats[number]
        for effect in effects:
            match effect:
                case news.Send(message=message):
                    self.to_host.append((number, self.offered(number, message)))
                case news.Append(number=line_number, line=line):
                    if line_number == 1:
                        seat.log = []
                    seat.log.append(line)
                case _:
                    seat.told.append(effect)

    def step(self) -> bool:
        """Carry one message; false when there is none and nobody has a decision to make."""
        if self.to_seat:
            number, message = self.to_seat.popleft()
            if isinstance(message, m.Goodbye):
                self.seats[number].dropped = message.reason
            self.take(number, self.seats[number].player.receive(message))
        elif self.to_host:
            number, sent = self.to_host.popleft()
            self.handle(events.Received(number, sent))
        else:
            return self.decide()
        return True

    def decide(self) -> bool:
        """Let the first seat that is asked something decide."""
        for number, seat in enumerate(self.seats):
            effects = [] if seat.dropped else seat.decide()
            if effects:
                self.take(number, effects)
                return True
        return False

    def run(self, until: Callable[["Room"], bool] = lambda _room: False, most: int = 1_000_000) -> None:
        """Carry messages until nobody has anything to say, or ``until`` holds."""
        for _ in range(most):
            if until(self) or not self.step():
                return
        raise AssertionError("the table never comes to rest")


def played(players: int = 4, options: rules.Options | None = None, **room: int) -> Room:
    """A room whose game was played to its end."""
    table = Room(players, options, **room)
    table.join()
    table.run()
    return table


def states(lines: Iterable[Line]) -> list[State]:
    """The audit's states before the first line and after each."""
    result = [State()]
    for line in lines:
        result.append(feed(result[-1], line))
    return result


def one_hand(**options: object) -> rules.Options:
    """Options under which a game ends with its first hand."""
    return rules.Options(target=1, **options)  # type: ignore[arg-type]
