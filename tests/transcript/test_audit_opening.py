"""V8, V10 and V11 at the opening of a hand: what was dealt, passed and played, on the cards really held."""

from collections.abc import Callable, Iterable

import msgspec
import pytest

from hearts_lan import rules
from hearts_lan.cards import DECK, Card, card_text, parse_cards
from hearts_lan.fairness.commit_reveal import pass_commit
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Fault, Phase
from tests.transcript.forge import Forge, at


def opened(forge: Forge) -> Fault:
    """What the opening of the hand brings to light."""
    return forge.to(Phase.OPEN).refused(forge.open())


def summary(fault: Fault) -> tuple[str, object, int, str]:
    return fault.check, fault.who, fault.line, fault.rule


# -- V8 ---------------------------------------------------------------------------------------------------------------


def test_v8_the_secret_opens_the_deal() -> None:
    forge = at(Phase.OPEN)
    fault = forge.refused(forge.open(secret="5" * 64))
    assert summary(fault) == ("V8", "host", len(forge.lines) + 1, "")


def test_v8_a_dealer_that_changed_its_mind() -> None:
    """Committed to one secret, dealt by another."""
    forge = at(Phase.BETWEEN)
    forge.put(forge.deal(commit="5" * 64))
    assert opened(forge).check == "V8"


# -- V10 --------------------------------------------------------------------------------------------------------------


def bad_pass(seat: int, cards: Callable[[Forge], Iterable[Card]]) -> tuple[Forge, int]:
    """A hand in which a seat commits to other cards than it may pass, and the number of that line.

    All play as if the first three had been passed, for only then can the hand be played out.
    """
    forge = at(Phase.PASSES)
    while forge.state.phase is Phase.PASSES:
        due = forge.state.block.next_seat if forge.state.block else 0
        forge.put(forge.pass_(due, cards(forge) if due == seat else None))
    passes = [forge.dealt[giver][:3] for giver in forge.seats]
    forge.held = dict(enumerate(rules.apply_passes(forge.state.rules, 1, forge.dealt, passes)))
    return forge, len(forge.lines) - 3 + seat


BAD_PASSES: dict[str, Callable[[Forge], Iterable[Card]]] = {
    "not owned": lambda forge: [*forge.dealt[2][:2], forge.dealt[3][0]],
    "none owned": lambda forge: forge.dealt[0][:3],
    "two cards": lambda forge: forge.dealt[2][:2],
    "four cards": lambda forge: forge.dealt[2][:4],
    "no card": lambda _forge: (),
    "a card twice": lambda forge: [*forge.dealt[2][:2], forge.dealt[2][0]],
}


@pytest.mark.parametrize("cards", BAD_PASSES.values(), ids=BAD_PASSES)
def test_v10_a_pass_of_what_cannot_be_passed(cards: Callable[[Forge], Iterable[Card]]) -> None:
    """P1: the fault is the giver's, and its line the pass."""
    forge, line = bad_pass(2, cards)
    assert summary(opened(forge)) == ("V10", 2, line, "P1")


def test_v10_the_first_bad_pass_in_seat_order_is_the_one() -> None:
    forge, line = bad_pass(1, lambda forge: forge.dealt[0][:3])
    forge.take_over(0)
    forge.put(forge.pass_(0, forge.dealt[1][:3]))
    assert summary(opened(forge)) == ("V10", 0, line + 4, "P1")


def test_v10_the_host_opens_every_pass_and_nothing_else() -> None:
    forge = at(Phase.OPEN)
    right = forge.open()
    for wrong in ((), right.passes[:-1], (*right.passes, right.passes[0]), tuple(reversed(right.passes))):
        fault = forge.refused(msgspec.structs.replace(right, passes=wrong))
        assert summary(fault) == ("V10", "host", len(forge.lines) + 1, "")


