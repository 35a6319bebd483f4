"""Sets of bits tell the same as the rules: cards, legality, points, and what a seat's plays give away."""

from random import Random

from hypothesis import given

from hearts_lan.bots.layout import each, layout, points_in
from hearts_lan.bots.position import Position, held, position
from hearts_lan.rules import Rules, View, carried, legal_cards, piles, points_of, turn
from tests.bots.views import view_of
from tests.rules.helpers import after, cancellation, hand, table
from tests.rules.randomly import Game, random_game, randoms, tables


def test_bits_are_cards_in_ascending_order() -> None:
    made = layout(table())
    cards = hand("2C AC QS 2H")
    assert made.cards(made.bits(cards)) == cards
    assert each(made.bits(cards)) == [0, 12, 36, 39]


def test_twins_are_two_bits() -> None:
    made = layout(cancellation(1, 6).rules)
    assert each(made.bits(hand("3C 3C 4C"))) == [2, 3, 4]
    assert made.twins[2] == 1 << 3
    assert not made.below[3] & 1 << 2
    assert points_in(made, made.bits(hand("QS QS 2H AC"))) == 27


def view_before(rules: Rules, game: Game, index: int, number: int) -> View:
    before, seat, cards, _ = game.steps[index]
    return View(rules, seat, number, (0,) * rules.players, cards, before)


@given(tables(), randoms)
def test_t7_legality_and_points_are_those_of_the_rules(rules: Rules, random: Random) -> None:
    number = random.randrange(1, 9)
    game = random_game(rules, number, random)
    for index, (before, seat, cards, _) in enumerate(game.steps):
        now = position(view_before(rules, game, index, number))
        assert now.turn() == seat
        assert now.layout.cards(now.legal(now.hands[seat])) == legal_cards(before, cards)
        assert now.broken == before.broken
        assert now.points == [points_of(rules, pile) for pile in piles(before)]
        assert now.pot == points_of(rules, carried(before)) + points_of(rules, before.trick)


@given(tables(), randoms)
def test_nobody_is_barred_from_a_card_it_holds(rules: Rules, random: Random) -> None:
    number = random.randrange(1, 9)
    game = random_game(rules, number, random)
    for before, seat, cards, _ in game.steps:
        watcher = position(view_of(before, (seat + 1) % rules.players, "", number))
        assert not held(watcher, cards) & watcher.barred[seat]


def test_t1_a_discard_shows_a_void() -> None:
    now = position(view_of(after(table(), 0, "2C 3C 4C 5D"), 0, ""))
    assert now.barred == [0, 0, 0, now.layout.suits[0]]
    assert now.void_count == [1, 0, 0, 0]


def test_t3_a_heart_on_trick_1_shows_a_hand_of_penalty_cards() -> None:
    now = position(view_of(after(table(), 0, "2C 3C 4C 5H"), 0, ""))
    assert now.barred[3] == now.layout.pack & ~now.layout.penalties


def test_t4_a_lead_of_unbroken_hearts_shows_a_hand_of_hearts() -> None:
    now = position(view_of(after(table(), 0, "2C 3C 4C 5C", "5H"), 0, ""))
    assert now.barred[3] == now.layout.pack & ~now.layout.hearts


def test_c4_the_best_card_is_an_uncancelled_one() -> None:
    now = position(view_of(cancellation(0, 6, "JC JC TC"), 3, ""))
    assert now.layout.cards(1 << now.best) == hand("TC")
    assert position(view_of(cancellation(0, 6, "JC JC"), 2, "")).best == -1


def test_c5_a_carried_trick_is_still_in_the_pot() -> None:
    now = position(view_of(cancellation(0, 6, "9S 9S AD KH 4D JH"), 0, "2C"))
    assert (now.pot, now.leader, now.first_taker) == (2, 0, -1)


def test_a_hand_is_settled_when_the_last_points_are_taken() -> None:
    now = Position(table())
    now.played = now.layout.scoring
    assert now.is_settled()
    now.trick = [0]
    assert not now.is_settled()


def test_a_copy_is_independent() -> None:
    now = position(view_of(after(table(), 0, "2C 3C"), 2, "4C AH"))
    twin = now.copy()
    twin.play(2)
    assert (len(now.trick), now.hands[2].bit_count(), len(twin.trick)) == (2, 2, 3)


def test_the_turn_is_that_of_the_rules() -> None:
    play = after(table(), 2, "2C 3C 4C 5C", "9D 8D")
    assert position(view_of(play, 0, "")).turn() == turn(play)
