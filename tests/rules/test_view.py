"""What one seat may know: whose turn, and its legal cards."""

from hearts_lan.rules import WATCHER, Play, View, start
from tests.rules.helpers import FIRST, after, hand, table


def view(seat: int, held: str, play: Play | None) -> View:
    """The view of a seat in the first hand of a table for four."""
    return View(table(), seat, 1, (0, 0, 0, 0), hand(held), play)


def test_d2_only_the_holder_of_the_opener_is_to_move_first() -> None:
    opening = start(table(), 1)
    assert view(2, "2C 5C", opening).my_turn
    assert view(2, "2C 5C", opening).legal == hand("2C")
    assert not view(1, "3C 5C", opening).my_turn
    assert view(1, "3C 5C", opening).legal == ()


def test_t1_legal_cards_only_on_my_turn() -> None:
    play = after(table(), 0, "2C")
    assert view(1, "9C QS", play).legal == hand("9C")
    assert view(2, "9C QS", play).legal == ()


def test_nobody_is_to_move_before_the_play_or_after_it() -> None:
    assert not view(0, "2C", None).my_turn
    assert view(0, "2C", None).legal == ()
    assert not view(3, "", after(table(), 0, *[FIRST] * 13)).my_turn


def test_a_watcher_never_moves() -> None:
    assert not view(WATCHER, "", start(table(), 1)).my_turn
    assert not view(WATCHER, "", after(table(), 0, "2C")).my_turn
