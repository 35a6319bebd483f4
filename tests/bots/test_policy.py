"""The normal policy in scripted positions, one for each thing it is meant to know."""

from random import Random

import pytest
from hypothesis import given

from hearts_lan.bots.layout import each, layout
from hearts_lan.bots.odds import win_chance
from hearts_lan.bots.policy import Why, choose
from hearts_lan.bots.position import held, position
from hearts_lan.rules import Rules, Variant, View
from tests.bots.views import normal
from tests.rules.helpers import FIRST, after, cancellation, cards, table
from tests.rules.randomly import random_game, randoms, tables

OMNIBUS = table(variant=Variant.OMNIBUS)


def test_the_only_legal_card() -> None:
    assert normal(after(table(), 0, FIRST, "9D"), "3D AC KH") == ("3D", Why.ONLY)


# --- following ---


def test_duck_with_the_highest_card_that_ducks() -> None:
    assert normal(after(table(), 0, FIRST, "9D QD 2H"), "3D 8D JD AD 7C") == ("JD", Why.DUCK)


def test_take_with_the_highest_card_when_last_and_points_are_sure() -> None:
    assert normal(after(table(), 0, FIRST, "2D 3D 2H"), "4D 8D AD 7C") == ("AD", Why.FORCED_HIGH)


def test_last_without_points_gets_rid_of_a_high_card() -> None:
    assert normal(after(table(), 0, FIRST, "9D TD 8D"), "3D AD 7C") == ("AD", Why.FREE_HIGH)


def test_t3_trick_1_is_safe_for_a_high_club() -> None:
    assert normal(after(table(), 0, "2C"), "6C 9C AC QS 4H") == ("AC", Why.FREE_HIGH)


def test_duck_the_queen_of_spades_when_last() -> None:
    assert normal(after(table(), 0, FIRST, "9S TS QS"), "2S JS KS AS 3D 4D 5H") == ("JS", Why.DUCK)


def test_last_takes_a_spade_trick_without_the_queen_by_the_ace_not_by_the_queen() -> None:
    assert normal(after(table(), 0, FIRST, "9S TS JS"), "QS AS 4D") == ("AS", Why.FREE_HIGH)


def test_keep_king_and_ace_from_a_queen_to_come() -> None:
    card, _ = normal(after(table(), 0, FIRST, "9S"), "2S TS KS AS 4D")
    assert card in ("2S", "TS")


def test_give_the_queen_to_a_higher_spade() -> None:
    assert normal(after(table(), 0, FIRST, "9S KS"), "2S QS 4D") == ("QS", Why.DUMP_QUEEN)


def test_hope_low_when_nothing_ducks() -> None:
    assert normal(after(table(), 0, FIRST, "3H"), "4H KH 4D") == ("4H", Why.LOW_HOPE)


# --- discarding ---


def test_discard_the_queen_of_spades_first() -> None:
    assert normal(after(table(), 0, FIRST, "9D TD"), "QS AH KH 6C") == ("QS", Why.DUMP_QUEEN)


def test_discard_the_ace_of_spades_while_the_queen_is_out() -> None:
    assert normal(after(table(), 0, FIRST, "9D TD"), "AS 2H 6C 7C") == ("AS", Why.DUMP_HIGH)


def test_discard_a_high_heart() -> None:
    assert normal(after(table(), 0, FIRST, "9D TD 2H"), "KH 6C 7C") == ("KH", Why.DUMP_HEART)


def test_a_card_above_which_nothing_is_out_but_below_too_is_no_danger() -> None:
    """The last diamond can be forced to nothing by others, so another card goes."""
    play = after(table(), 0, FIRST, "2D 3D 4D 5D", "6D 7D 8D 9D", "TD JD QD KD", "8C")
    card, _ = normal(play, "AD KH 3S")
    assert card == "KH"


# --- leading ---


def test_lead_low_from_a_safe_suit() -> None:
    play = after(table(), 0, FIRST, "4D 5D 9D JD", "2D 3D 6D 7D")
    assert normal(play, "6C KC AD KD") == ("6C", Why.LOW_LEAD)


def test_low_spades_hunt_for_the_queen() -> None:
    assert normal(after(table(), 0, FIRST), "JS TS AD KD")[1] is Why.FLUSH_QUEEN


