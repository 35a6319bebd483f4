"""V1 to V3, the order of the checks, and records offered for a block."""

from typing import Any

import msgspec
import pytest

from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, Refused, State, admit, feed
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import HEAD_0, NO_GAME, Line, next_head, signed_bytes
from tests.fairness.edwards import TORSION, encode
from tests.kit import identity
from tests.transcript.forge import Forge, at, mid_play

STRANGER = identity("stranger")
SEEN = "0" * 64


def changed(record: r.Record, **fields: Any) -> r.Record:
    return msgspec.structs.replace(record, **fields)


# -- what a state tells -----------------------------------------------------------------------------------------------


def test_a_state_counts_lines_and_chains_heads() -> None:
    forge, head = Forge(3), HEAD_0
    assert (forge.state.head, forge.state.count) == (HEAD_0, 0)
    while forge.state.phase is not Phase.ENDED:
        forge.step()
        head = next_head(head, forge.lines[-1])
        assert (forge.state.head, forge.state.count) == (head, len(forge.lines))


def test_a_refusal_changes_nothing() -> None:
    forge = mid_play(3)
    before = forge.state
    forge.refused(forge.play(0, "2C"))
    assert forge.state == before
    feed(before, forge.line(forge.play(forge.turn(), forge.legal()[0])))
    assert forge.state == before


# -- V1 ---------------------------------------------------------------------------------------------------------------


def test_v1_a_text_that_is_no_record() -> None:
    forge = mid_play()
    fault = forge.refusal(forge.sign('{"by":0}', forge.people[0]))
    assert (fault.check, fault.who, fault.line) == ("V1", None, len(forge.lines) + 1)


@pytest.mark.parametrize("payload", ["", "\ud800", "\ud800\udc00", '{"type":"table","version":"\ud800"}', "\x00", "["])
def test_v1_is_the_only_trouble_a_text_can_make(payload: str) -> None:
    """Whatever a peer sends, before the first line and later."""
    line = Line(payload, bytes(64))
    assert Forge(4).refusal(line).check == "V1"
    assert mid_play().refusal(line).check == "V1"


def test_v1_rules_that_cannot_be_played() -> None:
    forge = Forge(4)
    table = forge.table()
    for wrong in ({"moon": "full"}, {"variant": "cancellation"}, {"tie": ""}, {"passing": "never"}):
        fault = forge.refused(changed(table, rules=msgspec.structs.replace(table.rules, **wrong)))
        assert (fault.check, fault.who) == ("V1", None)
    assert Forge(8).refused(Forge(8).table()).check == "V1"


# -- V4: the version --------------------------------------------------------------------------------------------------

NEWER = "newer version"


def test_v4_a_newer_version_says_so() -> None:
    forge = Forge(4)
    fault = forge.refused(forge.table(version=2))
    assert (fault.check, fault.line) == ("V4", 1)
    assert NEWER in fault.sentence
    assert "2" in fault.sentence


@pytest.mark.parametrize(
    "payload", ['{"type":"table","version":2}', '{"new":null, "type":"table","version":2147483647}']
)
def test_v4_a_newer_version_may_have_any_fields(payload: str) -> None:
    fault = Forge(4).refusal(Line(payload, bytes(64)))
    assert (fault.check, NEWER in fault.sentence) == ("V4", True)


@pytest.mark.parametrize("version", ["1", "0", "-2", "2147483648", "9" * 400, "9" * 5000, "2.0", "true", '"2"', "null"])
def test_v1_what_is_no_version(version: str) -> None:
    fault = Forge(4).refusal(Line(f'{{"type":"table","version":{version}}}', bytes(64)))
    assert fault.check == "V1"
    assert len(fault.sentence) < 400


def test_v4_a_version_counts_in_the_first_line_only() -> None:
    forge = at(Phase.NONCES)
    fault = forge.refused(forge.table(version=2))
    assert fault.check == "V4"
    assert NEWER not in fault.sentence
    assert forge.refusal(Line('{"type":"table","version":2}', bytes(64))).check == "V1"


