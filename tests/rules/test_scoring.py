"""S1-S4, O1, O2, C8: points, the moon, safety."""

from typing import Any

import pytest

from hearts_lan.cards import DECK, HEARTS, PENALTY_CARDS
from hearts_lan.rules import (
    Choice,
    Moon,
    Tally,
    Tie,
    Variant,
    choice_lines,
    hand_points,
    needs_choice,
    safe_choice,
    tally,
)
from tests.rules.helpers import cards, table

ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
ALL = f"{ALL_HEARTS} QS"
EIGHT = "2H 3H 4H 5H 6H 7H 8H 9H"
MOON = Tally((26, 0, 0, 0), 0)


def count(*piles: str, **options: Any) -> Tally:
    """The tally of piles at a table for four."""
    return tally(table(**options), [cards(pile) for pile in piles])


def test_s2_case_15_thirteen_of_fourteen_are_no_moon() -> None:
    assert count(f"{ALL_HEARTS[3:]} QS", "2H", "", "") == Tally((25, 1, 0, 0), None)


def test_s2_case_16_pointless_tricks_are_not_needed() -> None:
    rest = [card for card in DECK if card not in PENALTY_CARDS]
    piles = [(*HEARTS, *cards("QS"), *rest[12:]), rest[:4], rest[4:8], rest[8:12]]
    assert tally(table(), piles) == MOON


@pytest.mark.parametrize(("choice", "totals"), [(Choice.SUBTRACT, (-16, 50, 40, 30)), (Choice.ADD, (10, 76, 66, 56))])
def test_s3_s5_case_17_moon_choices(choice: Choice, totals: tuple[int, ...]) -> None:
    assert choice_lines(table(), MOON, (10, 50, 40, 30))[choice] == totals


def test_s4_case_18_safety_subtracts_where_adding_would_lose() -> None:
    before = (90, 80, 60, 55)
    assert choice_lines(table(), MOON, before)[Choice.ADD] == (90, 106, 86, 81)
    assert safe_choice(table(), MOON, before) is Choice.SUBTRACT


@pytest.mark.parametrize(
    ("before", "tie", "choice"),
    [
        ((10, 50, 40, 30), Tie.SHARED, Choice.ADD),
        ((10, 80, 40, 30), Tie.SHARED, Choice.ADD),
        ((66, 80, 40, 50), Tie.SHARED, Choice.SUBTRACT),
        ((66, 80, 40, 50), Tie.PLAY_ON, Choice.ADD),
        ((66, 73, 40, 39), Tie.PLAY_ON, Choice.ADD),
    ],
    ids=["no end", "wins alone", "shared win", "shared lowest is no end when played on", "not reached"],
)
def test_s4_s8_safety(before: tuple[int, ...], tie: Tie, choice: Choice) -> None:
    assert safe_choice(table(tie=tie), MOON, before) is choice


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ((f"{EIGHT[:14]} JD", "QS", "TH JH QH KH AH 7H 8H 9H", ""), (-5, 13, 8, 0)),
        (("QS 2H 3H 4H JD", "5H 6H 7H 8H 9H TH JH QH KH AH", "", ""), (6, 10, 0, 0)),
    ],
    ids=["case 25", "case 28"],
)
def test_o1_jack_of_diamonds(piles: tuple[str, ...], points: tuple[int, ...]) -> None:
    counted = count(*piles, variant=Variant.OMNIBUS)
    assert counted == Tally(points, None)
    assert hand_points(table(variant=Variant.OMNIBUS), counted) == points


@pytest.mark.parametrize(
    ("piles", "choice", "points"),
    [
        ((f"{ALL} JD", "", "", ""), Choice.ADD, (-10, 26, 26, 26)),
        ((f"{ALL} JD", "", "", ""), Choice.SUBTRACT, (-36, 0, 0, 0)),
        ((ALL, "JD", "", ""), Choice.ADD, (0, 16, 26, 26)),
        ((ALL, "JD", "", ""), Choice.SUBTRACT, (-26, -10, 0, 0)),
    ],
    ids=["case 26 add", "case 26 subtract", "case 27", "case 27 subtract"],
)
def test_o2_moon_with_the_jack_apart(piles: tuple[str, ...], choice: Choice, points: tuple[int, ...]) -> None:
    rules = table(variant=Variant.OMNIBUS)
    assert hand_points(rules, count(*piles, variant=Variant.OMNIBUS), choice) == points


@pytest.mark.parametrize(
    ("choice", "points"), [(Choice.ADD, (52, 0, 52, 52, 52)), (Choice.SUBTRACT, (0, -52, 0, 0, 0))]
)
def test_c8_moon_of_two_packs(choice: Choice, points: tuple[int, ...]) -> None:
    rules = table(5, variant=Variant.CANCELLATION)
    counted = tally(rules, [(), cards(f"{ALL} {ALL} 2C"), (), (), ()])
    assert counted.shooter == 1
    assert hand_points(rules, counted, choice) == points


def test_c8_half_of_the_penalty_cards_is_no_moon() -> None:
    rules = table(5, variant=Variant.CANCELLATION)
    assert tally(rules, [cards(ALL), cards(ALL), (), (), ()]) == Tally((26, 26, 0, 0, 0), None)


def test_s3_only_a_table_that_lets_choose_asks() -> None:
    assert needs_choice(table(), MOON)
    assert not needs_choice(table(), Tally((25, 1, 0, 0), None))
    assert not needs_choice(table(moon=Moon.ADD), MOON)
    with pytest.raises(ValueError, match="not chosen"):
        hand_points(table(), MOON)


def test_s1_a_choice_without_a_moon_counts_for_nothing() -> None:
    assert hand_points(table(), Tally((25, 1, 0, 0), None), Choice.SUBTRACT) == (25, 1, 0, 0)
