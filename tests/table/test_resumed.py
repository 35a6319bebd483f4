"""A host that was killed goes on from its log, from the very line where it stopped, with the same players."""

from itertools import product

import pytest

from hearts_lan.rules import Options, Passing
from hearts_lan.table import events
from hearts_lan.table.resumed import NotResumable
from hearts_lan.table.table import Table
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.wire import messages as m
from tests.cases import every
from tests.kit import Moonlit, Room, Seat, identity, judged, one_hand, played

pytestmark = pytest.mark.broad

WHOLE = len(played(3, one_hand()).log)


def killed_at(lines: int, room: Room | None = None) -> Room:
    """A room whose host is killed when its log has so many lines; messages under way are lost."""
    room = room or Room(3, one_hand())
    room.join()
    room.run(lambda room: len(room.log) >= lines)
    return room


def assert_played_out(room: Room) -> None:
    room.run()
    if "gathered" in room.timers:
        room.fire("gathered")
        room.run()
    while room.table.game:
        room.fire("go on")
        room.run()
    assert [seat.dispute for seat in room.seats] == [""] * len(room.seats)
    assert judged(room.log).code == 0
    assert all(seat.log == room.log for seat in room.seats if not seat.dropped)


@pytest.mark.parametrize("lines", every(3, range(4, WHOLE)))
def test_a_host_killed_at_any_line_goes_on(lines: int) -> None:
    """Some of its players have died with it, and know only their logs."""
    room = killed_at(lines)
    room.restart(lines)
    for number in range(3):
        room.come_back(number, afresh=(lines + number) % 2 == 0)
    assert_played_out(room)
    resumes = [line for line in room.log if isinstance(decode_record(line.payload), r.Resume)]
    assert len(resumes) == 1


@pytest.mark.parametrize(("lines", "lost"), every(4, product(range(8, WHOLE, 3), [1, 2, 5])))
def test_lines_that_the_host_lost_come_back_from_a_player(lines: int, lost: int) -> None:
    """A disk that lied, or an old copy of the log."""
    room = killed_at(lines)
    while room.to_seat:
        room.step()
    room.restart(max(4, lines - lost))
    for number in range(3):
        room.come_back(number)
    assert_played_out(room)


@pytest.mark.parametrize("lines", range(5, 40, 5))
def test_bots_of_the_host_play_again(lines: int) -> None:
    room = Room(3, one_hand())
    room.seats[2].identity = room.host.bot(0)
    room.seats[2].player._pen = type(room.seats[2].player._pen)(room.host.bot(0))
    room.bots = frozenset([2])
    killed_at(lines, room)
    room.restart()
    for number in range(2):
        room.come_back(number)
    assert_played_out(room)


def test_a_moon_is_chosen_after_a_restart() -> None:
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    room.restart()
    for number in range(3):
        room.come_back(number)
    assert_played_out(room)


def test_who_does_not_come_back_is_played_by_a_bot_after_the_grace_time() -> None:
    room = killed_at(20, Room(3, one_hand(passing=Passing.NONE)))
    room.restart()
    room.come_back(0)
    room.come_back(1)
    room.run()
    assert room.game.state.count == 20
    room.fire("away 2")
    room.fire("gathered")
    room.run()
    assert judged(room.log).code == 3
    assert room.table.game is None


def test_what_only_a_player_knew_who_is_gone_ends_the_game() -> None:
    """Cards were passed, the host forgot which, and one of those who could say it again does not come back."""
    room = killed_at(30)
    room.restart()
    room.come_back(0)
    room.come_back(1)
    room.fire("away 2")
    room.run()
    room.fire("gathered")
    room.run()
    assert room.table.game is None
    assert judged(room.log).code == 3


def test_what_a_bot_passed_for_a_player_is_known_after_a_restart() -> None:
    """The bot that signed the pass does not speak for the seat any more, and its program is gone."""
    room = killed_at(11)
    room.run(lambda room: room.phase is Phase.PASSES)
    room.lose(1)
    room.fire("away 1")
    room.run(lambda room: len(room.log) > 20)
    room.come_back(1)
    room.run(lambda room: len(room.log) > 26)
    room.restart()
    for number in [number for number, seat in enumerate(room.seats) if seat.dropped == "lost" and number != 3]:
        room.come_back(number)
    assert_played_out(room)


def test_a_second_restart() -> None:
    room = killed_at(12)
    for _ in range(2):
        room.restart()
        for number in [number for number, seat in enumerate(room.seats) if seat.dropped == "lost"]:
            room.come_back(number)
        room.fire("gathered")
        count = len(room.log)
        room.run(lambda room, count=count: len(room.log) > count + 8)  # type: ignore[misc]
    assert_played_out(room)


def test_a_host_started_anew_between_hands() -> None:
    room = Room(3, Options(target=40))
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1)
    room.restart()
    for number in range(3):
        room.come_back(number)
    assert_played_out(room)


@pytest.mark.parametrize(("lines", "why"), [(0, "begun"), (2, "begun"), (WHOLE, "over")])
def test_nothing_can_follow_a_game_that_has_not_begun_or_is_over(lines: int, why: str) -> None:
    room = played(3, one_hand())
    with pytest.raises(NotResumable, match=why):
        Table.resumed(room.host, room.log[:lines])


def test_another_host_cannot_go_on() -> None:
    with pytest.raises(NotResumable, match="another key"):
        Table.resumed(identity("thief"), played(3, one_hand()).log[:20])


def test_a_watcher_who_took_a_seat_that_others_had_before_has_it_after_a_restart() -> None:
    """Whoever comes back reads in the log how the seat changed hands before it was theirs."""
    room = Room(3, Options(target=60), bots=(1,))
    room.join()
    room.run_to(Phase.PLAYS, lines=3)
    room.lose(1)
    room.fire("away 1")
    room.run_to(Phase.PLAYS, lines=6)
    room.come_back(1)
    room.seats.append(Seat("late", room.host.key))
    late = len(room.seats) - 1
    room.enter(late, m.Join(role="watch", name="late", lines=0, head="0" * 64))
    room.run(lambda room: not room.to_seat)
    room.take(late, room.seats[late].player.sit())
    room.run(lambda room: '"name":"late"' in room.log[-1].payload)
    room.run_to(Phase.PLAYS, lines=3)
    room.restart()
    for number in [number for number, seat in enumerate(room.seats) if seat.dropped == "lost"]:
        room.come_back(number, afresh=True)
    room.fire("gathered")
    room.run()
    assert [seat.dispute for seat in room.seats] == [""] * len(room.seats)
    assert judged(room.log).code in (0, 3)
    assert room.table.game is None


def test_who_was_sent_away_stays_away_after_a_restart_and_others_may_come_back() -> None:
    room = Room(3, Options(target=60), host=identity("player0"))
    room.join()
    room.run_to(Phase.PLAYS, lines=3)
    room.lose(2)
    room.fire("away 2")
    room.handle(events.Received(0, m.Control(command="kick", argument="player1")))
    room.run_to(Phase.PLAYS, lines=6)
    room.restart()
    peers = [room.come_back(number) for number in range(3)]
    room.run(lambda room: not room.to_seat)
    assert [room.seats[peer].dropped for peer in peers] == ["", "The host has sent you away from this game.", ""]
    room.run()
    room.fire("gathered")
    room.run()
    assert judged(room.log).code == 3
