"""Cards as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.cards import DECK, Card, card_text, parse_cards
from hearts_lan.console.typed import typed_cards

cards = st.sampled_from(DECK)
SYMBOLS = {"C": "♣♧", "D": "♦♢", "S": "♠♤", "H": "♥♡"}


@st.composite
def spelled(draw: st.DrawFn, card: Card) -> str:
    """One of the ways to write a card."""
    rank, suit = card_text(card)[0], card_text(card)[1]
    rank = draw(st.sampled_from(["10", "T"])) if rank == "T" else rank
    suit = draw(st.sampled_from([suit, *SYMBOLS[suit], *(symbol + "\ufe0f" for symbol in SYMBOLS[suit])]))
    word = rank + draw(st.sampled_from(["", " "])) + suit
    return str(draw(st.sampled_from([word, word.lower(), word.upper()])))


@given(st.data(), st.lists(cards, min_size=1, max_size=6))
def test_every_spelling_of_every_card(data: st.DataObject, wanted: list[Card]) -> None:
    between = st.sampled_from([" ", ",", ", ", ";", " + ", " & ", "\t", ""])
    text = "".join(data.draw(spelled(card)) + data.draw(between) for card in wanted)
    assert typed_cards(text) == tuple(wanted)


@given(st.text())
def test_any_text_is_cards_or_not(text: str) -> None:
    typed_cards(text)


@given(st.text(alphabet="10qkat2 cdshQ♠♥\u212a\u017fK\ufe0f,"))
def test_any_nearly_cards_are_cards_or_not(text: str) -> None:
    """The Kelvin sign and the long s are letters that look like card letters to a pattern that ignores case."""
    typed_cards(text)


@pytest.mark.parametrize(
    ("text", "texts"),
    [("qs", "QS"), ("10h", "TH"), ("Q♠", "QS"), ("q♠\ufe0f", "QS"), ("2c3d", "2C 3D"), ("as, kd; 10 c", "AS KD TC")],
)
def test_examples(text: str, texts: str) -> None:
    assert typed_cards(text) == parse_cards(texts.split())


@pytest.mark.parametrize("text", ["", " ", "q", "1h", "11h", "qs!", "hand", "say qs", "0h", "q of s", "\u212as", "♠"])
def test_what_is_no_card(text: str) -> None:
    assert typed_cards(text) is None
