"""A host that cheats is stopped by its players: who stops, when, what they say, and what the logs prove."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.rules import Options, Passing
from hearts_lan.table.game import Game, Out
from hearts_lan.table.pen import Pen, Seated
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.wire import messages as m
from tests.kit import Room, identity, judged, one_hand, played, signed
from tests.player import hosts
from tests.player.hosts import Shameless

pytestmark = pytest.mark.broad

OTHER_CARDS = "The host dealt you other cards than the seeds and its secret give."


def cheated(cheat: type[Game] | type[Pen], players: int = 4, options: Options | None = None) -> Room:
    """A room of a modified host, or of one with a modified pen, as far as it gets."""
    game = hosts.with_pen(cheat) if issubclass(cheat, Pen) else cheat
    room = Room(players, options or one_hand(), game=game)
    room.join()
    room.run()
    return room


def assert_stopped(room: Room) -> None:
    """Whoever disputes has signed nothing after that, and signs nothing any more; nobody agreed to the hand."""
    for number, seat in enumerate(room.seats):
        if not seat.dispute:
            continue
        assert seat.player.stopped
        assert seat.player.question is None
        assert seat.player.ready() == []
        records = list(room.records_by(number))
        assert all(isinstance(record, r.Dispute) for record in records[-1:] if seat.player.state.dispute)
        assert sum(isinstance(record, r.Dispute) for record in records) <= 1


def agreed(room: Room) -> list[int]:
    """The seats that have signed an ``agree``."""
    return [
        number
        for number in range(len(room.seats))
        if any(isinstance(record, r.Agree) for record in room.records_by(number))
    ]


def findings(room: Room) -> list[tuple[int, str, object]]:
    """Of each player's log: the verdict's code, the check that failed, and who is to blame."""
    verdicts = [judged(seat.log) for seat in room.seats]
    return [
        (verdict.code, verdict.fault.check, verdict.fault.who) if verdict.fault else (verdict.code, "", None)
        for verdict in verdicts
    ]


# -- the deal --------------------------------------------------------------------------------------------------------

PROVEN = (1, "V9", "host")


@pytest.mark.parametrize("passing", Passing)
def test_a_stacked_deck_is_found_at_the_opening_by_everybody(passing: Passing) -> None:
    room = cheated(hosts.Stacked, options=one_hand(passing=passing))
    assert_stopped(room)
    assert room.disputes() == [OTHER_CARDS] * 4
    assert agreed(room) == []
    assert findings(room) == [PROVEN] * 4
    fault = judged(room.log).fault
    assert fault
    assert fault.check == ("V10" if passing is Passing.STANDARD else "V11")


@pytest.mark.parametrize("passing", Passing)
def test_a_swapped_card_is_found_at_the_opening_by_everybody(passing: Passing) -> None:
    """The two whose cards were swapped know it was the host; to the others it looks like a seat with wrong cards."""
    room = cheated(hosts.Swapped, options=one_hand(passing=passing))
    assert_stopped(room)
    assert room.disputes()[1:3] == [OTHER_CARDS] * 2
    assert all(room.disputes())
    assert agreed(room) == []
    assert findings(room) == [PROVEN] * 4
    assert judged(room.log).code == 1


def test_a_card_dealt_twice_is_found_when_it_is_played() -> None:
    room = cheated(hosts.Doubled, options=one_hand(passing=Passing.NONE))
    assert_stopped(room)
    stopped = [seat for seat in room.seats if seat.dispute]
    assert len(stopped) == 1
    assert "which the host dealt to you." in stopped[0].dispute
    assert agreed(room) == []
    assert judged(stopped[0].log).code == 3
    assert stopped[0].player.state.dispute
    assert stopped[0].player.state.dispute.evidence


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("too few", "The host dealt you a wrong number of cards."),
        ("too many", "The host dealt you a wrong number of cards."),
        ("unsorted", "The host dealt you cards that are not in order."),
        ("doubled", "The host dealt you cards that are not in the pack."),
        ("twice", "The host dealt you two different hands."),
        ("forged", "The host did not sign the cards it dealt you."),
        ("another hand", "The host dealt cards when none were due."),
    ],
)
def test_a_private_deal_that_cannot_be_is_refused_at_once(how: str, sentence: str) -> None:
    room = hosts.Redealer(how)
    room.join()
    room.run()
    assert_stopped(room)
    assert room.disputes() == ["", sentence, "", ""]
    assert not any(isinstance(record, r.Pass) for record in room.records_by(1))
    assert agreed(room) == []
    assert judged(room.seats[1].log).code == 3


def test_a_secret_chosen_after_the_seeds_does_not_open_the_commitment() -> None:
    room = cheated(hosts.LateSecret)
    assert_stopped(room)
    assert room.disputes() == ["The host's secret does not open its commitment."] * 4
    assert agreed(room) == []
    assert findings(room) == [PROVEN] * 4
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.who) == ("V8", "host")


# -- the pass --------------------------------------------------------------------------------------------------------


def test_other_cards_passed_on_are_found_by_who_gets_them() -> None:
    room = cheated(hosts.OtherPass)
    assert_stopped(room)
    sentence = "The cards passed to you are not those that seat 0 committed to."
    assert room.disputes() == ["", sentence, "", ""]
    assert agreed(room) == []


def test_a_pass_opened_otherwise_than_signed_is_found_by_everybody() -> None:
    room = cheated(hosts.OtherOpening)
    assert_stopped(room)
    assert room.disputes() == ["The cards shown do not open what seat 0 passed."] * 4
    assert agreed(room) == []
    assert findings(room) == [PROVEN] * 4
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.who, fault.line) == ("V10", "host", len(room.log))


# -- the play --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "sentence", "check"),
    [
        (hosts.InventedPlay, "The signature is not by seat {}.", "V2"),
        (hosts.Replayed, "The record was signed for another history than the lines before it.", "V3"),
    ],
)
def test_an_invented_play_is_found_at_once_by_everybody(game: type[Game], sentence: str, check: str) -> None:
    room = cheated(game)
    assert_stopped(room)
    assert len(set(room.disputes())) == 1
    assert room.disputes()[0] in [sentence.format(seat) for seat in range(4)]
    assert agreed(room) == []
    assert [finding[0] for finding in findings(room)] == [3] * 4
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.line) == (check, len(room.log))


# -- the score -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "words"),
    [(hosts.OtherScore, "The points are"), (hosts.OtherTotals, "The totals are")],
)
def test_a_wrong_score_is_agreed_to_by_nobody(game: type[Game], words: str) -> None:
    room = cheated(game)
    assert_stopped(room)
    assert all(sentence.startswith(words) for sentence in room.disputes())
    assert agreed(room) == []
    assert findings(room) == [PROVEN] * 4
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.who, fault.line) == ("V12", "host", len(room.log))


@pytest.mark.parametrize(
    ("game", "words"),
    [(hosts.OtherWinner, "The winners are not seats"), (hosts.OtherEnd, "The totals are")],
)
def test_a_wrong_end_is_disputed_by_everybody(game: type[Game], words: str) -> None:
    room = cheated(game)
    assert_stopped(room)
    assert all(sentence.startswith(words) for sentence in room.disputes())
    assert findings(room) == [PROVEN] * 4
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.who) == ("V12", "host")


# -- different records for different players --------------------------------------------------------------------------

HISTORY = "The record was signed for another history than the lines before it."


def splice(room: Room, kind: type[r.Record]) -> None:
    """Show the first seat what everybody signed for a block, whatever they had seen before."""
    seat = room.seats[0]
    for number, message in sorted(room.submitted, key=lambda item: item[0]):
        if isinstance(message, m.Submit) and type(decode_record(message.payload)) is kind:
            line = m.Record(number=len(seat.log) + 1, payload=message.payload, signature=message.signature)
            room.take(0, seat.player.receive(line))
            assert bool(seat.dispute) == (number >= 2)


@pytest.mark.parametrize(("kind", "answer", "never"), [(r.Table, r.Nonce, r.Commit), (r.Deal, r.Commit, r.Reveal)])
def test_on_neither_side_of_a_fork_a_block_gets_complete(
    kind: type[r.Record], answer: type[r.Record], never: type[r.Record]
) -> None:
    """Two tables, or two commitments of the host: the answers of the others are signed for another history."""
    room = hosts.Forked(kind)
    room.join()
    room.run()
    assert [set(seat.refusals()) for seat in room.seats] == [set(), set(), {"stale"}, {"stale"}]
    splice(room, answer)
    room.run()
    assert room.disputes() == [HISTORY, "", "", ""]
    assert_stopped(room)
    assert agreed(room) == []
    assert not any(isinstance(record, never) for number in range(4) for record in room.records_by(number))


def test_two_plays_of_an_accomplice_part_the_players_at_the_next_card() -> None:
    room = hosts.Forked(r.Play, author=0)
    room.join()
    room.run()
    assert_stopped(room)
    assert agreed(room) == []
    sides = {tuple(seat.log[: room.fork_line]) for seat in room.seats}
    assert len(sides) == 2
    assert all(len(seat.log) <= room.fork_line + 2 for seat in room.seats)


# -- the table record -------------------------------------------------------------------------------------------------

MINE = "The host wrote another key, name or commitment for your seat."
IDENTITY_POINT = (1).to_bytes(32, "little").hex()


def roster_with(change: Callable[[r.RosterSeat], r.RosterSeat]) -> type[Pen]:
    class Changed(hosts.OtherTable):
        def seat(self, seat: r.RosterSeat) -> r.RosterSeat:
            return change(seat)

    return Changed


def seat_with(seat: r.RosterSeat, **changes: object) -> r.RosterSeat:
    fields = {"name": seat.name, "key": seat.key, "bot": seat.bot, "commit": seat.commit, **changes}
    return r.RosterSeat(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"key": identity("accomplice").key.hex()}, MINE),
        ({"name": "Player1"}, MINE),
        ({"commit": "cd" * 32}, MINE),
        ({"bot": True}, "The host wrote that a bot plays for you, or that none does, unlike in the lobby."),
    ],
)
def test_a_false_entry_for_a_seat_is_refused_by_that_seat(changes: dict[str, object], sentence: str) -> None:
    """The nonce stays closed, so there is no game; each such log is removed."""
    room = cheated(roster_with(lambda seat: seat_with(seat, **changes)))
    assert_stopped(room)
    assert room.disputes() == ["", sentence, "", ""]
    assert not list(room.records_by(1))
    assert room.phase is Phase.TABLE
    assert room.logs == []
    assert [seat.log for seat in room.seats if not seat.dispute] == [[]] * 3


@pytest.mark.parametrize(
    ("key", "sentence", "check"),
    [
        (IDENTITY_POINT, "A key at the table is weak: anybody could sign for it.", "V2"),
        (identity("player0").key.hex(), "Two seats have the same key.", "V5"),
    ],
)
def test_a_key_that_no_seat_can_have_is_refused_by_everybody(key: str, sentence: str, check: str) -> None:
    room = cheated(roster_with(lambda seat: seat_with(seat, key=key)))
    assert_stopped(room)
    assert room.disputes() == [sentence] * 4
    assert not any(list(room.records_by(number)) for number in range(4))
    fault = judged(room.log).fault
    assert fault
    assert (fault.check, fault.who, fault.line) == (check, "host", 1)


def other_host() -> type[Game]:
    class Other(Shameless):
        def __init__(self, _identity: Identity, *args: object) -> None:
            super().__init__(identity("another host"), *args)  # type: ignore[arg-type]

    return Other


def test_a_table_under_another_key_than_the_proven_one_is_refused() -> None:
    room = cheated(other_host())
    assert_stopped(room)
    assert room.disputes() == ["The table is signed by another key than the host proved on this connection."] * 4
    assert not any(list(room.records_by(number)) for number in range(4))


def test_other_rules_than_in_the_lobby_are_refused() -> None:
    class OtherRules(Shameless):
        def begin(self, options: rules.Options, seats: Sequence[Seated], started: str) -> list[Out]:
            return super().begin(rules.with_option(options, "moon", "subtract"), seats, started)

    room = cheated(OtherRules)
    assert_stopped(room)
    assert room.disputes() == ["The game has other rules than the lobby showed."] * 4
    assert not any(list(room.records_by(number)) for number in range(4))


def test_a_game_without_asking_is_refused() -> None:
    room = played(3, one_hand())
    table = room.table
    table.lobby.seats = [seat and replace(seat, commit="12" * 32) for seat in table.lobby.seats]
    for effect in table._start_if_ready("2026-01-02T03:04:06Z"):
        room.do(effect)
    room.run()
    assert room.disputes() == ["The host began a game without asking you."] * 3


# -- the order of lines ----------------------------------------------------------------------------------------------


class Stuttering(Room):
    """Shows seat 2 line 20 twice, or not at all, or before line 19."""

    def __init__(self, how: str) -> None:
        super().__init__(4, one_hand())
        self.how = how
        self.held: list[m.HostMessage] = []

    def relayed(self, peer: int, message: m.HostMessage) -> Iterator[m.HostMessage]:
        number = message.number if isinstance(message, m.Record) and peer == 2 else 0
        if self.how == "swapped" and number == 19:
            self.held.append(message)
            return
        if self.how == "left out" and number == 20:
            return
        yield message
        if number == 20 and self.how == "twice":
            yield message
        if number == 20:
            yield from self.held


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("twice", "The host sent line 20 of the log where line 21 was due."),
        ("left out", "The host sent line 21 of the log where line 20 was due."),
        ("swapped", "The host sent line 20 of the log where line 19 was due."),
    ],
)
def test_lines_come_once_and_in_order(how: str, sentence: str) -> None:
    room = Stuttering(how)
    room.join()
    room.run()
    assert_stopped(room)
    assert room.disputes() == ["", "", sentence, ""]
    assert judged(room.seats[2].log).code == 3
    assert agreed(room) == []


class Meddling(Room):
    """Signs one record of a block of seat 1's with its own key."""

    def __init__(self, kind: type[r.Record]) -> None:
        super().__init__(4, one_hand())
        self.kind = kind

    def shown(self, peer: int, message: m.HostMessage) -> m.HostMessage:
        del peer
        if isinstance(message, m.Record):
            record = decode_record(message.payload)
            if type(record) is self.kind and record.by == 1:
                line = signed(self.host, self.game.state.game_id, record)
                return m.Record(number=message.number, payload=line.payload, signature=line.signature.hex())
        return message


@pytest.mark.parametrize("kind", [r.Commit, r.Reveal, r.Pass])
def test_a_forged_record_inside_a_block_is_disputed_inside_it(kind: type[r.Record]) -> None:
    room = Meddling(kind)
    room.join()
    room.run()
    assert_stopped(room)
    assert room.disputes() == ["The signature is not by seat 1."] * 4
    assert [judged(seat.log).code for seat in room.seats] == [3] * 4


def test_a_forged_nonce_is_refused_before_there_is_a_game() -> None:
    room = Meddling(r.Nonce)
    room.join()
    room.run()
    assert room.disputes()[:4] == ["The signature is not by seat 1."] * 4
    assert [judged(seat.log).code for seat in room.seats[:4]] == [3] * 4
    assert not any(isinstance(record, r.Commit) for number in range(4) for record in room.records_by(number))
