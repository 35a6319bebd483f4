"""A race between options, on made-up costs."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.bots.race import BATCH, Runners, is_behind, race
from tests.bots.views import looks


def never() -> bool:
    return False


def rounds(random: Random, means: dict[str, float], noise: float) -> Callable[[], Callable[[str], float]]:
    """Rounds in which options cost their mean and common luck, and some luck of their own."""

    def new_round() -> Callable[[str], float]:
        common = random.gauss(0, 10)
        return lambda option: means[option] + common + random.gauss(0, noise)

    return new_round


@given(st.permutations("abc"))
def test_the_best_wins_wherever_it_stands(order: list[str]) -> None:
    assert race(order, rounds(Random(1), {"a": 3.0, "b": 2.0, "c": 4.0}, 3), never) == "b"


def test_a_single_option_is_not_tried() -> None:
    def new_round() -> Callable[[str], float]:
        raise AssertionError

    assert race("a", new_round, never) == "a"


def test_without_time_the_favourite_wins() -> None:
    assert race("ab", rounds(Random(1), {"a": 3.0, "b": 2.0}, 0), looks(0)) == "a"


def scripted(*luck: dict[str, float]) -> Callable[[], Callable[[str], float]]:
    """Rounds with these costs."""
    left = iter(luck)
    return lambda: next(left).__getitem__


def test_a_round_cut_short_does_not_count() -> None:
    assert race("ab", scripted({"a": 1.0, "b": 2.0}, {"a": 100.0, "b": 0.0}), looks(3)) == "a"


UNDECIDED = [{"a": 5.0, "b": 0.0}, {"a": 0.0, "b": 4.0}]


@pytest.mark.parametrize(("doubt", "best"), [(0.0, "b"), (1.0, "a")])
def test_a_doubtful_lead_is_left_to_the_favourite(doubt: float, best: str) -> None:
    assert race("ab", scripted(*UNDECIDED * 21), looks(80), doubt) == best


def test_few_rounds_are_doubted_more() -> None:
    assert race("ab", scripted(*UNDECIDED * 2), looks(4), doubt=0.0) == "a"
    assert race("ab", scripted(*UNDECIDED * 2), looks(2), doubt=0.0) == "a"


def test_an_option_that_falls_behind_is_dropped() -> None:
    runners = Runners("ab")
    for _ in range(BATCH - 1):
        runners.add({"a": 0.0, "b": 1.0})
    assert runners.alive == ["a", "b"]
    runners.add({"a": 0.0, "b": 1.0})
    assert runners.alive == ["a"]


def test_equal_options_stay() -> None:
    runners = Runners("ab")
    for _ in range(3 * BATCH):
        runners.add({"a": 1.0, "b": 1.0})
    assert runners.alive == ["a", "b"]
    assert runners.leader() == "a"


def test_behind_is_a_matter_of_paired_differences() -> None:
    assert is_behind([11, 21, 31], [10, 20, 30], 2.0)
    assert not is_behind([11, 21, 31], [12, 20, 30], 2.0)
    assert not is_behind([], [], 2.0)
