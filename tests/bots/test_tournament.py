"""The tournament tool: the same deals for the same seed, margins with their errors."""

from collections.abc import Iterator

import pytest
from tournament import Match, Outcome, Task, gather, play_deal, read_match, summary, table

from hearts_lan.bots import Level
from tests.rules.helpers import table as rules_of


def test_a_match_is_read_from_its_text() -> None:
    assert read_match("hard:normal") == Match(Level.HARD, Level.NORMAL)
    assert str(Match(Level.HARD, Level.NORMAL)) == "hard:normal"


def test_a_deal_is_the_same_for_the_same_seed() -> None:
    task = Task(rules_of(), read_match("normal:normal"), 3, 1, 0.0)
    first, second = play_deal(task), play_deal(task)
    assert first[:4] == second[:4]
    assert first.own == first.others


def test_the_margin_is_what_the_challenger_saves() -> None:
    result = summary(read_match("normal:easy"), 50, [Outcome(4, 7, 0, 0, 0.01), Outcome(6, 7, 0, 0, 0.02)], 1.0)
    assert (result.margin, result.standard_error, result.longest_move_ms) == (2.0, 1.0, 20.0)
    assert "normal:easy" in list(table([result]))[1]


ONE = Outcome(4, 7, 0, 0, 0.01)


def stopped(after: int) -> Iterator[Outcome]:
    """Some outcomes, then Ctrl-C."""
    yield from [ONE] * after
    raise KeyboardInterrupt


def test_a_long_match_tells_how_it_stands() -> None:
    told: list[int] = []
    assert gather([ONE] * 7, 3, lambda outcomes: told.append(len(outcomes))) == [ONE] * 7
    assert told == [3, 6]


def test_ctrl_c_keeps_the_deals_played_so_far() -> None:
    assert gather(stopped(after=2), 50, lambda _: None) == [ONE] * 2
    with pytest.raises(KeyboardInterrupt):
        gather(stopped(after=0), 50, lambda _: None)
