"""Honest play from the lobby to the end: everybody has the same log, and it verifies."""

import pytest

from hearts_lan.player.news import Question
from hearts_lan.rules import Moon, Options, Passing, Tie, Variant
from hearts_lan.table import events
from hearts_lan.table.clock import GO_ON
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.wire import messages as m
from tests.kit import Room, judged, one_hand, played

pytestmark = pytest.mark.broad

HEARTS, OMNIBUS, CANCELLATION = Variant.HEARTS, Variant.OMNIBUS, Variant.CANCELLATION

GAMES = [
    *((players, one_hand()) for players in range(3, 8)),
    (4, one_hand(passing=Passing.NONE)),
    (3, one_hand(variant=OMNIBUS)),
    (5, one_hand(variant=OMNIBUS, end_early=True, moon=Moon.ADD)),
    (4, one_hand(tie=Tie.PLAY_ON, moon=Moon.SUBTRACT, queen_breaks_hearts=False, points_on_first_trick=True)),
    (5, one_hand(variant=CANCELLATION)),
    (11, one_hand(variant=CANCELLATION)),
]


def assert_verified(room: Room) -> None:
    assert room.disputes() == [""] * len(room.seats)
    assert [seat.log == room.log for seat in room.seats] == [True] * len(room.seats)
    assert judged(room.log).code == 0, judged(room.log)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_a_game_of_one_hand_is_played_and_verified(players: int, options: Options) -> None:
    room = played(players, options)
    assert_verified(room)
    assert all(not seat.refusals() for seat in room.seats)


def test_a_game_of_many_hands() -> None:
    """Every pass of the cycle of four players (P2), and totals that add up."""
    room = played(4, Options(target=60))
    assert_verified(room)
    hands = [record for record in map(decode_record, (line.payload for line in room.log)) if isinstance(record, r.Open)]
    assert len(hands) >= 4
    assert [bool(hand.passes) for hand in hands[:4]] == [True, True, True, False]


def test_a_limit_of_hands_stops_the_game() -> None:
    room = played(3, Options(), hands=2)
    assert [seat.log == room.log for seat in room.seats] == [True] * 3
    assert judged(room.log).code == 3
    end = decode_record(room.log[-1].payload)
    assert isinstance(end, r.End)
    assert (end.reason, end.winners) == ("stopped", ())


def test_a_decided_game_ends_as_decided_at_the_limit_of_hands() -> None:
    assert judged(played(3, one_hand(), hands=1).log).code == 0


def test_a_rematch_has_a_fresh_log_and_a_fresh_game_id() -> None:
    room = Room(3, one_hand())
    room.join()
    for seat in room.seats:
        seat.games = 2
    room.run()
    assert_verified(room)
    first, second = room.logs
    assert judged(first).code == 0
    assert not {line.payload for line in first} & {line.payload for line in second}


def test_nobody_needs_a_rematch() -> None:
    room = played(3, one_hand())
    assert all(seat.player.question is Question.READY for seat in room.seats)
    assert len(room.logs) == 1


@pytest.mark.parametrize("kinds", [(0,), (0, 1, 2)])
def test_bots_are_flagged_and_take_part_like_people(kinds: tuple[int, ...]) -> None:
    room = Room(3, one_hand(), bots=kinds)
    room.join()
    room.run()
    assert_verified(room)
    table = decode_record(room.log[0].payload)
    assert isinstance(table, r.Table)
    assert [seat.bot for seat in table.seats] == [number in kinds for number in range(3)]


class Sleepy(Room):
    """The last seat never says that it is ready for the next hand."""

    def decide(self) -> bool:
        last = self.seats[-1]
        last.dropped = "asleep" if last.player.question is Question.GO_ON else ""
        return super().decide()


def test_the_next_hand_begins_when_the_timer_runs_out() -> None:
    room = Sleepy(3, Options(), hands=2)
    room.join()
    room.run()
    assert room.phase is Phase.BETWEEN
    assert room.game.waiting() == m.Waiting(seats=(2,), doing="ready", seconds=-1)
    assert list(room.timers) == [GO_ON]
    room.fire(GO_ON)
    assert room.game.state.hand_number == 2
    room.run()
    assert not room.timers
    assert len(room.log) > 100


def test_the_timer_is_stopped_when_all_are_ready() -> None:
    room = Room(3, Options(), hands=2)
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1)
    assert list(room.timers) == [GO_ON]
    room.run(lambda room: room.phase is Phase.COMMITS)
    assert GO_ON not in room.timers


def test_a_timer_that_fires_too_late_skips_no_wait() -> None:
    """Its stop and its end may cross: then it means nothing."""
    room = Room(3, Options(), hands=2)
    room.join()
    room.run_to(Phase.PLAYS, lines=5)
    room.handle(events.TimerFired(GO_ON))
    room.handle(events.TimerFired("unheard of"))
    room.run(lambda room: room.phase is Phase.BETWEEN)
    assert room.game.waiting() == m.Waiting(seats=(0, 1, 2), doing="ready", seconds=-1)


@pytest.mark.parametrize("phase", [Phase.NONCES, Phase.PASSES, Phase.PLAYS, Phase.AGREES])
def test_a_late_watcher_gets_every_line(phase: Phase) -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(phase)
    watcher = room.watch()
    while room.to_seat:
        room.step()
    assert watcher.log == room.log
    assert watcher.player.waiting == room.game.waiting()
    room.run()
    assert_verified(room)
    assert watcher.player.question is None


def test_a_watcher_from_the_lobby_on_sees_two_games() -> None:
    room = Room(3, one_hand())
    watcher = room.watch()
    room.join()
    for seat in room.seats[:3]:
        seat.games = 2
    room.run()
    assert_verified(room)
    assert watcher.begun == 2


def test_a_game_played_out_ends_the_host_once_everybody_has_left() -> None:
    room = played(3, one_hand())
    for number in range(3):
        assert not room.finished
        room.handle(events.Received(number, m.Leave()))
    assert room.finished == "played"
