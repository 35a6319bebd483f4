"""What only the host knows of the hand in progress: its cards, and what is passed.

All of it follows from the host's secret and the log, but for the contents of passes, which the seats show.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import find_passed, pass_commit
from hearts_lan.fairness.identity import Identity
from hearts_lan.table.refusal import Refusal
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, RebuiltDeal, State, rebuild
from hearts_lan.wire import messages as m

DEALT = frozenset({Phase.PASSES, Phase.PLAYS, Phase.MOON, Phase.OPEN, Phase.AGREES})
"""While the log waits for these, the cards of the hand are dealt."""


@dataclass(slots=True)
class Secrets:
    """Cards before the pass, cards held now, and what was passed, by seat; ``passed_on`` once the receivers have it."""

    dealt: RebuiltDeal
    hands: list[tuple[Card, ...]]
    openings: dict[int, m.PassCards] = field(default_factory=dict)
    passed_on: bool = False

    @classmethod
    def of(cls, state: State, secret: bytes) -> "Secrets":
        """The secrets of the hand in progress, from the host's secret for it (32 bytes)."""
        dealt = rebuild(state, state.hand, secret)
        return cls(dealt, _held(state, dealt.hands))

    @property
    def unopened(self) -> list[int]:
        """The seats that have not shown what they pass."""
        return [seat for seat in range(len(self.hands)) if seat not in self.openings]

    def take_pass(self, state: State, seat: int, offer: m.PassCards) -> None:
        """A seat shows what it passes; once more the same is harmless.  Raises `Refusal`."""
        if seat not in self.openings:
            self._check_pass(state, seat, offer)
            self.openings[seat] = _in_order(offer)
        elif self.openings[seat] != _in_order(offer):
            raise Refusal("not_now", "You have passed already.")

    def recall_passes(self, state: State, own: Mapping[bytes, Identity]) -> None:
        """What these bots have passed follows from their keys, also when others speak for their seats by now."""
        number = state.hand.number
        for seat, signed in enumerate(state.hand.passes):
            if seat in self.openings or signed.key not in own:
                continue
            nonce = own[signed.key].secret("pass", state.game_id, number, seat)
            to = rules.receiver(state.rules, number, seat)
            cards = find_passed(
                signed.commit, state.game_id, number, seat, to, signed.key, self.dealt.hands[seat], nonce
            )
            if cards:
                first, second, third = map(card_text, cards)
                self.openings[seat] = m.PassCards(hand=number, cards=(first, second, third), nonce=nonce.hex())

    def _check_pass(self, state: State, seat: int, offer: m.PassCards) -> None:
        hand, cards, nonce = state.hand, r.cards_of(offer.cards), bytes.fromhex(offer.nonce)
        if offer.hand != hand.number:
            raise Refusal("stale", f"This is hand {hand.number}.")
        violation = rules.why_bad_pass(self.dealt.hands[seat], cards)
        if violation:
            raise Refusal(violation.code, violation.sentence)
        to, signed = rules.receiver(state.rules, hand.number, seat), hand.passes[seat]
        if pass_commit(state.game_id, hand.number, seat, to, signed.key, cards, nonce) != signed.commit:
            raise Refusal("bad_pass", "Those are not the cards that you committed to.")

    def pass_on(self, state: State) -> bool:
        """Move the passed cards, once all are shown; whether they moved now."""
        if self.unopened or self.passed_on:
            return False
        passes = [r.cards_of(self.openings[seat].cards) for seat in range(len(self.hands))]
        self.hands = _held(state, rules.apply_passes(state.rules, state.hand.number, self.dealt.hands, passes))
        self.passed_on = True
        return True

    def passes_for(self, state: State, seat: int) -> list[m.HostMessage]:
        """What was passed in a seat's name, and what was passed to it, as far as it may know."""
        number = state.hand.number
        givers = [seat] if seat in self.openings else []
        if self.passed_on:
            givers.append(rules.giver(state.rules, number, seat))
        shown = [(giver, self.openings[giver]) for giver in givers]
        return [m.Passed(hand=number, giver=giver, cards=pass_.cards, nonce=pass_.nonce) for giver, pass_ in shown]

    def play(self, state: State, seat: int, card: Card) -> None:
        """A seat plays a card.  Raises `Refusal`."""
        violation = rules.why_illegal(state.hand.play, self.hands[seat], card)
        if violation:
            raise Refusal(violation.code, violation.sentence)
        at = self.hands[seat].index(card)
        self.hands[seat] = self.hands[seat][:at] + self.hands[seat][at + 1 :]


def _held(state: State, hands: Sequence[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Hands without what their seats have played."""
    gone = (Counter(rules.played_by(state.hand.play, seat)) for seat in range(len(hands)))
    return [tuple(sorted((Counter(cards) - played).elements())) for cards, played in zip(hands, gone, strict=True)]


def _in_order(offer: m.PassCards) -> m.PassCards:
    """The same pass with its cards ascending."""
    first, second, third = map(card_text, sorted(r.cards_of(offer.cards)))
    return m.PassCards(hand=offer.hand, cards=(first, second, third), nonce=offer.nonce)
