"""V4: which record may stand where, for every phase of a log and every type of record."""

from collections.abc import Callable

import pytest

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import BLOCK, INSIDE, OUTSIDE, Phase, feed
from tests.kit import identity
from tests.transcript.forge import Forge, at, mid_play, moon

SEEN = "0" * 64


def voided(times: int) -> Forge:
    """After so many hands voided for a missing seed."""
    forge = Forge(4)
    for _ in range(times):
        forge.to(Phase.REVEALS).put(forge.void(0, "no_reveal"))
    return forge


def all_but_one_reveal() -> Forge:
    """All seeds have come but that of seat 0."""
    forge = at(Phase.REVEALS)
    for seat in (1, 2, 3):
        forge.put(forge.reveal(seat))
    return forge


def substituted(forge: Forge) -> Forge:
    """A bot has just taken over seat 2."""
    return forge.take_over(2)


def passed_again() -> Forge:
    """A bot has taken over seat 2 and passed anew."""
    forge = substituted(at(Phase.PLAYS))
    return forge.put(forge.pass_(2))


def after_a_card() -> Forge:
    """A bot has taken over seat 2, did not pass anew, and a card was played."""
    forge = substituted(at(Phase.PLAYS))
    forge.step()
    return forge


def disputed() -> Forge:
    forge = at(Phase.PLAYS)
    return forge.put(forge.dispute(1))


def stopped() -> Forge:
    forge = at(Phase.PLAYS)
    return forge.put(forge.void())


POINTS: dict[str, tuple[Callable[[], Forge], str]] = {
    "nothing": (lambda: Forge(4), "table"),
    "table": (lambda: at(Phase.NONCES), "nonce"),
    "in the nonces": (lambda: at(Phase.NONCES, inside=True), "nonce"),
    "nonces": (lambda: at(Phase.BETWEEN), "substitute resume deal end dispute"),
    "deal": (lambda: at(Phase.COMMITS), "substitute resume commit stop lose dispute"),
    "in the commits": (lambda: at(Phase.COMMITS, inside=True), "commit dispute"),
    "commits": (lambda: at(Phase.REVEALS), "resume reveal missing stop lose dispute"),
    "in the reveals": (lambda: at(Phase.REVEALS, inside=True), "reveal missing dispute"),
    "all reveals but one": (all_but_one_reveal, "missing dispute"),
    "void": (lambda: voided(1), "substitute resume deal end dispute"),
    "second void": (lambda: voided(2), "end dispute"),
    "reveals": (lambda: at(Phase.PASSES), "substitute resume pass stop lose dispute"),
    "in the passes": (lambda: at(Phase.PASSES, inside=True), "pass dispute"),
    "passes": (lambda: at(Phase.PLAYS), "substitute resume play stop lose dispute"),
    "substitute after the passes": (
        lambda: substituted(at(Phase.PLAYS)),
        "substitute resume pass play stop lose dispute",
    ),
    "a pass replaced": (passed_again, "substitute resume play stop lose dispute"),
    "a card after a substitute": (after_a_card, "substitute resume play stop lose dispute"),
    "a substitute after a card": (lambda: substituted(mid_play()), "substitute resume play stop lose dispute"),
    "a substitute before the passes": (
        lambda: substituted(at(Phase.PASSES)).to(Phase.PLAYS),
        "substitute resume play stop lose dispute",
    ),
    "reveals of a hand without a pass": (
        lambda: at(Phase.PLAYS, players=3, passing="none"),
        "substitute resume play stop lose dispute",
    ),
    "substitute in a hand without a pass": (
        lambda: substituted(at(Phase.PLAYS, players=3, passing="none")),
        "substitute resume play stop lose dispute",
    ),
    "in a trick": (lambda: mid_play(6), "substitute resume play stop lose dispute"),
    "the last card": (lambda: at(Phase.OPEN), "substitute resume open stop lose dispute"),
    "the last card of a moon": (moon, "substitute resume moon stop lose dispute"),
    "moon": (lambda: moon().to(Phase.OPEN), "substitute resume open stop lose dispute"),
    "open": (lambda: at(Phase.AGREES), "substitute resume agree stop lose dispute"),
    "in the agrees": (lambda: at(Phase.AGREES, inside=True), "agree dispute"),
    "agrees, the target reached": (
        lambda: at(Phase.AGREES).run(lambda forge: forge.state.phase is Phase.BETWEEN),
        "substitute resume end dispute",
    ),
    "agrees, the target not reached": (
        lambda: at(Phase.AGREES, target=100).run(lambda forge: forge.state.phase is Phase.BETWEEN),
        "substitute resume deal end dispute",
    ),
    "void outside a block": (stopped, "end dispute"),
    "end": (lambda: at(Phase.ENDED), "dispute"),
    "dispute": (disputed, ""),
}