# -- V3 ---------------------------------------------------------------------------------------------------------------


def test_v3_every_record_has_seen_the_line_before() -> None:
    forge = Forge(3)
    while True:
        if forge.state.phase is Phase.ENDED:
            break
        before = forge.copy()
        forge.step()
        record = forge.state.last
        assert record is not None
        for seen in {SEEN, "f" * 64, forge.state.head.hex(), *(state.head.hex() for state in [State()])}:
            if seen != record.seen:
                fault = before.refused(changed(record, seen=seen))
                assert (fault.check, fault.who, fault.line) == ("V3", None, len(before.lines) + 1)


def test_v3_records_of_a_block_have_all_seen_the_same() -> None:
    """The head before the block, not the one before the record; a dispute is in no block."""
    for phase in (Phase.NONCES, Phase.COMMITS, Phase.REVEALS, Phase.PASSES, Phase.AGREES):
        before = at(phase)
        forge = at(phase, inside=True)
        assert forge.state.expected_seen == before.state.head
        due = forge.block_record(1)
        assert forge.refused(changed(due, seen=forge.state.head.hex())).check == "V3"
        if phase is not Phase.NONCES:
            assert forge.refused(changed(forge.dispute(1), seen=before.state.head.hex())).check == "V3"
        forge.put(due)


def test_v3_a_void_among_the_reveals_has_seen_the_line_before() -> None:
    forge = at(Phase.REVEALS, inside=True)
    void = forge.void(1, "no_reveal")
    assert forge.refused(changed(void, seen=forge.state.expected_seen.hex())).check == "V3"
    forge.put(void)


@pytest.mark.parametrize("phase", [Phase.NONCES, Phase.COMMITS, Phase.PASSES, Phase.AGREES])
@pytest.mark.parametrize("inside", [False, True])
def test_v3_a_block_is_in_seat_order(phase: Phase, inside: bool) -> None:
    forge = at(phase, inside)
    for seat in {0, 1, 2, 3} - {int(inside)}:
        fault = forge.refused(forge.block_record(seat))
        assert (fault.check, fault.who) == ("V3", None)
    assert forge.refused(changed(forge.block_record(0), by=10)).check == "V3"


def test_v3_reveals_may_leave_seats_out_but_never_go_back() -> None:
    forge = at(Phase.REVEALS)
    forge.put(forge.reveal(2))
    for seat in (0, 1, 2):
        assert forge.refused(forge.reveal(seat)).check == "V3"
    assert forge.refused(changed(forge.reveal(3), by=4)).check == "V3"
    forge.put(forge.reveal(3))
    assert forge.refused(changed(forge.reveal(3), by=4)).check == "V3"


# -- V2 ---------------------------------------------------------------------------------------------------------------


def test_v2_every_record_is_signed_by_its_author() -> None:
    """Not by the host for a seat, by a seat for the host, or by anybody for another game."""
    forge = Forge(3)
    while forge.state.phase is not Phase.ENDED:
        before = forge.copy()
        forge.step()
        record, line = forge.state.last, forge.lines[-1]
        assert record is not None
        by_host = record.by == "host"
        for signer in (STRANGER, forge.people[2 if record.by != 2 else 0], forge.host):
            if by_host and signer is forge.host:
                continue
            fault = before.refused(record, signer)
            assert (fault.check, fault.who) == ("V2", None)
        other_game = NO_GAME if before.state.game_id != NO_GAME else bytes([1] * 32)
        signature = before.author(record).sign(signed_bytes(other_game, line.payload))
        assert before.refusal(Line(line.payload, signature)).check == "V2"


@pytest.mark.parametrize("length", [0, 63, 65])
def test_v2_a_signature_of_another_length(length: int) -> None:
    """A line from a file has 64 bytes; one from elsewhere is refused all the same."""
    forge = mid_play()
    line = forge.line(forge.play(forge.turn(), forge.legal()[0]))
    assert forge.refusal(Line(line.payload, (line.signature + b"\0")[:length])).check == "V2"


