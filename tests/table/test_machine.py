"""The table under everything that may happen to it, in any order: it never raises, every line of its log stands,
and players who play by the rules have nothing to dispute."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hearts_lan.cards import DECK, card_text
from hearts_lan.rules import Options
from hearts_lan.table import events
from hearts_lan.table.house import Standing, Times
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State, feed
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import fold
from tests.kit import Room, Seat, judged, signed, submit

PLAYERS = 3
KEYS = 5
"""Guests that come and come again; the last key is the host's own."""

NAMES = ["guest0", "guest1", "guest2"]

CONTROLS = ["start", "kick", "end", "sit", "players", "set", "bot", "pause"]
ARGUMENTS = ["", "3", "4", "5", "guest1", "target=5", "variant=cancellation", "easy"]

hexes = st.sampled_from(["00" * 32, "ab" * 32, "ff" * 32])
cards = st.sampled_from([card_text(card) for card in DECK])
names = st.text(max_size=30) | st.sampled_from(["Alex", "ALEX", "\u202eAlex", "e\u0301" * 24, "\x1b[2J", ""])
nonsense = st.one_of(
    st.builds(m.Submit, payload=st.text(min_size=1, max_size=40), signature=st.just("00" * 64)),
    st.builds(m.PassCards, hand=st.integers(1, 3), cards=st.tuples(cards, cards, cards), nonce=hexes),
    st.builds(m.Ready, commit=hexes),
    st.builds(m.Say, text=st.text(min_size=1, max_size=20)),
    st.builds(m.Control, command=st.sampled_from(CONTROLS), argument=st.text(max_size=5)),
    st.just(m.Heartbeat()),
    st.builds(m.Join, role=st.just("player"), name=names, lines=st.just(0), head=hexes),
)


def forgeries(state: State, seat: int, hand: int, card: str, digest: str) -> list[r.Record]:
    """Records of every type for this very place in the log, as far as a stranger to the rules can make them."""
    seen = state.expected_seen.hex()
    zeros = (0,) * max(state.players, PLAYERS)
    return [
        r.Nonce(by=seat, seen=seen, nonce=digest),
        r.Commit(by=seat, seen=seen, hand=hand, commit=digest),
        r.Reveal(by=seat, seen=seen, hand=hand, seed=digest),
        r.Pass(by=seat, seen=seen, hand=hand, commit=digest),
        r.Play(by=seat, seen=state.head.hex(), hand=hand, card=card),
        r.Moon(by=seat, seen=seen, hand=hand, choice="add"),
        r.Agree(by=seat, seen=seen, hand=hand, totals=zeros),
        r.Dispute(by=seat, seen=state.head.hex(), hand=hand, reason=""),
        r.Deal(by="host", seen=seen, hand=hand, commit=digest),
        r.Open(by="host", seen=seen, hand=hand, secret=digest, passes=(), points=zeros, totals=zeros),
        r.Void(by="host", seen=seen, hand=hand, seat=-1, reason="stopped", secret=""),
        r.End(by="host", seen=seen, totals=zeros, winners=(), reason="stopped"),
    ]


PLAYED = r.Deal | r.Commit | r.Pass | r.Play | r.Moon | r.Open | r.Agree
"""What is not written while the host has paused the game; a hand that somebody gave up may still be voided."""


class Audited(Room):
    """A room whose every line is fed to an audit of its own."""

    audit = State()

    @property
    def standing(self) -> Standing:
        return self.table._house.standing

    def do(self, effect: events.Effect) -> None:
        match effect:
            case events.Append(number=number, line=line):
                self.audit = feed(State() if number == 1 else self.audit, line)
                assert self.audit.count == number
                assert self.standing is not Standing.PAUSED or not isinstance(self.audit.last, PLAYED)
            case events.StartTimer():
                assert self.standing is not Standing.PAUSED
            case events.Send(messages=messages):
                assert messages
            case _:
                pass
        super().do(effect)


