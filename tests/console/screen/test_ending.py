"""What is left on the ordinary terminal when the screen is gone."""

from pathlib import Path

import pytest

from hearts_lan import rules
from hearts_lan.console.screen.ending import farewell, short_path
from hearts_lan.player.news import Question
from hearts_lan.transcript.audit import Phase
from tests.console.screen.kit import LOG, Console, console

LINES = [f"The log: {LOG}", f"Check it: hearts-lan verify {LOG}"]


def test_before_the_first_hand_counts_only_the_log_is_left() -> None:
    table = console()
    table.until(Question.CARD)
    assert farewell(table.model) == LINES


def between() -> Console:
    table = console()
    table.until(Question.GO_ON)
    return table


def test_a_game_that_is_cut_short_leaves_its_sheet_and_why() -> None:
    table = between()
    table.sitting.farewell = "The host has closed the table."
    said, head, hand, total, *log = farewell(table.model)
    assert (said, log) == ("The host has closed the table.", LINES)
    assert head.split() == ["hand", "Ana", "Ben", "田中さくらのおうち", "You"]
    assert hand.split()[0] == "1"
    assert total.split() == ["total", *map(str, table.player.state.totals)]


def test_whoever_leaves_needs_no_reason() -> None:
    table = between()
    table.sitting.farewell = "Goodbye."
    table.model.leave()
    assert "Goodbye." not in farewell(table.model)


def test_a_game_that_was_played_names_its_winners() -> None:
    table = console(options=rules.Options(target=1))
    table.until_phase(Phase.PASSES)
    table.run(by_itself=True)
    assert farewell(table.model)[0] == "Ana and Ben win together."


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("{home}/a b/x.hearts", "'{home}/a b/x.hearts'"),
        ("{home}/x.hearts", "~/x.hearts"),
        ("/x y.hearts", "'/x y.hearts'"),
    ],
)
def test_a_path_can_be_typed_as_it_is_told(path: str, told: str) -> None:
    assert short_path(Path(path.format(home=Path.home()))) == told.format(home=Path.home())
