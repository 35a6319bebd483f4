"""Watchers who take a seat: one seat a key, under a name that can stand in the log; and a game that is called off."""

import pytest

from hearts_lan.rules import Options
from hearts_lan.table import events
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import messages as m
from hearts_lan.wire.limits import MARKS, NAME_COLUMNS
from tests.kit import Room, Seat, judged, one_hand

SIT = m.Control(command="sit", argument="")


def watch(room: Room, who: str, name: str) -> int:
    """Somebody with a key comes to watch; the peer."""
    seat = Seat(who, room.host.key)
    room.seats.append(seat)
    peer = len(room.seats) - 1
    room.enter(peer, m.Join(role="watch", name=name, lines=0, head=HEAD_0.hex()))
    return peer


def ask(room: Room, peer: int) -> None:
    room.take(peer, room.seats[peer].player.sit())


def test_a_key_that_watches_twice_gets_one_seat_only() -> None:
    """Both ask while a hand is played; the second may not sit when the game is over either."""
    room = Room(4, Options(), hands=1, bots=[1, 2])
    room.join()
    room.run_to(Phase.PLAYS)
    for peer in (watch(room, "guest", "Gil"), watch(room, "guest", "Gil")):
        ask(room, peer)
    room.run(lambda room: room.table.game is None)
    keys = [seat.key for seat in room.table.lobby.seats if seat]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", ["", "\u200b"])
def test_who_has_no_name_gets_no_seat(name: str) -> None:
    room = Room(3, one_hand())
    room.handle(events.Entered(0, room.seats[0].identity.key, m.Join("player", "Ana", 0, HEAD_0.hex())))
    peer = watch(room, "guest", name)
    ask(room, peer)
    room.run()
    assert room.seats[peer].refusals() == ["control"]
    assert room.table.lobby.empty == 2


def test_a_name_of_many_marks_sits_down_under_a_name_that_the_log_can_hold() -> None:
    room = Room(3, one_hand())
    room.seats.pop()
    room.players = 2
    room.join()
    ask(room, watch(room, "guest", ("a" + "\u0323" * MARKS) * NAME_COLUMNS))
    room.run()
    assert judged(room.log).code == 0


def test_a_game_called_off_before_it_began_leads_back_to_the_lobby() -> None:
    """Somebody keeps its nonce to itself: the host ends the game, and everybody can get ready again."""
    room = Room(3, one_hand())
    room.seats[0] = Seat("host", room.host.key)
    room.join()
    room.run(lambda room: room.phase is Phase.NONCES and not room.to_seat)
    room.to_host.clear()
    room.handle(events.Received(0, m.Control(command="end", argument="")))
    room.run()
    assert len(room.logs) == 1
    assert judged(room.log).code == 0
