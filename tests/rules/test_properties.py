"""What holds in every hand of every table."""

from itertools import chain, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.cards import DECK, JACK_OF_DIAMONDS, PENALTY_CARDS
from hearts_lan.rules import (
    Choice,
    Rules,
    Variant,
    add_points,
    apply_passes,
    carried,
    choice_lines,
    deal,
    hand_points,
    inferred_widow,
    is_over,
    legal_cards,
    options_dict,
    options_from_dict,
    pass_offset,
    piles,
    play_card,
    start,
    tally,
    why_illegal,
)
from tests.rules.randomly import every_table, random_deal, random_game, randoms, tables

hand_numbers = st.integers(1, 30)


@given(tables(), hand_numbers, randoms)
def test_t7_legal_cards_agree_with_why_illegal(rules: Rules, number: int, random: Random) -> None:
    for play, _, hand, _ in random_game(rules, number, random).steps:
        legal = legal_cards(play, hand)
        assert legal
        assert legal == tuple(card for card in hand if why_illegal(play, hand, card) is None)
        assert all(why_illegal(play, hand, card) for card in DECK if card not in hand)


@given(tables(), hand_numbers, randoms)
def test_cards_are_conserved(rules: Rules, number: int, random: Random) -> None:
    game = random_game(rules, number, random)
    for before, *_ in game.steps:
        taken = sum(map(len, piles(before, game.dealt.widow)))
        waiting = len(carried(before))
        hidden = rules.widow_size if len(before.tricks) == sum(trick.winner is None for trick in before.tricks) else 0
        assert taken + waiting + hidden == rules.players * len(before.tricks) + rules.widow_size
    taken_cards = chain.from_iterable(piles(game.end, game.dealt.widow))
    assert sorted([*taken_cards, *chain.from_iterable(game.left)]) == list(rules.pack)
    assert inferred_widow(game.end) == (tuple(sorted(game.dealt.widow)) if rules.widow_size else ())


@given(tables(), hand_numbers, randoms)
def test_s1_o1_points_sum_to_the_whole(rules: Rules, number: int, random: Random) -> None:
    """26, 52 in Cancellation (C6), 10 less in Omnibus."""
    game = random_game(rules, number, random)
    jack = -10 if rules.options.variant is Variant.OMNIBUS else 0
    assert is_over(game.end)
    assert sum(tally(rules, piles(game.end, game.dealt.widow)).points) == rules.penalty_total + jack


@given(tables(), hand_numbers, randoms)
def test_t4_broken_never_goes_back(rules: Rules, number: int, random: Random) -> None:
    game = random_game(rules, number, random)
    states = [step.before for step in game.steps] + [game.end]
    assert not states[0].broken
    assert all(after.broken or not before.broken for before, after in pairwise(states))


@given(tables(), hand_numbers, randoms)
def test_replay_gives_the_same_state(rules: Rules, number: int, random: Random) -> None:
    game = random_game(rules, number, random)
    play = start(rules, number)
    for step in game.steps:
        assert play == step.before
        play = play_card(play, step.seat, step.card)
    assert play == game.end


@given(tables(), hand_numbers, randoms)
def test_p1_passing_conserves_cards(rules: Rules, number: int, random: Random) -> None:
    hands = random_deal(rules, random).hands
    passes = [tuple(random.sample(hand, 3)) for hand in hands]
    after = apply_passes(rules, number, hands, passes)
    assert sorted(chain.from_iterable(after)) == sorted(chain.from_iterable(hands))
    assert {len(hand) for hand in after} == {rules.hand_size}
    assert all(list(hand) == sorted(hand) for hand in after)
    assert (after == hands) is (pass_offset(rules, number) == 0)


@given(tables(), randoms)
def test_d1_c1_deal_conserves_cards(rules: Rules, random: Random) -> None:
    hands, widow = deal(rules, random.sample(rules.pack, len(rules.pack)))
    assert sorted([*chain.from_iterable(hands), *widow]) == list(rules.pack)
    assert [len(hand) for hand in hands] == [rules.hand_size] * rules.players
    assert len(widow) == rules.widow_size


@given(tables(), randoms)
def test_s3_a_moon_moves_the_whole_to_one_side(rules: Rules, random: Random) -> None:
    """O2: the jack stays where it is."""
    seat = random.randrange(rules.players)
    taken = [[card for card in rules.pack if card in PENALTY_CARDS] if i == seat else [] for i in range(rules.players)]
    jack = random.randrange(rules.players)
    taken[jack].append(JACK_OF_DIAMONDS)
    counted = tally(rules, taken)
    worth = rules.values[JACK_OF_DIAMONDS]
    apart = [worth if i == jack else 0 for i in range(rules.players)]
    expected = {
        Choice.ADD: [0 if i == seat else rules.penalty_total for i in range(rules.players)],
        Choice.SUBTRACT: [-rules.penalty_total if i == seat else 0 for i in range(rules.players)],
    }
    for choice in Choice:
        way = choice if rules.options.moon == "choose" else Choice(rules.options.moon.value)
        assert hand_points(rules, counted, choice) == add_points(expected[way], apart)
        assert choice_lines(rules, counted, apart)[choice] == add_points(add_points(expected[way], apart), apart)


@given(tables())
def test_x_options_survive_plain_data(rules: Rules) -> None:
    assert options_from_dict(options_dict(rules.options)) == rules.options


@pytest.mark.slow
@pytest.mark.parametrize("rules", every_table(), ids=lambda rules: f"{rules.options.variant}-{rules.players}")
def test_t7_many_hands_of_every_table(rules: Rules) -> None:
    random = Random(7)
    for number in range(1, 200):
        game = random_game(rules, number, random)
        assert all(legal_cards(step.before, step.hand) for step in game.steps)
