"""What a hint says is true: each reason fits the position, the hand and the card."""

from random import Random

from hypothesis import given

from hearts_lan.bots.layout import each
from hearts_lan.bots.policy import Why, choose
from hearts_lan.bots.position import Position, position
from hearts_lan.bots.words import SENTENCES, explain
from hearts_lan.cards import QUEEN_OF_SPADES, SUIT_OF, Card, Suit, card_text
from hearts_lan.rules import Play, Rules, Variant, View, carried, points_of
from tests.bots.views import to_move
from tests.rules.helpers import FIRST, after, cancellation, table
from tests.rules.randomly import random_game, randoms, tables


def out(now: Position, seat: int) -> list[Card]:
    """The cards that others may still hold, ascending."""
    return [now.layout.card(bit) for bit in each(now.out(now.hands[seat]))]


def is_true(view: View, now: Position, card: Card, why: Why) -> bool:
    """Whether the sentence of a reason holds."""
    assert view.play is not None
    trick, rules = view.play.trick, view.rules
    follows = bool(trick) and SUIT_OF[card] is SUIT_OF[trick[0]]
    best = now.layout.card(now.best) if now.best >= 0 else None
    under = [own for own in view.legal if best is not None and own < best] if follows else []
    same_suit = [other for other in out(now, view.seat) if SUIT_OF[other] is SUIT_OF[card]]
    match why:
        case Why.ONLY:
            return set(view.legal) == {card}
        case Why.DUCK:
            return follows and card in under
        case Why.CANCEL:
            return card in trick and rules.copies > 1
        case Why.LOW_LEAD | Why.HIGH_LEAD:
            return not trick
        case Why.FLUSH_QUEEN:
            return not trick and SUIT_OF[card] is Suit.SPADES and card < QUEEN_OF_SPADES in same_suit
        case Why.DUMP_QUEEN:
            return card == QUEEN_OF_SPADES and (not follows or card in under)
        case Why.DUMP_HEART:
            return bool(trick) and not follows and SUIT_OF[card] is Suit.HEARTS
        case Why.DUMP_HIGH:
            return bool(trick) and not follows and min(same_suit, default=card) < card
        case Why.SPARE:
            return bool(trick) and not follows
        case Why.FREE_HIGH:
            return follows and card not in under and points_of(rules, (*trick, *carried(view.play))) == 0
        case Why.CHEAP_HIGH:
            return follows and bool(under) and card not in under
        case Why.FORCED_HIGH:
            return follows and not under
        case Why.LOW_HOPE:
            return follows and not under and max(same_suit, default=card) > card and len(trick) + 1 < rules.players
        case Why.TAKE_JACK:
            return rules.options.variant is Variant.OMNIBUS and card not in under
        case Why.GO_MOON:
            return sum(now.penalties) == now.penalties[view.seat]
        case Why.STOP_MOON:
            return follows and card not in under and now.pot_penalties > 0


@given(tables(), randoms)
def test_every_reason_is_true(rules: Rules, random: Random) -> None:
    for before, seat, cards, _ in random_game(rules, 1, random).steps:
        view = View(rules, seat, 1, (0,) * rules.players, cards, before)
        now = position(view)
        bit, why = choose(now, now.hands[seat])
        card = now.layout.card(bit)
        assert is_true(view, now, card, why), (before, cards, card_text(card), why)


def test_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Why)
    assert len(set(SENTENCES.values())) == len(Why)


def said(play: Play, cards: str) -> str:
    """The hint for the player to move, who holds these cards."""
    card, sentence = explain(to_move(play, cards))
    return f"{card_text(card)}: {sentence}"


def test_two_copies_of_the_only_card_are_the_only_card() -> None:
    assert said(cancellation(0, 6, "2C 3C 4C 5C 6C 7C", "9D"), "JD JD 4C") == "JD: It is the only card you may play."


def test_a_high_card_that_could_have_stayed_below_is_not_called_forced() -> None:
    assert said(after(table(), 0, FIRST, "4D 9D QD"), "5D AD TH") == (
        "AD: There are no points in the trick, so it is a cheap one to take."
    )
    assert said(after(table(), 0, FIRST, "9D"), "2D JD KD AD 7C 8C 9C").endswith(
        "The trick should cost little, so it is a moment to get rid of a high card."
    )


def test_a_discard_that_nobody_can_force_to_take_is_only_spared() -> None:
    play = after(table(), 0, FIRST, "2D 3D 4D 5D", "6D 7D 8D 9D", "TD JD QD KD", "8C")
    assert said(play, "AD 2S") == "AD: You need not follow suit, and can spare this card."
