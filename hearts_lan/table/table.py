"""The host's brain: ``handle(event) -> effects``.  It owns peers, seats, phases and time; it never sees bytes.

A game that stands still waits for seats (`Game.waiting`); everything public goes to every peer as records, and
what is private only through `Game.private`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, assert_never

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.table.controls import (
    AddBot,
    Control,
    ControlError,
    EndGame,
    Kick,
    SetOption,
    SetPlayers,
    Sit,
    Start,
    read_control,
)
from hearts_lan.table.events import (
    Append,
    BotsWanted,
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
    SpawnBot,
    StartTimer,
    StopTimer,
    TimerFired,
)
from hearts_lan.table.floor import Floor, Guest, announcement, record_message, refused
from hearts_lan.table.game import Game, Out, Private, Refusal, Written
from hearts_lan.table.lobby import Lobby, seat_name
from hearts_lan.wire import messages as m
from hearts_lan.wire.limits import NAME_COLUMNS, WATCHERS
from hearts_lan.wire.text import TextError, clean_chat, clean_text

GO_ON = "go on"
GO_ON_AFTER = 20.0
"""Seconds after which the next hand begins though somebody is not ready."""

STALE_SECONDS = 6.0
"""A connection that was not heard for so long (a heartbeat missed) gives way to a new one with the same key."""

SITS_ALREADY = (
    "Your key sits at this table already, from another place. "
    "Sit down as somebody else with --profile NAME, or move here with --take-over."
)


class Table:
    """A table that is hosted.  ``handle`` never raises for what a peer does."""

    game_type: type[Game] = Game

    def __init__(
        self,
        identity: Identity,
        options: rules.Options,
        players: int,
        *,
        host_name: str = "",
        hands: int = 0,
        go_on_after: float = GO_ON_AFTER,
    ) -> None:
        self.lobby = Lobby.of(options, players)
        self.game: Game | None = None
        self._identity = identity
        self._host_name = host_name
        self._hands = hands
        self._go_on_after = go_on_after
        self._floor = Floor()
        self._bots: set[bytes] = set()
        self._sitters: list[Peer] = []
        self._used_commits: set[str] = set()
        self._outcome: Literal["played", "stopped"] | None = None
        self._waiting: m.Waiting | None = None

    def handle(self, event: Event, now: str) -> list[Effect]:
        """What is to be done about an event, in order.  ``now`` is the time of day, ``YYYY-MM-DDTHH:MM:SSZ``."""
        effects = list(self._dispatch(event, now))
        effects.extend(self._seat_watchers())
        return effects + list(self._tell_waiting())

    def _dispatch(self, event: Event, now: str) -> Iterator[Effect]:
        match event:
            case Entered():
                yield from self._entered(event)
            case Received(peer=peer, message=message):
                if peer in self._floor.guests:
                    yield from self._received(peer, self._floor.guests[peer], message, now)
            case Lost(peer=peer):
                yield from self._gone(peer, "lost the connection")
            case TimerFired(name=name):
                yield from self._timer(name)
            case BotsWanted(count=count, level=level):
                yield from self._spawn_bots(count, level)
            case Closing(reason=reason):
                yield from self._close(reason)
            case _:
                assert_never(event)

    # -- coming and going -----------------------------------------------------------------------------------------

    def _entered(self, event: Entered) -> Iterator[Effect]:
        join = event.join
        if event.key is None or join.role == "watch":
            if self._floor.watchers >= WATCHERS:
                yield Drop(event.peer, "Too many people watch this table.")
                return
            yield from self._welcome(event.peer, Guest(event.key, clean_text(join.name, NAME_COLUMNS), None))
            return
        try:
            name = seat_name(join.name)
        except TextError as error:
            yield Drop(event.peer, str(error))
            return
        seat = self.lobby.seat_of(event.key)
        if seat is not None:
            yield from self._enter_again(event, seat)
        elif self.game or not self.lobby.empty:
            yield from self._enter_late(event, name)
        else:
            self.lobby.sit(event.key, name, join.role == "bot", event.peer)
            yield from self._welcome_seat(event.peer, event.key)

    def _enter_again(self, event: Entered, seat: int) -> Iterator[Effect]:
        """The key has a seat already: its old connection is given up if it is stale or on demand."""
        if not event.join.take_over and event.silent < STALE_SECONDS:
            yield Drop(event.peer, SITS_ALREADY)
            return
        old = self.lobby.taken(seat)
        if old.peer is not None:
            self._floor.guests.pop(old.peer, None)
            yield Drop(old.peer, "Your seat was taken over from another place.")
        self.lobby.seats[seat] = replace(old, peer=event.peer, commit="")
        if self.game and not self.game.running:
            yield from self._game_without(f"{old.name} came back before the game had begun.")
        yield from self._welcome_seat(event.peer, old.key)

    def _enter_late(self, event: Entered, name: str) -> Iterator[Effect]:
        """The table is full or its game has begun: people watch, bots are of no use."""
        if event.join.role == "bot" or self._floor.watchers >= WATCHERS:
            yield Drop(event.peer, "The table is full, or its game has begun.")
            return
        yield from self._welcome(event.peer, Guest(event.key, name, None))
        why = "A game is being played" if self.game else "The table is full"
        offer = " Type sit to take a bot's seat." if self.lobby.bot_seat() is not None else ""
        yield Send(event.peer, (announcement(f"{why}: you watch.{offer}"),))

    def _welcome_seat(self, peer: Peer, key: bytes) -> Iterator[Effect]:
        seat = self.lobby.seat_of(key)
        assert seat is not None
        yield from self._welcome(peer, Guest(key, self.lobby.taken(seat).name, seat))
        yield from self._tell_lobby(but=peer)

    def _welcome(self, peer: Peer, guest: Guest) -> Iterator[Effect]:
        """Everything that a peer needs to know what all others know, and its own cards."""
        self._floor.guests[peer] = guest
        lines = self.game.lines if self.game else []
        seat = -1 if guest.seat is None else guest.seat
        yield Send(peer, (m.Welcome(seat=seat, name=guest.name, lines=len(lines)), self._lobby_message()))
        if lines:
            yield Send(peer, tuple(record_message(number, line) for number, line in enumerate(lines, 1)), history=True)
        if self.game and guest.seat is not None and (private := self.game.private(guest.seat)):
            yield Send(peer, tuple(private))
        if self._waiting:
            yield Send(peer, (self._waiting,))

    def _tell_lobby(self, but: Peer | None = None) -> Iterator[Effect]:
        yield from self._floor.tell_all(self._lobby_message(), but=but)

    def _lobby_message(self) -> m.Lobby:
        host = self.lobby.seat_of(self._identity.key)
        return self.lobby.message(self._host_name if host is None else self.lobby.taken(host).name)

    def _gone(self, peer: Peer, how: str) -> Iterator[Effect]:
        guest = self._floor.guests.pop(peer, None)
        if guest is None or guest.seat is None:
            return
        self.lobby.leave(guest.seat)
        yield from self._game_without(f"{guest.name} {how}; the game cannot go on.")
        yield from self._tell_lobby()
        yield from self._finish_if_alone()

    def _finish_if_alone(self) -> Iterator[Effect]:
        """When a game has been played and only the host's own bots are left, the table is done."""
        if self._outcome and not self.game and all(seat is None or seat.key in self._bots for seat in self.lobby.seats):
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
            yield from self._floor.announce(reason)
        else:
            yield from self._outs(game, game.stop(), reason)

    def _close(self, reason: str) -> Iterator[Effect]:
        yield from self._game_without(reason)
        for peer in list(self._floor.guests):
            yield Drop(peer, reason)
        self._floor.guests.clear()
        yield Finish("stopped")

    # -- messages -------------------------------------------------------------------------------------------------

    def _received(self, peer: Peer, guest: Guest, message: m.ClientMessage, now: str) -> Iterator[Effect]:
        match message:
            case m.Say(text=text):
                yield from self._say(guest, clean_chat(text))
            case m.Leave():
                yield Drop(peer, "Goodbye.")
                yield from self._gone(peer, "left")
            case m.Heartbeat():
                pass
            case m.Control():
                yield from self._controlled(peer, guest, message)
            case _ if guest.seat is None:
                yield refused(peer, "watching", "Who watches does not play.")
            case _:
                yield from self._from_seat(peer, guest.seat, message, now)

    def _say(self, guest: Guest, text: str) -> Iterator[Effect]:
        seat = -1 if guest.seat is None else guest.seat
        if text:
            yield from self._floor.tell_all(m.Said(seat=seat, name=guest.name, text=text))

    def _from_seat(self, peer: Peer, seat: int, message: m.ClientMessage, now: str) -> Iterator[Effect]:
        game = self.game
        if isinstance(message, m.Ready) and game is None:
            yield from self._ready(peer, seat, message, now)
            return
        if game is None:
            yield refused(peer, "not_now", "No game is being played.")
            return
        try:
            outs = self._offer(game, seat, message)
        except Refusal as refusal:
            yield refused(peer, refusal.code, refusal.sentence)
            return
        yield from self._outs(game, outs)

    def _ready(self, peer: Peer, seat: int, message: m.Ready, now: str) -> Iterator[Effect]:
        """A commitment serves for one table, and for the terms it names: one that comes late is not taken."""
        commit = message.commit
        if message.terms != self.lobby.terms:
            yield refused(peer, "stale", "The table has changed; look at it again before you play.")
            return
        if commit in self._used_commits:
            yield refused(peer, "stale", "That was for a table before this one; get ready again.")
            return
        self.lobby.ready(seat, commit)
        yield from self._tell_lobby()
        yield from self._start_if_ready(now)

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

    # -- controls -------------------------------------------------------------------------------------------------

    def _controlled(self, peer: Peer, guest: Guest, message: m.Control) -> Iterator[Effect]:
        try:
            control = read_control(message, playing=self.game is not None)
            if not isinstance(control, Sit) and guest.key != self._identity.key:
                raise ControlError("Only the host can do that.")
            yield from self._control(peer, guest, control)
        except ControlError as error:
            yield refused(peer, "control", str(error))

    def _control(self, peer: Peer, guest: Guest, control: Control) -> Iterator[Effect]:
        match control:
            case SetOption(key=key, value=value):
                self.lobby.set_option(key, value)
                yield from self._floor.announce(f"{guest.name} set {key} to {value}. Get ready again if you agree.")
                yield from self._tell_lobby()
            case SetPlayers(players=players):
                self.lobby.set_players(players)
                self._reseat()
                yield from self._floor.announce(f"The table has {players} seats now. Get ready again if you agree.")
                yield from self._tell_lobby()
            case AddBot(level=level):
                if not self.lobby.empty:
                    raise ControlError("Every seat is taken. Make room with players N.")
                yield from self._spawn_bots(1, level)
            case Start():
                yield from self._spawn_bots(self.lobby.empty, "normal")
            case Kick(name=name):
                yield from self._kick(guest, name)
            case EndGame():
                yield from self._game_without(f"{guest.name} ended the game.")
                yield from self._tell_lobby()
            case Sit():
                yield from self._ask_for_seat(peer, guest)
            case _:
                assert_never(control)

    def _spawn_bots(self, count: int, level: str) -> Iterator[Effect]:
        """Start bots of the host, each with a key of its own; they come in by the door, as everybody does."""
        for _ in range(count):
            number = len(self._bots)
            self._bots.add(self._identity.bot(number).key)
            yield SpawnBot(number, level)

    def _kick(self, guest: Guest, name: str) -> Iterator[Effect]:
        seat = self.lobby.named(name)
        taken = self.lobby.taken(seat)
        if taken.key == guest.key:
            raise ControlError("You cannot send yourself away; leave with quit.")
        self.lobby.leave(seat)
        if taken.peer is not None:
            self._floor.guests.pop(taken.peer, None)
            yield Drop(taken.peer, f"{guest.name} sent you away from the table.")
        yield from self._floor.announce(f"{taken.name} was sent away.")
        yield from self._tell_lobby()

    def _reseat(self) -> None:
        """The seats were numbered anew."""
        for guest in self._floor.guests.values():
            if guest.seat is not None and guest.key is not None:
                guest.seat = self.lobby.seat_of(guest.key)

    def _ask_for_seat(self, peer: Peer, guest: Guest) -> Iterator[Effect]:
        if guest.key is None or self.lobby.seat_of(guest.key) is not None:
            raise ControlError("You have a seat, or no key to take one.")
        if not self.lobby.empty and self.lobby.bot_seat() is None:
            raise ControlError("No seat is empty, and no bot has one.")
        try:
            guest.name = seat_name(guest.name)
        except TextError as error:
            raise ControlError(str(error)) from None
        if peer not in self._sitters:
            self._sitters.append(peer)
        if self.game:
            yield Send(peer, (announcement("You take a bot's seat when this hand is over."),))

    def _seat_watchers(self) -> Iterator[Effect]:
        """Give seats to the watchers that asked for one, as soon as that can be done."""
        for peer in list(self._sitters):
            guest = self._floor.guests.get(peer)
            if guest is None or guest.key is None or self.lobby.seat_of(guest.key) is not None:
                self._sitters.remove(peer)
            elif (seat := self._seat_for(guest.key)) is not None:
                self._sitters.remove(peer)
                yield from self._sit_down(peer, guest, guest.key, seat)

    def _seat_for(self, key: bytes) -> int | None:
        """A seat that a watcher's key can have now."""
        seat = self.lobby.bot_seat()
        if self.game is None:
            return self.lobby.seats.index(None) if self.lobby.empty else seat
        return seat if seat is not None and self.game.may_replace(seat, key) else None

    def _sit_down(self, peer: Peer, guest: Guest, key: bytes, seat: int) -> Iterator[Effect]:
        old = self.lobby.seats[seat]
        if old and old.peer is not None:
            self._floor.guests.pop(old.peer, None)
            yield Drop(old.peer, f"{guest.name} takes this seat.")
        self.lobby.leave(seat)
        self.lobby.put(seat, key, guest.name, peer)
        guest.seat, guest.name = seat, self.lobby.taken(seat).name
        if self.game:
            yield from self._outs(self.game, self.game.replace_bot(seat, key, guest.name))
        yield from self._tell_lobby()

    # -- the game ---------------------------------------------------------------------------------------------------

    def _start_if_ready(self, now: str) -> Iterator[Effect]:
        if self.lobby.all_ready:
            self._used_commits.update(seat.commit for seat in self.lobby.seated())
            self.game = self.game_type(self._identity, self.lobby.options, self.lobby.seated(), now, self._hands)
            yield from self._outs(self.game, self.game.begin())

    def _outs(self, game: Game, outs: list[Out], reason: str = "") -> Iterator[Effect]:
        for out in outs:
            match out:
                case Written(number=number, line=line):
                    yield Append(number, line)
                    yield from self._floor.tell_all(record_message(number, line))
                case Private(seat=seat, message=message):
                    yield from self._floor.tell_seat(seat, message)
        if game.over:
            yield from self._end_of_game(game, reason)

    def _end_of_game(self, game: Game, reason: str) -> Iterator[Effect]:
        """Back to the lobby; ``reason`` says why the game was cut short, if it was."""
        self.game = None
        self._outcome = "stopped" if reason or game.state.end is None else "played"
        self.lobby.nobody_ready()
        yield CloseLog()
        if reason:
            yield from self._floor.announce(reason)
        yield from self._tell_lobby()
        yield from self._finish_if_alone()

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
            yield from self._floor.tell_all(waiting)
        if waiting and waiting.doing == "ready" and not (was and was.doing == "ready"):
            yield StartTimer(GO_ON, self._go_on_after)
        elif was and was.doing == "ready" and not (waiting and waiting.doing == "ready"):
            yield StopTimer(GO_ON)
