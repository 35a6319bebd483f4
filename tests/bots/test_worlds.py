"""Worlds fit all that a seat has seen: the sampler may not suppose what the rules or its own eyes exclude."""

from random import Random

from hypothesis import given

from hearts_lan.bots.layout import Bits
from hearts_lan.bots.worlds import Sampler
from hearts_lan.cards import Card
from hearts_lan.rules import (
    Play,
    Rules,
    View,
    apply_passes,
    first_leader,
    giver,
    legal_cards,
    pass_offset,
    play_card,
    receiver,
    start,
    turn,
    why_illegal,
    without,
)
from tests.bots.views import to_move
from tests.rules.helpers import after, cancellation, hand, table
from tests.rules.randomly import random_deal, randoms, tables


def plays(play: Play) -> list[tuple[int, Card]]:
    """Who played which card, in order."""
    tricks = [(trick.leader, trick.cards) for trick in play.tricks]
    if play.leader is not None:
        tricks.append((play.leader, play.trick))
    return [((leader + at) % play.rules.players, card) for leader, cards in tricks for at, card in enumerate(cards)]


def check_world(view: View, sampler: Sampler, world: list[Bits]) -> None:
    """Replay the hand as it would have been: everything fits, and every card was legal."""
    made = sampler.root.layout
    *hands, widow = [made.cards(bits) for bits in world]
    assert view.play is not None
    played = plays(view.play)
    assert sorted([*sum(hands, ()), *widow, *(card for _, card in played)]) == list(view.rules.pack)
    assert hands[view.seat] == view.hand
    assert len(widow) == view.rules.widow_size
    full = [tuple(sorted([*cards, *(card for who, card in played if who == seat)])) for seat, cards in enumerate(hands)]
    assert {len(cards) for cards in full} == {view.rules.hand_size}
    assert set(view.passed) <= set(full[receiver(view.rules, view.hand_number, view.seat)])
    play = start(view.rules, view.hand_number)
    for seat, card in played:
        assert why_illegal(play, full[seat], card) is None
        full[seat] = without(full[seat], [card])
        play = play_card(play, seat, card)


def some_view(rules: Rules, random: Random) -> View:
    """What the player to move knows at some moment of a random hand, after a random pass."""
    number = random.randrange(1, 9)
    hands = random_deal(rules, random).hands
    passes: list[tuple[Card, ...]] = [()] * rules.players
    if pass_offset(rules, number):
        passes = [tuple(random.sample(cards, 3)) for cards in hands]
        hands = apply_passes(rules, number, hands, passes)
    held, play = list(hands), start(rules, number)
    seat: int | None = first_leader(rules, number, held)
    stop = random.randrange(rules.players * rules.hand_size)
    while seat is not None and stop:
        legal = legal_cards(play, held[seat])
        card = random.choice([legal[0], legal[-1], random.choice(legal)])
        held[seat], play, stop = without(held[seat], [card]), play_card(play, seat, card), stop - 1
        seat = turn(play)
    seat = 0 if seat is None else seat
    received = passes[giver(rules, number, seat)]
    return View(rules, seat, number, (0,) * rules.players, held[seat], play, passes[seat], received)


@given(tables(), randoms)
def test_every_world_fits_all_a_seat_has_seen(rules: Rules, random: Random) -> None:
    view = some_view(rules, random)
    sampler = Sampler(view)
    for _ in range(5):
        check_world(view, sampler, sampler.draw(random))


def test_p1_the_cards_i_passed_are_where_i_passed_them() -> None:
    passed = hand("QS KS AS")
    view = to_move(after(table(), 0, "2C 3C 4C"), "5C 6C", hand_number=1, passed=passed)
    sampler = Sampler(view)
    made = sampler.root.layout
    assert all(sampler.draw(Random(seed))[0] & made.bits(passed) == made.bits(passed) for seed in range(20))


def test_worlds_differ_as_far_as_they_may() -> None:
    sampler = Sampler(to_move(after(table(), 0, "2C 3C 4C"), "5C 6C 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"))
    queens = [next(seat for seat, bits in enumerate(sampler.draw(Random(n))) if bits >> 36 & 1) for n in range(60)]
    assert set(queens) == {0, 1, 2}


def test_c1_the_widow_may_hold_any_unseen_card() -> None:
    play = cancellation(0, 6)
    sampler = Sampler(to_move(play, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D"))
    widows = [sampler.draw(Random(seed))[-1] for seed in range(40)]
    assert {bits.bit_count() for bits in widows} == {2}
    assert any(bits & sampler.root.layout.penalties for bits in widows)


def test_room_is_made_where_a_void_leaves_no_other_place() -> None:
    """The suits that seats have shown not to hold leave some cards one place, and others what room is then left."""
    play = after(table(3), 0, "2C 2S 3S", "3C 2H 3H")
    view = to_move(play, "4C 5C 6C 7C 8C 9C TC JC QC KC AC 3D 4D 5D 6D")
    sampler = Sampler(view)
    for seed in range(20):
        world = sampler.draw(Random(seed))
        assert not (world[1] | world[2]) & sampler.root.layout.suits[0]
        assert [bits.bit_count() for bits in world] == [15, 15, 15, 0]
