"""A player who is gone may come back; until then, and if nobody does, a bot plays for it, and the log is genuine."""

import random
from itertools import product

import pytest

from hearts_lan.player import news
from hearts_lan.rules import Options
from hearts_lan.table import events
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.wire import messages as m
from tests.cases import every
from tests.kit import Moonlit, Room, Seat, identity, judged, one_hand

pytestmark = pytest.mark.broad

AWAY = "player1 lost the connection; a bot plays on if nobody is back within 60 seconds."


def announced(seat: Seat) -> list[str]:
    """What the host's program said to a seat."""
    told = [item.message for item in seat.told if isinstance(item, news.Told)]
    return [message.text for message in told if isinstance(message, m.Said) and message.seat == -2]


def carry(room: Room) -> None:
    """Carry what is under way, deciding nothing."""
    while room.to_seat or room.to_host or room.spawned:
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


def lost_at(phase: Phase, lines: int, before: int = 0, number: int = 1) -> Room:
    """A room that loses a seat when the log waits for something, ``before`` messages of the seats being handled."""
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: room.phase is phase)
    if lines:
        start = len(room.game.lines)
        room.run(lambda room: len(room.game.lines) == start + lines)
    for _ in range(before):
        room.step()
    room.lose(number)
    carry(room)
    return room


def assert_played_out(room: Room, code: int) -> None:
    """The game came to its end, and whoever is here has its whole log."""
    assert room.table.game is None
    assert judged(room.log).code == code
    for seat in room.seats:
        assert not seat.dispute
        if not seat.dropped:
            assert seat.log == room.log


def written(room: Room) -> list[r.Record]:
    """The records of the log."""
    return [decode_record(line.payload) for line in room.log]


def speakers(room: Room) -> list[str]:
    """The reasons of all substitutions."""
    return [record.reason for record in written(room) if isinstance(record, r.Substitute)]


@pytest.mark.parametrize(("when", "before", "number"), every(4, product(WHEN, [0, 3, 5], range(3))))
def test_a_bot_plays_on_when_the_grace_time_is_over(when: tuple[Phase, int], before: int, number: int) -> None:
    """The last word of a person's seat is a bot's then, or the game had to do without one of its hands."""
    room = lost_at(*when, before, number)
    assert f"away {number}" in room.timers
    room.fire(f"away {number}")
    room.run()
    while room.table.game:  # a voided hand: the next one begins after a while
        room.fire("go on")
        room.run()
    assert_played_out(room, 3)
    assert speakers(room) == ["away"]


@pytest.mark.parametrize(("when", "before", "afresh"), every(5, product(WHEN, [0, 3, 5], [False, True])))
def test_who_is_back_in_time_plays_on(when: tuple[Phase, int], before: int, afresh: bool) -> None:
    number = (when[1] + before + afresh) % 3
    room = lost_at(*when, before, number)
    room.run(most=5) if room.to_seat else None
    room.come_back(number, afresh=afresh)
    assert f"away {number}" not in room.timers
    room.run()
    assert_played_out(room, 0)
    assert not speakers(room)


@pytest.mark.parametrize(("when", "later", "afresh"), every(3, product(WHEN, [0, 4, 9, 30], [False, True])))
def test_who_is_back_later_takes_the_seat_back(when: tuple[Phase, int], later: int, afresh: bool) -> None:
    number = (when[1] + later + afresh) % 3
    room = lost_at(*when, 0, number)
    room.fire(f"away {number}")
    for _ in range(later):
        room.step()
    came_too_late = room.table.game is None
    if not came_too_late:
        room.come_back(number, afresh=afresh)
    room.run()
    while room.table.game:
        room.fire("go on")
        room.run()
    assert_played_out(room, 3 if came_too_late or speakers(room)[-1:] == ["away"] else 0)


def test_a_bot_plays_on_through_many_hands() -> None:
    room = Room(3, Options(target=60))
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    room.lose(1)
    room.fire("away 1")
    room.run()
    assert_played_out(room, 3)
    assert not any(isinstance(record, r.Void) for record in written(room))
    assert len({record.hand for record in written(room) if isinstance(record, r.Deal)}) > 2


def test_cards_passed_and_not_shown_are_chosen_anew_by_the_substitute() -> None:
    """Everybody has signed a pass, and one is gone before its cards came."""
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PLAYS)
    room.to_host = type(room.to_host)(item for item in room.to_host if item[0] != 1)
    carry(room)
    assert room.game.waiting() == m.Waiting(seats=(1,), doing="pass", seconds=-1)
    room.lose(1)
    carry(room)
    assert announced(room.seats[0]) == [AWAY]
    room.fire("away 1")
    room.run()
    assert_played_out(room, 3)
    passes = [
        record for record in map(decode_record, (line.payload for line in room.log)) if isinstance(record, r.Pass)
    ]
    assert [record.by for record in passes] == [0, 1, 2, 1]