def test_v10_an_opening_of_other_cards_or_with_another_nonce() -> None:
    """The commitment holds the giver to its cards, and the host to the giver's word."""
    forge = at(Phase.OPEN)
    right = forge.open()
    first, *rest = right.passes
    other = tuple(map(card_text, forge.dealt[0][3:6]))
    for wrong in (msgspec.structs.replace(first, cards=other), msgspec.structs.replace(first, nonce="5" * 64)):
        fault = forge.refused(msgspec.structs.replace(right, passes=(wrong, *rest)))
        assert summary(fault) == ("V10", "host", len(forge.lines) + 1, "")


def test_v1_cards_out_of_order_accuse_nobody() -> None:
    """The order in which the host writes the cards is no fault of the giver."""
    forge = at(Phase.OPEN)
    right = forge.open()
    first = msgspec.structs.replace(right.passes[0])
    payload = forge.line(right).payload
    ascending = '","'.join(first.cards)
    descending = '","'.join(reversed(first.cards))
    fault = forge.refusal(forge.sign(payload.replace(ascending, descending), forge.host))
    assert summary(fault) == ("V1", None, len(forge.lines) + 1, "")


def test_v10_no_pass_is_opened_where_none_was_made() -> None:
    forge = at(Phase.OPEN, players=3, passing="none")
    passes = at(Phase.OPEN).open().passes
    assert forge.refused(forge.open(passes=passes[:3])).check == "V10"
    forge.put(forge.open())


def test_v10_a_pass_is_for_the_seat_that_the_cycle_names() -> None:
    """P2: committed to for another direction it cannot be opened."""
    forge = at(Phase.PASSES)
    forge.put(forge.pass_(0))
    right = forge.pass_(1)
    other = rules.make_rules(forge.options, 4)
    assert rules.receiver(other, 1, 1) == 2
    commit = _commit_to(forge, 1, receiver=0)
    forge.put(msgspec.structs.replace(right, commit=commit.hex()))
    fault = opened(forge)
    assert (fault.check, fault.who) == ("V10", "host")


def _commit_to(forge: Forge, seat: int, receiver: int) -> bytes:
    key, nonce = forge.speaker(seat).key, forge.pass_nonce(seat)
    return pass_commit(forge.state.game_id, 1, seat, receiver, key, forge.passed[seat], nonce)


def test_v10_a_replaced_pass_is_the_one_that_counts() -> None:
    """S': the line at fault is that of the new pass; the first one needs no opening."""
    forge = at(Phase.PLAYS).take_over(3)
    forge.put(forge.pass_(3, forge.dealt[3][3:6])).look_again()
    forge.copy().to(Phase.ENDED)
    again = at(Phase.PLAYS).take_over(3)
    again.put(again.pass_(3, again.dealt[0][:3]))
    assert summary(opened(again)) == ("V10", 3, len(at(Phase.PLAYS).lines) + 2, "P1")


# -- V11 --------------------------------------------------------------------------------------------------------------


def revoke(forge: Forge, rule: str) -> tuple[int, int]:
    """Play on until the seat in turn can break a rule with a card it holds; its seat and the number of the line."""
    while True:
        seat, play = forge.turn(), forge.state.hand.play
        for card in forge.held[seat]:
            violation = rules.why_illegal(play, forge.held[seat], card)
            if violation and violation.rule == rule:
                forge.step_play(card)
                return seat, len(forge.lines)
        forge.step()
        assert forge.state.phase is Phase.PLAYS, f"nobody can break {rule}"


@pytest.mark.parametrize(
    ("rule", "salt"),
    [("T1", ""), ("T3", "t3-86"), ("T4", "")],
)
def test_v11_a_card_that_the_rules_forbid(rule: str, salt: str) -> None:
    """The line at fault is the play, with the rule it broke and the seat that broke it."""
    forge = at(Phase.PLAYS, salt=salt)
    seat, line = revoke(forge, rule)
    assert summary(opened(forge)) == ("V11", seat, line, rule)


