"""X: every option has a scripted hand whose result flips with it."""

import pytest

from hearts_lan.rules import (
    OPTION_NAMES,
    Choice,
    Moon,
    Options,
    Passing,
    Tie,
    Variant,
    apply_passes,
    first_leader,
    hand_points,
    is_decided,
    is_over,
    legal_cards,
    needs_choice,
    pass_offset,
    piles,
    start,
    tally,
    turn,
    winners,
)
from tests.rules.helpers import FIRST, after, cancellation, cards, hand, table

HEARTS_GONE = ("KS QS 2H 3H", "4H 5H 6H 7H", "8H 9H TH JH", "2S QH KH AH")
MOON = (FIRST, "AS QS 2S 3S", "AH 2H 3H 4H", "KH 5H 6H 7H", "QH 8H 9H TH", "JH 2D 3D 4D")


@pytest.mark.parametrize(("variant", "points"), [(Variant.HEARTS, (0, 0, 0, 2)), (Variant.OMNIBUS, (0, 0, 0, -8))])
def test_x_variant_omnibus(variant: Variant, points: tuple[int, ...]) -> None:
    """O1: the same trick with the jack of diamonds."""
    rules = table(variant=variant)
    play = after(rules, 0, FIRST, "AD JD 2H 3H")
    assert hand_points(rules, tally(rules, piles(play))) == points


def test_x_variant_cancellation() -> None:
    """C2: who leads first, and with what, flips for the same hand of five players."""
    assert turn(start(table(5), 1)) is None
    assert turn(start(table(5, variant=Variant.CANCELLATION), 1)) == 1
    held = hand("3C 4D QS 2H")
    assert legal_cards(start(table(5), 1), held) == hand("3C")
    assert legal_cards(start(table(5, variant=Variant.CANCELLATION), 1), held) == hand("3C 4D")


@pytest.mark.parametrize(("target", "ends"), [(26, True), (27, False), (100, False)])
def test_x_target(target: int, ends: bool) -> None:
    assert is_decided(Options(target=target), (26, 0, 0, 0)) is ends


@pytest.mark.parametrize(
    ("moon", "choice", "points"),
    [
        (Moon.CHOOSE, Choice.ADD, (26, 26, 26, 0)),
        (Moon.CHOOSE, Choice.SUBTRACT, (0, 0, 0, -26)),
        (Moon.ADD, None, (26, 26, 26, 0)),
        (Moon.ADD, Choice.SUBTRACT, (26, 26, 26, 0)),
        (Moon.SUBTRACT, None, (0, 0, 0, -26)),
        (Moon.SUBTRACT, Choice.ADD, (0, 0, 0, -26)),
    ],
)
def test_x_moon(moon: Moon, choice: Choice | None, points: tuple[int, ...]) -> None:
    """S3: one hand, seat 3 shoots; without a choice the table's way holds."""
    rules = table(moon=moon)
    counted = tally(rules, piles(after(rules, 0, *MOON)))
    assert counted.shooter == 3
    assert needs_choice(rules, counted) is (moon is Moon.CHOOSE)
    assert hand_points(rules, counted, choice) == points


@pytest.mark.parametrize(("breaks", "legal"), [(True, "4C 2H KH"), (False, "4C")])
def test_x_queen_breaks_hearts(breaks: bool, legal: str) -> None:
    """T4, case 12."""
    play = after(table(queen_breaks_hearts=breaks), 0, FIRST, "3D 4D QS 5D")
    assert legal_cards(play, hand("4C 2H KH")) == hand(legal)


def test_x_queen_that_breaks_nothing_leaves_hearts_to_break() -> None:
    assert after(table(queen_breaks_hearts=False), 0, FIRST, "3D 4D 2H 5D").broken


@pytest.mark.parametrize(("allowed", "legal"), [(False, "4D 9D"), (True, "4D 9D QS 2H KH")])
def test_x_points_on_first_trick(allowed: bool, legal: str) -> None:
    """T3, case 4."""
    play = after(table(points_on_first_trick=allowed), 0, "2C")
    assert legal_cards(play, hand("4D 9D QS KH 2H")) == hand(legal)


@pytest.mark.parametrize(("allowed", "legal"), [(False, "4D"), (True, "4D QS")])
def test_x_points_on_first_trick_in_cancellation(allowed: bool, legal: str) -> None:
    """C2: T4 stays."""
    play = cancellation(1, 6, points_on_first_trick=allowed)
    assert legal_cards(play, hand("4D QS 2H")) == hand(legal)


@pytest.mark.parametrize(
    ("passing", "offsets", "leader"),
    [(Passing.STANDARD, [1, -1, 2, 0], 1), (Passing.NONE, [0, 0, 0, 0], 0)],
)
def test_x_passing(passing: Passing, offsets: list[int], leader: int) -> None:
    """P2: who opens flips too, where the lowest club is passed on."""
    rules = table(passing=passing)
    assert [pass_offset(rules, number) for number in (1, 2, 3, 4)] == offsets
    passes = [cards(three) for three in ("2C 3C 4C", "2D 3D 4D", "2S 3S 4S", "2H 3H 4H")]
    assert first_leader(rules, 1, apply_passes(rules, 1, passes, passes)) == leader


@pytest.mark.parametrize(("tie", "ends"), [(Tie.SHARED, True), (Tie.PLAY_ON, False)])
def test_x_tie(tie: Tie, ends: bool) -> None:
    """S8."""
    assert winners((40, 100, 40, 60)) == (0, 2)
    assert is_decided(Options(tie=tie), (40, 100, 40, 60)) is ends


@pytest.mark.parametrize("end_early", [False, True])
def test_x_end_early(end_early: bool) -> None:
    rules = table(end_early=end_early)
    play = after(rules, 0, FIRST, *HEARTS_GONE)
    assert is_over(play) is end_early
    assert (turn(play) is None) is end_early
    assert sum(tally(rules, piles(play)).points) == 26


@pytest.mark.parametrize("end_early", [False, True])
def test_x_end_early_waits_for_the_jack_in_omnibus(end_early: bool) -> None:
    rules = table(variant=Variant.OMNIBUS, end_early=end_early)
    assert not is_over(after(rules, 0, FIRST, *HEARTS_GONE))
    assert is_over(after(rules, 0, FIRST, *HEARTS_GONE, "AD JD 2D 3D")) is end_early


def test_x_end_early_waits_for_the_trick_to_be_complete() -> None:
    play = after(table(end_early=True), 0, FIRST, *HEARTS_GONE[:-1], "2S QH KH")
    assert not is_over(play)
    assert set(cards("QH KH")) < set(play.trick)


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_every_option_has_its_hand(option: str) -> None:
    assert any(name.startswith(f"test_x_{option}") for name in globals())
