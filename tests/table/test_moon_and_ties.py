"""The moon and ties through the whole stack: the table, its players, the log and the audit."""

import pytest

from hearts_lan import rules
from hearts_lan.bots import Level, make_bot
from hearts_lan.player.news import Question
from hearts_lan.rules import Choice, Options, Tie
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from tests.kit import Moonlit, Room, identity, judged, one_hand


def at_moon() -> Room:
    """Seat 0 of three has shot the moon in the first hand of a game to 1."""
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    return room


def records(room: Room, kind: type[r.Record]) -> list[r.Record]:
    """The records of one kind in the log."""
    return [record for record in (decode_record(line.payload) for line in room.log) if isinstance(record, kind)]


def assert_verified(room: Room) -> None:
    assert all(seat.log == room.log for seat in room.seats)
    assert room.disputes() == [""] * len(room.seats)
    assert judged(room.log).code == 0, judged(room.log)


@pytest.mark.parametrize(
    ("choice", "points", "winners"), [(Choice.ADD, (0, 26, 26), (0,)), (Choice.SUBTRACT, (-26, 0, 0), None)]
)
def test_s3_either_choice_is_played_and_verified(
    choice: Choice, points: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    """S4: a verifier takes either choice.  Nobody reaches the target of 1 after the moon is subtracted."""
    room = at_moon()
    assert [seat.player.question for seat in room.seats] == [Question.MOON, None, None]
    room.take(0, room.seats[0].player.choose_moon(choice))
    room.run(lambda room: room.phase in (Phase.ENDED, Phase.BETWEEN) and not room.to_seat)
    [opened] = records(room, r.Open)
    assert isinstance(opened, r.Open)
    assert opened.points == opened.totals == points
    ends = records(room, r.End)
    assert [end.winners for end in ends if isinstance(end, r.End)] == ([winners] if winners else [])
    if winners:
        assert_verified(room)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("totals", "choice"), [((0, 0, 0), Choice.ADD), ((90, 0, 80), Choice.SUBTRACT), ((26, 0, 80), Choice.SUBTRACT)]
)
def test_s4_a_bot_chooses_safety(level: Level, totals: tuple[int, ...], choice: Choice) -> None:
    """Add, unless that ends the game without the shooter winning alone."""
    table_rules = rules.make_rules(Options(), 3)
    view = rules.View(table_rules, 0, 1, totals, ())
    assert make_bot(level).choose_moon(view, rules.Tally((26, 0, 0), 0)) is choice


@pytest.mark.parametrize(("tie", "goes_on"), [(Tie.PLAY_ON, True), (Tie.SHARED, False)])
def test_s8_a_tie_is_shared_or_played_on(tie: Tie, goes_on: bool) -> None:
    """The name of the host decides the deals: here two players are lowest after the first hand to reach the target."""
    room = Room(4, Options(target=5, tie=tie), host=identity("host2" if goes_on else "shared24"))
    room.join()
    room.run()
    assert_verified(room)
    totals = [record.totals for record in records(room, r.Open) if isinstance(record, r.Open)]
    reached = next(number for number, total in enumerate(totals) if max(total) >= 5)
    [end] = records(room, r.End)
    assert isinstance(end, r.End)
    assert end.winners == rules.winners(totals[-1])
    if goes_on:
        assert len(rules.winners(totals[reached])) == 2
        assert all(len(rules.winners(total)) > 1 for total in totals[reached:-1])
        assert len(end.winners) == 1
    else:
        assert reached == len(totals) - 1
        assert len(end.winners) == 2


def test_a_hand_that_ends_early_is_opened_and_verified_with_cards_left_in_the_hands() -> None:
    room = Room(3, one_hand(end_early=True), host=identity("host2"))
    room.join()
    room.run()
    assert_verified(room)
    assert len(records(room, r.Play)) < 51