def test_v11_a_penalty_card_led_to_the_first_trick() -> None:
    """C2."""
    forge = at(Phase.PLAYS, players=5, variant="cancellation")
    seat, line = revoke(forge, "C2")
    assert summary(opened(forge)) == ("V11", seat, line, "C2")


def test_v11_the_option_decides_what_is_forbidden() -> None:
    """With ``points_on_first_trick`` the same kind of play is right (X)."""
    forge = at(Phase.PLAYS, players=5, variant="cancellation", points_on_first_trick=True)
    forge.step_play("QS" if parse_cards(["QS"])[0] in forge.held[forge.turn()] else None)
    forge.to(Phase.ENDED)


def test_v11_a_card_of_somebody_else() -> None:
    """T1: the first of the two who swapped is named."""
    forge = at(Phase.PLAYS)
    forge.step()
    seat, other = forge.turn(), (forge.turn() + 1) % 4
    mine, theirs = forge.legal()[0], _of_same_suit(forge, other, forge.legal()[0])
    forge.swap(seat, mine, other, theirs)
    forge.step_play(theirs)
    assert summary(opened(forge)) == ("V11", seat, len(at(Phase.PLAYS).lines) + 2, "T1")


def _of_same_suit(forge: Forge, seat: int, card: Card) -> Card:
    return next(other for other in forge.held[seat] if other // 13 == card // 13)


def test_v11_the_opener_played_by_somebody_else() -> None:
    """D2 can be seen only now: nobody but its holder knew."""
    forge = at(Phase.PLAYS)
    holder = forge.turn()
    thief = (holder + 2) % 4
    forge.swap(holder, DECK[0], thief, forge.held[thief][-1])
    forge.step_play("2C")
    assert summary(opened(forge)) == ("V11", thief, len(at(Phase.PLAYS).lines) + 1, "T1")


def test_v11_the_first_bad_play_is_the_one() -> None:
    forge = at(Phase.PLAYS)
    seat, line = revoke(forge, "T1")
    revoke(forge, "T1")
    assert summary(opened(forge)) == ("V11", seat, line, "T1")


# -- the order --------------------------------------------------------------------------------------------------------


def test_an_opening_is_checked_by_number() -> None:
    """V6, V8, V10, V11, V12: a hand with all of these faults, then with one less each time."""
    forge, pass_line = bad_pass(0, lambda forge: forge.dealt[1][:3])
    revoke(forge, "T1")
    forge.to(Phase.OPEN)
    wrong = forge.open(hand=2, secret="5" * 64, points=(1, 1, 1, 1), totals=(9, 9, 9, 9))
    assert forge.refused(wrong).check == "V6"
    wrong = msgspec.structs.replace(wrong, hand=1)
    assert forge.refused(wrong).check == "V8"
    wrong = msgspec.structs.replace(wrong, secret=forge.open().secret)
    assert summary(forge.refused(wrong)) == ("V10", 0, pass_line, "P1")

    forge = at(Phase.PLAYS)
    seat, line = revoke(forge, "T1")
    forge.to(Phase.OPEN)
    wrong = forge.open(points=(1, 1, 1, 1), totals=(9, 9, 9, 9))
    assert summary(forge.refused(wrong)) == ("V11", seat, line, "T1")
    forge = at(Phase.OPEN)
    assert forge.refused(forge.open(points=(1, 1, 1, 1), totals=(9, 9, 9, 9))).sentence.startswith("The points")


def test_a_hand_that_is_not_opened_is_not_checked() -> None:
    """Nobody can tell who held what."""
    forge = at(Phase.PLAYS)
    revoke(forge, "T1")
    forge.put(forge.void()).put(forge.end("stopped"))


def test_what_was_dealt_is_known_after_the_opening() -> None:
    forge = at(Phase.AGREES)
    assert forge.state.hand.dealt == forge.dealt
    assert sorted(card for cards in forge.dealt for card in cards) == list(DECK)
    assert isinstance(forge.state.last, r.Open)
