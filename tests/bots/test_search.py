"""The hard bot: the same choice for the same luck and budget, within the rules, and better than a guess."""

from random import Random

import pytest
from hypothesis import given, settings

from hearts_lan.bots import Level, make_bot
from hearts_lan.bots.layout import each, layout
from hearts_lan.bots.moon import choose_for_moon, is_open, losers
from hearts_lan.bots.position import Position, position
from hearts_lan.bots.rollout import play_out, relative_cost
from hearts_lan.bots.search import distinct_cards, options, passes
from hearts_lan.bots.worlds import Sampler
from hearts_lan.cards import card_text, cards_text
from hearts_lan.rules import Choice, Play, Rules, Variant, View, first_leader, hand_points, legal_cards, piles, tally
from tests.bots.games import play_hand
from tests.bots.views import looks, to_move
from tests.rules.helpers import FIRST, after, cancellation, cards, hand, table
from tests.rules.randomly import random_deal, random_game, randoms, tables

HARD = make_bot(Level.HARD)


def hard(play: Play, own: str, budget: int = 300) -> str:
    """The card of the player to move."""
    return card_text(HARD.choose_card(to_move(play, own), Random(1), looks(budget)))


def test_luck_and_budget_decide_the_choice() -> None:
    view = to_move(after(table(), 0, FIRST, "9D 3D"), "2D 4D TD JD KD 9C TC JC 9S TS 9H TH")
    dealt = View(table(), 1, 1, (0,) * 4, hand("2D 4D TD JD KD 9C TC JC 9S TS 9H TH AS"))
    assert len({HARD.choose_card(view, Random(7), looks(40)) for _ in range(3)}) == 1
    assert len({HARD.choose_pass(dealt, Random(7), looks(40)) for _ in range(3)}) == 1


def test_the_budget_is_kept() -> None:
    view = to_move(after(table(), 0, FIRST, "9D 3D"), "2D 4D TD JD KD 9C TC JC 9S TS 9H TH")
    asked = []

    def out_of_time() -> bool:
        asked.append(True)
        return len(asked) > 10

    HARD.choose_card(view, Random(1), out_of_time)
    assert len(asked) == 11


def test_it_ducks_the_queen_and_takes_an_empty_trick() -> None:
    assert hard(after(table(), 0, FIRST, "9S TS QS"), "JS AS 3D 8C 9C TC 6H 7H 8H 9H 2D 4D") == "JS"


@pytest.mark.parametrize(("passed", "card"), [("", "3S"), ("QS KC KD", "AS")])
def test_p1_it_remembers_what_it_passed(passed: str, card: str) -> None:
    """The ace takes an empty spade trick safely if the queen is where it was passed, with the player who led."""
    play = after(table(), 1, "2C 3C 4C AC", "9S TS", hand_number=3)
    view = to_move(play, "2S 3S AS 6D 7D 8D 9C TC 5H 6H 7H 8H", 3, cards(passed))
    assert card_text(HARD.choose_card(view, Random(1), looks(600))) == card


def test_t1_it_leads_no_suit_that_somebody_has_shown_not_to_hold() -> None:
    play = after(table(), 0, FIRST, "2D 3S 4D 5D", "AC KC QC 6C")
    assert hard(play, "9D JD 8C TC 8H 9H TH JH QH KH") in ("8C", "TC")


def test_c3_it_cancels_rather_than_takes_the_queen() -> None:
    play = cancellation(0, 6, "2C 3C 4C 5C 6C 7C", "9S TS 2H QS KS")
    assert hard(play, "KS AS 4C 5C 6C 7C 8C 2D 3D 4D 5D 6D 7D 8D 9D 9C") == "KS"


def test_the_normal_card_is_the_favourite_and_a_moon_an_option_while_it_is_open() -> None:
    view = to_move(after(table(), 0, FIRST), "2D 9D 7C 6C")
    root = Sampler(view).root
    assert [option.moon for option in options(root, 3)][-1]
    shut = Sampler(to_move(after(table(), 0, FIRST, "AD KD QD 2H", "2S 3H 4S 5S"), "2D 9D 7C 6C")).root
    assert not any(option.moon for option in options(shut, shut.turn()))


