"""The rules in plain words follow the options."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from hearts_lan.cards import Suit
from hearts_lan.rules import Moon, Passing, Tie, Variant, card_name, card_names, rules_text, suit_name
from tests.rules.helpers import cards, table

CANCELLATION = Variant.CANCELLATION


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (4, {}, "Hearts for 4 players, with one pack of 52 cards."),
        (5, {}, "without the two of clubs and the two of diamonds."),
        (6, {}, "without the three of clubs, the four of clubs, the two of diamonds and the three of diamonds."),
        (6, {"variant": CANCELLATION}, "Cancellation Hearts for 6 players, with two packs of 52 cards shuffled"),
        (3, {}, "Everybody gets 17 cards;"),
        (6, {"variant": CANCELLATION}, "The 2 cards left over lie face down"),
        (4, {}, "hand to the left, then to the right, then across, then not at all, and so on."),
        (7, {}, "in the first hand to the left, then to the right, and so on."),
        (4, {"passing": Passing.NONE}, "No cards are passed."),
        (8, {"variant": CANCELLATION}, "No cards are passed."),
        (5, {}, "Whoever holds the three of clubs after the pass leads it"),
        (5, {"passing": Passing.NONE}, "Whoever holds the three of clubs leads it"),
        (8, {"variant": CANCELLATION}, "The first seat deals the first hand, and the deal moves one seat to the left"),
        (8, {"variant": CANCELLATION}, "but no heart and no queen of spades unless"),
        (8, {"variant": CANCELLATION, "points_on_first_trick": True}, "to the left of the dealer leads to the first t"),
        (8, {"variant": CANCELLATION, "points_on_first_trick": True}, "may be led at any time."),
        (8, {"variant": CANCELLATION}, "cancel each other"),
        (4, {}, "may not discard a heart or the queen of spades on the first trick"),
        (4, {"points_on_first_trick": True}, "may be discarded on the first trick."),
        (4, {}, "until a heart or the queen of spades has been played"),
        (4, {"queen_breaks_hearts": False}, "until a heart has been played"),
        (4, {"variant": Variant.OMNIBUS}, "jack of diamonds takes 10 points off"),
        (4, {}, "choose to subtract 26 from their own total or to add 26 to everybody else's."),
        (4, {"moon": Moon.ADD}, "and add 26 to everybody else's total."),
        (8, {"variant": CANCELLATION, "moon": Moon.SUBTRACT}, "and subtract 52 from their own total."),
        (4, {"end_early": True}, "as soon as all the hearts and the queen of spades are taken;"),
        (4, {"end_early": True, "variant": Variant.OMNIBUS}, "and the jack of diamonds are taken; the rest"),
        (4, {}, "the aim is to take no hearts and not the queen of spades, or all of them."),
        (4, {"variant": Variant.OMNIBUS}, "or all of them, and to get the jack of diamonds."),
        (6, {"variant": CANCELLATION}, "go to whoever is the first to take a trick"),
        (6, {"variant": CANCELLATION}, "each queen of spades 13."),
        (6, {"variant": CANCELLATION}, "When every card of the suit led is cancelled the trick is carried:"),
        (6, {"variant": CANCELLATION}, "A last trick that nobody takes goes, with all that was carried, to the player"),
        (4, {}, "a total reaches or passes 100;"),
        (4, {"target": 49}, "50 or more"),
        (4, {}, "tie for the lowest total win together."),
        (4, {"tie": Tie.PLAY_ON}, "As long as the lowest total is tied, another hand is played."),
    ],
)
def test_x_words(players: int, options: dict[str, Any], words: str) -> None:
    assert any(words in sentence for sentence in rules_text(table(players, **options)))


def test_s6_a_good_target_needs_no_remark() -> None:
    assert not any("or more" in sentence for sentence in rules_text(table(target=50)))


def settings() -> Iterator[tuple[int, dict[str, Any]]]:
    """Tables that differ in what is played; the pass option says nothing in Cancellation."""
    yes_no = (False, True)
    for queen, points, moon, tie, target in product(yes_no, yes_no, Moon, Tie, (30, 100)):
        options = {"queen_breaks_hearts": queen, "points_on_first_trick": points, "moon": moon, "tie": tie}
        options["target"] = target
        yield 5, options | {"variant": Variant.CANCELLATION}
        for variant, passing, early in product((Variant.HEARTS, Variant.OMNIBUS), Passing, yes_no):
            yield 5, options | {"variant": variant, "passing": passing, "end_early": early}


def test_x_different_rules_have_different_words() -> None:
    texts = [rules_text(table(players, **options)) for players, options in settings()]
    assert len(set(texts)) == len(texts)


def test_x_each_number_of_players_has_its_words() -> None:
    texts = [rules_text(table(n)) for n in range(3, 8)]
    texts += [rules_text(table(n, variant=CANCELLATION)) for n in range(5, 12)]
    assert len(set(texts)) == 12


def test_each_line_is_one_sentence() -> None:
    for players, options in settings():
        for sentence in rules_text(table(players, **options)):
            assert sentence[0].isupper()
            assert sentence.index(".") == len(sentence) - 1


def test_names() -> None:
    assert card_name(cards("TD")[0]) == "ten of diamonds"
    assert card_names(cards("QS AH 2C")) == "the queen of spades, the ace of hearts and the two of clubs"
    assert suit_name(Suit.HEARTS) == "hearts"
