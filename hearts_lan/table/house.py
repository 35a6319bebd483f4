"""What is true at a table: who is in the room, who sits where, which game is played, and what it stands still for."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from hearts_lan.fairness.identity import Identity
from hearts_lan.table.events import Append, CloseLog, DiscardLog, Drop, Effect, Finish, Peer, SpawnBot
from hearts_lan.table.floor import Floor, record_message
from hearts_lan.table.game import Game, Out, Private, Written
from hearts_lan.table.lobby import Lobby
from hearts_lan.table.pen import Reason
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m

GRACE = 60.0
"""Seconds in which who lost the connection can come back before a bot plays."""

ANSWER = 60.0
"""Seconds that a program may take for what it does by itself, or beyond the limit of a turn."""

GO_ON_AFTER = 20.0
"""Seconds after which the next hand begins though somebody is not ready."""


MOST_RETURNS = 3
"""So often in a hand a bot gives a seat back; whoever goes once more is played to the end of that hand."""


class Standing(Enum):
    """What a game may stand still for, beside the seats whose turn it is."""

    NOT = "it goes on"
    PAUSED = "the host has paused it"
    GATHERING = "the host was started anew, and the players come back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The times of a table in seconds; ``turn`` is how long a decision may take, 0 for as long as one likes."""

    go_on: float = GO_ON_AFTER
    grace: float = GRACE
    answer: float = ANSWER
    turn: int = 0


@dataclass(slots=True)
class House:
    """The state of a table.

    ``given_up`` are the seats of the game for which a bot shall play until their player is back, ``covers`` the
    keys of such bots with their seats, ``barred`` the keys that were sent away from the game.  ``held`` are messages
    that wait until a game that stands still goes on.  ``last`` are the lines of the game that ended last.
    """

    identity: Identity
    lobby: Lobby
    times: Times
    host_name: str = ""
    hands: int = 0
    game_type: type[Game] = Game
    game: Game | None = None
    floor: Floor = field(default_factory=Floor)
    bots: set[bytes] = field(default_factory=set)
    bots_made: int = 0
    given_up: dict[int, Reason] = field(default_factory=dict)
    covers: dict[bytes, int] = field(default_factory=dict)
    barred: set[bytes] = field(default_factory=set)
    standing: Standing = Standing.NOT
    held: list[tuple[Peer, m.ClientMessage]] = field(default_factory=list)
    last: list[Line] = field(default_factory=list)
    sitters: list[Peer] = field(default_factory=list)
    outcome: Literal["played", "stopped"] | None = None
    returned: frozenset[tuple[int, int]] = frozenset()
    """The seats whose players came back since the last line of the log, each with the number of that line."""
    given_back: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often a seat was given back by a bot, by hand and seat."""

    # -- the lobby ---------------------------------------------------------------------------------------------------

    def lobby_message(self) -> m.Lobby:
        """The lobby as everybody may see it."""
        host = self.lobby.seat_of(self.identity.key)
        return self.lobby.message(self.host_name if host is None else self.lobby.taken(host).name)

    def tell_lobby(self, but: Peer | None = None) -> Iterator[Effect]:
        """Show everybody the lobby."""
        yield from self.floor.tell_all(self.lobby_message(), but=but)

    def spawn_bots(self, count: int, level: str) -> Iterator[Effect]:
        """Start bots of the host, each with a key of its own; they come in by the door, as everybody does."""
        for _ in range(count):
            number = self.new_bot()
            self.bots.add(self.identity.bot(number).key)
            yield SpawnBot(number, level)

    def new_bot(self) -> int:
        """The number of a bot whose key this table has not seen, nor the log of its game."""
        used = self.game.state.used_keys if self.game else frozenset()
        while True:
            number, self.bots_made = self.bots_made, self.bots_made + 1
            if self.identity.bot(number).key not in used:
                return number

    # -- the game ----------------------------------------------------------------------------------------------------

    def note_return(self, seat: int) -> None:
        """A player is back: for what comes next its program has its time anew, but once only."""
        count = self.game.state.count if self.game else 0
        self.returned = frozenset({one for one in self.returned if one[0] == count} | {(count, seat)})

    def may_return(self, seat: int) -> bool:
        """Whether a bot would give a seat back now; not to a player who comes and goes all the time."""
        return self.game is None or self.given_back[self.game.state.hand_number, seat] < MOST_RETURNS

    @property
    def running(self) -> Game | None:
        """The game, if its log counts already."""
        return self.game if self.game and self.game.running else None

    def may_take_back(self, seat: int) -> bool:
        """Whether a player can have its seat back by itself: who withheld what its program signs needs the host, or it
        could do so in a second hand and end the game."""
        return self.given_up.get(seat) != "failed"

    def is_away(self, seat: int) -> bool:
        """Whether the player of a seat of the game has no connection."""
        taken = self.lobby.seats[seat]
        return taken is not None and taken.peer is None

    def awaited(self) -> list[int]:
        """The seats whose players are away and not given up."""
        if self.running is None:
            return []
        return [seat for seat in range(len(self.lobby.seats)) if self.is_away(seat) and seat not in self.given_up]

    def carry_out(self, game: Game, outs: list[Out], reason: str = "") -> Iterator[Effect]:
        """Write and send what the game asks for; ``reason`` says why the game is cut short, if it is."""
        for out in outs:
            match out:
                case Written(number=number, line=line):
                    yield Append(number, line)
                    yield from self.floor.tell_all(record_message(number, line))
                case Private(seat=seat, message=message):
                    yield from self.floor.tell_key(game.state.speakers[seat].key, message)
        if game.over:
            yield from self._end(game, reason)

    def end_game(self, reason: str) -> Iterator[Effect]:
        """End the game before it is decided, if there is one."""
        game = self.game
        if game is None:
            return
        if game.running:
            yield from self.carry_out(game, game.stop(), reason)
            return
        self.game = None
        self.lobby.nobody_ready()
        yield from self._clear_seats()
        yield DiscardLog()
        yield from self.floor.announce(reason)
        yield from self.tell_lobby()

    def _end(self, game: Game, reason: str) -> Iterator[Effect]:
        """Back to the lobby."""
        self.game, self.last = None, game.lines
        self.outcome = "stopped" if reason or game.fault or game.state.end is None else "played"
        self.lobby.nobody_ready()
        yield CloseLog()
        if reason := reason or game.fault:
            yield from self.floor.announce(reason)
        yield from self._clear_seats()
        yield from self.tell_lobby()
        yield from self.finish_if_alone()

    def _clear_seats(self) -> Iterator[Effect]:
        """After a game: who is away has no seat any more, and bots that stood in leave."""
        for peer, guest in list(self.floor.guests.items()):
            if guest.key in self.covers:
                del self.floor.guests[peer]
                yield Drop(peer, "The game is over.")
        for number, seat in enumerate(self.lobby.seats):
            if seat and seat.peer is None:
                self.lobby.leave(number)
        self.standing = Standing.NOT
        for things in (self.given_up, self.covers, self.barred, self.held, self.given_back):
            things.clear()

    def finish_if_alone(self) -> Iterator[Effect]:
        """When a game has been played and only the host's own bots are left, the table is done."""
        if self.outcome and not self.game and all(seat is None or seat.key in self.bots for seat in self.lobby.seats):
            yield Finish(self.outcome)
