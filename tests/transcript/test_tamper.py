"""Every change of a good log is found, at the line that was changed: bytes, lines, and what a known key signs anew.

The audit goes on from the state before the first changed line, so that every byte can be tried.
"""

import io
import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan import rules
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Fault, Phase, Refused, State, feed, verdict
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import Line
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine, feed_raw
from tests.kit import one_hand, played, states
from tests.transcript.forge import Forge, at, moon

pytestmark = pytest.mark.broad


class Log:
    """A good log: its lines, and the audit's state before each."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.states = states(lines)
        self.raw = [line.encode() for line in lines]
        assert verdict(self.states[-1]).code == 0

    def fault(self, first: int, changed: Iterable[bytes]) -> Fault | None:
        """The verdict on the log that reads otherwise from line ``first`` (counted from 0) on."""
        state = self.states[first]
        try:
            for data in changed:
                if not data.endswith(b"\n"):
                    break
                state = feed_raw(state, data)
        except Refused as refused:
            return refused.fault
        assert verdict(state).code == 3
        return None

    def flipped(self, line: int, at: int, mask: int) -> Fault | None:
        """The verdict after one byte of a line was changed; a line feed may come or go."""
        data = bytearray(self.raw[line])
        data[at] ^= mask
        following = self.raw[line + 1 : line + 2]
        pieces = raw_lines(io.BytesIO(bytes(data) + b"".join(following)))
        return self.fault(line, [*pieces, *self.raw[line + 2 :]])


@cache
def one() -> Log:
    """A game of four that ends with its first hand."""
    return Log(played(4, one_hand()).log)


@cache
def several() -> Log:
    """A game of four of several hands, one of them without a pass."""
    log = Log(played(4, rules.Options(target=80)).log)
    assert log.states[-1].hand_number > 4
    return log


ENVELOPE = ("V1", "V2", "V3", "V4")
"""What can be wrong with a line that its author did not sign."""


def check_flips(log: Log, places: Iterable[tuple[int, int]], masks: Sequence[int]) -> None:
    last = len(log.raw) - 1
    for line, place in places:
        for mask in masks:
            fault = log.flipped(line, place, mask)
            if (line, place) == (last, len(log.raw[last]) - 1):
                assert fault is None, "a torn end"
                continue
            assert fault is not None, (line, place, mask)
            assert (fault.line, fault.who) == (line + 1, None), (line, place, mask)
            assert fault.check in ENVELOPE


def test_every_byte_of_a_game() -> None:
    """V1 to V4: the lowest bit, by which digits stay digits, is flipped in every byte."""
    log = one()
    check_flips(log, ((line, place) for line, raw in enumerate(log.raw) for place in range(len(raw))), [0x01])


@pytest.mark.parametrize("mask", [0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF])
def test_every_other_bit_of_many_bytes(mask: int) -> None:
    log = one()
    places = [(line, place) for line, raw in enumerate(log.raw) for place in range(mask % 13, len(raw), 13)]
    check_flips(log, places, [mask])


@pytest.mark.parametrize("line", [0, 1, 5, 10, 30, 71, 75])
def test_every_value_of_some_bytes(line: int) -> None:
    log = one()
    length = len(log.raw[line])
    check_flips(log, [(line, place) for place in (0, length // 3, length - 130, length - 2)], range(1, 256))


def test_bytes_of_a_game_of_several_hands() -> None:
    log = several()
    places = [(line, place) for line, raw in enumerate(log.raw) for place in range(line % 97, len(raw), 97)]
    check_flips(log, places, [0x01])


def test_a_whole_file_is_read_as_its_parts() -> None:
    """The same by the front door, for a few bytes."""
    log = one()
    data = b"".join(log.raw)
    for place in range(0, len(data), 1499):
        changed = bytearray(data)
        changed[place] ^= 0x01
        fault = examine(raw_lines(io.BytesIO(bytes(changed)))).verdict.fault
        assert fault is not None
        assert fault.line == data[:place].count(b"\n") + 1


# -- lines ------------------------------------------------------------------------------------------------------------


def latest(log: Log, line: int) -> int:
    """The last line, counted from 1, at which a change in the order of lines from ``line`` on (from 0) may be found.

    Seeds may be missing from a log, so that a missing reveal shows in the line after the reveals.
    """
    while log.states[line].phase is Phase.REVEALS and log.states[line].block:
        line -= 1
    end = line
    while log.states[end].phase is Phase.REVEALS:
        end += 1
    return end + 1


def check_order(log: Log, first: int, changed: Sequence[bytes]) -> None:
    fault = log.fault(first, changed)
    assert fault is not None, first
    assert first + 1 <= fault.line <= latest(log, first), (first, fault)
    assert fault.check in ENVELOPE


@pytest.mark.parametrize("log", [one, several])
def test_every_line_that_is_missing(log: Any) -> None:
    good = log()
    for line in range(len(good.raw) - 1):
        check_order(good, line, good.raw[line + 1 :])
    assert good.fault(len(good.raw) - 1, []) is None


@pytest.mark.parametrize("log", [one, several])
def test_every_line_that_comes_twice(log: Any) -> None:
    good = log()
    for line in range(len(good.raw)):
        check_order(good, min(line + 1, len(good.raw)), good.raw[line:])


@pytest.mark.parametrize("log", [one, several])
def test_every_two_neighbours_that_change_places(log: Any) -> None:
    good = log()
    for line in range(len(good.raw) - 1):
        check_order(good, line, [good.raw[line + 1], good.raw[line], *good.raw[line + 2 :]])


@pytest.mark.parametrize(("log", "step"), [(one, 1), (several, 53)])
def test_lines_far_apart_that_change_places(log: Any, step: int) -> None:
    good = log()
    for first, second in list(combinations(range(len(good.raw)), 2))[::step]:
        swapped = list(good.raw)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        check_order(good, first, swapped[first:])


@pytest.mark.parametrize("log", [one, several])
def test_lines_that_are_missing_together(log: Any) -> None:
    """A trick, a hand, everything but the end."""
    good = log()
    for count in (2, 3, 4, 8, 40, len(good.raw) - 2):
        for line in range(0, len(good.raw) - count, 1 + len(good.raw) // 40):
            check_order(good, line, good.raw[line + count :])


def test_lines_of_another_game() -> None:
    """The same people, rules and place in the log: other nonces, another game id."""
    good, other = one(), Log(at(Phase.ENDED, salt="").lines)
    assert good.states[-1].game_id != other.states[-1].game_id
    for line in range(len(good.raw)):
        fault = good.fault(line, [other.raw[min(line, len(other.raw) - 1)], *good.raw[line + 1 :]])
        assert line == 0 or (fault is not None and fault.line == line + 1)


def test_lines_of_another_hand_of_the_same_game() -> None:
    """Plays and all, with good signatures, but for another history (V3) or another place (V4)."""
    good = several()
    places = [number for number, state in enumerate(good.states) if state.phase is Phase.PLAYS and not state.block]
    for first, second in zip(places, places[60:], strict=False):
        fault = good.fault(first, [good.raw[second], *good.raw[first + 1 :]])
        assert fault is not None
        assert (fault.check, fault.line) in (("V3", first + 1), ("V4", first + 1))


# -- signed anew ------------------------------------------------------------------------------------------------------


def test_a_log_that_its_owner_signs_anew_from_some_line_on() -> None:
    """Who holds all keys can write any log that follows the rules; who holds the host's alone, no other ending."""
    forge = at(Phase.AGREES)
    agreed = forge.copy().to(Phase.ENDED)
    assert verdict(agreed.state).code == 0
    for seat in range(4):
        mallory = forge.copy()
        for due in range(seat):
            mallory.put(mallory.agree(due))
        assert mallory.refused(mallory.agree(seat), mallory.host).check == "V2"


