"""A seat's hand in the log: the records it makes, the secrets behind them, and its signature under them."""

from collections.abc import Sequence
from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import deal_commit, find_passed, join_commit, pass_commit
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.transcript.canonical import NotCanonical, canonical_text, decode_record
from hearts_lan.transcript.lines import NO_GAME, Line, signed_bytes
from hearts_lan.wire import messages as m
from hearts_lan.wire.limits import PAYLOAD_CHARS


@dataclass(frozen=True, slots=True)
class Pen:
    """Makes the records of a seat for the place in the log after a state."""

    identity: Identity

    @property
    def key(self) -> bytes:
        """The public key: 32 bytes."""
        return self.identity.key

    def line(self, state: State, record: r.Record) -> Line:
        """A record as a signed line."""
        payload = canonical_text(record)
        game_id = NO_GAME if isinstance(record, r.Nonce) else state.game_id
        return Line(payload, self.identity.sign(signed_bytes(game_id, payload)))

    def join_commit(self, nonce: bytes) -> str:
        """The commitment to a join nonce, in hex."""
        return join_commit(self.key, nonce).hex()

    def nonce(self, state: State, seat: int, nonce: bytes) -> r.Nonce:
        """The opening of a join commitment."""
        return r.Nonce(by=seat, seen=_seen(state), nonce=nonce.hex())

    def commit(self, state: State, seat: int) -> r.Commit:
        """The commitment to the seat's seed for the hand."""
        seed = self._secret("seed", state, seat)
        commit = deal_commit(state.game_id, state.hand_number, seat, self.key, seed)
        return r.Commit(by=seat, seen=_seen(state), hand=state.hand_number, commit=commit.hex())

    def reveal(self, state: State, seat: int) -> r.Reveal:
        """The seat's seed for the hand."""
        seed = self._secret("seed", state, seat).hex()
        return r.Reveal(by=seat, seen=_seen(state), hand=state.hand_number, seed=seed)

    def pass_(self, state: State, seat: int, cards: Sequence[Card]) -> r.Pass:
        """The commitment to three cards, ascending, that the seat passes."""
        commit = self._pass_commit(state, seat, cards)
        return r.Pass(by=seat, seen=_seen(state), hand=state.hand_number, commit=commit.hex())

    def pass_cards(self, state: State, seat: int, cards: Sequence[Card]) -> m.PassCards:
        """The private message with what was passed."""
        first, second, third = map(card_text, cards)
        nonce = self._secret("pass", state, seat).hex()
        return m.PassCards(hand=state.hand_number, cards=(first, second, third), nonce=nonce)

    def passed(self, state: State, seat: int, guess: Sequence[Card], dealt: Sequence[Card]) -> tuple[Card, ...]:
        """Which three cards fit the seat's commitment in the log: the ones guessed, or others of those dealt to it.

        Empty if none do: then another key has signed the pass.
        """
        commit = state.hand.passes[seat].commit
        if guess and self._pass_commit(state, seat, guess) == commit:
            return tuple(guess)
        number, nonce = state.hand_number, self._secret("pass", state, seat)
        to = rules.receiver(state.rules, number, seat)
        return find_passed(commit, state.game_id, number, seat, to, self.key, dealt, nonce)

    def play(self, state: State, seat: int, card: Card) -> r.Play:
        """A card played."""
        return r.Play(by=seat, seen=_seen(state), hand=state.hand_number, card=card_text(card))

    def moon(self, state: State, seat: int, choice: rules.Choice) -> r.Moon:
        """What the seat's moon does."""
        return r.Moon(by=seat, seen=_seen(state), hand=state.hand_number, choice=choice.value)

    def agree(self, state: State, seat: int) -> r.Agree:
        """The seat's word for the totals that were opened."""
        hand = state.hand
        assert hand.opened is not None
        return r.Agree(by=seat, seen=_seen(state), hand=hand.number, totals=hand.opened.totals)

    def dispute(self, state: State, seat: int, sentence: str, evidence: r.Evidence | None) -> Line:
        """A dispute as a line; evidence that no record can quote (too long, or no clean text) is left out."""
        record = r.dispute(seat, state.head.hex(), state.hand_number, sentence, evidence)
        line = self.line(state, record)
        return line if evidence is None or _can_stand(line.payload) else self.dispute(state, seat, sentence, None)

    def _pass_commit(self, state: State, seat: int, cards: Sequence[Card]) -> bytes:
        number = state.hand_number
        to, nonce = rules.receiver(state.rules, number, seat), self._secret("pass", state, seat)
        return pass_commit(state.game_id, number, seat, to, self.key, cards, nonce)

    def _secret(self, purpose: str, state: State, seat: int) -> bytes:
        return self.identity.secret(purpose, state.game_id, state.hand_number, seat)


def _seen(state: State) -> str:
    return state.expected_seen.hex()


def _can_stand(payload: str) -> bool:
    """Whether a payload fits the wire and is a record that anybody can read."""
    try:
        decode_record(payload)
    except NotCanonical:
        return False
    return len(payload) <= PAYLOAD_CHARS