def test_v2_there_is_no_such_seat() -> None:
    forge = mid_play()
    for record in (forge.play(4, "2C"), forge.dispute(4), forge.play(10, "2C")):
        assert forge.refused(record).check == "V2"
    fault = forge.refused(forge.substitute(4, STRANGER))
    assert (fault.check, fault.who) == ("V2", "host")


WEAK = [
    *[encode(point) for point in TORSION],
    bytes([1]) + bytes(30) + bytes([0x80]),
    (2**255 - 18).to_bytes(32, "little"),
    bytes([2]) + bytes(31),
    bytes([255] * 32),
]


@pytest.mark.parametrize("key", WEAK, ids=lambda key: key.hex()[:6])
def test_v2_weak_keys(key: bytes) -> None:
    """At the table for the host and a seat, and of a substitute."""
    forge = Forge(4)
    table = forge.table()
    weak_seat = msgspec.structs.replace(table.seats[1], key=key.hex())
    fault = forge.refused(changed(table, seats=(table.seats[0], weak_seat, *table.seats[2:])))
    assert (fault.check, fault.who) == ("V2", "host")
    assert forge.refused(changed(table, host=key.hex())).check == "V2"
    forge = mid_play()
    fault = forge.refused(forge.substitute(1, STRANGER, key=key.hex()))
    assert (fault.check, fault.who) == ("V2", "host")


def test_v2_a_weak_host_key_that_anybody_signs_for() -> None:
    """Under the identity point the signature of R = B and S = 1 fits every message."""
    forge = Forge(4)
    payload = canonical_text(forge.table(host=encode(TORSION[0]).hex()))
    signature = bytes.fromhex("58" + "66" * 31) + bytes([1]) + bytes(31)
    fault = forge.refusal(Line(payload, signature))
    assert (fault.check, "weak" in fault.sentence) == ("V2", True)


def test_v2_only_the_speaker_of_a_seat_signs_for_it() -> None:
    """From a substitute on its key, after the return that of the roster again."""
    forge = at(Phase.PLAYS).take_over(1)
    player, bot = forge.people[1], forge.speakers[1]
    forge.run(lambda forge: forge.turn() == 1)
    play = forge.play(1, forge.legal()[0])
    assert forge.refused(play, player).check == "V2"
    feed(forge.state, forge.line(play, bot))
    forge.come_back(1)
    play = forge.play(1, forge.legal()[0])
    assert forge.refused(play, bot).check == "V2"
    forge.put(play, player)


def test_v2_a_dispute_is_signed_by_the_speaker_or_the_player_of_the_roster() -> None:
    forge = at(Phase.PLAYS).take_over(1)
    bot = forge.speakers[1]
    forge.take_over(1, "another")
    record = forge.dispute(1)
    for signer in (bot, forge.host, forge.people[0], STRANGER):
        assert forge.refused(record, signer).check == "V2"
    feed(forge.state, forge.line(record, forge.speakers[1]))
    forge.put(record, forge.people[1])


# -- the order of the checks ------------------------------------------------------------------------------------------


def checks(forge: Forge, payload: str, right: r.Record, **later: Any) -> list[str]:
    """The checks named for a line with every fault, then with one fault less each time."""
    wrong = changed(right, **later)
    lines = [
        Line(payload, bytes(64)),
        Line(canonical_text(forge.record(r.Nonce, by=9, seen=SEEN, nonce=SEEN)), bytes(64)),
        Line(canonical_text(changed(wrong, seen=SEEN)), bytes(64)),
        Line(canonical_text(wrong), bytes(64)),
        forge.line(wrong),
    ]
    return [forge.refusal(line).check for line in lines]


