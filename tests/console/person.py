"""A person who types at a console in plain words, at one seat of a room that is all in memory."""

from typing import Any

from hearts_lan import rules
from hearts_lan.cards import Card, card_text, parse_card
from hearts_lan.console.model import Model
from hearts_lan.console.words import in_words
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.wire import messages as m
from tests.console.screen.kit import Sitting, Told


class Person:
    """Somebody at the first seat; the others play at random.  ``read`` is what was told since the last look."""

    def __init__(self, room: Told | None = None, number: int = 0, **wanted: Any) -> None:
        self.room = room or Told(4)
        self.room.by_itself = False
        self.sitting = self.room.listener = Sitting(self.room, number)
        self.model = Model(self.sitting, in_words, None, **wanted)
        self.room.join()
        self.room.run()

    @property
    def player(self) -> Player:
        return self.model.player

    def read(self) -> list[str]:
        return [told.text for told in self.model.new_lines()]

    def type(self, line: str) -> list[str]:
        """Type a line; what the console answers at once."""
        self.read()
        self.model.enter(line)
        return self.read()

    def wait(self, question: Question) -> "Person":
        """Play anything until this is asked."""
        while self.player.question is not question:
            self.decide()
            self.room.run()
        self.read()
        return self

    def wait_for(self, *held: str, led: str = "") -> "Person":
        """Play anything until it is this person's turn with cards of these suits in hand and one led or none."""
        while not (self.player.question is Question.CARD and self._fits(held, led)):
            self.decide()
            self.room.run()
        self.read()
        return self

    def _fits(self, held: tuple[str, ...], led: str) -> bool:
        view = self.player.view
        assert view.play
        suits = {card_text(card)[1] for card in view.hand}
        lead = card_text(view.play.trick[0])[1] if view.play.trick else ""
        return set(held) <= suits and lead == led

    def decide(self) -> None:
        self.sitting.act(self.room.seats[self.sitting.number].decide())

    def tell(self, message: m.HostMessage) -> list[str]:
        """What is told of a message of the host."""
        self.read()
        self.model.hear(news.Told(message))
        return self.read()


def one_of(cards: tuple[Card, ...], suit: str) -> str:
    """The lowest of these cards in a suit, as it is typed."""
    return next(card_text(card) for card in cards if card_text(card)[1] == suit).lower()


def missing(cards: tuple[Card, ...]) -> str:
    """A card that is none of these."""
    return next(card_text(card) for card in map(parse_card, ("QS", "2C", "AH", "TD", "JS")) if card not in cards)


def seated(**options: Any) -> Person:
    """A person at a table with these rules."""
    return Person(Told(4, rules.Options(**options)))
