"""S5-S8: totals, the end of the game, who wins."""

import pytest

from hearts_lan.rules import Options, Tie, add_points, is_decided, winners


def test_s5_totals_may_go_below_zero() -> None:
    assert add_points((10, 50, 40, 30), (-26, 0, 0, 0)) == (-16, 50, 40, 30)


@pytest.mark.parametrize(("highest", "ends"), [(99, False), (100, True), (101, True)])
def test_s6_case_19_reaching_or_passing_the_target(highest: int, ends: bool) -> None:
    assert is_decided(Options(), (highest, 3, 50, 20)) is ends


def test_s6_any_target_from_1() -> None:
    assert is_decided(Options(target=1), (1, 0, 0, -5))
    assert not is_decided(Options(target=1), (0, 0, 0, -5))


def test_s7_case_20_the_lowest_wins_beyond_the_target_too() -> None:
    assert winners((104, 101, 110, 120)) == (1,)


def test_s8_case_21_a_tie_is_shared() -> None:
    assert is_decided(Options(), (40, 100, 60, 40))
    assert winners((40, 100, 60, 40)) == (0, 3)


def test_s8_play_on_until_one_is_lowest() -> None:
    options = Options(tie=Tie.PLAY_ON)
    assert not is_decided(options, (40, 100, 60, 40))
    assert is_decided(options, (41, 100, 60, 40))
    assert not is_decided(options, (41, 99, 60, 40))
