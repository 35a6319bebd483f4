"""The game in short: true for every table, and short enough for one screen."""

from typing import Any

import pytest

from hearts_lan import rules
from hearts_lan.console.primer import primer
from hearts_lan.console.screen.look import Look

CARD = Look().card


def told(players: int = 4, **options: Any) -> list[str]:
    return list(primer(rules.make_rules(rules.Options(**options), players), CARD))


def test_a_newcomer_reads_all_of_it_on_one_screen() -> None:
    for variant in rules.Variant:
        lines = told(5, variant=variant)
        assert len(lines) <= 8
        assert max(map(len, lines)) <= 77


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "First you pass three cards that you would rather not have."),
        ({"target": 50}, "Points are bad: hearts count 1 each, Q♠ 13; the fewest at 50 win."),
        ({"variant": rules.Variant.OMNIBUS}, "Whoever takes J♦ gets 10 points off."),
        ({"queen_breaks_hearts": False}, "No heart is led before one was played; no points on the first trick."),
        ({"points_on_first_trick": True}, "No heart is led before one, or Q♠, was played."),
        ({"moon": rules.Moon.ADD}, "Or take all of them: everybody else gets 26 points."),
        ({"moon": rules.Moon.SUBTRACT}, "Or take all of them: you get 26 points off."),
    ],
)
def test_what_depends_on_the_rules_of_the_table(options: dict[str, Any], sentence: str) -> None:
    assert sentence in told(**options)


def test_what_is_not_played_is_not_told() -> None:
    assert not [line for line in told(passing=rules.Passing.NONE) if "pass" in line]
    assert not [line for line in told() if "J♦" in line or "cancel" in line]
    assert [line for line in told(8, variant=rules.Variant.CANCELLATION) if "cancel" in line]