KINDS = [
    "table",
    "nonce",
    "deal",
    "commit",
    "reveal",
    "missing",
    "stop",
    "lose",
    "pass",
    "play",
    "moon",
    "open",
    "agree",
    "substitute",
    "resume",
    "dispute",
    "end",
]


def record(forge: Forge, kind: str, allowed: bool) -> r.Record:
    """A record of a kind: a right one if it is allowed here, or else any one that the state can make."""
    due = forge.state.block.next_seat if forge.state.block else 0
    fresh: Identity = identity("never seen")
    table = forge.state.phase is Phase.TABLE
    make: dict[str, Callable[[], r.Record]] = {
        "table": forge.table,
        "nonce": lambda: forge.nonce(min(due, forge.players - 1)),
        "deal": forge.deal,
        "commit": lambda: forge.commit(min(due, forge.players - 1)),
        "reveal": lambda: forge.reveal(min(due, forge.players - 1)),
        "missing": lambda: forge.void(missing(forge), "no_reveal"),
        "stop": forge.void,
        "lose": lambda: forge.void(reason="secret_lost", secret=""),
        "pass": lambda: (
            forge.pass_(2 if forge.state.phase is Phase.PLAYS else due)
            if allowed
            else forge.record(r.Pass, by=2, hand=forge.hand, commit=SEEN)
        ),
        "play": lambda: forge.play(forge.turn(), forge.legal()[0]) if allowed else forge.play(0, "2C"),
        "moon": lambda: forge.moon(1),
        "open": forge.open if allowed else lambda: dummy_open(forge),
        "agree": lambda: forge.agree(due),
        "substitute": lambda: forge.substitute(1, fresh),
        "resume": forge.resume,
        "dispute": lambda: forge.dispute(1),
        "end": lambda: forge.end("target" if decided(forge) else "stopped"),
    }
    assert table or forge.state.roster
    return make[kind]()


def decided(forge: Forge) -> bool:
    """Whether the totals end the game."""
    state = forge.state
    return state.maybe_rules is not None and rules.is_decided(state.rules.options, state.totals)


def dummy_open(forge: Forge) -> r.Record:
    zeros = (0,) * forge.players
    return forge.record(r.Open, hand=forge.hand, secret=SEEN, passes=(), points=zeros, totals=zeros)


def missing(forge: Forge) -> int:
    """The first seat whose seed is missing."""
    seeds = forge.state.maybe_hand.seeds if forge.state.maybe_hand else ()
    return seeds.index(None) if None in seeds else len(seeds) % forge.players


@pytest.mark.parametrize("point", POINTS)
def test_every_record_after_every_other(point: str) -> None:
    make, names = POINTS[point]
    forge = make()
    for kind in KINDS:
        allowed = kind in names.split()
        line = forge.line(record(forge, kind, allowed))
        if allowed:
            feed(forge.state, line)
            continue
        fault = forge.refusal(line)
        expected = "V3" if (point, kind) == ("all reveals but one", "reveal") else "V4"
        assert (fault.check, fault.line) == (expected, len(forge.lines) + 1), kind


def test_the_points_cover_all_phases() -> None:
    """Those with a block outside and inside it."""
    states = [make().state for make, _ in POINTS.values()]
    assert {(state.phase, False) for state in states if not state.block} == {(phase, False) for phase in OUTSIDE}
    assert {(state.phase, True) for state in states if state.block} == {(phase, True) for phase in INSIDE}
    assert set(INSIDE) == set(BLOCK)


# -- S and R --------------------------------------------------------------------------------------------------------


def test_any_number_of_substitutes_and_resumes_may_stand_in_all_places_between() -> None:
    """S: a log with two of each wherever the grammar has room for them is complete and right."""
    forge, places = Forge(4), 0
    while forge.state.phase is not Phase.ENDED:
        if r.Substitute in OUTSIDE[forge.state.phase] and not forge.state.block:
            forge.put(forge.resume()).put(forge.resume())
            forge.take_over(places % 4, f"bot{places}").come_back(places % 4)
            places += 1
        elif r.Resume in OUTSIDE[forge.state.phase] and not forge.state.block:
            forge.put(forge.resume()).put(forge.resume())
        forge.step()
    assert places > 52
    assert forge.state.voids == 0


