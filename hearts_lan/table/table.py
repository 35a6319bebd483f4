"""The host's brain: ``handle(event) -> effects``.  It owns peers, seats, phases and time; it never sees bytes.

A game that stands still waits for seats (`Game.waiting`); everything public goes to every peer as records, and
what is private only through `Game.private`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.table.events import (
    Append,
    CloseLog,
    Closing,
    DiscardLog,
    Drop,
    Effect,
    Entered,
    Event,
    Finish,
    Lost,
    Peer,
    Received,
    Send,
    StartTimer,
    StopTimer,
    TimerFired,
)
from hearts_lan.table.game import Game, Out, Private, Refusal, Written
from hearts_lan.table.lobby import Lobby, seat_name
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m
from hearts_lan.wire.limits import NAME_COLUMNS, SENTENCE_CHARS
from hearts_lan.wire.text import TextError, clean, clean_chat, clean_text

GO_ON = "go on"
GO_ON_AFTER = 20.0
"""Seconds after which the next hand begins though somebody is not ready."""


@dataclass(slots=True)
class _Guest:
    """A peer that has entered: its key (``None`` for a watcher without one), name, and seat if it has one."""

    key: bytes | None
    name: str
    seat: int | None


class Table:
    """A table that is hosted.  ``handle`` never raises for what a peer does."""

    game_type: type[Game] = Game

    def __init__(
        self,
        identity: Identity,
        options: rules.Options,
        players: int,
        *,
        hands: int = 0,
        go_on_after: float = GO_ON_AFTER,
    ) -> None:
        self.lobby = Lobby.of(options, players)
        self.game: Game | None = None
        self._identity = identity
        self._hands = hands
        self._go_on_after = go_on_after
        self._guests: dict[Peer, _Guest] = {}
        self._outcome: Literal["played", "stopped"] | None = None
        self._waiting: m.Waiting | None = None

    def handle(self, event: Event, now: str) -> list[Effect]:
        """What is to be done about an event, in order.  ``now`` is the time of day, ``YYYY-MM-DDTHH:MM:SSZ``."""
        effects = list(self._dispatch(event, now))
        return effects + list(self._tell_waiting())

    def _dispatch(self, event: Event, now: str) -> Iterator[Effect]:
        match event:
            case Entered():
                yield from self._entered(event)
            case Received(peer=peer, message=message):
                if peer in self._guests:
                    yield from self._received(peer, self._guests[peer], message, now)
            case Lost(peer=peer):
                yield from self._gone(peer, "lost the connection")
            case TimerFired(name=name):
                yield from self._timer(name)
            case Closing(reason=reason):
                yield from self._close(reason)
            case _:
                assert_never(event)

    # -- coming and going -----------------------------------------------------------------------------------------

    def _entered(self, event: Entered) -> Iterator[Effect]:
        join = event.join
        if join.role == "watch" or event.key is None:
            yield from self._welcome(event.peer, _Guest(event.key, clean_text(join.name, NAME_COLUMNS), None))
            return
        try:
            name = seat_name(join.name)
        except TextError as error:
            yield Drop(event.peer, str(error))
            return
        if self.lobby.seat_of(event.key) is not None:
            yield Drop(
                event.peer, "Your key already sits at this table. Sit down as somebody else with --profile NAME."
            )
            return
        seat = None if self.game else self.lobby.sit(event.key, name, join.role == "bot", event.peer)
        if seat is None:
            yield Drop(event.peer, "The table is full, or its game has begun.")
            return
        taken = self.lobby.seats[seat]
        assert taken is not None
        yield from self._welcome(event.peer, _Guest(event.key, taken.name, seat))
        yield from self._tell_lobby()

    def _welcome(self, peer: Peer, guest: _Guest) -> Iterator[Effect]:
        self._guests[peer] = guest
        lines = self.game.lines if self.game else []
        seat = -1 if guest.seat is None else guest.seat
        lobby = self.lobby.message(self._identity.key)
        yield Send(peer, (m.Welcome(seat=seat, name=guest.name, lines=len(lines)), lobby))
        if lines:
            yield Send(peer, tuple(_record(number, line) for number, line in enumerate(lines, 1)), history=True)
        if self._waiting:
            yield Send(peer, (self._waiting,))

    def _gone(self, peer: Peer, how: str) -> Iterator[Effect]:
        guest = self._guests.pop(peer, None)
        if guest is None or guest.seat is None:
            return
        self.lobby.leave(guest.seat)
        yield from self._game_without(f"{guest.name} {how}; the game cannot go on.")
        yield from self._tell_lobby()
        if self._outcome and not any(self.lobby.seats):
            yield Finish(self._outcome)

    def _game_without(self, reason: str) -> Iterator[Effect]:
        """End the game that runs, because somebody who plays is gone."""
        game = self.game
        if game is None:
            return
        if not game.running:
            self.game = None
            self.lobby.nobody_ready()
            yield DiscardLog()
            yield from self._announce(reason)
        else:
            yield from self._outs(game, game.stop(), reason)

    def _close(self, reason: str) -> Iterator[Effect]:
        yield from self._game_without(reason)
        for peer in list(self._guests):
            yield Drop(peer, reason)
        self._guests.clear()
        yield Finish("stopped")

    # -- messages -------------------------------------------------------------------------------------------------

    def _received(self, peer: Peer, guest: _Guest, message: m.ClientMessage, now: str) -> Iterator[Effect]:
        match message:
            case m.Say(text=text):
                yield from self._say(guest, clean_chat(text))
            case m.Leave():
                yield Drop(peer, "Goodbye.")
                yield from self._gone(peer, "left")
            case m.Heartbeat():
                pass
            case _ if guest.seat is None:
                yield _refused(peer, "watching", "Who watches does not play.")
            case _:
                yield from self._from_seat(peer, guest.seat, message, now)

    def _say(self, guest: _Guest, text: str) -> Iterator[Effect]:
        seat = -1 if guest.seat is None else guest.seat
        if text:
            yield from self._tell_all(m.Said(seat=seat, name=guest.name, text=text))

    def _from_seat(self, peer: Peer, seat: int, message: m.ClientMessage, now: str) -> Iterator[Effect]:
        game = self.game
        if isinstance(message, m.Ready) and game is None:
            self.lobby.ready(seat, message.commit)
            yield from self._tell_lobby()
            yield from self._start_if_ready(now)
            return
        if game is None:
            yield _refused(peer, "not_now", "No game is being played.")
            return
        try:
            outs = self._offer(game, seat, message)
        except Refusal as refusal:
            yield _refused(peer, refusal.code, refusal.sentence)
            return
        yield from self._outs(game, outs)

    def _offer(self, game: Game, seat: int, message: m.ClientMessage) -> list[Out]:
        match message:
            case m.Submit(payload=payload, signature=signature):
                return game.submit(seat, payload, bytes.fromhex(signature))
            case m.PassCards():
                return game.pass_cards(seat, message)
            case m.Ready():
                return game.go_on(seat)
            case _:
                raise Refusal("not_yet", "This host does not take that message.")

    # -- the game ---------------------------------------------------------------------------------------------------

    def _start_if_ready(self, now: str) -> Iterator[Effect]:
        if self.lobby.all_ready:
            self.game = self.game_type(self._identity, self.lobby.options, self.lobby.seated(), now, self._hands)
            yield from self._outs(self.game, self.game.begin())

    def _outs(self, game: Game, outs: list[Out], reason: str = "") -> Iterator[Effect]:
        for out in outs:
            match out:
                case Written(number=number, line=line):
                    yield Append(number, line)
                    yield from self._tell_all(_record(number, line))
                case Private(seat=seat, message=message):
                    yield from self._tell_seat(seat, message)
        if game.over:
            yield from self._end_of_game(game, reason)

    def _end_of_game(self, game: Game, reason: str) -> Iterator[Effect]:
        """Back to the lobby; ``reason`` says why the game was cut short, if it was."""
        self.game = None
        self._outcome = "stopped" if reason or game.state.end is None else "played"
        self.lobby.nobody_ready()
        yield CloseLog()
        if reason:
            yield from self._announce(reason)
        yield from self._tell_lobby()

    def _timer(self, name: str) -> Iterator[Effect]:
        if name == GO_ON and self.game:
            yield from self._outs(self.game, self.game.go_on_anyway())

    def _tell_waiting(self) -> Iterator[Effect]:
        """Say for whom the game waits, when that has changed."""
        waiting = self.game.waiting() if self.game else None
        if waiting == self._waiting:
            return
        was, self._waiting = self._waiting, waiting
        if waiting:
            yield from self._tell_all(waiting)
        if waiting and waiting.doing == "ready" and not (was and was.doing == "ready"):
            yield StartTimer(GO_ON, self._go_on_after)
        elif was and was.doing == "ready" and not (waiting and waiting.doing == "ready"):
            yield StopTimer(GO_ON)

    # -- telling ----------------------------------------------------------------------------------------------------

    def _tell_all(self, message: m.HostMessage) -> Iterator[Effect]:
        for peer in self._guests:
            yield Send(peer, (message,))

    def _tell_lobby(self) -> Iterator[Effect]:
        yield from self._tell_all(self.lobby.message(self._identity.key))

    def _announce(self, sentence: str) -> Iterator[Effect]:
        yield from self._tell_all(m.Said(seat=-2, name="host", text=sentence))

    def _tell_seat(self, seat: int, message: m.HostMessage) -> Iterator[Effect]:
        for peer, guest in self._guests.items():
            if guest.seat == seat:
                yield Send(peer, (message,))


def _record(number: int, line: Line) -> m.Record:
    return m.Record(number=number, payload=line.payload, signature=line.signature.hex())


def _refused(peer: Peer, code: str, sentence: str) -> Send:
    """A refusal; its sentence may quote what the peer sent, so it is cleaned and cut."""
    return Send(peer, (m.Refused(code=code, sentence=clean(sentence)[:SENTENCE_CHARS]),))
