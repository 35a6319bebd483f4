"""A player by itself: what it asks, what it refuses to do, and messages that cross."""

import pytest

from hearts_lan import rules
from hearts_lan.cards import parse_card
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Illegal
from hearts_lan.rules import Options, Passing
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from hearts_lan.wire.codec import CODECS, encode
from hearts_lan.wire.order import Role
from tests.kit import Moonlit, Room, Seat, judged, one_hand, signed, submit


def room_at(phase: Phase, lines: int = 0, **options: object) -> Room:
    room = Room(4, one_hand(**options))
    room.join()
    room.run_to(phase, lines)
    return room


def asked(room: Room, question: Question) -> Seat:
    """The first seat that is asked something."""
    return next(seat for seat in room.seats if seat.player.question is question)


# -- messages that cross -----------------------------------------------------------------------------------------


def test_a_lobby_that_crosses_a_readiness_does_no_harm() -> None:
    """The host shows a seat as not ready, because its word is still on the way; then the game begins with it."""
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: not room.to_seat)
    first, *others = room.seats
    early = first.player.lobby
    assert early
    assert not early.seats[0].ready
    room.take(0, first.player.ready())
    room.take(0, first.player.receive(early))
    assert first.player.question is Question.READY
    room.take(0, first.player.ready())
    for number in range(1, 1 + len(others)):
        room.take(number, room.seats[number].player.ready())
    room.run()
    assert room.disputes() == [""] * 3
    assert judged(room.log).code == 0


def test_an_unopened_commitment_is_given_again_and_an_opened_one_never() -> None:
    room = Room(3, one_hand())
    room.join()
    for seat in room.seats:
        seat.games = 2
    room.run()
    player = room.seats[0].player
    commits = [message.commit for number, message in room.submitted if number == 0 and isinstance(message, m.Ready)]
    assert len(set(commits)) == 2
    assert player.ready() == player.ready()
    assert player.ready()[0] not in [news.Send(m.Ready(commit=commit, terms=0)) for commit in commits]


def test_nothing_is_signed_twice_for_one_head() -> None:
    """A refusal, whatever for, does not make a card unplayed: a host could collect two and take its pick."""
    room = room_at(Phase.PLAYS, lines=6)
    seat = asked(room, Question.CARD)
    seat.player.choose_card(seat.player.view.legal[0])
    seat.player.receive(m.Refused(code="stale", sentence="Try again."))
    assert seat.player.question is None
    with pytest.raises(Illegal, match="not to be decided now"):
        seat.player.choose_card(seat.player.view.legal[-1])


def test_ready_means_nothing_in_the_middle_of_a_hand() -> None:
    room = room_at(Phase.PLAYS, lines=3)
    assert room.seats[0].player.ready() == []


# -- decisions -------------------------------------------------------------------------------------------------------


def test_an_illegal_card_is_refused_in_words_and_changes_nothing() -> None:
    room = room_at(Phase.PLAYS)
    room.run(lambda room: any(seat.player.question is Question.CARD for seat in room.seats))
    seat = asked(room, Question.CARD)
    before = seat.player.view
    assert before.legal == (parse_card("2C"),)
    with pytest.raises(Illegal) as illegal:
        seat.player.choose_card(before.hand[-1])
    assert illegal.value.rule
    assert illegal.value.sentence.endswith(".")
    assert seat.player.view == before
    assert seat.player.question is Question.CARD


@pytest.mark.parametrize("count", [0, 2, 4])
def test_a_pass_has_three_cards_of_the_hand(count: int) -> None:
    room = room_at(Phase.PASSES)
    player = room.seats[2].player
    with pytest.raises(Illegal) as illegal:
        player.choose_pass(player.view.hand[:count])
    assert illegal.value.rule == "P1"
    with pytest.raises(Illegal):
        player.choose_pass(player.view.hand[:1] * 3)
    assert player.question is Question.PASS


def test_the_moon_is_only_for_its_shooter() -> None:
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    assert [seat.player.question for seat in room.seats] == [Question.MOON, None, None]
    with pytest.raises(Illegal):
        room.seats[1].player.choose_moon(rules.Choice.ADD)


def test_a_view_follows_the_hand() -> None:
    room = room_at(Phase.PASSES)
    player = room.seats[1].player
    assert (len(player.view.hand), player.view.play, player.view.passed, player.view.received) == (13, None, (), ())
    room.run_to(Phase.PLAYS)
    room.run(lambda room: bool(room.seats[1].player.view.received))
    assert len(player.view.hand) == 13
    assert set(player.view.received) <= set(player.view.hand)
    assert not set(player.view.passed) & set(player.view.hand)


