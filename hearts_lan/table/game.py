"""One game at the host: it gathers what the seats sign, writes the log in the right order, and deals privately.

The public facts are the audit's state, folded from the very lines this module writes; beside it stand only the
secrets of the hand in progress.  Everything here is values in, values out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import pass_commit
from hearts_lan.fairness.identity import Identity
from hearts_lan.table.pen import Pen, Seated
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import BLOCK, Phase, RebuiltDeal, Refused, State, admit, feed, rebuild
from hearts_lan.transcript.lines import NO_GAME, Line
from hearts_lan.wire import messages as m

CODES = {
    "V3": "stale",
    "V4": "not_now",
    "V6": "stale",
    "V7": "wrong_seed",
    "D1": "not_held",
    "D2": "opening_card",
    "T2": "not_your_turn",
}
"""Refusal codes of the wire for failed checks and rules of play; any other check is a ``bad_record``."""


class Refusal(Exception):
    """An offer of a seat that the game does not take; nothing has changed.  ``code`` is for programs."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Written:
    """A line to write to the log, then to show to everybody; ``number`` counts from 1."""

    number: int
    line: Line


@dataclass(frozen=True, slots=True)
class Private:
    """A message for the eyes of one seat."""

    seat: int
    message: m.HostMessage


Out = Written | Private


@dataclass(slots=True)
class _Secrets:
    """What only the host knows of the hand in progress: cards before the pass, cards held now, openings."""

    dealt: RebuiltDeal
    hands: list[tuple[Card, ...]]
    openings: dict[int, m.PassCards] = field(default_factory=dict)
    passed_on: bool = False


