"""All levels through the public door."""

from random import Random

import pytest

from hearts_lan.bots import Level, explain, make_bot
from hearts_lan.cards import card_text
from hearts_lan.rules import Choice, Tally, View, piles, tally
from tests.bots.games import play_hand
from tests.bots.views import to_move
from tests.rules.helpers import FIRST, after, table

QUICK = [make_bot(Level.EASY), make_bot(Level.NORMAL)]


def test_easy_bots_are_not_always_the_same() -> None:
    view = to_move(after(table(), 0, FIRST), "6C 7C 2D 3D 2S")
    easy, normal = QUICK
    assert len({easy.choose_card(view, Random(seed)) for seed in range(20)}) > 1
    assert len({normal.choose_card(view, Random(seed)) for seed in range(20)}) == 1


def test_normal_bots_take_fewer_points_than_easy_ones() -> None:
    easy, normal = QUICK
    rng, points = Random(4), [0, 0]
    for number in range(60):
        own = number % 4
        bots = [normal if seat == own else easy for seat in range(4)]
        played = play_hand(table(), number + 1, (0,) * 4, bots, rng, budget=0)
        counted = tally(table(), piles(played.play)).points
        points[0] += counted[own]
        points[1] += sum(counted) - counted[own]
    assert points[0] < points[1] / 3


@pytest.mark.parametrize("level", Level)
def test_s4_a_bot_chooses_safety(level: Level) -> None:
    moon = Tally((26, 0, 0, 0), 0)
    view = View(table(), 0, 1, (90, 80, 60, 55), ())
    assert make_bot(level).choose_moon(view, moon) is Choice.SUBTRACT
    assert make_bot(level).choose_moon(View(table(), 0, 1, (10, 50, 40, 30), ()), moon) is Choice.ADD


def test_a_hint_is_a_legal_card_with_a_sentence() -> None:
    view = to_move(after(table(), 0, FIRST, "9S TS QS"), "2S JS KS AS 3D 4D 5H")
    card, sentence = explain(view)
    assert (card_text(card), sentence) == ("JS", "It stays below the card that takes the trick now.")