def test_t1_no_lead_of_a_suit_that_somebody_has_shown_not_to_hold() -> None:
    """Seat 0 has no diamonds, so a diamond may get the queen or a heart."""
    own, clubs = "9D JD 8C TC 8H 9H TH JH QH KH", "AC KC QC 6C"
    assert normal(after(table(), 0, FIRST, "2D 3D 4D 5D", clubs), own) == ("9D", Why.LOW_LEAD)
    assert normal(after(table(), 0, FIRST, "2D 3S 4D 5D", clubs), own) == ("8C", Why.LOW_LEAD)


def test_no_spade_lead_with_the_queen_at_home() -> None:
    card, _ = normal(after(table(), 0, FIRST), "2S 3S QS 2D 3D")
    assert card.endswith("D")


def test_no_high_spade_lead_while_the_queen_is_out() -> None:
    card, _ = normal(after(table(), 0, FIRST), "AS KS 9D JD")
    assert card.endswith("D")


# --- moon ---

TWELVE_TAKEN = ("2C 2H 3H 4H", "AC 5H 6H 7H", "KC 8H 9H TH", "QC JH QH 4D")
"""Seat 0 takes eleven hearts by clubs, unlawfully fast, and leads."""


@pytest.mark.parametrize("rules", [table(), OMNIBUS])
def test_take_one_heart_to_stop_a_moon(rules: Rules) -> None:
    card, why = normal(after(rules, 0, *TWELVE_TAKEN, "6D KH 5D"), "3D AD 2S")
    assert (card, why) == ("AD", Why.STOP_MOON)


def test_c8_take_one_heart_to_stop_a_moon_of_two_packs() -> None:
    """Seat 0 has 15 penalty cards, which one pack would not leave a moon for anybody else, or 20."""
    fifteen = ("2C 2H 3H 4H 5H 6H", "3C 7H 8H 9H TH JH", "4C QH KH AH 2H 3H")
    open_trick, own = "6D 9H 5D 4D 3D", "2D AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS"
    assert normal(cancellation(0, 6, *fifteen, "5C 4H 5H 6H 7H 8H", open_trick), own) == ("AD", Why.STOP_MOON)
    assert normal(cancellation(0, 6, *fifteen, open_trick), f"{own} AS") == ("2D", Why.DUCK)


def test_no_need_to_stop_when_points_are_spread() -> None:
    play = after(table(), 0, "2C 2H AC 4H", "AD 5H 6H 7H", "3C 8H 9H TH", "4C JH QH KC", "6D KH 5D")
    assert normal(play, "3D QD 2S") == ("3D", Why.DUCK)


def test_keep_the_queen_from_one_who_has_all_the_hearts_so_far() -> None:
    card, _ = normal(after(table(), 0, *TWELVE_TAKEN, "JD 2D 3D"), "QS 3S 4S")
    assert card in ("3S", "4S")


def test_keep_a_high_heart_while_one_player_has_all_the_points() -> None:
    card, _ = normal(after(table(), 0, FIRST, "AD 2D 3D 2H", "KD 4D 5D"), "AH 3S 9H")
    assert card == "9H"
    spread = after(table(), 0, FIRST, "AD 2D 3D 2H", "5S AS 3H 4S", "KD 4D 5D")
    assert normal(spread, "AH 3S 9H") == ("AH", Why.DUMP_HEART)


def test_go_for_the_moon_with_a_hand_that_cannot_fail() -> None:
    play = after(table(), 0, "2C 3C 4C 5C", "2D 3D 4D 5D")
    card, why = normal(play, "AS KS QS JS TS AH KH QH JH TH 5H")
    assert why is Why.GO_MOON
    assert card != "5H"


# --- Omnibus ---


def test_o1_win_the_jack_of_diamonds_when_last() -> None:
    assert normal(after(OMNIBUS, 0, FIRST, "9D JD TD"), "3D KD 7C") == ("KD", Why.TAKE_JACK)


def test_o1_play_the_jack_when_last_and_it_wins() -> None:
    assert normal(after(OMNIBUS, 0, FIRST, "9D 8D TD"), "3D JD 7C") == ("JD", Why.TAKE_JACK)