def test_a_seed_that_does_not_come_voids_the_hand_and_the_second_one_ends_the_game() -> None:
    room = Room(3, one_hand())
    room.join()
    for lost in (1, 2):
        room.run(lambda room: room.phase is Phase.REVEALS)
        room.lose(lost)
        while room.to_seat or room.to_host:
            room.step()
        room.fire(f"away {lost}")
        room.run(lambda room: room.phase is not Phase.REVEALS)
    assert judged(room.log).code == 3
    voids = [record for record in written(room) if isinstance(record, r.Void)]
    assert [(void.seat, void.reason) for void in voids] == [(1, "no_reveal"), (2, "no_reveal")]
    assert room.table.game is None


def test_who_withheld_a_seed_gets_the_seat_back_from_the_host_only() -> None:
    """Two hands without a seed would end the game."""
    room = Room(3, Options(target=60), host=identity("player0"))
    room.join()
    room.run(lambda room: room.phase is Phase.REVEALS)
    room.seats[1].dropped = "withholds"
    while room.to_seat or room.to_host:
        number = room.to_host[0][0] if room.to_host and not room.to_seat else -1
        room.to_host.popleft() if number == 1 else room.step()
    room.fire("patience")
    room.seats[1].dropped = ""
    room.run(lambda room: room.phase is Phase.PLAYS)
    assert speakers(room) == ["failed"]
    room.take(1, room.seats[1].player.sit())
    carry(room)
    assert room.seats[1].refusals()[-1] == "control"
    room.handle(events.Received(0, m.Control(command="bot", argument="player1")))
    room.run()
    assert speakers(room) == ["failed", "back"]
    assert_played_out(room, 0)


def test_a_bot_chooses_for_a_shooter_who_is_gone() -> None:
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    assert room.game.waiting() == m.Waiting(seats=(0,), doing="moon", seconds=-1)
    room.lose(0)
    carry(room)
    room.fire("away 0")
    room.run()
    assert_played_out(room, 3)


def test_who_leaves_is_replaced_at_once() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run_to(Phase.PASSES)
    room.handle(events.Received(1, m.Leave()))
    room.handle(events.Lost(1))
    carry(room)
    assert announced(room.seats[0]) == ["player1 left; a bot plays on."]
    assert room.seats[1].dropped == "Goodbye."
    room.run()
    assert_played_out(room, 3)
    assert speakers(room) == ["left"]


def test_the_totals_so_far_stand_when_everybody_is_gone_and_bots_play_on() -> None:
    room = Room(3, Options(target=20))
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1)
    for number in range(3):
        room.lose(number)
        room.fire(f"away {number}")
    room.run()
    assert room.table.game is None
    assert judged(room.log).code == 3
    assert room.finished == "played"


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
    for seat in (room.seats[0], room.seats[2]):
        assert seat.log == []
        assert announced(seat) == ["player1 lost the connection; the game has not begun."]
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


def test_a_stopped_game_can_be_followed_by_a_new_one() -> None:
    """A "go on" that crosses the end of the game reaches the lobby: its commitment must be a fresh one."""
    room = Room(3, Options(), host=identity("player0"))
    room.join()
    room.run(lambda room: room.phase is Phase.BETWEEN and room.game.state.hand_number == 1 and not room.to_seat)
    go_on = room.seats[2].player.ready()
    room.handle(events.Received(0, m.Control(command="end", argument="")))
    room.take(2, go_on)
    carry(room)
    room.table.lobby.options = one_hand()
    for seat in room.seats:
        seat.games = 2
    room.run()
    assert room.disputes() == ["", "", ""]
    assert [judged(log).code for log in room.logs] == [3, 0]


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


def test_a_host_that_goes_and_keeps_the_game_does_not_end_it() -> None:
    room = Room(3, Options())
    room.join()
    room.run_to(Phase.PLAYS, lines=4)
    count = len(room.log)
    room.handle(events.Closing("Back in a minute.", keep=True))
    carry(room)
    assert len(room.log) == count
    assert [seat.dropped for seat in room.seats] == ["Back in a minute."] * 3


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


@pytest.mark.parametrize("afresh", [False, True])
@pytest.mark.parametrize("plays", [1, 2, 5, 12])
def test_who_was_away_when_cards_were_passed_sees_them_played_by_others(afresh: bool, plays: int) -> None:
    """The plays are shown before what was passed is: a card that was given away is no sign of two deals."""
    for number in range(3):
        room = Room(3, one_hand())
        room.join()
        room.run(lambda room: room.phase is Phase.PLAYS and room.game.waiting() == m.Waiting((0, 1, 2), "pass", -1))
        room.run(lambda room: not room.game.is_automatic)
        room.lose(number)
        room.fire(f"away {number}")
        room.run(lambda room, plays=plays: len(room.game.state.hand.play_lines) >= plays)  # type: ignore[misc]
        room.come_back(number, afresh=afresh)
        room.run()
        assert_played_out(room, 0)