JSON: st.SearchStrategy[Any] = (
    st.sampled_from([-1, 0, 1, 2, 10, 11, 2**31, True, "host", "", "0" * 64, "f" * 64, "QS", "2C", None, 1.5, [], {}])
    | st.lists(st.integers(-30, 30), max_size=5)
    | st.lists(st.sampled_from(["2C", "3C", "QS", "AH"]), max_size=4)
    | st.dictionaries(st.sampled_from(["cards", "nonce", "payload", "signature"]), st.text(max_size=3), max_size=3)
)


@cache
def games() -> tuple[Forge, ...]:
    """Games with every type of record, walked to their ends."""
    long = at(Phase.COMMITS, players=3)
    long.take_over(1).put(long.resume())
    long.to(Phase.REVEALS).put(long.void(0, "no_reveal")).come_back(1)
    long.to(Phase.PLAYS).take_over(2)
    long.put(long.pass_(2)).look_again().to(Phase.ENDED)
    long.put(long.dispute(0))
    shot = moon().to(Phase.ENDED)
    return long, shot


@given(st.data())
def test_a_signed_record_with_any_field_changed_is_refused_or_another_right_one(data: st.DataObject) -> None:
    """By the very key that made it: V1, V3 to V13, never another exception."""
    forge = data.draw(st.sampled_from(games()))
    number = data.draw(st.integers(0, len(forge.lines) - 1))
    fields = json.loads(forge.lines[number].payload)
    field = data.draw(st.sampled_from(sorted(fields)))
    value = data.draw(JSON | st.just(fields[field]))
    place = data.draw(st.just(number) | st.integers(0, len(forge.lines)))
    state = all_states(forge)[place]
    kind = fields["type"]
    changed = {**fields, "seen": state.seen_by(kind).hex(), field: value}
    payload = json.dumps(changed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    for line in signed_by_all(forge, state, payload):
        after = fed(state, line)
        if isinstance(after, Fault):
            assert after.check in {f"V{number}" for number in range(1, 14)}
            assert 1 <= after.line <= state.count + 1
        else:
            assert after.count == state.count + 1
            assert verdict(after).code in (0, 1, 3)


def fed(state: State, line: Line) -> State | Fault:
    """The state after a line, or why there is none."""
    try:
        return feed(state, line)
    except Refused as refused:
        return refused.fault


@cache
def _states_of(key: int) -> list[State]:
    return states(games()[key].lines)


def all_states(forge: Forge) -> list[State]:
    return _states_of(games().index(forge))


def signed_by_all(forge: Forge, state: State, payload: str) -> list[Line]:
    signer = forge.copy()
    signer.state = state
    people = (*forge.people, forge.host, *forge.speakers.values())
    return [signer.sign(payload, identity) for identity in people]


@given(st.data())
def test_a_dispute_with_any_evidence_has_a_verdict(data: st.DataObject) -> None:
    forge = data.draw(st.sampled_from(games()))
    state = data.draw(st.sampled_from([state for state in all_states(forge)[5:] if not state.dispute]))
    shown = data.draw(st.sampled_from(forge.lines) | st.builds(Line, st.text(), st.binary(min_size=64, max_size=64)))
    signer = forge.copy()
    signer.state = state

    evidence = r.Evidence(payload=shown.payload, signature=shown.signature.hex())
    line = signer.sign(canonical_text(signer.dispute(1, evidence)), forge.people[1])
    after = fed(state, line)
    assert after.check == "V1" if isinstance(after, Fault) else verdict(after).code == 3