def test_o1_the_jack_is_worth_a_heart_but_not_the_queen() -> None:
    assert normal(after(OMNIBUS, 0, FIRST, "9D JD 2H"), "3D KD 7C") == ("KD", Why.TAKE_JACK)
    assert normal(after(OMNIBUS, 0, FIRST, "9D JD QS"), "3D KD 7C") == ("3D", Why.DUCK)


def test_o1_keep_the_jack_from_a_higher_diamond() -> None:
    assert normal(after(OMNIBUS, 0, FIRST, "9D AD"), "3D JD 7C")[0] == "3D"


def test_o1_a_lead_of_the_jack_is_a_try_to_win_it() -> None:
    play = after(OMNIBUS, 0, FIRST, "KD QD AD 2D")
    assert normal(play, "JD QS KS") == ("JD", Why.TAKE_JACK)


@pytest.mark.parametrize(
    ("trick", "own"),
    [([], "JD 5S 8S"), ([], "JD 9H 5S 6D QC QS"), (["5D"], "3D JD 7C"), (["5D 9D"], "3D JD 7C")],
)
def test_o1_who_still_has_a_higher_diamond_takes_the_jack(trick: list[str], own: str) -> None:
    assert normal(after(OMNIBUS, 0, FIRST, *trick), own)[0] != "JD"


def test_o1_do_not_discard_the_jack() -> None:
    assert normal(after(OMNIBUS, 0, FIRST, "9C"), "JD 3S 4S")[0] != "JD"


def test_the_jack_is_no_treasure_in_the_base_game() -> None:
    assert normal(after(table(), 0, FIRST, "9D KD"), "3D JD 7C") == ("JD", Why.DUCK)


# --- Cancellation ---


def test_c3_cancel_the_card_that_takes_the_trick() -> None:
    play = cancellation(0, 6, "2C 3C 4C 5C 6C 7C", "9D AD 2H QS 3D")
    assert normal(play, "AD 7C") == ("AD", Why.ONLY)
    card, why = normal(cancellation(0, 6, "2C 3C 4C 5C 6C 7C", "9D TD 2H QS KD"), "KD AD 4C")
    assert (card, why) == ("KD", Why.CANCEL)


def test_c3_a_twin_still_out_may_cancel() -> None:
    made = layout(cancellation(0, 6).rules)
    ace, others = made.bits(cards("AD")), made.bits(cards("2D 3D 4D"))
    twin = made.twins[each(ace)[0]]
    assert win_chance(made, others | twin, each(ace)[0], 3) < win_chance(made, others, each(ace)[0], 3) == 1.0


@pytest.mark.parametrize(
    ("spades", "card", "lead"),
    [
        ("8S 7S TS 3S 4S KS", "2S", Why.FLUSH_QUEEN),
        ("8S QS TS 3S 4S KS", "2S", Why.FLUSH_QUEEN),
        ("8S QS QS 3S 4S KS", "KS", Why.HIGH_LEAD),
    ],
)
def test_c3_both_queens_are_counted(spades: str, card: str, lead: Why) -> None:
    """King and ace hide, and low spades hunt, until the second queen is gone too."""
    before = ("2C 3C 4C 5C 6C 7C", spades)
    rest = "4D 5D 6D 7D 8D 9D TD 9C 9C TC TC 8C"
    assert normal(cancellation(0, 6, *before, "9S"), f"2S KS AS {rest}")[0] == card
    assert normal(cancellation(0, 6, *before), f"2S JS {rest} 8C") == ("JS", lead)


def test_c1_the_widow_makes_trick_1_a_trick_to_duck() -> None:
    card, why = normal(cancellation(0, 7, "9D TD 8D QD 4D 3D"), "2D JD AD 4C")
    assert (card, why) == ("JD", Why.DUCK)


@given(tables(), randoms)
def test_a_policy_reads_no_other_hand(rules: Rules, random: Random) -> None:
    game = random_game(rules, 1, random)
    before, seat, cards, _ = random.choice(game.steps)
    view = View(rules, seat, 1, (0,) * rules.players, cards, before)
    blind, seeing = position(view), position(view)
    seeing.hands = [seeing.layout.pack] * rules.players
    own = held(blind, cards)
    assert choose(blind, own) == choose(seeing, own)
