"""P: the pass."""

import pytest

from hearts_lan.rules import apply_passes, giver, receiver, why_bad_pass
from tests.rules.helpers import cards, hand, table

HANDS = (hand("2C 3C 4C 5C"), hand("2D 3D 4D 5D"), hand("2S 3S 4S 5S"), hand("2H 3H 4H 5H"))
PASSES = (cards("2C 4C 3C"), cards("3D 4D 5D"), cards("2S 3S 5S"), cards("5H 2H 3H"))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, ("2H 3H 5H 5C", "2C 3C 4C 2D", "3D 4D 5D 4S", "2S 3S 5S 4H")),
        (2, ("3D 4D 5D 5C", "2S 3S 5S 2D", "2H 3H 5H 4S", "2C 3C 4C 4H")),
        (3, ("2S 3S 5S 5C", "2H 3H 5H 2D", "2C 3C 4C 4S", "3D 4D 5D 4H")),
    ],
)
def test_p1_p2_passes_go_left_right_and_across(number: int, expected: tuple[str, ...]) -> None:
    assert apply_passes(table(), number, HANDS, PASSES) == tuple(map(hand, expected))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p2_giver_and_receiver_are_inverse(number: int) -> None:
    rules = table()
    assert [giver(rules, number, receiver(rules, number, seat)) for seat in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("pick", ["2C 3C", "2C 3C 4C 5C", "2C 2C 3C", "2C 3C 2D", ""])
def test_p1_case_23_bad_passes_are_refused(pick: str) -> None:
    violation = why_bad_pass(HANDS[0], cards(pick))
    assert violation is not None
    assert (violation.rule, violation.code) == ("P1", "bad_pass")


def test_p1_three_distinct_held_cards_are_fine() -> None:
    assert why_bad_pass(HANDS[0], cards("5C 2C 3C")) is None


def test_p1_case_23_a_second_pass_is_refused() -> None:
    """The cards have left the hand; refusing a second record is up to whoever keeps the phases."""
    after = apply_passes(table(), 1, HANDS, PASSES)
    assert why_bad_pass(after[0], PASSES[0]) is not None


def test_p3_received_cards_cannot_be_passed_on() -> None:
    with pytest.raises(ValueError, match="not in list"):
        apply_passes(table(), 1, HANDS, (cards("2H 3H 5H"), *PASSES[1:]))
