"""A whole table in memory: the host's table and its players, joined by plain function calls, with no clock.

`Room` carries messages to and fro in the order they were sent; `Seat` plays at random by the rules.  Modified
hosts and players replace a part of it.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from hearts_lan import rules
from hearts_lan.cards import RANK_OF
from hearts_lan.fairness.hashing import H
from hearts_lan.fairness.identity import Identity
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.table import events
from hearts_lan.table.game import Game
from hearts_lan.table.house import Times
from hearts_lan.table.table import Table
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, State, Verdict, feed
from hearts_lan.transcript.canonical import canonical_text, decode_record
from hearts_lan.transcript.lines import HEAD_0, NO_GAME, Line, signed_bytes
from hearts_lan.transcript.report import examine
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

    def __init__(self, name: str, host_key: bytes, bot: Identity | None = None) -> None:
        """``bot`` is the identity of a bot of the host, which takes the seat that the host gives it."""
        self.identity = bot or identity(name)
        self.pasts: list[list[Line]] = []
        """Its logs of earlier visits."""
        self.player = Player(self.identity, host_key, fresh(name), self.recall, wants_seat=bot is not None)
        self.random = random.Random(name)
        self.name = name
        self.log: list[Line] = []
        self.told: list[news.Effect] = []
        self.dropped = ""
        self.games = 1
        """So many games it gets ready for."""
        self.begun = 0

    def recall(self, first: Line) -> list[list[Line]]:
        """Its own logs that begin with this line."""
        return [log for log in (*self.pasts, self.log) if log[:1] == [first]]

    def decide(self) -> list[news.Effect]:
        """Answer the question that is asked, if any."""
        player = self.player
        match player.question:
            case Question.READY:
                return player.ready() if self.begun < self.games else []
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
        game: type[Game] = Game,
        times: Times = Times(),  # noqa: B008 - frozen
    ) -> None:
        self.host = host or identity("host")
        self.hands, self.times = hands, times
        self.table = Table(self.host, options or rules.Options(), players, hands=hands, times=times)
        self.table.game_type = game
        self.seats = [Seat(f"player{number}", self.host.key) for number in range(players)]
        self.players = players
        self.bots = frozenset(bots)
        self.log: list[Line] = []
        self.logs: list[list[Line]] = []
        self.finished: str = ""
        self.timers: dict[str, float] = {}
        self.to_host: deque[tuple[int, m.ClientMessage]] = deque()
        self.to_seat: deque[tuple[int, m.HostMessage]] = deque()
        self.received: list[tuple[int, m.HostMessage]] = []
        """Everything that was sent to anybody, in order."""
        self.submitted: list[tuple[int, m.ClientMessage]] = []
        """Everything that anybody sent to the host, in order."""
        self.spawned: deque[int] = deque()
        """Bots of the host that are on their way to a game."""

    @property
    def game(self) -> Game:
        """The game that is being played."""
        assert self.table.game is not None
        return self.table.game

    @property
    def phase(self) -> Phase:
        """What the game's log waits for; ``TABLE`` without a game."""
        return self.table.game.state.phase if self.table.game else Phase.TABLE

    def join(self) -> None:
        """All players enter."""
        for number, seat in enumerate(self.seats[: self.players]):
            role: Literal["bot", "player"] = "bot" if number in self.bots else "player"
            self.enter(number, m.Join(role=role, name=seat.name, lines=0, head=HEAD_0.hex()))

    def enter(self, number: int, join: m.Join) -> None:
        """One seat enters, its key proven."""
        self.handle(events.Entered(number, self.seats[number].identity.key, join))

    def watch(self) -> Seat:
        """Somebody comes to watch."""
        number = len(self.seats)
        self.seats.append(Seat(f"watcher{number}", self.host.key))
        self.handle(events.Entered(number, None, m.Join(role="watch", name="", lines=0, head=HEAD_0.hex())))
        return self.seats[number]

    def lose(self, number: int) -> None:
        """The connection of a seat is lost, with all that was under way on it."""
        self.seats[number].dropped = "lost"
        self.to_host = deque(item for item in self.to_host if item[0] != number)
        self.to_seat = deque(item for item in self.to_seat if item[0] != number)
        self.handle(events.Lost(number))

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
                for message in messages:
                    self.to_seat.extend((peer, relayed) for relayed in self.relayed(peer, message))
            case events.Drop(peer=peer, reason=reason):
                self.to_seat.append((peer, m.Goodbye(reason=reason)))
            case events.StartTimer(name=name, seconds=seconds):
                self.timers[name] = seconds
            case events.StopTimer(name=name):
                self.timers.pop(name, None)
            case events.Finish(outcome=outcome):
                self.finished = outcome
            case events.DiscardLog():
                assert self.logs.pop() is self.log
            case events.SpawnBot(number=number) if self.table.game:
                self.spawned.append(number)
            case events.CloseLog() | events.SpawnBot():
                pass

    def relayed(self, peer: int, message: m.HostMessage) -> Iterable[m.HostMessage]:
        """What a peer is shown for one message; a modified host shows it twice or not at all."""
        yield self.shown(peer, message)

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
                        seat.begun += 1
                    seat.log.append(line)
                case news.Sync():
                    self.take(number, seat.player.synced())
                case news.DiscardLog():
                    seat.log = []
                    seat.begun -= 1
                case _:
                    seat.told.append(effect)

    def step(self) -> bool:
        """Carry one message; false when there is none and nobody has a decision to make."""
        if self.to_seat:
            number, message = self.to_seat.popleft()
            self.received.append((number, message))
            if isinstance(message, m.Goodbye):
                self.seats[number].dropped = message.reason
            self.take(number, self.seats[number].player.receive(message))
        elif self.to_host:
            number, sent = self.to_host.popleft()
            self.submitted.append((number, sent))
            self.handle(events.Received(number, sent))
        elif self.spawned:
            self.let_in(self.spawned.popleft())
        else:
            return self.decide()
        return True

    def let_in(self, number: int) -> None:
        """A bot of the host comes in by the door."""
        bot = Seat(f"bot{number}", self.host.key, self.host.bot(number))
        bot.pasts = [list(self.log)] if any(bot.identity.key.hex() in line.payload for line in self.log) else []
        self.seats.append(bot)
        join = m.Join(role="bot", name=bot.name, lines=0, head=HEAD_0.hex())
        self.handle(events.Entered(len(self.seats) - 1, bot.identity.key, join))

    def come_back(self, number: int, *, afresh: bool = False) -> int:
        """The player of a seat comes in again, by a new connection; its new number.

        It is the same program, or ``afresh`` one that knows only its log.
        """
        old = self.seats[number]
        seat = old
        if afresh:
            seat = Seat(old.name, self.host.key)
            seat.identity, seat.pasts = old.identity, [*old.pasts, old.log]
            seat.player = Player(seat.identity, self.host.key, fresh(f"{old.name} again"), seat.recall)
        seat.dropped = ""
        self.seats.append(seat)
        peer, state = len(self.seats) - 1, seat.player.state
        join = m.Join(role="player", name=seat.name, lines=state.count, head=state.head.hex())
        self.seats[number] = Seat(f"the past of {number}", self.host.key) if not afresh else old
        self.seats[number].dropped = "came back"
        self.handle(events.Entered(peer, seat.identity.key, join, 7.0))
        return peer

    def restart(self, lines: int | None = None) -> None:
        """The host is killed and started again from the first ``lines`` of its log; nobody is back yet.

        Bots of the host die with it.
        """
        self.log = self.log[:lines]
        self.logs[-1] = self.log
        self.timers.clear()
        self.to_host.clear()
        self.to_seat.clear()
        self.spawned.clear()
        for seat in self.seats:
            seat.dropped = seat.dropped or "lost"
        self.table = Table.resumed(self.host, self.log, hands=self.hands, times=self.times)
        self.handle(events.BotsWanted(0, "normal"))

    def fire(self, name: str) -> None:
        """A timer that runs is over."""
        del self.timers[name]
        self.handle(events.TimerFired(name))

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

    def run_to(self, phase: Phase, lines: int = 0) -> None:
        """Carry messages until the log waits for something, ``lines`` lines or more after the phase began, and
        everybody knows."""
        self.run(lambda room: room.phase is phase and not room.to_seat)
        start = len(self.game.lines)
        self.run(lambda room: len(room.game.lines) >= start + lines and not room.to_seat)
        assert self.phase is phase

    def disputes(self) -> list[str]:
        """What each seat disputes."""
        return [seat.dispute for seat in self.seats]

    def records_by(self, number: int) -> Iterator[r.Record]:
        """The records that a seat has submitted."""
        for peer, message in self.submitted:
            if peer == number and isinstance(message, m.Submit):
                yield decode_record(message.payload)