def test_nobody_is_waited_for_after_the_game() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run()
    assert [seat.player.waiting for seat in room.seats] == [None] * 3


# -- disputes --------------------------------------------------------------------------------------------------------


def groundless(room: Room, number: int) -> r.Dispute:
    state = room.game.state
    return r.dispute(number, state.head.hex(), state.hand_number, "I do not like it.", None)


def test_a_dispute_of_another_ends_the_game_and_no_more() -> None:
    """It proves nothing, so nobody else has to leave the table for good."""
    room = room_at(Phase.PLAYS, lines=9)
    line = signed(room.seats[1].identity, room.game.state.game_id, groundless(room, 1))
    room.to_host.append((1, submit(line)))
    room.run()
    assert room.table.game is None
    assert judged(room.log).code == 3
    assert room.disputes() == [""] * 4
    for seat in room.seats:
        assert seat.log == room.log
        assert seat.player.question is Question.READY
        seat.games = 2
    room.run()
    assert judged(room.log).code == 0


def test_a_dispute_that_proves_a_fault_stops_everybody() -> None:
    room = room_at(Phase.PLAYS, lines=9)
    state = room.game.state
    early = r.End(by="host", seen=state.head.hex(), totals=state.totals, winners=(), reason="stopped")
    proof = signed(room.host, state.game_id, early)
    evidence = r.Evidence(payload=proof.payload, signature=proof.signature.hex())
    record = r.dispute(1, state.head.hex(), state.hand_number, "The host signed an end.", evidence)
    room.to_host.append((1, submit(signed(room.seats[1].identity, state.game_id, record))))
    room.run()
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.who) == ("V9", "host")
    assert [seat.player.stopped for seat in room.seats] == [True] * 4


@pytest.mark.parametrize("payload", ['"' * limits.PAYLOAD_CHARS, "\U0001f0a1" * limits.PAYLOAD_CHARS, "{}", "\u202e"])
def test_a_dispute_fits_the_wire_whatever_was_refused(payload: str) -> None:
    room = room_at(Phase.PLAYS, lines=9)
    player = room.seats[0].player
    effects = player.receive(m.Record(number=player.state.count + 1, payload=payload, signature="00" * 64))
    kinds = [type(effect) for effect in effects]
    assert kinds == [news.Append, news.Send, news.Disputed]
    for effect in effects:
        if isinstance(effect, news.Send):
            for codec in CODECS.values():
                assert encode(codec, Role.CLIENT, effect.message)
    room.take(0, effects)
    assert judged(room.seats[0].log).code == 3


def test_after_its_dispute_a_player_is_silent() -> None:
    room = room_at(Phase.PLAYS, lines=9)
    player = room.seats[0].player
    player.receive(m.Record(number=1, payload="{}", signature="00" * 64))
    assert player.stopped
    dealt = room.game.private(0)[0]
    quiet: list[m.HostMessage] = [
        m.Record(number=player.state.count + 1, payload="{}", signature="00" * 64),
        dealt,
        m.Dealt(hand=7, cards=("2C",), signature="00" * 64),
        m.Passed(hand=7, giver=3, cards=("2C", "3C", "4C"), nonce="00" * 32),
        m.Heartbeat(),
    ]
    for message in quiet:
        effects = player.receive(message)
        assert effects in ([], [news.Told(message)])


def test_a_watcher_who_is_shown_a_false_line_leaves() -> None:
    room = room_at(Phase.PLAYS, lines=9)
    watcher = room.watch()
    room.run(lambda room: not room.to_seat)
    effects = watcher.player.receive(m.Record(number=3, payload="{}", signature="00" * 64))
    assert [type(effect) for effect in effects] == [news.Disputed, news.Send]
    assert effects[1] == news.Send(m.Leave())


@pytest.mark.parametrize(
    "message",
    [
        m.Dealt(hand=1, cards=("2C",), signature="00" * 64),
        m.Passed(hand=1, giver=0, cards=("2C", "3C", "4C"), nonce="00" * 32),
        m.Record(number=2, payload="{}", signature="00" * 64),
        m.Record(number=1, payload="{}", signature="00" * 64),
    ],
)
def test_before_a_game_nothing_of_a_game_may_come(message: m.HostMessage) -> None:
    room = Room(3)
    room.join()
    room.run(lambda room: not room.to_seat)
    effects = room.seats[0].player.receive(message)
    assert [type(effect) for effect in effects] == [news.Disputed, news.Send]