class Tables(RuleBasedStateMachine):
    """Guests come and go, play, talk nonsense and forge; timers run out."""

    @initialize(points=st.sampled_from([1, 40]), turn=st.sampled_from([0, 30]), host_plays=st.booleans())
    def open(self, points: int, turn: int = 0, host_plays: bool = False) -> None:
        self.room = Audited(PLAYERS, Options(target=points), hands=3, times=Times(turn=turn))
        self.room.seats.clear()
        self.modified: set[int] = set()
        for key in range(PLAYERS):
            self.arrive(KEYS if host_plays and not key else key, f"guest{key}", "player")

    def here(self) -> list[int]:
        return [number for number, seat in enumerate(self.room.seats) if not seat.dropped]

    @rule(
        key=st.integers(0, KEYS),
        name=names,
        role=st.sampled_from(["player", "player", "bot", "watch"]),
        take_over=st.booleans(),
        silent=st.sampled_from([0.0, 7.0]),
    )
    def arrive(self, key: int, name: str, role: str, take_over: bool = False, silent: float = 0.0) -> None:
        seat = Seat("host" if key == KEYS else f"guest{key}", self.room.host.key)
        seat.games = 3
        seat.pasts = [old.log for old in self.room.seats if old.identity == seat.identity]
        self.room.seats.append(seat)
        join = m.Join(role=role, name=name, lines=0, head="0" * 64, take_over=take_over)  # type: ignore[arg-type]
        self.room.handle(events.Entered(len(self.room.seats) - 1, seat.identity.key, join, silent))

    @rule(most=st.integers(1, 120))
    def play(self, most: int) -> None:
        for _ in range(most):
            if not self.room.step():
                return

    @precondition(lambda self: self.here())
    @rule(data=st.data(), leaving=st.booleans())
    def go(self, data: st.DataObject, leaving: bool) -> None:
        number = data.draw(st.sampled_from(self.here()))
        if leaving:
            self.room.handle(events.Received(number, m.Leave()))
        self.room.lose(number)

    @precondition(lambda self: self.here())
    @rule(data=st.data(), command=st.sampled_from(CONTROLS), argument=st.sampled_from(ARGUMENTS))
    def control(self, data: st.DataObject, command: str, argument: str) -> None:
        """By anybody: who is not the host is refused."""
        number = data.draw(st.sampled_from(self.here()))
        if command == "sit":
            self.room.take(number, self.room.seats[number].player.sit())
        else:
            self.room.handle(events.Received(number, m.Control(command=command, argument=argument)))

    @precondition(lambda self: self.hosts())
    @rule(data=st.data(), command=st.sampled_from(["pause", "bot", "kick"]), argument=st.sampled_from(NAMES))
    def order(self, data: st.DataObject, command: str, argument: str) -> None:
        """By the host, of somebody who may be at the table."""
        number = data.draw(st.sampled_from(self.hosts()))
        self.room.handle(events.Received(number, m.Control(command=command, argument=argument)))

    def hosts(self) -> list[int]:
        return [number for number in self.here() if self.room.seats[number].identity == self.room.host]

    @precondition(lambda self: self.room.table.game and self.room.table.game.running)
    @rule()
    def restart(self) -> None:
        """The host is killed, and goes on from its log."""
        self.room.restart()

    @precondition(lambda self: self.here())
    @rule(data=st.data(), message=nonsense)
    def talk_nonsense(self, data: st.DataObject, message: m.ClientMessage) -> None:
        number = data.draw(st.sampled_from(self.here()))
        self.modified.add(number)
        self.room.handle(events.Received(number, message))

    @precondition(lambda self: self.here() and self.room.table.game)
    @rule(data=st.data(), seat=st.integers(0, PLAYERS), hand=st.integers(1, 3), card=cards, digest=hexes)
    def forge(self, data: st.DataObject, seat: int, hand: int, card: str, digest: str) -> None:
        number = data.draw(st.sampled_from(self.here()))
        self.modified.add(number)
        state, who = self.room.game.state, self.room.seats[number].identity
        for record in data.draw(st.permutations(forgeries(state, seat, hand, card, digest)))[:4]:
            if self.room.table.game:
                self.room.handle(events.Received(number, submit(signed(who, state.game_id, record))))

    @precondition(lambda self: self.here() and self.room.submitted)
    @rule(data=st.data())
    def replay(self, data: st.DataObject) -> None:
        """Send once more what somebody sent before."""
        number = data.draw(st.sampled_from(self.here()))
        _, message = data.draw(st.sampled_from(self.room.submitted[-30:]))
        if not isinstance(message, m.Leave):
            self.modified.add(number)
            self.room.handle(events.Received(number, message))

    @rule(data=st.data(), running=st.booleans())
    def timer(self, data: st.DataObject, running: bool) -> None:
        """One that runs is over, or one that was stopped meanwhile."""
        names = list(self.room.timers) if running else ["go on", "away 1", "away 9", "patience", "other"]
        name = data.draw(st.sampled_from(names or ["go on"]))
        self.room.timers.pop(name, None)
        self.room.handle(events.TimerFired(name))

    @precondition(
        lambda self: any(seat.dropped == "lost" and not seat.name.startswith("bot") for seat in self.room.seats)
    )
    @rule(data=st.data(), afresh=st.booleans())
    def come_back(self, data: st.DataObject, afresh: bool) -> None:
        """The same program finds the host again, or another one with the same log does."""
        seats = enumerate(self.room.seats)
        lost = [number for number, seat in seats if seat.dropped == "lost" and not seat.name.startswith("bot")]
        number = data.draw(st.sampled_from(lost))
        seat = self.room.seats[number]
        seat.pasts = [other.log for other in self.room.seats if other.identity == seat.identity and other is not seat]
        peer = self.room.come_back(number, afresh=afresh)
        if number in self.modified:
            self.modified.add(peer)

    @invariant()
    def seats_have_one_owner_each(self) -> None:
        seats = [seat for seat in self.room.table.lobby.seats if seat]
        for owners in (
            [seat.peer if seat.peer is not None else seat.key for seat in seats],
            [seat.key for seat in seats],
            [fold(seat.name) for seat in seats],
        ):
            assert len(set(owners)) == len(seats)
        assert all(seat.peer is None or not self.room.seats[seat.peer].dropped for seat in seats)

    @invariant()
    def honest_players_have_nothing_to_dispute(self) -> None:
        for number, seat in enumerate(self.room.seats):
            assert number in self.modified or not seat.dispute, seat.dispute

    @invariant()
    def a_pause_stops_all_timers(self) -> None:
        assert self.room.standing is not Standing.PAUSED or not self.room.timers

    @invariant()
    def who_was_sent_away_has_no_seat(self) -> None:
        house = self.room.table._house
        for seat in self.room.table.lobby.seats:
            assert not (seat and seat.peer is not None and seat.key in house.barred)

    def play_on(self) -> None:
        """Everybody plays, nobody comes back, and time goes by: every game ends that a modified player cannot stall
        by taking its time where there is no limit."""
        house = self.room.table._house
        if self.room.standing is Standing.PAUSED:
            house.standing = Standing.NOT
            self.room.handle(events.TimerFired("none"))
        for _ in range(300):
            self.room.run()
            if not self.room.timers:
                break
            self.room.fire(min(self.room.timers))
        game = self.room.table.game
        if game and game.running:
            assert self.stalled_by() <= self.modified

    def stalled_by(self) -> set[int]:
        game, lobby = self.room.game, self.room.table.lobby
        return {peer for seat in game.late() if (peer := lobby.taken(seat).peer) is not None} or {-1}

    def teardown(self) -> None:
        self.play_on()
        self.room.handle(events.Closing("Closing time."))
        for log in self.room.logs:
            assert judged(log).code in (0, 3)
        assert self.room.table.game is None
        super().teardown()


TestTables = pytest.mark.broad(Tables.TestCase)
TestTables.settings = settings(stateful_step_count=40, max_examples=settings().max_examples // 2)


def test_the_machine_reaches_the_end_of_a_game() -> None:
    """The ways of the machine above are wide enough for games that are played out."""
    machine = Tables()
    machine.open(1)
    machine.play(5_000)
    assert [judged(log).code for log in machine.room.logs] == [0, 0, 0]
    line: Line = machine.room.log[-1]
    assert '"reason":"target"' in line.payload
    machine.teardown()