def test_no_return_between_commits_and_reveals() -> None:
    """A player who is back waits until the reveals are in."""
    forge = at(Phase.COMMITS).take_over(0)
    forge.to(Phase.REVEALS)
    assert forge.refused(forge.back(0)).check == "V4"
    forge.to(Phase.PASSES).come_back(0).to(Phase.ENDED)


# -- S' ---------------------------------------------------------------------------------------------------------------


def test_a_substitute_may_pass_anew_once() -> None:
    forge = at(Phase.PLAYS).take_over(2).take_over(2, "another")
    forge.put(forge.pass_(2, forge.dealt[2][5:8]))
    assert forge.refused(forge.pass_(2)).check == "V4"
    forge.take_over(2, "third")
    forge.put(forge.pass_(2, forge.dealt[2][6:9])).look_again().to(Phase.ENDED)


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_nobody_else_may_pass_anew(seat: int) -> None:
    forge = at(Phase.PLAYS).take_over(2)
    fault = forge.refused(forge.pass_(seat))
    assert (fault.check, fault.who) == ("V4", None)


def test_a_player_who_came_back_may_pass_anew() -> None:
    """The player did not open what it had passed, was replaced, and is back before the bot passed."""
    forge = at(Phase.PLAYS).take_over(2).come_back(2)
    forge.put(forge.pass_(2, forge.dealt[2][3:6])).look_again().to(Phase.ENDED)


def test_two_seats_may_pass_anew_in_any_order() -> None:
    forge = at(Phase.PLAYS).take_over(1).take_over(3)
    forge.put(forge.resume()).put(forge.pass_(3)).put(forge.pass_(1)).look_again().to(Phase.ENDED)


# -- voids ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("came", [(), (0,), (1, 3), (0, 1, 2), (3,), (1, 2, 3)])
def test_a_void_names_the_first_seat_whose_seed_is_missing(came: tuple[int, ...]) -> None:
    forge = at(Phase.REVEALS)
    for seat in came:
        forge.put(forge.reveal(seat))
    first = min(set(range(4)) - set(came))
    for seat in set(range(11)) - {first}:
        fault = forge.refused(forge.void(seat, "no_reveal"))
        assert (fault.check, fault.who) == ("V4", None)
    forge.put(forge.void(first, "no_reveal"))
    assert (forge.state.phase, forge.state.voids) == (Phase.BETWEEN, 1)


@pytest.mark.parametrize(("seat", "reason"), [(-1, "no_reveal"), (0, "stopped"), (0, "secret_lost")])
def test_a_void_names_a_seat_only_for_a_missing_seed(seat: int, reason: str) -> None:
    forge = at(Phase.REVEALS)
    assert forge.refused(forge.void(seat, reason)).check == "V4"


def test_no_hand_is_voided_for_a_seed_when_all_are_there_or_none_is_due() -> None:
    for forge in (at(Phase.PASSES), at(Phase.COMMITS), mid_play(), at(Phase.AGREES)):
        for seat in range(4):
            assert forge.refused(forge.void(seat, "no_reveal")).check == "V4"


def test_a_voided_hand_uses_up_its_number() -> None:
    """P2: hand 2 passes to the right."""
    forge = voided(1).to(Phase.PLAYS)
    assert (forge.state.hand_number, forge.state.totals) == (2, (0, 0, 0, 0))
    forge.to(Phase.ENDED)


def test_after_a_second_void_there_is_only_the_end() -> None:
    """A fair hand between the two changes nothing."""
    forge = Forge(4, options=at(Phase.BETWEEN, target=1000).options)
    forge.to(Phase.REVEALS).put(forge.void(0, "no_reveal"))
    forge.to(Phase.AGREES).run(lambda forge: forge.state.phase is Phase.BETWEEN)
    forge.to(Phase.REVEALS).put(forge.void(0, "no_reveal"))
    assert forge.refused(forge.deal()).check == "V4"
    assert forge.refused(forge.resume()).check == "V4"
    forge.put(forge.end("stopped"))


# -- disputes ---------------------------------------------------------------------------------------------------------


def test_a_dispute_may_follow_any_line_after_the_nonces_and_is_last() -> None:
    forge = Forge(3)
    while True:
        running = len(forge.lines) >= 1 + 3
        if running:
            last = forge.copy()
            last.put(last.dispute(2))
            assert last.refused(last.dispute(1)).check == "V4"
        elif forge.lines:
            assert forge.refused(forge.dispute(2)).check == "V4"
        if forge.state.phase is Phase.ENDED:
            return
        forge.step()
