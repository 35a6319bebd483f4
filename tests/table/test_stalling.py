"""Players who stall a game, flood it, or bring it what its host would not have taken: it goes on, or says why not."""

from hearts_lan.cards import card_text
from hearts_lan.table import events
from hearts_lan.table.house import MOST_RETURNS, Times
from hearts_lan.table.table import MOST_HELD
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.wire import messages as m
from tests.kit import Room, identity, judged, one_hand, signed, submit
from tests.table.test_losses import announced, assert_played_out, carry, speakers, written


def host_plays(**more: object) -> Room:
    """A table whose first seat is its host's."""
    room = Room(3, one_hand(), host=identity("player0"), **more)  # type: ignore[arg-type]
    room.join()
    return room


def test_who_is_away_is_not_charged_with_the_time_that_programs_have() -> None:
    """It was lost just before that time was over, and has its own."""
    room = host_plays()
    room.run(lambda room: room.phase is Phase.REVEALS)
    room.lose(1)
    carry(room)
    room.fire("patience")
    carry(room)
    assert speakers(room) == []
    assert "away 1" in room.timers
    room.come_back(1)
    room.run()
    assert_played_out(room, 0)


def test_coming_and_going_wins_time_once_only() -> None:
    """Who never answers is played by a bot though it comes back again and again."""
    room = host_plays(times=Times(turn=30))
    room.run_to(Phase.PLAYS, lines=2)
    (seat,) = room.game.late()
    started: list[bool] = []
    for _ in range(3):
        room.timers.pop("patience", None)
        room.lose(seat)
        seat_again = len(room.seats)
        room.come_back(seat)
        started.append("patience" in room.timers)
        seat = seat_again
    assert started == [True, False, False]


def test_a_seat_is_given_back_so_many_times_in_a_hand() -> None:
    """Each time costs two lines of the log, a bot, and what others had signed for the line that it follows."""
    room = host_plays()
    room.run_to(Phase.PLAYS, lines=2)
    number = 1
    for _ in range(3 * MOST_RETURNS):
        room.handle(events.Received(number, m.Leave()))
        room.lose(number)
        carry(room)
        number = room.come_back(number)
        carry(room)
    assert speakers(room).count("back") == MOST_RETURNS
    room.run()
    assert_played_out(room, 3)


def test_what_the_gone_have_said_in_a_pause_is_forgotten() -> None:
    room = host_plays()
    room.run_to(Phase.PLAYS, lines=2)
    room.handle(events.Received(0, m.Control(command="pause", argument="")))
    number = 1
    for _ in range(5):
        for _ in range(2 * MOST_HELD):
            room.handle(events.Received(number, m.Submit(payload="x", signature="00" * 64)))
        room.lose(number)
        number = room.come_back(number)
    assert len(room.table._house.held) <= MOST_HELD
    room.handle(events.Received(0, m.Control(command="pause", argument="")))
    room.run()
    assert_played_out(room, 0)


def test_a_revoke_that_reaches_the_log_after_a_restart_ends_the_game_with_a_sentence() -> None:
    """The host does not know then what was passed, so it cannot see that the card may not be played."""
    room = host_plays()
    room.run(lambda room: room.phase is Phase.PLAYS and _may_revoke(room) is not None)
    seat, card = _may_revoke(room) or (0, "")
    room.restart()
    state = room.game.state
    revoke = r.Play(by=seat, seen=state.head.hex(), hand=1, card=card)
    peers = [room.come_back(number) for number in range(3)]
    room.handle(events.Received(peers[seat], submit(signed(room.seats[peers[seat]].identity, state.game_id, revoke))))
    room.run()
    room.fire("gathered")
    room.run()
    assert room.table.game is None
    assert judged(room.log).code == 3
    assert "although they held" in announced(room.seats[peers[seat]])[-1]
    assert [record.reason for record in written(room) if isinstance(record, r.Void)] == ["stopped"]


def _may_revoke(room: Room) -> tuple[int, str] | None:
    """The seat to play and a card that it holds and may not play, while others have led."""
    if room.to_seat or room.to_host or not room.game.state.hand.play.trick:
        return None
    (seat,) = room.game.late()
    view = room.seats[seat].player.view
    wrong = [card for card in view.hand if card not in view.legal]
    return (seat, card_text(wrong[0])) if wrong else None
