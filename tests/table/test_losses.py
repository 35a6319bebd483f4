"""A player who is gone ends the game: with a sentence, and with a log that is genuine and incomplete."""

import random

import pytest

from hearts_lan.player import news
from hearts_lan.rules import Options
from hearts_lan.table import events
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.wire import messages as m
from tests.kit import Moonlit, Room, Seat, identity, judged, one_hand

GONE = "player1 lost the connection; the game cannot go on."


def announced(seat: Seat) -> list[str]:
    """What the host's program said to a seat."""
    told = [item.message for item in seat.told if isinstance(item, news.Told)]
    return [message.text for message in told if isinstance(message, m.Said) and message.seat == -2]


def others(room: Room) -> list[Seat]:
    return [room.seats[0], room.seats[2]]


def carry(room: Room) -> None:
    """Carry what is under way, deciding nothing."""
    while room.to_seat or room.to_host:
        room.step()


WHEN = [
    (Phase.COMMITS, 0),
    (Phase.REVEALS, 0),
    (Phase.PASSES, 0),
    (Phase.PLAYS, 0),
    (Phase.PLAYS, 1),
    (Phase.PLAYS, 20),
    (Phase.AGREES, 0),
]


def lost_at(phase: Phase, lines: int, before: int = 0) -> Room:
    """A room that loses seat 1 when the log waits for something, ``before`` messages of the seats being handled."""
    room = Room(3, Options())
    room.join()
    room.run(lambda room: room.phase is phase)
    if lines:
        start = len(room.game.lines)
        room.run(lambda room: len(room.game.lines) == start + lines)
    for _ in range(before):
        room.step()
    room.lose(1)
    carry(room)
    return room


@pytest.mark.parametrize("before", [0, 5])
@pytest.mark.parametrize(("phase", "lines"), WHEN)
def test_the_game_ends_with_a_sentence_and_a_genuine_log(phase: Phase, lines: int, before: int) -> None:
    room = lost_at(phase, lines, before)
    assert room.table.game is None
    assert judged(room.log).code == 3
    for seat in others(room):
        assert announced(seat) == [GONE]
        assert seat.log == room.log
        assert not seat.dispute
        assert not seat.player.in_game
        assert seat.player.question is news.Question.READY
    ends = [decode_record(line.payload) for line in room.log[-2:]]
    assert isinstance(ends[0], r.Void)
    assert (ends[0].seat, ends[0].reason) == (-1, "stopped")
    assert isinstance(ends[1], r.End)
    assert ends[1].reason == "stopped"


def test_cards_passed_and_not_shown_are_no_obstacle() -> None:
    """Everybody has signed a pass, and one is gone before its cards came."""
    room = Room(3, Options())
    room.join()
    room.run_to(Phase.PLAYS)
    room.to_host = type(room.to_host)(item for item in room.to_host if item[0] != 1)
    carry(room)
    assert room.game.waiting() == m.Waiting(seats=(1,), doing="pass", seconds=-1)
    room.lose(1)
    carry(room)
    assert judged(room.log).code == 3
    assert announced(room.seats[0]) == [GONE]


def test_between_hands_the_totals_so_far_stand() -> None:
    room = Room(3, Options())
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1)
    totals = room.game.state.totals
    room.lose(1)
    carry(room)
    end = decode_record(room.log[-1].payload)
    assert isinstance(end, r.End)
    assert (end.totals, end.reason) == (totals, "stopped")
    assert judged(room.log).code == 3
    assert announced(room.seats[2]) == [GONE]
    assert not room.timers


def test_before_the_choice_of_the_moon_without_its_shooter() -> None:
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    assert room.game.waiting() == m.Waiting(seats=(0,), doing="moon", seconds=-1)
    room.lose(0)
    carry(room)
    assert judged(room.log).code == 3
    assert announced(room.seats[2]) == ["player0 lost the connection; the game cannot go on."]


def test_a_player_who_leaves_is_named_as_leaving() -> None:
    room = Room(3, Options())
    room.join()
    room.run_to(Phase.PASSES)
    room.handle(events.Received(1, m.Leave()))
    room.handle(events.Lost(1))
    carry(room)
    assert announced(room.seats[0]) == ["player1 left; the game cannot go on."]
    assert room.seats[1].dropped == "Goodbye."


@pytest.mark.parametrize("answers", range(3))
def test_before_all_nonces_are_open_the_log_is_removed(answers: int) -> None:
    """And everybody must get ready again, with a fresh nonce (fairness, section 2)."""
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: room.phase is Phase.NONCES)
    while room.to_seat:
        room.step()
    for _ in range(answers):
        room.step()
    room.lose(1)
    carry(room)
    assert not room.logs
    for seat in others(room):
        assert seat.log == []
        assert announced(seat) == [GONE]
        assert seat.player.question is news.Question.READY
    assert [bool(seat and seat.commit) for seat in room.table.lobby.seats] == [False] * 3