def test_passed_cards_are_taken_once_and_only_when_due() -> None:
    room = Room(4, Options(passing=Passing.STANDARD))
    room.join()
    room.run_to(Phase.PASSES)
    early = room.seats[1].player.receive(m.Passed(hand=1, giver=0, cards=("2C", "3C", "4C"), nonce="00" * 32))
    assert any(isinstance(effect, news.Disputed) for effect in early)
    room = room_at(Phase.PLAYS, lines=2)
    player = room.seats[1].player
    again = room.game.private(1)
    before = player.view
    for message in again:
        assert player.receive(message) == [news.Told(message)]
    assert player.view == before


def test_a_lobby_with_impossible_rules_is_no_table_to_sit_at() -> None:
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: room.phase is Phase.NONCES)
    player = room.seats[0].player
    lobby = player.lobby
    assert lobby
    player.receive(m.Welcome(seat=0, name="player0", lines=0))
    player.receive(m.Lobby(players=3, options={**lobby.options, "target": 0}, seats=lobby.seats, host="", terms=0))
    line = m.Record(number=1, payload=room.log[0].payload, signature=room.log[0].signature.hex())
    effects = player.receive(line)
    disputed = [effect.sentence for effect in effects if isinstance(effect, news.Disputed)]
    assert len(disputed) == 1
    assert disputed[0].startswith("The lobby showed impossible rules: ")


def test_the_log_of_a_dispute_is_canonical() -> None:
    record = r.dispute(1, HEAD_0.hex(), 1, "x" * 600, None)
    assert len(record.reason) == 500
    assert canonical_text(record)


# -- hosts that are early, late, or pretend ----------------------------------------------------------------------------


def test_passed_cards_may_not_come_while_some_have_not_committed() -> None:
    """In the middle of the block of passes there is no commitment to compare them with."""
    room = room_at(Phase.PASSES)
    while not all(seat.player.view.passed for seat in room.seats):
        room.decide()
    room.run(lambda room: room.phase is Phase.PLAYS)
    lines = [line for line in room.log if '"type":"pass"' in line.payload]
    player = room.seats[0].player
    first = m.Record(number=player.state.count + 1, payload=lines[0].payload, signature=lines[0].signature.hex())
    player.receive(first)
    effects = player.receive(m.Passed(hand=1, giver=3, cards=("2C", "3C", "4C"), nonce="00" * 32))
    assert [effect.sentence for effect in effects if isinstance(effect, news.Disputed)] == [
        "The host passed cards when none were due."
    ]


def test_cards_dealt_in_the_middle_of_the_passes_are_only_taken() -> None:
    """A host with accomplices may deal late; there is nothing to remember of a pass that was never made."""
    room = Room(4, one_hand())
    room.join()
    room.run_to(Phase.PASSES)
    seat = Seat("player3", room.host.key)
    told = [message for number, message in room.received if number == 3 and not isinstance(message, m.Dealt)]
    for message in told[:-1]:
        seat.player.receive(message)
        if isinstance(message, m.Lobby):
            seat.decide()
    while not room.seats[0].player.view.passed:
        room.decide()
    room.run(lambda room: room.phase is Phase.PLAYS)
    line = next(line for line in room.log if '"type":"pass"' in line.payload)
    dealt = next(message for number, message in room.received if number == 3 and isinstance(message, m.Dealt))
    count = seat.player.state.count
    seat.player.receive(m.Record(number=count + 1, payload=line.payload, signature=line.signature.hex()))
    assert seat.player.state.block
    assert seat.player.receive(dealt) == [news.Told(dealt)]
    assert len(seat.player.view.hand) == 13


@pytest.mark.parametrize("lines", [1, 3])
def test_no_nonce_is_opened_for_a_table_of_the_past(lines: int) -> None:
    """A host may pretend that a newcomer is back; its entry in the table is not checked then, so its nonce stays
    closed."""
    room = Room(3, one_hand())
    room.join()
    room.run(lambda room: room.phase is Phase.NONCES and not room.to_seat)
    victim = Seat("player0", room.host.key)
    told = [message for number, message in room.received if number == 0]
    sent: list[news.Effect] = []
    for message in told:
        if isinstance(message, m.Welcome):
            message = m.Welcome(seat=0, name="player0", lines=lines)
        sent += victim.player.receive(message)
        if isinstance(message, m.Lobby):
            victim.player.ready()
    submitted = [effect for effect in sent if isinstance(effect, news.Send) and isinstance(effect.message, m.Submit)]
    assert submitted == []
