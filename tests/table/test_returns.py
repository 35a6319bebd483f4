"""A player who comes back from another place with the same key plays on with the same hand."""

import pytest

from hearts_lan.rules import Options, Passing
from hearts_lan.table import events
from hearts_lan.transcript.audit import Phase
from hearts_lan.wire import messages as m
from tests.kit import Moonlit, Room, Seat, identity, judged, one_hand

pytestmark = pytest.mark.broad


def back(room: Room, number: int, *, silent: float = 0.0, take_over: bool = True) -> int:
    """The player of a seat comes in by a new connection, with a program that knows only its log; its peer."""
    seat = Seat(room.seats[number].name, room.host.key)
    seat.games = 0
    seat.pasts = [*room.seats[number].pasts, room.seats[number].log]
    peer = len(room.seats)
    room.seats.append(seat)
    join = m.Join(role="player", name=seat.name, lines=0, head="0" * 64, take_over=take_over)
    room.seats[number].dropped = "asleep"
    room.handle(events.Entered(peer, seat.identity.key, join, silent))
    return peer


def assert_played_on(room: Room, *gone: int) -> None:
    room.run()
    here = [seat for number, seat in enumerate(room.seats) if number not in gone]
    assert room.disputes() == [""] * len(room.seats)
    assert judged(room.log).code == 0
    assert [seat.log == room.log for seat in here] == [True] * len(here)


@pytest.mark.parametrize("number", [0, 2])
@pytest.mark.parametrize("passing", Passing)
@pytest.mark.parametrize("lines", [8, 11, 14, 40])
def test_a_return_at_any_time_of_a_hand(number: int, passing: Passing, lines: int) -> None:
    room = Room(3, one_hand(passing=passing))
    room.join()
    room.run(lambda room: len(room.log) >= lines)
    back(room, number)
    assert_played_on(room, number)


@pytest.mark.parametrize("steps", range(0, 12, 2))
def test_a_return_while_cards_are_passed(steps: int) -> None:
    """Before the own pass, after it, and while its contents are on their way."""
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PASSES)
    for _ in range(steps):
        room.step()
    back(room, 1)
    assert_played_on(room, 1)


def test_a_return_before_the_choice_of_the_moon() -> None:
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    back(room, 0)
    assert_played_on(room, 0)


def test_a_return_before_the_agreement() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.AGREES)
    back(room, 2)
    assert_played_on(room, 2)


def test_a_return_between_hands() -> None:
    room = Room(3, Options(), hands=2)
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1)
    peer = back(room, 2)
    room.run()
    assert judged(room.log).code == 3
    assert room.seats[peer].log == room.log
    assert room.table.game is None


def test_twenty_returns_in_one_hand() -> None:
    room = Room(3, one_hand())
    room.join()
    gone = [1]
    for lines in range(9, 49, 2):
        room.run(lambda room, lines=lines: len(room.log) >= lines)  # type: ignore[misc]
        gone.append(back(room, gone[-1]))
    assert_played_on(room, *gone[:-1])


def test_a_living_connection_is_not_taken_over_unasked() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    peer = back(room, 1, take_over=False)
    room.seats[1].dropped = ""
    room.run()
    assert "--take-over" in room.seats[peer].dropped
    assert judged(room.log).code == 0


def test_a_silent_connection_gives_way() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    back(room, 1, take_over=False, silent=7.0)
    assert_played_on(room, 1)


def test_another_key_under_the_same_name_gets_no_seat_and_no_cards() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    thief = Seat("player1", room.host.key)
    thief.identity = identity("thief")
    room.seats.append(thief)
    join = m.Join(role="player", name="player1", lines=0, head="0" * 64, take_over=True)
    room.handle(events.Entered(3, thief.identity.key, join, 99.0))
    room.run()
    told = [message for number, message in room.received if number == 3]
    assert not any(isinstance(message, m.Dealt | m.Passed) for message in told)
    assert all(message.seat == -1 for message in told if isinstance(message, m.Welcome))
    assert judged(room.log).code == 0


def test_the_old_connection_says_nothing_any_more() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    back(room, 1)
    before = room.game.state
    assert room.table.handle(events.Received(1, m.Leave()), "2026-01-02T03:04:05Z") == []
    assert room.table.handle(events.Lost(1), "2026-01-02T03:04:05Z") == []
    assert room.game.state == before
    assert_played_on(room, 1)


def test_a_return_in_the_lobby_is_not_ready_with_what_the_old_program_knew() -> None:
    """Only the old program knows the nonce behind its commitment."""
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: bool(room.table.lobby.seats[0] and room.table.lobby.seats[0].commit))
    peer = back(room, 0)
    assert not room.table.lobby.taken(0).commit
    room.seats[peer].games = 1
    assert_played_on(room, 0)
