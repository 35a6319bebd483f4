"""D2, T1, T3-T7, C2, C7, O3: which cards may be played, and why others may not."""

import pytest

from hearts_lan.cards import DECK, HEARTS
from hearts_lan.rules import Play, Variant, legal_cards, play_card, start, why_illegal
from tests.rules.helpers import FIRST, after, cancellation, cards, hand, table

LED = after(table(), 0, "2C")
DIAMOND = after(table(), 0, FIRST, "3D")
SPADE = after(table(), 0, FIRST, "3S")
LEAD = after(table(), 0, FIRST)
BROKEN = after(table(), 0, FIRST, "3S 4S 2H 5S")
QUEEN = after(table(), 0, FIRST, "3D 4D QS 5D")
OPENING_6 = cancellation(1, 6)
SPADE_6 = cancellation(1, 6, "3S")
HEART_6 = cancellation(1, 6, "3H")


@pytest.mark.parametrize(
    ("play", "held", "legal"),
    [
        pytest.param(start(table(), 1), "2C 5C AH KS", "2C", id="D2 case 1"),
        pytest.param(start(table(5), 1), "3C 5C AH", "3C", id="D2 case 2"),
        pytest.param(start(table(7), 1), "2C 4C AH", "2C", id="D2 case 3"),
        pytest.param(start(table(), 1), "5C AH", "", id="D2 not the opener's holder"),
        pytest.param(LED, "4D 9D QS KH 2H", "4D 9D", id="T3 case 4"),
        pytest.param(LED, "AS KS QS 3H", "AS KS", id="T3 case 5"),
        pytest.param(LED, "9C QS AH", "9C", id="T1 case 6"),
        pytest.param(LED, "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", id="7"),
        pytest.param(LED, "QS 3H", "QS 3H", id="T3 nothing else"),
        pytest.param(LED, "JD QS 3H", "JD", id="T3 O3"),
        pytest.param(DIAMOND, "QS 3H 7S", "QS 3H 7S", id="T1 case 8"),
        pytest.param(SPADE, "QS 2H 5D", "QS", id="T1 case 9"),
        pytest.param(LEAD, "4C QS 2H KH", "4C QS", id="T4 T5 case 10"),
        pytest.param(LEAD, "QS 2H KH", "QS", id="T6 case 11"),
        pytest.param(LEAD, "2H KH", "2H KH", id="T6 only hearts"),
        pytest.param(QUEEN, "4C 2H KH", "4C 2H KH", id="T4 case 12"),
        pytest.param(BROKEN, "4C QS 2H KH", "4C QS 2H KH", id="T4 broken"),
        pytest.param(start(table(), 2), "2C 3H", "2C", id="D2 second hand"),
        pytest.param(OPENING_6, "4C 4C 9D QS 2H", "4C 4C 9D", id="C2 no penalty card"),
        pytest.param(OPENING_6, "2H KH", "2H KH", id="C2 only hearts"),
        pytest.param(OPENING_6, "QS QS 2H KH", "QS QS", id="C2 C7 T6 nothing else, hearts unbroken"),
        pytest.param(SPADE_6, "QS 2H 5D", "QS", id="T3 C7 a queen that follows"),
        pytest.param(HEART_6, "QS 2H 5D", "2H", id="T3 C7 a heart that follows"),
        pytest.param(SPADE_6, "2H 5D 6C", "6C 5D", id="T3 C7 no discard"),
    ],
)
def test_legal_cards(play: Play, held: str, legal: str) -> None:
    assert legal_cards(play, hand(held)) == hand(legal)
    assert [card for card in hand(held) if why_illegal(play, hand(held), card) is None] == list(hand(legal))


def test_t4_case_7_a_forced_heart_breaks_hearts() -> None:
    assert play_card(LED, 1, HEARTS[0]).broken


@pytest.mark.parametrize("card", ["2H", "QS"])
@pytest.mark.parametrize("before", ["", "3D", "3S"])
def test_t4_hearts_break_by_leading_following_or_discarding(card: str, before: str) -> None:
    assert after(table(), 0, FIRST, before, card).broken


@pytest.mark.parametrize("card", [card for card in DECK if card not in {*HEARTS, *cards("QS")}])
def test_t4_o3_no_other_card_breaks_hearts(card: int) -> None:
    """O3: not even the jack of diamonds."""
    play = after(table(variant=Variant.OMNIBUS), 0, "2C")
    assert not play_card(play, 1, DECK[card]).broken


def test_t4_case_24_a_new_hand_is_unbroken_again() -> None:
    assert legal_cards(BROKEN, hand("4C 2H KH")) == hand("4C 2H KH")
    again = after(table(), 0, FIRST, hand_number=2)
    assert legal_cards(again, hand("4C 2H KH")) == hand("4C")


def test_c7_a_cancelled_queen_breaks_hearts() -> None:
    assert cancellation(1, 6, "QS QS 2S 3S 4S 5S").broken


def test_c5_after_a_carried_first_trick_c2_and_t3_no_longer_apply() -> None:
    carried = cancellation(1, 6, "JC JC TC TC 9C 9C")
    assert carried.leader == 1
    assert legal_cards(carried, hand("4C QS 2H")) == hand("4C QS")
    assert legal_cards(play_card(carried, 1, cards("4C")[0]), hand("4D QS 2H")) == hand("4D QS 2H")


@pytest.mark.parametrize(
    ("play", "held", "card", "rule", "code", "words"),
    [
        (LED, "9C QS", "AH", "T1", "not_held", "do not hold"),
        (start(table(5), 1), "3C 4C", "4C", "D2", "opening_card", "three of clubs opens"),
        (start(table(), 1), "3C 4C", "4C", "D2", "opening_card", "two of clubs opens"),
        (DIAMOND, "9D QS", "QS", "T1", "follow_suit", "You must follow diamonds."),
        (LED, "9D QS", "QS", "T3", "points_on_first_trick", "discard"),
        (LEAD, "9D 2H", "2H", "T4", "hearts_not_broken", "heart or the queen of spades has"),
        (after(table(queen_breaks_hearts=False), 0, FIRST), "9D 2H", "2H", "T4", "hearts_not_broken", "a heart has"),
        (OPENING_6, "9D 2H", "2H", "C2", "penalty_lead", "queen of spades"),
        (OPENING_6, "9D QS", "QS", "C2", "penalty_lead", "queen of spades"),
    ],
)
def test_violations_name_rule_code_and_reason(
    play: Play, held: str, card: str, rule: str, code: str, words: str
) -> None:
    violation = why_illegal(play, hand(held), cards(card)[0])
    assert violation is not None
    assert (violation.rule, violation.code) == (rule, code)
    assert words in violation.sentence
