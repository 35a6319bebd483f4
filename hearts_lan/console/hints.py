"""What somebody who knows the game would do, and why: for a person who plays against bots only."""

from collections.abc import Sequence

from hearts_lan import rules
from hearts_lan.bots import explain
from hearts_lan.bots.passing import choose_pass
from hearts_lan.cards import SUIT_OF, Card, parse_cards
from hearts_lan.console.words import Voice
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.rules.names import enumeration

_HIGH_SPADES = frozenset(parse_cards(("QS", "KS", "AS")))
_WHY_MOON = {
    rules.Choice.ADD: "It is worth as much as subtracting, and brings the end nearer.",
    rules.Choice.SUBTRACT: "To add would end the game, and you would not win it alone.",
}


def hint(player: Player, voice: Voice) -> str:
    """A choice for what is asked, with its reason."""
    view, state = player.view if player.in_game else None, player.state
    match player.question:
        case Question.CARD if view:
            card, why = explain(view)
            return f"{voice.card(card)}: {why}"
        case Question.PASS if view:
            cards = choose_pass(view)
            return f"You could pass {voice.cards(cards)}: {_why_pass(view.hand, cards)}"
        case Question.MOON if state.hand.tally:
            choice = rules.safe_choice(state.rules, state.hand.tally, state.totals)
            return f"{choice}: {_WHY_MOON[choice]}"
        case _:
            return "There is nothing to choose now."


def _why_pass(hand: Sequence[Card], cards: Sequence[Card]) -> str:
    """Why these three are worth passing."""
    kept = {SUIT_OF[card] for card in hand if card not in cards}
    void = [rules.suit_name(suit) for suit in dict.fromkeys(map(SUIT_OF.__getitem__, cards)) if suit not in kept]
    if void:
        return f"Without {enumeration(void)} you can throw away what you like when others lead them."
    if any(card in _HIGH_SPADES for card in cards):
        return "With few spades, the high ones catch thirteen points."
    return "High cards take tricks, and points with them."
