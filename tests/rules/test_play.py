"""T2, C1, C3-C6: turns, tricks, piles."""

import pytest

from hearts_lan.rules import (
    Trick,
    Variant,
    cancelled,
    carried,
    inferred_widow,
    is_over,
    piles,
    play_card,
    points_of,
    start,
    trick_number,
    turn,
    winner,
)
from tests.rules.helpers import FIRST, after, cancellation, cards, table


@pytest.mark.parametrize(
    ("leader", "trick", "seat", "points"),
    [
        pytest.param(0, "5D AS KH 9D", 3, 1, id="T2 case 13"),
        pytest.param(2, "2D AS KH QC", 2, 1, id="T2 case 14"),
        pytest.param(0, "JC TC 9C 8C 4C JC", 1, 0, id="C4 case 29"),
        pytest.param(0, "JC JC TC TC 9C 9C", None, 0, id="C5 case 30"),
        pytest.param(0, "5D KD 5D 3D 2S 8D", 1, 0, id="C4 case 31"),
        pytest.param(0, "AH AH KH KH 2H 7S", 4, 5, id="C3 case 32"),
        pytest.param(0, "9S 9S AD KH 4D JH", None, 2, id="C5 case 33"),
        pytest.param(0, "3C KC 6C KC TC 2H", 4, 1, id="C4 case 33"),
        pytest.param(0, "KS KH 3S 9S 2S 5S", 0, 1, id="C3 case 34"),
        pytest.param(3, "TD 4D QD JD 8D 2D 9D", 5, 0, id="C4 case 35"),
        pytest.param(1, "2C 2C AC KC KC QC AC 7D", 6, 0, id="C4 case 36"),
    ],
)
def test_winner(leader: int, trick: str, seat: int | None, points: int) -> None:
    assert winner(leader, cards(trick)) == seat
    assert points_of(table(), cards(trick)) == points


def test_c3_cancelled_cards_of_any_suit() -> None:
    assert cancelled(cards("5D KD 5D 3S 3S 8D")) == (0, 2, 3, 4)
    assert cancelled(cards("KS KH 3S 9S")) == ()


def test_c5_case_30_the_same_player_leads_again() -> None:
    play = cancellation(0, 6, "JC JC TC TC 9C 9C")
    assert play.tricks == (Trick(0, cards("JC JC TC TC 9C 9C"), None),)
    assert (turn(play), trick_number(play)) == (0, 2)
    assert carried(play) == cards("JC JC TC TC 9C 9C")


def test_c5_case_33_the_next_winner_takes_what_is_carried() -> None:
    before = cancellation(0, 6, "9S 9S AD KH 4D JH")
    assert points_of(before.rules, carried(before)) == 2
    after = cancellation(0, 6, "9S 9S AD KH 4D JH", "3C KC 6C KC TC 2H")
    assert [points_of(after.rules, pile) for pile in piles(after)] == [0, 0, 0, 0, 3, 0]
    assert (turn(after), carried(after)) == (4, ())


def test_c1_case_35_the_widow_joins_trick_1() -> None:
    play = cancellation(3, 7, "TD 4D QD JD 8D 2D 9D")
    taken = piles(play, cards("3H 9H QS 2D 5C 7S"))
    assert [points_of(play.rules, pile) for pile in taken] == [0, 0, 0, 0, 0, 15, 0]
    assert not play.broken, "C1a: the widow breaks nothing"


def test_c5_the_widow_is_carried_with_trick_1() -> None:
    play = cancellation(0, 6, "9S 9S AD KH 4D JH", "3C KC 6C KC TC 2H")
    assert set(cards("QS 2C")) <= set(piles(play, cards("QS 2C"))[4])


def test_c6_a_last_trick_that_nobody_wins_goes_to_its_leader() -> None:
    lost = "9S 9S 8S 8S 7S 7S 6S 6S 2H 3H 4H"
    play = cancellation(1, 11, *["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"] * 7, lost, lost)
    leader = 5
    assert play.tricks[-2:] == (Trick(leader, cards(lost), None), Trick(leader, cards(lost), leader))
    assert is_over(play)
    assert carried(play) == ()
    assert piles(play)[leader][-22:] == cards(f"{lost} {lost}")


def test_c1a_the_widow_is_inferred_when_the_hand_is_over() -> None:
    rules = table(10, variant=Variant.CANCELLATION)
    pack = " ".join(f"{rank}{suit}" for suit in "CDSH" for rank in "23456789TJQKA")
    play = after(rules, 1, pack, pack[: 48 * 3 - 1])
    assert inferred_widow(play) == cards("JH QH KH AH")
    assert inferred_widow(after(rules, 1, pack)) == ()
    assert inferred_widow(after(table(), 1, pack)) == ()


def test_d2_nobody_is_known_to_move_before_the_opening_card() -> None:
    assert turn(start(table(), 1)) is None
    assert turn(after(table(), 2, "2C")) == 3


def test_t2_the_winner_leads_next() -> None:
    assert turn(after(table(), 1, "2C 3C KC QC")) == 3


@pytest.mark.parametrize("seat", [-1, 0, 2, 3, 4])
def test_playing_out_of_turn_is_an_error(seat: int) -> None:
    with pytest.raises(ValueError, match="not to play"):
        play_card(after(table(), 0, "2C"), seat, cards("5C")[0])


@pytest.mark.parametrize("seat", [-1, 4])
def test_opening_from_no_seat_is_an_error(seat: int) -> None:
    with pytest.raises(ValueError, match="not to play"):
        play_card(start(table(), 1), seat, cards("2C")[0])


def test_playing_when_the_hand_is_over_is_an_error() -> None:
    play = after(table(), 0, *[FIRST] * 13)
    assert is_over(play)
    assert turn(play) is None
    with pytest.raises(ValueError, match="not to play"):
        play_card(play, 3, cards("5C")[0])
