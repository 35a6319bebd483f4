"""The verdict (V14), what a reader is told beside it (V15), and reading bytes to the end (V1)."""

import io
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan import rules
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, State, verdict
from hearts_lan.transcript.lines import MAX_LINE
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import Report, examine, feed_raw
from tests.kit import identity
from tests.transcript.forge import Forge, at, mid_play, moon

WHOLE = at(Phase.ENDED)
DATA = b"".join(WHOLE.raw)


def read(data: bytes) -> Report:
    """The report on the bytes of a file."""
    return examine(raw_lines(io.BytesIO(data)))


def outcome(raw: Iterable[bytes]) -> tuple[int, str, int]:
    """Code, check and line of a verdict."""
    judged = examine(raw).verdict
    fault = judged.fault
    return judged.code, fault.check if fault else "", fault.line if fault else 0


# -- V14: complete or not ---------------------------------------------------------------------------------------------


def test_v14_a_whole_game_is_verified() -> None:
    report = read(DATA)
    assert report.verdict.code == 0
    assert report.verdict.fault is None
    assert report.verdict.reasons == ()
    assert report.state == WHOLE.state
    assert report.events == ()


def test_v14_an_empty_file_is_incomplete() -> None:
    report = read(b"")
    assert report.verdict.code == 3
    assert report.verdict.reasons == ("The log stops where it waits for the table record.",)
    assert report.hands == ()


def test_v14_every_cut_is_incomplete() -> None:
    """At a line feed or elsewhere; what follows the last line feed is not read."""
    for count in range(0, len(WHOLE.lines), 3):
        assert examine(WHOLE.raw[:count]).verdict.code == 3
        cut = examine([*WHOLE.raw[:count], WHOLE.raw[count][:-1]])
        assert (cut.verdict.code, cut.state.count) == (3, count)
    report = examine([*WHOLE.raw, b"\xff\x00{"])
    assert report.verdict.code == 3
    assert report.verdict.reasons == ("The last line is torn off.",)
    assert report.state == WHOLE.state
    both = examine([*WHOLE.raw[:-1], WHOLE.raw[-1][:-1]]).verdict.reasons
    assert both == ("The last line is torn off.", "The log stops where it waits for the next hand or the end.")


@pytest.mark.parametrize("length", [1, MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, MAX_LINE + 3, 3 * MAX_LINE])
def test_a_torn_end_may_be_of_any_length_and_a_line_may_not(length: int) -> None:
    """Bytes after the last line feed are torn; with a line feed after them they are a line."""
    tail = b"x" * length
    assert read(DATA + tail).verdict.code == 3
    fault = read(DATA + tail + b"\n").verdict.fault
    assert fault is not None
    assert (fault.check, fault.line) == ("V1", len(WHOLE.lines) + 1)
    assert read(DATA + tail + b"\n" + tail).verdict.fault == fault


def test_v14_a_game_that_was_stopped_is_incomplete() -> None:
    for forge in (at(Phase.BETWEEN), mid_play(), at(Phase.AGREES)):
        if forge.state.phase is not Phase.BETWEEN:
            forge.put(forge.void())
            waiting = examine(forge.raw).verdict
            assert (waiting.code, waiting.reasons) == (3, ("The log stops where it waits for the end.",))
        forge.put(forge.end("stopped"))
        judged = examine(forge.raw).verdict
        assert (judged.code, judged.reasons) == (3, ("The game was stopped before it was decided.",))


def test_v14_the_last_word_of_a_person_is_its_own() -> None:
    """A substitute's agreement is not; that of a bot of the roster is the host's word anyway."""
    forge = at(Phase.AGREES).take_over(2).to(Phase.ENDED)
    judged = examine(forge.raw).verdict
    assert (judged.code, judged.reasons) == (3, ("The last result was agreed to by a substitute for seat 2.",))
    forge = Forge(4, bots=frozenset({2})).to(Phase.AGREES).take_over(2).to(Phase.ENDED)
    assert examine(forge.raw).verdict.code == 0
    forge = mid_play().take_over(2)
    forge.to(Phase.AGREES).come_back(2).to(Phase.ENDED)
    assert examine(forge.raw).verdict.code == 0


def test_v14_only_the_last_word_counts() -> None:
    """In an earlier hand a substitute may have agreed."""
    forge = two_hands().to(Phase.AGREES).take_over(0)
    forge.run(lambda forge: forge.state.phase is Phase.COMMITS).come_back(0).to(Phase.ENDED)
    report = examine(forge.raw)
    assert report.verdict.code == 0
    assert [hand.not_own for hand in report.hands] == [(0,), ()]


def two_hands() -> Forge:
    """The beginning of a game that ends with its second hand."""
    return Forge(3, rules.Options(target=20), salt="hands7")


def test_a_dispute_is_never_complete() -> None:
    forge = WHOLE.copy()
    forge.put(forge.dispute(1))
    report = examine(forge.raw)
    assert report.verdict.code == 3
    assert report.verdict.reasons == ("Seat 1 disputes the game, and its evidence proves nothing.",)
    assert [hand.number for hand in report.hands] == [1]
    assert report.events == (f"line {len(forge.lines)}: seat 1 disputes: I was cheated.",)