def test_a_newcomer_takes_the_empty_seat_and_nobody_opens_a_nonce_twice() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: room.phase is Phase.NONCES and not room.to_seat)
    room.lose(1)
    carry(room)
    newcomer = Seat("newcomer", room.host.key)
    room.seats.append(newcomer)
    room.enter(3, m.Join(role="player", name="newcomer", lines=0, head="0" * 64))
    carry(room)
    room.take(3, newcomer.player.ready())
    carry(room)
    assert room.table.game is None
    room.run()
    assert judged(room.log).code == 0
    assert newcomer.log == room.log
    nonces = [record.nonce for number in (0, 2) for record in room.records_by(number) if isinstance(record, r.Nonce)]
    assert len(set(nonces)) == len(nonces) == 4


def test_a_lost_player_can_be_followed_by_a_new_game() -> None:
    room = lost_at(Phase.PLAYS, 7)
    room.seats[1] = Seat("somebody", room.host.key)
    for seat in room.seats:
        seat.games = 2
    room.table.lobby.options = one_hand()
    room.enter(1, m.Join(role="player", name="somebody", lines=0, head="0" * 64))
    room.run()
    assert len(room.logs) == 2
    assert judged(room.log).code == 0
    assert [seat.log == room.log for seat in room.seats] == [True] * 3


def test_going_on_while_another_is_lost_is_no_readiness_with_an_open_nonce() -> None:
    """A "go on" that crosses the end of the game reaches the lobby: its commitment must be a fresh one."""
    room = Room(3, Options())
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1 and not room.to_seat)
    go_on = room.seats[0].player.ready()
    room.lose(1)
    room.take(0, go_on)
    carry(room)
    room.seats[1] = Seat("somebody", room.host.key)
    room.table.lobby.options = one_hand()
    room.seats[2].games = 2
    room.enter(1, m.Join(role="player", name="somebody", lines=0, head="0" * 64))
    room.run()
    assert room.disputes() == ["", "", ""]
    assert judged(room.log).code == 0


def test_a_lobby_seat_is_free_again_and_its_name_too() -> None:
    room = Room(3)
    names = [m.Join(role="player", name=name, lines=0, head="0" * 64) for name in ("Alex", "ALEX", "Alex")]
    room.enter(0, names[0])
    room.enter(1, names[1])
    room.lose(0)
    room.seats[2] = Seat("player2", room.host.key)
    room.enter(2, names[2])
    carry(room)
    assert [seat and seat.name for seat in room.table.lobby.seats] == ["Alex", "ALEX 2", None]


def test_thirty_comings_and_goings_leave_a_table_that_starts() -> None:
    room = Room(3, one_hand())
    luck = random.Random(30)
    for peer in range(100, 130):
        key = identity(f"guest{peer % 4}").key
        room.handle(events.Entered(peer, key, m.Join(role="player", name="Alex", lines=0, head="0" * 64)))
        if luck.random() < 0.5:
            room.handle(events.Received(peer, m.Ready(commit="1" * 64, terms=0)))
        room.handle(events.Lost(peer))
    room.to_seat.clear()
    room.join()
    room.run()
    assert judged(room.log).code == 0


def test_closing_the_host_ends_the_game_and_tells_everybody_why() -> None:
    room = Room(3, Options())
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    room.handle(events.Closing("The host has to go."))
    carry(room)
    assert judged(room.log).code == 3
    assert [announced(seat) for seat in room.seats] == [["The host has to go."]] * 3
    assert [seat.dropped for seat in room.seats] == ["The host has to go."] * 3
    assert room.finished == "stopped"


def test_a_game_cut_short_finishes_as_stopped() -> None:
    room = lost_at(Phase.PLAYS, 3)
    room.lose(0)
    room.lose(2)
    assert room.finished == "stopped"


def test_a_watcher_who_is_lost_is_not_missed() -> None:
    room = Room(3, one_hand())
    room.join()
    room.watch()
    room.run_to(Phase.PLAYS, lines=3)
    room.lose(3)
    room.run()
    assert judged(room.log).code == 0


def test_a_readiness_that_comes_too_late_is_not_taken_for_the_next_table() -> None:
    """It was said twice, its first copy led to a table that failed, and its nonce has been opened: a table made of
    the second copy would look like a host that does not ask."""
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: not room.to_seat)
    (late,) = room.seats[0].player.ready()
    assert isinstance(late, news.Send)
    room.run(lambda room: room.phase is Phase.NONCES and not room.to_seat)
    room.lose(1)
    carry(room)
    room.seats[1] = Seat("somebody", room.host.key)
    room.enter(1, m.Join(role="player", name="somebody", lines=0, head="0" * 64))
    carry(room)
    room.to_host.append((0, late.message))
    for number in (1, 2):
        room.take(number, room.seats[number].player.ready())
    carry(room)
    assert room.seats[0].refusals()[-1] == "stale"
    room.run()
    assert room.disputes() == [""] * 3
    assert judged(room.log).code == 0
