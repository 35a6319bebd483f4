"""The host's brain: ``handle(event) -> effects``.  It owns peers, seats, phases and time; it never sees bytes.

A game that stands still waits for seats (`Game.waiting`); everything public goes to every peer as records, and
what is private only through `Game.private`.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.table import doors
from hearts_lan.table.clock import Clock
from hearts_lan.table.cover import settle
from hearts_lan.table.events import (
    BotsWanted,
    Closing,
    Drop,
    Effect,
    Entered,
    Event,
    Lost,
    Peer,
    Received,
    Send,
    TimerFired,
)
from hearts_lan.table.floor import Guest, refused
from hearts_lan.table.game import Game, Out
from hearts_lan.table.house import House, Standing, Times
from hearts_lan.table.lobby import Lobby
from hearts_lan.table.orders import controlled, seat_watchers
from hearts_lan.table.refusal import Refusal
from hearts_lan.table.resumed import bots_of, check_resumable, own_bots, seats_of, sent_away
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean_chat

MOST_HELD = 8
"""Messages of one peer that wait while a game stands still; its program sends fewer."""


class Table:
    """A table that is hosted.  ``handle`` never raises for what a peer does."""

    def __init__(
        self,
        identity: Identity,
        options: rules.Options,
        players: int,
        *,
        host_name: str = "",
        hands: int = 0,
        times: Times = Times(),  # noqa: B008 - frozen
    ) -> None:
        """``hands`` stops a game after so many (0: never)."""
        self._house = House(identity, Lobby.of(options, players), times, host_name, hands)
        self._clock = Clock()
        self._used_commits: set[str] = set()

    @classmethod
    def resumed(
        cls,
        identity: Identity,
        lines: Sequence[Line],
        *,
        host_name: str = "",
        hands: int = 0,
        times: Times = Times(),  # noqa: B008
    ) -> "Table":
        """A table whose game goes on from its log, once its players are back or given up.

        Raises ``Refused`` when the log does not stand, and `NotResumable` when nothing can follow it.
        """
        game = Game(identity, hands)
        game.read(lines, bots_of(identity))
        check_resumable(game.state, identity.key)
        table = cls(
            identity, game.state.rules.options, game.state.players, host_name=host_name, hands=hands, times=times
        )
        house = table._house
        house.game, house.standing = game, Standing.GATHERING
        house.lobby.seats = seats_of(game.state, house)
        house.barred = sent_away(game.state, lines)
        return table

    @property
    def lobby(self) -> Lobby:
        """The seats, and the options of the next game."""
        return self._house.lobby

    @property
    def game(self) -> Game | None:
        """The game that is played."""
        return self._house.game

    @property
    def game_type(self) -> type[Game]:
        """What plays the games: a modified host has another."""
        return self._house.game_type

    @game_type.setter
    def game_type(self, game_type: type[Game]) -> None:
        self._house.game_type = game_type

    def handle(self, event: Event, now: str) -> list[Effect]:
        """What is to be done about an event, in order.  ``now`` is the time of day, ``YYYY-MM-DDTHH:MM:SSZ``."""
        effects = list(self._dispatch(event, now))
        effects.extend(self._go_on(now))
        effects.extend(self._clock.tick(self._house))
        return effects

    def _dispatch(self, event: Event, now: str) -> Iterator[Effect]:
        house = self._house
        match event:
            case Entered():
                yield from doors.enter(house, event)
                if event.peer in house.floor.guests and (notices := tuple(self._clock.notices())):
                    yield Send(event.peer, notices)
            case Received(peer=peer, message=message):
                if peer in house.floor.guests:
                    yield from self._received(peer, house.floor.guests[peer], message, now)
            case Lost(peer=peer):
                yield from doors.leave(house, peer, "lost the connection")
            case TimerFired(name=name):
                yield from self._clock.fired(house, name)
            case BotsWanted(count=count, level=level):
                yield from self._bots_wanted(count, level)
            case Closing(reason=reason, keep=keep):
                yield from doors.close(house, reason, keep)
            case _:
                assert_never(event)

    def _bots_wanted(self, count: int, level: str) -> Iterator[Effect]:
        """In a game that was resumed the bots are those that its log names."""
        house = self._house
        yield from own_bots(house, level) if house.game else house.spawn_bots(count, level)

    def _go_on(self, now: str) -> Iterator[Effect]:
        """Whatever has become possible: substitutions, seats for watchers, the end of a standstill."""
        house = self._house
        yield from settle(house)
        yield from seat_watchers(house)
        if house.standing is Standing.NOT and house.held:
            held, house.held = house.held, []
            for peer, message in held:
                yield from self._dispatch(Received(peer, message), now)
            yield from self._go_on(now)

    # -- messages -------------------------------------------------------------------------------------------------

    def _received(self, peer: Peer, guest: Guest, message: m.ClientMessage, now: str) -> Iterator[Effect]:
        match message:
            case m.Say(text=text):
                yield from self._say(guest, clean_chat(text))
            case m.Leave():
                yield Drop(peer, "Goodbye.")
                yield from doors.leave(self._house, peer, "left")
            case m.Heartbeat():
                pass
            case m.Control():
                yield from controlled(self._house, peer, guest, message)
            case _ if guest.seat is None:
                yield refused(peer, "watching", "Who watches does not play.")
            case _:
                yield from self._from_seat(peer, guest, guest.seat, message, now)

    def _say(self, guest: Guest, text: str) -> Iterator[Effect]:
        seat = -1 if guest.seat is None else guest.seat
        if text:
            yield from self._house.floor.tell_all(m.Said(seat=seat, name=guest.name, text=text))

    def _from_seat(self, peer: Peer, guest: Guest, seat: int, message: m.ClientMessage, now: str) -> Iterator[Effect]:
        game = self.game
        if isinstance(message, m.Ready) and game is None:
            yield from self._ready(peer, seat, message, now)
            return
        if game is None:
            yield refused(peer, "not_now", "No game is being played.")
            return
        try:
            outs = self._offer(game, guest, seat, message)
        except Refusal as refusal:
            yield refused(peer, refusal.code, refusal.sentence)
        except _Held:
            yield from self._hold(peer, message)
        else:
            yield from self._house.carry_out(game, outs)

    def _hold(self, peer: Peer, message: m.ClientMessage) -> Iterator[Effect]:
        """A game that stands still takes nothing until it goes on; from those who are gone by then, neither."""
        house = self._house
        house.held = [(held, waits) for held, waits in house.held if held in house.floor.guests]
        if sum(held == peer for held, _ in house.held) < MOST_HELD:
            house.held.append((peer, message))
        else:
            yield refused(peer, "too_fast", "The game stands still.")

    def _offer(self, game: Game, guest: Guest, seat: int, message: m.ClientMessage) -> list[Out]:
        standing = self._house.standing
        match message:
            case m.Submit(payload=payload, signature=signature) if standing is Standing.GATHERING:
                return _adopted(game, Line(payload, bytes.fromhex(signature)))
            case _ if standing is not Standing.NOT:
                raise _Held
            case m.Submit(payload=payload, signature=signature):
                return game.submit(seat, payload, bytes.fromhex(signature))
            case m.PassCards() | m.Ready() if guest.key is None or not game.speaks(seat, guest.key):
                raise Refusal("bot_plays", "A bot plays for you; take your seat back with sit.")
            case m.PassCards():
                return game.pass_cards(seat, message)
            case m.Ready():
                return game.go_on(seat)
            case _:
                raise Refusal("not_yet", "This host does not take that message.")

    # -- the game ---------------------------------------------------------------------------------------------------

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
        yield from self._house.tell_lobby()
        yield from self._start_if_ready(now)

    def _start_if_ready(self, now: str) -> Iterator[Effect]:
        house = self._house
        if self.lobby.all_ready:
            self._used_commits.update(seat.commit for seat in self.lobby.seated())
            house.game = house.game_type(house.identity, house.hands)
            outs = house.game.begin(self.lobby.options, self.lobby.seated(), now)
            yield from house.carry_out(house.game, outs)


class _Held(Exception):
    """A message that waits until the game goes on."""


def _adopted(game: Game, line: Line) -> list[Out]:
    """A line that the log lacks because the host was stopped before it had it; others wait.  Raises `_Held`."""
    try:
        return game.adopt(line)
    except Refusal:
        raise _Held from None
