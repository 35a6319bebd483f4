"""D, C1, P2: packs, deals, the pass cycle, who opens."""

import pytest

from hearts_lan.cards import DECK, JACK_OF_DIAMONDS, PENALTY_CARDS, cards_text
from hearts_lan.rules import (
    OptionError,
    Options,
    Passing,
    Variant,
    deal,
    dealer,
    first_leader,
    make_rules,
    pass_offset,
    without,
)
from tests.rules.helpers import cards, hand, table

ONE_PACK = [Variant.HEARTS, Variant.OMNIBUS]


@pytest.mark.parametrize("variant", ONE_PACK)
@pytest.mark.parametrize(
    ("players", "removed", "size", "opener"),
    [
        (3, "2D", 17, "2C"),
        (4, "", 13, "2C"),
        (5, "2C 2D", 10, "3C"),
        (6, "3C 4C 2D 3D", 8, "2C"),
        (7, "3C 2D 3D", 7, "2C"),
    ],
)
def test_d1_d2_pack_hand_and_opener(variant: Variant, players: int, removed: str, size: int, opener: str) -> None:
    """D1 and D2, with cases 2 and 3 of the opener; O3: JD is never removed."""
    rules = table(players, variant=variant)
    assert rules.pack == tuple(card for card in DECK if card not in cards(removed))
    assert (rules.hand_size, rules.widow_size, rules.copies, rules.penalty_total) == (size, 0, 1, 26)
    assert rules.opener == cards(opener)[0]
    assert {JACK_OF_DIAMONDS, *PENALTY_CARDS} <= set(rules.pack)


@pytest.mark.parametrize(
    ("players", "size", "widow"), [(5, 20, 4), (6, 17, 2), (7, 14, 6), (8, 13, 0), (9, 11, 5), (10, 10, 4), (11, 9, 5)]
)
def test_c1_two_packs_and_widow(players: int, size: int, widow: int) -> None:
    rules = table(players, variant=Variant.CANCELLATION)
    assert rules.pack == tuple(sorted(DECK * 2))
    assert (rules.hand_size, rules.widow_size, rules.copies, rules.penalty_total) == (size, widow, 2, 52)
    assert rules.opener is None


@pytest.mark.parametrize(
    ("variant", "players", "named"),
    [(variant, players, "3 to 7") for variant in ONE_PACK for players in (-1, 0, 1, 2, 8, 11)]
    + [(Variant.CANCELLATION, players, "5 to 11") for players in (3, 4, 12)],
)
def test_d1_c1_other_player_counts_are_refused(variant: Variant, players: int, named: str) -> None:
    with pytest.raises(OptionError, match=named):
        make_rules(Options(variant=variant), players)


def test_x_end_early_is_refused_with_cancellation() -> None:
    with pytest.raises(OptionError, match="end_early"):
        make_rules(Options(variant=Variant.CANCELLATION, end_early=True), 6)


def test_p2_case_22_four_players() -> None:
    assert [pass_offset(table(), number) for number in range(1, 10)] == [1, -1, 2, 0, 1, -1, 2, 0, 1]


@pytest.mark.parametrize("players", [3, 5, 6, 7])
def test_p2_other_player_counts(players: int) -> None:
    assert [pass_offset(table(players), number) for number in range(1, 6)] == [1, -1, 1, -1, 1]


@pytest.mark.parametrize(
    "rules", [table(passing=Passing.NONE), *(table(n, variant=Variant.CANCELLATION) for n in range(5, 12))]
)
def test_c2_x_no_passing(rules: object) -> None:
    assert {pass_offset(rules, number) for number in range(1, 20)} == {0}  # type: ignore[arg-type]


def test_deal_goes_round_one_card_at_a_time() -> None:
    rules = table()
    hands, widow = deal(rules, rules.pack)
    assert cards_text(hands[1]) == "3C 7C JC 2D 6D TD AD 5S 9S KS 4H 8H QH"
    assert widow == ()


def test_c1_deal_leaves_the_last_positions_to_the_widow() -> None:
    rules = table(7, variant=Variant.CANCELLATION)
    hands, widow = deal(rules, rules.pack[::-1])
    assert cards_text(widow) == "2C 2C 3C 3C 4C 4C"
    assert cards_text(hands[0][-2:]) == "JH AH"
    assert sorted([*widow, *(card for one in hands for card in one)]) == list(rules.pack)


def test_deal_of_another_pack_is_an_error() -> None:
    with pytest.raises(ValueError, match="51 cards"):
        deal(table(), DECK[1:])


def test_d2_first_leader_holds_the_opener() -> None:
    hands = [hand("4C"), hand("2D 3C"), hand("5C"), hand("2H"), hand("6C")]
    assert first_leader(table(5), 1, hands) == 1


def test_c2_first_leader_sits_left_of_the_dealer() -> None:
    rules = table(6, variant=Variant.CANCELLATION)
    assert [dealer(rules, number) for number in (1, 2, 6, 7)] == [0, 1, 5, 0]
    assert [first_leader(rules, number, ()) for number in (1, 2, 6, 7)] == [1, 2, 0, 1]


def test_c3_case_37_exactly_one_of_two_copies_leaves() -> None:
    assert without(hand("3D JC JC"), cards("JC")) == hand("JC 3D")
    with pytest.raises(ValueError, match="not in list"):
        without(hand("3D JC JC"), cards("4D"))
