"""What a table says by itself and how long it waits: for whom the game waits, who is away, and the timers.

After every event the timers and notices that should be are compared with those that are; only changes are effects.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hearts_lan.table.cover import give_up
from hearts_lan.table.events import Drop, Effect, StartTimer, StopTimer
from hearts_lan.table.game import Game
from hearts_lan.table.house import House, Standing
from hearts_lan.wire import messages as m

GO_ON = "go on"
"""The timer after which the next hand begins though somebody is not ready."""

PATIENCE = "patience"
"""The timer of what the game waits for: what programs do by themselves, and decisions where a turn has a limit."""

GATHERED = "gathered"
"""The timer after which a game goes on whose host was started anew, when everybody is back."""

GATHERED_SECONDS = 2.0
"""Time for players to give the host lines that its log lacks."""

AWAY = "away "
"""The timer of a seat whose player is gone begins like this; the seat follows."""

DECISIONS = frozenset({"pass", "play", "moon"})

State: TypeAlias = Literal["here", "away", "bot"]
Timers: TypeAlias = dict[str, tuple[object, float]]


@dataclass(slots=True)
class Clock:
    """What was last said to everybody, and the timers that run, each with what it is for."""

    waiting: m.Waiting | None = None
    timed: bytes = b""
    """The head for which a limit was said: the time of a new turn is said also to whoever had the last one."""
    states: dict[int, State] = field(default_factory=dict)
    running: dict[str, object] = field(default_factory=dict)

    def notices(self) -> Iterator[m.HostMessage]:
        """What a newcomer must be told."""
        yield from (m.Status(seat=seat, state=state) for seat, state in self.states.items() if state != "here")
        if self.waiting:
            yield self.waiting

    def tick(self, house: House) -> Iterator[Effect]:
        """Say what has changed, and start and stop timers."""
        for seat, state in (states := _states(house)).items():
            if state != self.states.get(seat, "here"):
                yield from house.floor.tell_all(m.Status(seat=seat, state=state))
        self.states = states
        waiting = _waiting(house)
        timed = house.game.state.expected_seen if house.game and waiting and waiting.seconds >= 0 else b""
        if waiting and (waiting, timed) != (self.waiting, self.timed):
            yield from house.floor.tell_all(waiting)
        self.waiting, self.timed = waiting, timed
        yield from self._set(_timers(house))

    def _set(self, timers: Timers) -> Iterator[Effect]:
        for name in [name for name in self.running if name not in timers]:
            del self.running[name]
            yield StopTimer(name)
        for name, (purpose, seconds) in timers.items():
            if self.running.get(name) != purpose:
                self.running[name] = purpose
                yield StartTimer(name, seconds)

    def fired(self, house: House, name: str) -> Iterator[Effect]:
        """A timer has run out; one that was stopped meanwhile means nothing."""
        if self.running.pop(name, None) is None or house.game is None:
            return
        if name == GO_ON:
            yield from house.carry_out(house.game, house.game.go_on_anyway())
        elif name == GATHERED:
            house.standing = Standing.NOT
            yield from house.carry_out(house.game, house.game.resume())
        elif name == PATIENCE:
            yield from _out_of_patience(house, house.game)
        else:
            give_up(house, int(name.removeprefix(AWAY)), "away")


def _states(house: House) -> dict[int, State]:
    """Who plays for each seat of the game."""
    return {seat: _state(house, seat) for seat in range(house.running.state.players)} if house.running else {}


def _state(house: House, seat: int) -> State:
    if seat in house.given_up:
        return "bot"
    if house.is_away(seat):
        return "away"
    return "here" if house.game and house.game.speaks(seat, house.lobby.taken(seat).key) else "bot"


def _waiting(house: House) -> m.Waiting | None:
    if house.game is None:
        return None
    if house.standing is Standing.PAUSED:
        return m.Waiting(seats=(), doing="paused", seconds=-1)
    if house.standing is Standing.GATHERING:
        return m.Waiting(seats=tuple(house.awaited()), doing="return", seconds=-1)
    waiting = house.game.waiting()
    if waiting and house.times.turn and not house.game.is_automatic and waiting.doing in DECISIONS:
        return m.Waiting(seats=waiting.seats, doing=waiting.doing, seconds=house.times.turn)
    return waiting


def _timers(house: House) -> Timers:
    """The timers that should run, each with its purpose: a timer with a new purpose starts anew."""
    game = house.game
    if game is None or house.standing is Standing.PAUSED:
        return {}
    timers: Timers = {f"{AWAY}{seat}": (seat, house.times.grace) for seat in house.awaited()}
    waiting, state = game.waiting(), game.state
    if house.standing is Standing.GATHERING:
        return timers or {GATHERED: (state.count, GATHERED_SECONDS)}
    if waiting is None:
        return timers
    purpose = (waiting.doing, state.hand_number, state.expected_seen, house.returned)
    if waiting.doing == "ready":
        timers[GO_ON] = (state.hand_number, house.times.go_on)
    elif game.is_automatic:
        timers[PATIENCE] = (purpose, house.times.answer)
    elif house.times.turn:
        timers[PATIENCE] = (purpose, house.times.turn + house.times.answer)
    return timers


def _out_of_patience(house: House, game: Game) -> Iterator[Effect]:
    """What had to come has not: bots play for those seats, or, before a game has begun, they are free."""
    late = [seat for seat in game.late() if seat not in house.given_up and not house.is_away(seat)]
    names = ", ".join(house.lobby.taken(seat).name for seat in late)
    if game.running:
        for seat in late:
            give_up(house, seat, "failed" if game.is_automatic else "away")
        if late:  # who is away has a time of its own
            yield from house.floor.announce(f"No answer from {names}; a bot plays on.")
        return
    for seat in late:
        peer = house.lobby.taken(seat).peer
        house.lobby.leave(seat)
        if peer is not None:
            house.floor.guests.pop(peer, None)
            yield Drop(peer, "Your program did not answer.")
    yield from house.end_game(f"No answer from {names}; the game has not begun.")