def test_neighbours_without_points_are_one_option() -> None:
    root = Sampler(to_move(after(table(), 0, FIRST, "5D"), "7D 8D TD QH KH 2S")).root
    found = distinct_cards(root, root.hands[0], root.layout.bits(cards("TD")).bit_length() - 1)
    assert cards_text(root.layout.card(bit) for bit in found) == "TD 7D"


def test_a_pass_is_looked_for_among_the_worst_cards() -> None:
    made = layout(table())
    found = passes(made, made.bits(hand("2C 3C 4C 5C 6C 2D 3D 4D 5D QS KS AS AH")))
    assert {bits.bit_count() for bits in found} == {3}
    assert set(made.cards(found[0])) == set(hand("QS KS AS"))
    assert 20 <= len(found) <= 21


def supposed(rules: Rules, random: Random) -> Position:
    """A table at the start of a random hand, with all cards known."""
    dealt = random_deal(rules, random)
    now = Position(rules)
    left = now.layout.pack
    for seat, own in enumerate(dealt.hands):
        for card in own:
            bit = each(left & (((1 << rules.copies) - 1) << card * rules.copies))[0]
            now.hands[seat] |= 1 << bit
            left ^= 1 << bit
    now.widow = left
    now.leader = first_leader(rules, 1, dealt.hands)
    return now


@given(tables(), randoms)
def test_s1_a_rollout_gives_every_point_to_somebody(rules: Rules, random: Random) -> None:
    now = supposed(rules, random)
    own, shooter = random.randrange(rules.players), random.choice([-1, 0])
    twin = now.copy()
    play_out(twin, shooter)
    costs = [relative_cost(twin, seat) for seat in range(rules.players)]
    assert abs(sum(costs)) < 1e-9
    assert costs[own] == relative_cost(twin, own)


@given(tables(), randoms)
def test_s3_the_cost_is_that_of_the_rules_less_the_average_of_the_others(rules: Rules, random: Random) -> None:
    game = random_game(rules, 1, random)
    counted = tally(rules, piles(game.end, game.dealt.widow))
    choice = Choice.ADD if counted.shooter is not None else None
    points = hand_points(rules, counted, choice)
    now = position(View(rules, 0, 1, (0,) * rules.players, (), game.end))
    now.widow = now.layout.pack & ~now.played if rules.widow_size else 0
    for seat, own in enumerate(points):
        expected = own - (sum(points) - own) / (rules.players - 1)
        assert abs(relative_cost(now, seat) - expected) < 1e-9


@given(tables(), randoms)
def test_a_try_for_the_moon_is_legal_too(rules: Rules, random: Random) -> None:
    for before, seat, own, _ in random_game(rules, 1, random).steps:
        now = position(View(rules, seat, 1, (0,) * rules.players, own, before))
        assert now.layout.card(choose_for_moon(now, now.hands[seat])) in legal_cards(before, own)


def test_a_moon_is_open_while_nobody_else_has_a_penalty_card() -> None:
    now = position(to_move(after(table(), 0, FIRST, "AD 2D 3D 2H"), "6C"))
    assert is_open(now, 3)
    assert not is_open(now, 0)


def test_losers_are_counted_suit_by_suit() -> None:
    made = layout(table())

    def count(own: str) -> int:
        mine = made.bits(hand(own))
        return losers(made, mine, made.pack & ~mine)

    assert count("AS KS QS JS TS 9S") == 0
    assert count("AS KS QS JS 5S 4S") == 0
    assert count("AS 2S 3S KD") == 3


@pytest.mark.broad
@settings(max_examples=10)
@given(tables(), randoms)
def test_hard_bots_play_any_table(rules: Rules, random: Random) -> None:
    play_hand(rules, random.randrange(1, 9), (0,) * rules.players, [HARD] * rules.players, random, budget=4)


def test_c1_a_world_has_a_widow_for_whoever_takes_trick_1() -> None:
    rules = table(6, variant=Variant.CANCELLATION)
    now = Position(rules)
    now.widow = now.layout.bits(hand("QS 2H"))
    now.first_taker = 2
    assert relative_cost(now, 2) == 14
