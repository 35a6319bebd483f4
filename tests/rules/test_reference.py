"""The engine and the independent reading of the rules agree in random hands of every setting."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from hearts_lan.cards import Card, card_text
from hearts_lan.rules import (
    Choice,
    Moon,
    Passing,
    Rules,
    Tie,
    deal,
    dealer,
    first_leader,
    hand_points,
    is_decided,
    is_over,
    legal_cards,
    make_rules,
    options_dict,
    piles,
    receiver,
    safe_choice,
    start,
    tally,
    turn,
    winners,
)
from tests.rules import reference
from tests.rules.randomly import Game, every_table, random_game, randoms, tables


def texts(cards: tuple[Card, ...]) -> list[str]:
    """Cards as the reference wants them."""
    return [card_text(card) for card in cards]


def check_steps(rules: Rules, number: int, game: Game) -> reference.Plays:
    """Turn, end and legality agree before every card; the plays of the hand."""
    settings, n = options_dict(rules.options), rules.players
    first = reference.opener(settings, n, number, [texts(hand) for hand in game.dealt.hands])
    plays: reference.Plays = []
    for play, seat, hand, card in game.steps:
        assert reference.to_move(settings, n, first, plays) == seat
        assert set(texts(legal_cards(play, hand))) == reference.legal(settings, n, plays, texts(hand))
        assert not is_over(play)
        plays.append((seat, card_text(card)))
    assert reference.to_move(settings, n, first, plays) is turn(game.end) is None
    return plays


def check_score(rules: Rules, piles_taken: list[list[str]], counted: object, totals: list[int]) -> None:
    """Points by either choice, safety, the end and the winners agree."""
    settings = options_dict(rules.options)
    assert isinstance(counted, tuple)
    result = tally(rules, counted)
    assert result.shooter == reference.shooter(settings, piles_taken)
    for choice in Choice:
        points = hand_points(rules, result, choice)
        assert list(points) == reference.score(settings, piles_taken, choice.value)
        after = [total + more for total, more in zip(totals, points, strict=True)]
        assert is_decided(rules.options, after) is reference.ended(settings, after)
        assert list(winners(after)) == reference.best(after)
    if result.shooter is not None:
        assert safe_choice(rules, result, totals) == reference.safety(settings, piles_taken, totals)


def check_hand(rules: Rules, number: int, random: Random) -> Game:
    """One random hand, from the first card to the totals."""
    game = random_game(rules, number, random)
    plays = check_steps(rules, number, game)
    taken = reference.taken(rules.players, plays, texts(game.dealt.widow))
    ours = piles(game.end, game.dealt.widow)
    assert [Counter(pile) for pile in taken] == [Counter(texts(pile)) for pile in ours]
    check_score(rules, taken, ours, [random.randrange(-30, 120) for _ in range(rules.players)])
    return game


@pytest.mark.parametrize(
    "rules", every_table(), ids=lambda rules: "-".join(str(value) for value in options_dict(rules.options).values())
)
def test_every_setting(rules: Rules) -> None:
    random = Random(rules.players)
    for number in (1, 2, 3):
        options = replace(
            rules.options,
            moon=random.choice(list(Moon)),
            tie=random.choice(list(Tie)),
            passing=random.choice(list(Passing)) if rules.cycle != (0,) else Passing.STANDARD,
        )
        check_hand(make_rules(options, rules.players), number, random)


@given(tables(), randoms)
def test_any_table(rules: Rules, random: Random) -> None:
    check_hand(rules, random.randrange(1, 30), random)


@given(tables(), randoms)
def test_moons_scores(rules: Rules, random: Random) -> None:
    """Piles with all the penalty cards at one seat, or all but one."""
    seat, other = random.sample(range(rules.players), 2)
    taken: list[list[Card]] = [[] for _ in range(rules.players)]
    for card in rules.pack:
        special = reference.is_penalty(card_text(card))
        taken[seat if special else random.randrange(rules.players)].append(card)
    if random.random() < 0.3:
        taken[other].append(taken[seat].pop())
    ours = tuple(map(tuple, taken))
    check_score(rules, [texts(pile) for pile in ours], ours, [random.randrange(-30, 120) for _ in taken])


@given(tables(), randoms)
def test_deal_and_pass(rules: Rules, random: Random) -> None:
    settings, n = options_dict(rules.options), rules.players
    assert texts(rules.pack) == reference.pack(settings, n)
    shuffled = random.sample(rules.pack, len(rules.pack))
    hands, widow = deal(rules, shuffled)
    their_hands, their_widow = reference.deal(n, texts(tuple(shuffled)))
    assert [Counter(texts(hand)) for hand in hands] == [Counter(hand) for hand in their_hands]
    assert Counter(texts(widow)) == Counter(their_widow)
    for number in range(1, 10):
        assert first_leader(rules, number, hands) == reference.opener(settings, n, number, their_hands)
        assert [receiver(rules, number, seat) for seat in range(n)] == [
            reference.passes_to(settings, n, number, seat) for seat in range(n)
        ]
        assert start(rules, number).leader in (None, (dealer(rules, number) + 1) % n)


def test_random_hands_reach_the_rare_rules() -> None:
    """Carried tricks (C5), lost last tricks (C6), moons (S2), forced penalty discards (T3, T6) all happen."""
    seen: Counter[str] = Counter()
    random = Random(1)
    for rules in every_table() * 3:
        game = random_game(rules, 1, random)
        tricks = game.end.tricks
        seen["carried"] += any(trick.winner is None for trick in tricks)
        seen["first carried"] += tricks[0].winner is None
        seen["moon"] += tally(rules, piles(game.end, game.dealt.widow)).shooter is not None
        seen["early"] += len(tricks) < rules.hand_size
        seen["first trick broke"] += any(step.before.broken for step in game.steps[: rules.players])
        seen["last lost"] += reference.takes(list(enumerate(texts(tricks[-1].cards)))) is None
    assert set(+seen) == {"carried", "first carried", "moon", "early", "first trick broke", "last lost"}, seen


@pytest.mark.slow
def test_many_hands_of_every_setting() -> None:
    random = Random(2)
    for rules in every_table():
        for number in range(1, 40):
            check_hand(rules, number, random)