def test_a_dispute_and_a_torn_line_are_both_told() -> None:
    forge = mid_play()
    forge.put(forge.dispute(1))
    assert len(examine([*forge.raw, b"x"]).verdict.reasons) == 2


def test_a_proven_dispute_is_a_fault_even_in_a_torn_log() -> None:
    forge = mid_play()
    line = forge.line(forge.deal())
    evidence = r.Evidence(payload=line.payload, signature=line.signature.hex())
    forge.put(forge.dispute(1, evidence))
    assert outcome([*forge.raw, b"x"]) == (1, "V9", len(forge.lines))


# -- the first failure is the verdict ---------------------------------------------------------------------------------


def test_the_first_fault_is_the_verdict() -> None:
    raw = [*WHOLE.raw]
    raw[20], raw[40] = b"first\n", b"second\n"
    assert outcome(raw) == (1, "V1", 21)
    assert outcome([*raw, b"torn"]) == (1, "V1", 21)
    report = examine(raw)
    assert report.state.count == 20
    assert [hand.number for hand in report.hands] == [1]


def test_nothing_follows_the_end() -> None:
    for more in (WHOLE.raw[-1], WHOLE.raw[0], WHOLE.raw[30]):
        assert outcome([*WHOLE.raw, more]) == (1, "V4", len(WHOLE.lines) + 1)


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + DATA,
        DATA.replace(b"\n", b"\r\n"),
        b"\n" + DATA,
        b"\x00" + DATA,
        DATA.decode().encode("utf-16"),
        DATA.replace(b"player0", b"player\xff"),
        DATA.replace(b"player0", b"player\x00"),
        DATA.replace(b"player0", b"player\xc2\x85"),
        DATA.replace(b"\t", b" ", 1),
        DATA.upper(),
    ],
)
def test_v1_other_bytes_are_refused_at_the_first_line(data: bytes) -> None:
    fault = read(data).verdict.fault
    assert fault is not None
    assert (fault.check, fault.who, fault.line) == ("V1", None, 1)


def test_v1_an_empty_line_is_no_line() -> None:
    assert outcome([*WHOLE.raw, b"\n"]) == (1, "V1", len(WHOLE.lines) + 1)
    assert outcome([*WHOLE.raw[:9], b"\n", *WHOLE.raw[9:]]) == (1, "V1", 10)


def test_a_newer_version_says_so() -> None:
    """V4."""
    forge = Forge(4)
    line = forge.line(forge.table(version=2))
    fault = examine([line.encode(), b"anything\n"]).verdict.fault
    assert fault is not None
    assert fault.sentence == "The log was made by a newer version of the program (log version 2)."


# -- what else is told ------------------------------------------------------------------------------------------------


def test_the_hands_of_a_game_and_their_points() -> None:
    report = examine(two_hands().to(Phase.ENDED).raw)
    assert len(report.hands) == 2
    totals = (0, 0, 0)
    for number, hand in enumerate(report.hands, 1):
        totals = tuple(old + new for old, new in zip(totals, hand.points, strict=True))  # type: ignore[assignment]
        assert (hand.number, hand.totals) == (number, totals)
        assert (hand.not_own, hand.vouched, hand.void, hand.unopened) == ((), True, None, ())
    assert report.state.totals == totals


def test_every_substitution_void_resume_and_dispute_is_told() -> None:
    forge = at(Phase.REVEALS)
    forge.put(forge.resume()).put(forge.void(0, "no_reveal")).take_over(2, reason="kicked").come_back(2)
    forge.put(forge.dispute(3, reason="No."))
    first = len(forge.lines) - 4
    assert examine(forge.raw).events == (
        f"line {first}: the host program was started again (restart)",
        f"line {first + 1}: hand 1 is void (no_reveal, seat 0)",
        f"line {first + 2}: seat 2: bot2 (bot) takes over (kicked)",
        f"line {first + 3}: seat 2: player2 is back (back)",
        f"line {first + 4}: seat 3 disputes: No.",
    )
    stopped = mid_play()
    stopped.put(stopped.void(reason="secret_lost", secret=""))
    assert examine(stopped.raw).events == (f"line {len(stopped.lines)}: hand 1 is void (secret_lost)",)


def test_seats_whose_seed_or_word_is_not_their_own_are_told() -> None:
    seed = at(Phase.COMMITS).take_over(1)
    seed.to(Phase.PASSES).come_back(1).to(Phase.ENDED)
    word = at(Phase.AGREES).take_over(3).to(Phase.ENDED)
    cards = mid_play().take_over(2)
    cards.to(Phase.AGREES).come_back(2).to(Phase.ENDED)
    bot = Forge(4, bots=frozenset({0})).to(Phase.COMMITS).take_over(0).to(Phase.ENDED)
    reports = [examine(forge.raw) for forge in (seed, word, cards, bot)]
    assert [report.hands[0].not_own for report in reports] == [(1,), (3,), (), ()]
    assert [report.verdict.code for report in reports] == [0, 3, 0, 0]