class Game:
    """A game from its ``table`` record to its end.  Every method returns what must be written and sent, in order."""

    pen_type: type[Pen] = Pen

    def __init__(
        self, identity: Identity, options: rules.Options, seats: Sequence[Seated], started: str, hands: int = 0
    ) -> None:
        """``started`` is the time of day as the ``table`` record shows it; ``hands`` stops the game after so many
        (0: never)."""
        self.state = State()
        self.lines: list[Line] = []
        self._known: set[Line] = set()
        self.hands_limit = hands
        self._pen = self.pen_type(identity)
        self._table = self._pen.table(options, seats, started)
        self._pending: dict[int, Line] = {}
        self._ready: set[int] = set()
        self._stopping = False
        self._secrets: _Secrets | None = None

    # -- what the table asks of the game ---------------------------------------------------------------------

    def begin(self) -> list[Out]:
        """Write the ``table`` record."""
        return [self._write(self._table), *self._advance()]

    def submit(self, seat: int, payload: str, signature: bytes) -> list[Out]:
        """Take a signed record of a seat.  Raises `Refusal`."""
        line = Line(payload, signature)
        if line in self._known or self._pending.get(seat) == line:
            return []
        try:
            record = admit(self.state, line)
        except Refused as refused:
            fault = refused.fault
            raise Refusal(CODES.get(fault.rule or fault.check, "bad_record"), fault.sentence) from None
        if record.by != seat:
            raise Refusal("not_your_seat", "That record speaks for another seat.")
        return self._take(seat, record, line)

    def pass_cards(self, seat: int, offer: m.PassCards) -> list[Out]:
        """Take the contents of a seat's pass, in any order.  Raises `Refusal`."""
        secrets, hand = self._secrets, self.state.maybe_hand
        if secrets is None or hand is None or not hand.passes or self.state.phase is not Phase.PLAYS:
            raise Refusal("not_now", "Cards are passed only when everybody has chosen.")
        if seat in secrets.openings:
            if secrets.openings[seat] == _in_order(offer):
                return []
            raise Refusal("not_now", "You have passed already.")
        self._check_pass(seat, offer, secrets)
        secrets.openings[seat] = _in_order(offer)
        return list(self._advance())

    def go_on(self, seat: int) -> list[Out]:
        """A seat is ready for the next hand."""
        if self.state.phase is Phase.BETWEEN:
            self._ready.add(seat)
        return list(self._advance())

    def go_on_anyway(self) -> list[Out]:
        """Nobody waits any longer for the seats that are not ready; between hands only."""
        if self.state.phase is Phase.BETWEEN:
            self._ready.update(range(self._players))
        return list(self._advance())

    def replace_bot(self, seat: int, key: bytes, name: str) -> list[Out]:
        """Between hands, give the seat of a bot to somebody who was not in the roster.

        The log flags whoever is not of the roster as a bot: the seat's result stays the host's word.
        """
        assert self.state.phase is Phase.BETWEEN
        record = self._pen.replaced(self.state, seat, key, name)
        self._ready.discard(seat)
        return [self._write(record), *self._advance()]

    def may_replace(self, seat: int, key: bytes) -> bool:
        """Whether `replace_bot` can be done now: between hands, a bot's seat, a key that was never used."""
        between = self.state.phase is Phase.BETWEEN and self.state.hand_number > 0
        return between and self.state.speakers[seat].bot and key not in self.state.used_keys

    def stop(self) -> list[Out]:
        """End the game before it is decided, in the log too where its grammar has room for it."""
        self._stopping = True
        return list(self._advance())

    @property
    def over(self) -> bool:
        """Nothing more will be written."""
        return self.state.phase in (Phase.ENDED, Phase.DISPUTED)

    @property
    def running(self) -> bool:
        """All nonces are open: the game has an id, and its log counts."""
        return self.state.game_id != NO_GAME

    def waiting(self) -> m.Waiting | None:
        """Whom the game waits for, and what they have to do; nothing when it waits for nobody.

        No seat is named for the opening card: who holds it is not public before it is played (D2).
        """
        doing = self._doing()
        if doing is None:
            return None
        return m.Waiting(seats=tuple(self._missing(doing)), doing=doing, seconds=-1)

    def private(self, seat: int) -> list[m.HostMessage]:
        """Everything private that a seat may know now: the only road from the host's secrets to a peer."""
        secrets, hand = self._secrets, self.state.maybe_hand
        if secrets is None or hand is None:
            return []
        messages: list[m.HostMessage] = [self._pen.dealt(self.state, seat, secrets.dealt.hands[seat])]
        if secrets.passed_on:
            giver = rules.giver(self.state.rules, hand.number, seat)
            opening = secrets.openings[giver]
            messages.append(m.Passed(hand=hand.number, giver=giver, cards=opening.cards, nonce=opening.nonce))
        return messages

    # -- taking offers ------------------------------------------------------------------------------------------

    def _take(self, seat: int, record: r.Record, line: Line) -> list[Out]:
        if isinstance(record, r.Play):
            self._check_play(seat, record)
        if type(record) is BLOCK.get(self.state.phase):
            if seat in self._pending:
                raise Refusal("already_sent", "You have already signed this.")
            self._pending[seat] = line
            return list(self._advance())
        return [self._write_line(line), *self._advance()]

    def _check_play(self, seat: int, record: r.Play) -> None:
        secrets, hand = self._secrets, self.state.hand
        assert secrets is not None
        if hand.passes and not secrets.passed_on:
            raise Refusal("not_now", "The passed cards are still on their way.")
        if seat != self._turn():
            raise Refusal("not_your_turn", "It is not your turn.")
        card = r.cards_of([record.card])[0]
        violation = rules.why_illegal(hand.play, secrets.hands[seat], card)
        if violation:
            raise Refusal(violation.code, violation.sentence)
        at = secrets.hands[seat].index(card)
        secrets.hands[seat] = secrets.hands[seat][:at] + secrets.hands[seat][at + 1 :]

    def _check_pass(self, seat: int, offer: m.PassCards, secrets: _Secrets) -> None:
        hand = self.state.hand
        cards, nonce = r.cards_of(offer.cards), bytes.fromhex(offer.nonce)
        if offer.hand != hand.number:
            raise Refusal("stale", f"This is hand {hand.number}.")
        violation = rules.why_bad_pass(secrets.dealt.hands[seat], cards)
        if violation:
            raise Refusal(violation.code, violation.sentence)
        to = rules.receiver(self.state.rules, hand.number, seat)
        signed = hand.passes[seat]
        if pass_commit(self.state.game_id, hand.number, seat, to, signed.key, cards, nonce) != signed.commit:
            raise Refusal("bad_pass", "Those are not the cards that you committed to.")

    # -- what the host does by itself -------------------------------------------------------------------------

    def _advance(self) -> Iterator[Out]:
        """Do whatever is due until the game waits for somebody."""
        while True:
            step = list(self._step())
            if not step:
                return
            yield from step

    def _step(self) -> Iterator[Out]:
        phase = self.state.phase
        if self._stopping and phase not in (Phase.NONCES, Phase.TABLE, Phase.BETWEEN, Phase.STOPPED):
            yield from self._stop_hand()
        elif phase in BLOCK and len(self._pending) == self._players:
            yield from self._write_block()
        elif phase is Phase.BETWEEN:
            yield from self._between_hands()
        elif phase is Phase.PLAYS:
            yield from self._pass_on()
        elif phase is Phase.OPEN:
            yield self._write(self._pen.open(self.state, self._openings()))
        elif phase is Phase.STOPPED:
            yield self._write(self._pen.end(self.state, "stopped"))

    def _write_block(self) -> Iterator[Out]:
        phase = self.state.phase
        block, self._pending = self._pending, {}
        for seat in range(self._players):
            yield self._write_line(block[seat])
        if phase is Phase.REVEALS:
            yield from self._deal_cards()

    def _between_hands(self) -> Iterator[Out]:
        self._secrets = None
        limit_reached = 0 < self.hands_limit <= self.state.hand_number
        if self.state.hand_number and rules.is_decided(self.state.rules.options, self.state.totals):
            yield self._write(self._pen.end(self.state, "target"))
        elif self._stopping or limit_reached:
            yield self._write(self._pen.end(self.state, "stopped"))
        elif self.state.hand_number == 0 or len(self._ready) == self._players:
            self._ready.clear()
            yield self._write(self._pen.deal(self.state))

    def _deal_cards(self) -> Iterator[Out]:
        hand = self.state.hand
        dealt = rebuild(self.state, hand, self._pen.secret(self.state, hand.number))
        self._secrets = _Secrets(dealt, list(dealt.hands))
        for seat in range(self._players):
            for message in self.private(seat):
                yield Private(seat, message)

    def _pass_on(self) -> Iterator[Out]:
        """Hand the passed cards over once everybody's are in."""
        secrets, hand = self._secrets, self.state.hand
        assert secrets is not None
        if not hand.passes or secrets.passed_on or len(secrets.openings) < self._players:
            return
        passes = [r.cards_of(secrets.openings[seat].cards) for seat in range(self._players)]
        secrets.hands = list(rules.apply_passes(self.state.rules, hand.number, secrets.dealt.hands, passes))
        secrets.passed_on = True
        for seat in range(self._players):
            yield Private(seat, self.private(seat)[-1])

    def _stop_hand(self) -> Iterator[Out]:
        if not self.over:
            yield self._write(self._pen.stopped(self.state))

    # -- whose turn ---------------------------------------------------------------------------------------------

    def _turn(self) -> int | None:
        """The seat to play, known to the host also before the first card of a hand."""
        secrets, hand = self._secrets, self.state.maybe_hand
        if secrets is None or hand is None:
            return None
        if hand.play.leader is None:
            return rules.first_leader(self.state.rules, hand.number, secrets.hands)
        return rules.turn(hand.play)

    def _doing(self) -> m.Doing | None:
        match self.state.phase:
            case Phase.NONCES:
                return "nonce"
            case Phase.BETWEEN:
                return "ready"
            case Phase.COMMITS:
                return "commit"
            case Phase.REVEALS:
                return "reveal"
            case Phase.PASSES:
                return "pass"
            case Phase.PLAYS:
                return "play" if self._passing_done() else "pass"
            case Phase.MOON:
                return "moon"
            case Phase.AGREES:
                return "agree"
            case _:
                return None

    def _missing(self, doing: m.Doing) -> list[int]:
        seats = range(self._players)
        if doing == "play":
            turn = rules.turn(self.state.hand.play)
            return [] if turn is None else [turn]
        if doing == "moon":
            tally = self.state.hand.tally
            return [tally.shooter] if tally and tally.shooter is not None else []
        if doing == "ready":
            return [seat for seat in seats if seat not in self._ready]
        if self.state.phase is Phase.PLAYS and self._secrets:
            return [seat for seat in seats if seat not in self._secrets.openings]
        return [seat for seat in seats if seat not in self._pending]

    def _passing_done(self) -> bool:
        return not self.state.hand.passes or (self._secrets is not None and self._secrets.passed_on)

    def _openings(self) -> list[m.PassCards]:
        """All passes of the hand, by seat; none without a pass."""
        if self._secrets is None or not self.state.hand.passes:
            return []
        return [self._secrets.openings[seat] for seat in range(self._players)]

    @property
    def _players(self) -> int:
        return len(self._table.seats)

    # -- writing ---------------------------------------------------------------------------------------------------

    def _write(self, record: r.Record) -> Written:
        return self._write_line(self._pen.line(self.state, record))

    def _write_line(self, line: Line) -> Written:
        self.state = feed(self.state, line)
        self.lines.append(line)
        self._known.add(line)
        return Written(self.state.count, line)


def _in_order(offer: m.PassCards) -> m.PassCards:
    """The same pass with its cards ascending."""
    first, second, third = map(card_text, sorted(r.cards_of(offer.cards)))
    return m.PassCards(hand=offer.hand, cards=(first, second, third), nonce=offer.nonce)
