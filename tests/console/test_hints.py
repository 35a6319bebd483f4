"""Hints: a choice that may be made, with a reason that is true."""

import pytest

from hearts_lan.cards import parse_cards
from hearts_lan.console.hints import _why_pass, hint
from hearts_lan.player.news import Question
from tests.console.person import Person
from tests.console.screen.kit import Told, ToldMoonlit


@pytest.mark.parametrize(
    ("hand", "passed", "why"),
    [
        ("2C 3C 4D QS 5H", "2C 3C QS",
         "Without clubs and spades you can throw away what you like when others lead them."),
        ("2C 3C 4D 2S QS 5H", "2C 4D QS", "Without diamonds you can throw away what you like when others lead them."),
        ("2C 3C 4D 5D 2S QS KS 5H", "QS KS 3C", "With few spades, the high ones catch thirteen points."),
        ("2C 3C AC 4D AD 2S AH 5H", "AC AD AH", "High cards take tricks, and points with them."),
    ],
)  # fmt: skip
def test_why_three_cards_are_passed(hand: str, passed: str, why: str) -> None:
    assert _why_pass(parse_cards(hand.split()), parse_cards(passed.split())) == why


@pytest.mark.parametrize("question", [Question.PASS, Question.CARD])
def test_what_is_proposed_can_be_done(question: Question) -> None:
    person = Person(Told(4, bots=[1, 2, 3])).wait(question)
    told = hint(person.player, person.model.voice)
    held = [person.model.voice.card(card) for card in person.player.view.hand]
    named = [card for card in held if card in told]
    assert len(named) == (3 if question is Question.PASS else 1)


def test_a_moon_is_used_safely() -> None:
    """S4."""
    person = Person(ToldMoonlit(), 0).wait(Question.MOON)
    assert hint(person.player, person.model.voice).startswith("add: ")


def test_nothing_is_proposed_where_nothing_is_asked() -> None:
    person = Person()
    assert hint(person.player, person.model.voice) == "There is nothing to choose now."