def test_the_checks_come_in_order() -> None:
    """V1, V4, V3, V2, then by number, as for another implementation."""
    forge = mid_play()
    turn = forge.turn()
    order = checks(forge, "{", forge.play(turn, forge.legal()[0]), card="2C", hand=7)
    assert order == ["V1", "V4", "V3", "V2", "V6"]
    assert forge.refused(forge.play(turn, "2C")).check == "V11"


def test_v4_comes_before_v3_and_v2_where_the_grammar_looks_into_a_record() -> None:
    """A void that cannot stand here, a second pass, a deal after the end by the rules."""
    inside, outside, decided = at(Phase.REVEALS, inside=True), at(Phase.REVEALS), at(Phase.ENDED)
    decided = at(Phase.AGREES).run(lambda forge: forge.state.phase is Phase.BETWEEN)
    misplaced: list[tuple[Forge, r.Record]] = [
        (inside, inside.void()),
        (inside, inside.void(0, "no_reveal")),
        (outside, outside.void(1, "no_reveal")),
        (outside, outside.void(-1, "no_reveal")),
        (mid_play(), mid_play().void(0, "no_reveal")),
        (mid_play(), mid_play().record(r.Pass, by=0, hand=9, commit=SEEN)),
        (decided, decided.deal(hand=9)),
    ]
    for forge, record in misplaced:
        line = Line(canonical_text(changed(record, seen=SEEN)), bytes(64))
        fault = forge.refusal(line)
        assert (fault.check, fault.who) == ("V4", None)


def test_v1_comes_before_all_else_where_rules_are_impossible() -> None:
    forge = Forge(8)
    line = Line(canonical_text(changed(forge.table(), seen=SEEN)), bytes(64))
    assert forge.refusal(line).check == "V1"
    line = Line(canonical_text(changed(forge.table(version=2), seen=SEEN)), bytes(64))
    assert forge.refusal(line).check == "V4"


def test_v2_comes_before_v5_for_keys() -> None:
    """Two seats with the same weak key."""
    forge = Forge(4)
    table = forge.table()
    weak = msgspec.structs.replace(table.seats[1], key=WEAK[0].hex())
    assert forge.refused(changed(table, seats=(weak, weak, *table.seats[2:]))).check == "V2"


# -- admit ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.NONCES, Phase.COMMITS, Phase.REVEALS, Phase.PASSES, Phase.AGREES])
def test_records_for_a_block_are_admitted_in_any_order(phase: Phase) -> None:
    forge = at(phase)
    for seat in (3, 1, 0, 2):
        record = forge.block_record(seat)
        assert admit(forge.state, forge.line(record)) == record
        assert refusal(forge.state, forge.line(record, STRANGER)) == "V2"
        assert refusal(forge.state, forge.line(changed(record, seen=SEEN))) == "V3"
        assert refusal(forge.state, forge.line(changed(record, by=7))) in ("V2", "V3")


def test_what_is_admitted_would_be_right_in_its_turn() -> None:
    forge = at(Phase.COMMITS)
    assert refusal(forge.state, forge.line(forge.commit(2, hand=2))) == "V6"
    forge = at(Phase.REVEALS)
    assert refusal(forge.state, forge.line(forge.reveal(2, seed=SEEN))) == "V7"
    forge = at(Phase.AGREES)
    assert refusal(forge.state, forge.line(forge.agree(2, totals=(0, 0, 0, 0)))) == "V13"
    forge = mid_play()
    play = forge.play(forge.turn(), forge.legal()[0])
    assert admit(forge.state, forge.line(play)) == play
    assert refusal(forge.state, forge.line(forge.agree(0))) == "V4"


def refusal(state: State, line: Line) -> str:
    with pytest.raises(Refused) as refused:
        admit(state, line)
    return refused.value.fault.check


def test_the_host_may_hold_a_seat_with_its_own_key() -> None:
    host = identity("host")
    people: tuple[Identity, ...] = (identity("a"), host, identity("b"))
    forge = Forge(3, people=people).to(Phase.PLAYS)
    forge.take_over(1).come_back(1).to(Phase.ENDED)
