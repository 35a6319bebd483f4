"""What one seat may know of the hand being played."""

from dataclasses import dataclass

from hearts_lan.cards import Card
from hearts_lan.rules.play import Play, legal_cards, turn
from hearts_lan.rules.setup import Rules, Seat

WATCHER: Seat = -1


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge: the public state and its own cards.  A watcher has seat -1 and no cards.

    ``play`` is ``None`` until the play begins.  ``passed`` and ``received`` are this seat's own, empty before the
    pass, or without one.
    """

    rules: Rules
    seat: Seat
    hand_number: int
    totals: tuple[int, ...]
    hand: tuple[Card, ...]
    play: Play | None = None
    passed: tuple[Card, ...] = ()
    received: tuple[Card, ...] = ()

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to play a card; before the opening card, whether it holds it (D2)."""
        if self.play is None:
            return False
        if self.play.leader is None:
            return self.rules.opener in self.hand
        return turn(self.play) == self.seat

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards this seat may play now; empty when it is not its turn."""
        return legal_cards(self.play, self.hand) if self.play is not None and self.my_turn else ()