class Moonlit(Room):
    """A room whose first hand is such that seat 0 shoots the moon when everybody plays without a thought."""

    def __init__(self) -> None:
        options = rules.Options(target=1, passing=rules.Passing.NONE)
        super().__init__(3, options, host=identity("moon35"))

    def decide(self) -> bool:
        """Seat 1 takes what it can, the others duck."""
        for number, seat in enumerate(self.seats):
            if seat.player.question is Question.CARD:
                best = max if number == 1 else min
                card = best(seat.player.view.legal, key=lambda card: RANK_OF[card])
                self.take(number, seat.player.choose_card(card))
                return True
        return super().decide()


def played(players: int = 4, options: rules.Options | None = None, *, hands: int = 0) -> Room:
    """A room whose game was played to its end."""
    table = Room(players, options, hands=hands)
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


def judged(lines: Iterable[Line]) -> Verdict:
    """The verdict on a log."""
    return examine(line.encode() for line in lines).verdict


def signed(who: Identity, game_id: bytes, record: r.Record) -> Line:
    """A record as a signed line."""
    payload = canonical_text(record)
    unnumbered = isinstance(record, r.Table | r.Nonce)
    return Line(payload, who.sign(signed_bytes(NO_GAME if unnumbered else game_id, payload)))


def submit(line: Line) -> m.Submit:
    """The message that submits a line."""
    return m.Submit(payload=line.payload, signature=line.signature.hex())