def test_a_word_that_was_not_given_yet_is_nobody_elses() -> None:
    """In a log that is cut before the agreements, or within them."""
    for forge in (at(Phase.OPEN), at(Phase.AGREES), at(Phase.AGREES, inside=True), at(Phase.COMMITS, inside=True)):
        assert examine(forge.raw).hands[0].not_own == ()
    forge = at(Phase.COMMITS).take_over(1).to(Phase.REVEALS)
    assert examine(forge.raw).hands[0].not_own == (1,)


def test_a_deal_is_vouched_for_by_a_person_other_than_the_host() -> None:
    host = identity("host")
    guest, bot = identity("guest"), identity("bot")
    people = (host, guest, bot)
    with_guest = Forge(3, people=people, bots=frozenset({2})).to(Phase.ENDED)
    assert examine(with_guest.raw).hands[0].vouched
    without = Forge(3, people=people, bots=frozenset({1, 2})).to(Phase.ENDED)
    assert not examine(without.raw).hands[0].vouched
    replaced = Forge(3, people=people, bots=frozenset({2})).to(Phase.COMMITS).take_over(1)
    replaced.to(Phase.PASSES).come_back(1).to(Phase.ENDED)
    report = examine(replaced.raw)
    assert report.verdict.code == 0
    assert not report.hands[0].vouched


def test_a_void_hand_counts_for_nothing() -> None:
    forge = at(Phase.AGREES)
    forge.put(forge.void()).put(forge.end("stopped"))
    (hand,) = examine(forge.raw).hands
    assert (hand.points, hand.totals) == ((), ())
    assert hand.void is not None


# -- V15: commitments -------------------------------------------------------------------------------------------------


def unopened(forge: Forge) -> list[tuple[str, ...]]:
    return [hand.unopened for hand in examine(forge.raw).hands]


def test_v15_all_commitments_of_a_whole_hand_are_opened() -> None:
    assert unopened(WHOLE) == [()]
    assert unopened(moon().to(Phase.AGREES)) == [()]


def test_v15_commitments_that_nobody_opened_are_listed_with_their_owner() -> None:
    secret, seeds = "the secret of the host", tuple(f"the seed of seat {seat}" for seat in range(4))
    passes = tuple(f"the pass of seat {seat}" for seat in range(4))
    assert unopened(at(Phase.COMMITS)) == [(secret,)]
    assert unopened(at(Phase.COMMITS, inside=True)) == [(seeds[0], secret)]
    assert unopened(at(Phase.REVEALS)) == [(*seeds, secret)]
    assert unopened(at(Phase.REVEALS, inside=True)) == [(*seeds[1:], secret)]
    assert unopened(at(Phase.PASSES)) == [(secret,)]
    assert unopened(at(Phase.PASSES, inside=True)) == [(passes[0], secret)]
    assert unopened(at(Phase.OPEN)) == [(*passes, secret)]


def test_v15_a_void_opens_the_secret_alone() -> None:
    forge = at(Phase.REVEALS)
    forge.put(forge.reveal(1)).put(forge.void(0, "no_reveal"))
    missing = tuple(f"the seed of seat {seat}" for seat in (0, 2, 3))
    assert unopened(forge) == [missing]
    forge.to(Phase.ENDED)
    assert unopened(forge) == [missing, ()]
    assert examine(forge.raw).verdict.code == 0
    for secret in ("", None):
        stopped = mid_play()
        stopped.put(stopped.void() if secret is None else stopped.void(reason="secret_lost", secret=secret))
        passes = tuple(f"the pass of seat {seat}" for seat in range(4))
        assert unopened(stopped) == [passes if secret is None else (*passes, "the secret of the host")]


def test_v15_a_replaced_pass_is_never_opened() -> None:
    forge = at(Phase.PLAYS).take_over(2)
    forge.put(forge.pass_(2)).look_again().take_over(1)
    forge.put(forge.pass_(1)).look_again().to(Phase.ENDED)
    assert unopened(forge) == [("the replaced pass of seat 2", "the replaced pass of seat 1")]


# -- any bytes --------------------------------------------------------------------------------------------------------


@given(st.lists(st.binary() | st.sampled_from(WHOLE.raw)), st.binary())
def test_any_bytes_have_a_verdict(lines: list[bytes], tail: bytes) -> None:
    report = read(b"".join(lines) + tail)
    assert report.verdict.code in (0, 1, 3)
    assert (report.verdict.code == 1) is (report.verdict.fault is not None)


@given(st.integers(0, 30), st.data())
def test_a_mutated_log_has_a_verdict(count: int, data: st.DataObject) -> None:
    """Cut out, inserted, replaced: never anything but a verdict, and never that all is well."""
    at_byte = data.draw(st.integers(0, len(DATA) - 1))
    new = data.draw(st.binary(max_size=30))
    mutated = DATA[:at_byte] + new + DATA[at_byte + count :]
    report = read(mutated)
    if mutated != DATA:
        assert report.verdict.code in (1, 3)


def test_feeding_bytes_is_feeding_lines() -> None:
    state = State()
    for raw in WHOLE.raw:
        state = feed_raw(state, raw)
    assert state == WHOLE.state
    assert verdict(state).code == 0
