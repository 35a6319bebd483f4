"""The normal pass in scripted hands."""

import pytest

from hearts_lan.bots.passing import choose_pass
from hearts_lan.cards import cards_text
from hearts_lan.rules import Variant, View
from tests.rules.helpers import hand, table


def passed(cards: str, variant: Variant = Variant.HEARTS) -> set[str]:
    return set(cards_text(choose_pass(View(table(variant=variant), 0, 1, (0,) * 4, hand(cards)))).split())


def test_unguarded_high_spades_go() -> None:
    assert passed("QS KS AS 2C 3C 4C 5C 6C 2D 3D 4D 5D 6D") == {"QS", "KS", "AS"}


def test_a_guarded_queen_stays() -> None:
    assert "QS" not in passed("2S 3S 4S 5S 6S QS 9C TC JC QC KC AD KD")


def test_low_spades_stay() -> None:
    assert not {"2S", "3S"} & passed("2S 3S 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D")


def test_high_cards_go_and_their_cover_stays() -> None:
    assert passed("2C 3C 4C 5C 6C AD KD QD 2S 3S 4S 5S 6S") == {"AD", "KD", "QD"}


def test_a_short_suit_goes_as_a_whole() -> None:
    assert passed("8D 9D 2C 3C 4C 5C 6C 2S 3S 4S 5S AH 2H") == {"8D", "9D", "AH"}


@pytest.mark.parametrize(("variant", "goes"), [(Variant.HEARTS, True), (Variant.OMNIBUS, False)])
def test_o1_the_jack_of_diamonds_stays_where_it_scores(variant: Variant, goes: bool) -> None:
    assert ("JD" in passed("JD 2C 3C 4C 5C 6C 7C 2S 3S 4S 5S 2H 3H", variant)) is goes
