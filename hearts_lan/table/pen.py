"""The host's hand in the log: the records it makes, and its signature under them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import HOST, deal_commit, dealt_message
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Speaker, State
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import HEAD_0, NO_GAME, Line, signed_bytes
from hearts_lan.wire import messages as m

Reason = Literal["away", "left", "kicked", "back", "failed"]
"""Why another key speaks for a seat."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits down: 32 bytes of key, a name, whether it is a bot, and the join commitment in hex."""

    key: bytes
    name: str
    bot: bool
    commit: str


@dataclass(frozen=True, slots=True)
class Pen:
    """Makes the host's records for the place in the log after a state."""

    identity: Identity

    def line(self, state: State, record: r.Record) -> Line:
        """A record of the host as a signed line."""
        payload = canonical_text(record)
        game_id = NO_GAME if isinstance(record, r.Table) else state.game_id
        return Line(payload, self.identity.sign(signed_bytes(game_id, payload)))

    def secret(self, state: State, hand: int) -> bytes:
        """The host's secret for a hand of this game (32 bytes)."""
        return self.identity.secret("deal", state.game_id, hand, HOST)

    def table(self, options: rules.Options, seats: Sequence[Seated], started: str) -> r.Table:
        """The first record; ``started`` is ``YYYY-MM-DDTHH:MM:SSZ``."""
        roster = [r.RosterSeat(name=seat.name, key=seat.key.hex(), bot=seat.bot, commit=seat.commit) for seat in seats]
        return r.Table(
            by="host",
            seen=HEAD_0.hex(),
            version=r.VERSION,
            started=started,
            rules=r.TableRules.of(options),
            host=self.identity.key.hex(),
            seats=tuple(roster),
        )

    def deal(self, state: State) -> r.Deal:
        """The commitment to the secret of the next hand."""
        number = state.hand_number + 1
        commit = deal_commit(state.game_id, number, HOST, self.identity.key, self.secret(state, number))
        return r.Deal(by="host", seen=state.head.hex(), hand=number, commit=commit.hex())

    def dealt(self, state: State, seat: int, cards: tuple[Card, ...]) -> m.Dealt:
        """The private message with a seat's cards, signed as evidence."""
        signature = self.identity.sign(dealt_message(state.game_id, state.hand_number, seat, cards))
        return m.Dealt(hand=state.hand_number, cards=tuple(map(card_text, cards)), signature=signature.hex())

    def open(self, state: State, openings: Sequence[m.PassCards]) -> r.Open:
        """The opening of a hand that is played, with its points and the new totals."""
        hand = state.hand
        assert hand.tally is not None
        points = rules.hand_points(state.rules, hand.tally, hand.choice)
        return r.Open(
            by="host",
            seen=state.head.hex(),
            hand=hand.number,
            secret=self.secret(state, hand.number).hex(),
            passes=tuple(r.PassOpening(cards=opening.cards, nonce=opening.nonce) for opening in openings),
            points=points,
            totals=rules.add_points(state.totals, points),
        )

    def stopped(self, state: State) -> r.Void:
        """The hand in progress is given up."""
        secret = self.secret(state, state.hand_number).hex()
        seen = state.head.hex()
        return r.Void(by="host", seen=seen, hand=state.hand_number, seat=-1, reason="stopped", secret=secret)

    def void(self, state: State, seat: int) -> r.Void:
        """The hand in progress counts for nothing, because a seat has not shown its seed."""
        secret, seen = self.secret(state, state.hand_number).hex(), state.head.hex()
        return r.Void(by="host", seen=seen, hand=state.hand_number, seat=seat, reason="no_reveal", secret=secret)

    def substitute(self, state: State, seat: int, speaker: Speaker, reason: Reason) -> r.Substitute:
        """Another key speaks for a seat from here on."""
        return r.Substitute(
            by="host",
            seen=state.head.hex(),
            seat=seat,
            key=speaker.key.hex(),
            name=speaker.name,
            bot=speaker.bot,
            reason=reason,
        )

    def resumed(self, state: State) -> r.Resume:
        """The host's program was started anew."""
        return r.Resume(by="host", seen=state.head.hex(), reason="restart")

    def end(self, state: State, reason: Literal["target", "stopped"]) -> r.End:
        """The last record."""
        winners = rules.winners(state.totals) if reason == "target" else ()
        return r.End(by="host", seen=state.head.hex(), totals=state.totals, winners=winners, reason=reason)
