"""One game at the host: it gathers what the seats sign, writes the log in the right order, and deals privately.

The public facts are the audit's state, folded from the very lines this module writes; beside it stand only the
secrets of the hand in progress.  Everything here is values in, values out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.fairness.identity import Identity
from hearts_lan.table.pen import Pen, Reason, Seated
from hearts_lan.table.refusal import CODES, Refusal
from hearts_lan.table.secrets import DEALT, Secrets
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import BLOCK, OUTSIDE, Phase, Refused, Speaker, State, admit, feed
from hearts_lan.transcript.lines import NO_GAME, Line
from hearts_lan.wire import messages as m

AUTOMATIC = frozenset({"nonce", "commit", "reveal", "agree"})
"""What programs sign by themselves."""

PASSING = frozenset({Phase.PLAYS, Phase.MOON, Phase.OPEN})
"""While the log waits for these, the contents of passes may still be missing: at first, or since the host was
started anew."""


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


class Game:
    """A game from its ``table`` record to its end.  Every method returns what must be written and sent, in order."""

    pen_type: type[Pen] = Pen

    def __init__(self, identity: Identity, hands: int = 0) -> None:
        """``hands`` stops the game after so many (0: never)."""
        self.state = State()
        self.lines: list[Line] = []
        self._known: set[Line] = set()
        self.hands_limit = hands
        self._pen = self.pen_type(identity)
        self._pending: dict[int, Line] = {}
        self._ready: set[int] = set()
        self._stopping = False
        self._cut = False
        self._owes_resume = False
        self.fault = ""
        """Why a hand cannot be opened: a sentence."""
        self._own: Mapping[bytes, Identity] = {}
        self._secrets: Secrets | None = None

    # -- what the table asks of the game ---------------------------------------------------------------------

    def begin(self, options: rules.Options, seats: Sequence[Seated], started: str) -> list[Out]:
        """Write the ``table`` record; ``started`` is the time of day as it shows it."""
        return [self._write(self._pen.table(options, seats, started)), *self._advance()]

    def read(self, lines: Sequence[Line], own: Mapping[bytes, Identity]) -> None:
        """Take up a game of this host from its log.  Raises `Refused`.

        It stands still until `resume`; the contents of passes are asked for again, but for those that this host's
        ``own`` bots have signed, by key.
        """
        self._own = own
        for line in lines:
            self._write_line(line)
        self._ready.clear()
        self._restore_secrets()

    def adopt(self, line: Line) -> list[Out]:
        """Take a line that a seat's log has and this one lacks, before `resume`.  Raises `Refusal`."""
        try:
            after = feed(self.state, line)
        except Refused as refused:
            raise Refusal("stale", refused.fault.sentence) from None
        if isinstance(after.last, r.Play) and self._passing_done():
            self._check_play(after.last.by, after.last)
        written = self._write_line(line)
        self._restore_secrets()
        return [written]

    def resume(self) -> list[Out]:
        """Go on after the host was started anew."""
        self._owes_resume = True
        if self._secrets:
            self._secrets.recall_passes(self.state, self._own)
        return list(self._advance())

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
        if secrets is None or hand is None or not hand.passes or self.state.phase not in PASSING:
            raise Refusal("not_now", "Cards are passed only when everybody has chosen.")
        secrets.take_pass(self.state, seat, offer)
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

    def speaks(self, seat: int, key: bytes) -> bool:
        """Whether a key speaks for a seat now."""
        return self.state.speakers[seat].key == key

    def substitute(self, seat: int, key: bytes, name: str, reason: Reason) -> list[Out]:
        """Let a key that this log has never held speak for a seat; only when `may_substitute`.

        The log flags whoever is not of the roster as a bot: the seat's result stays the host's word.
        """
        return self._change_speaker(seat, Speaker(key, name, True), reason)

    def give_back(self, seat: int) -> list[Out]:
        """Let the player of the roster speak for its seat again; only when `may_substitute`."""
        return self._change_speaker(seat, self.state.roster[seat], "back")

    @property
    def may_substitute(self) -> bool:
        """Whether the grammar of the log has room for a substitution now."""
        return r.Substitute in OUTSIDE[self.state.phase] and self.state.block is None

    def may_replace(self, seat: int, key: bytes) -> bool:
        """Whether a watcher can have a seat now: between hands, a bot's seat, a key that was never used."""
        between = self.state.phase is Phase.BETWEEN and self.state.hand_number > 0
        return between and self.state.speakers[seat].bot and key not in self.state.used_keys

    def void(self, gone: Collection[int]) -> list[Out]:
        """Give the hand up if the only seeds that are missing are those of seats that are gone."""
        missing = self._unsigned()
        if self.state.phase is not Phase.REVEALS or not missing or not all(seat in gone for seat in missing):
            return []
        return [*self._write_void(missing[0]), *self._advance()]

    def is_stuck(self, gone: Collection[int]) -> bool:
        """Whether seats that are gone hold something that no substitute can give: what they passed, once cards are
        played, or their part of a block of which the log has the beginning."""
        doing = self._doing()
        if self.state.block and self.state.phase is not Phase.REVEALS:
            return any(seat in gone for seat in self._unsigned())
        too_late = self.state.phase in PASSING and doing == "pass" and bool(self.state.hand.play_lines)
        return too_late and any(seat in gone for seat in self._missing("pass"))

    def stop(self) -> list[Out]:
        """End the game before it is decided, in the log too where its grammar has room for it."""
        self._stopping = True
        return list(self._advance())

    @property
    def over(self) -> bool:
        """Nothing more will be written."""
        return self._cut or self.state.phase in (Phase.ENDED, Phase.DISPUTED)

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
        hidden = doing == "play" and self.state.hand.play.leader is None
        return m.Waiting(seats=() if hidden else tuple(self._missing(doing)), doing=doing, seconds=-1)

    @property
    def is_automatic(self) -> bool:
        """Whether the game waits for what programs do by themselves, and not for a decision."""
        doing = self._doing()
        return doing in AUTOMATIC or (doing == "pass" and self.state.phase in PASSING)

    def late(self) -> list[int]:
        """The seats that the game waits for, the secret one included: only for the host's own patience."""
        doing = self._doing()
        return self._missing(doing) if doing else []

    def private(self, seat: int) -> list[m.HostMessage]:
        """Everything private that a seat may know now: the only road from the host's secrets to a peer.

        That is its cards, what was passed in its name, and what was passed to it.
        """
        if self._secrets is None:
            return []
        dealt = self._pen.dealt(self.state, seat, self._secrets.dealt.hands[seat])
        return [dealt, *self._secrets.passes_for(self.state, seat)]

    # -- taking offers ------------------------------------------------------------------------------------------

    def _take(self, seat: int, record: r.Record, line: Line) -> list[Out]:
        if isinstance(record, r.Play):
            self._check_play(seat, record)
        if isinstance(record, r.Pass) and self._secrets and seat in self._secrets.openings:
            raise Refusal("already_sent", "You have passed already.")
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
        secrets.play(self.state, seat, card)

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
        elif self._owes_resume and r.Resume in OUTSIDE[phase] and self.state.block is None:
            self._owes_resume = False
            yield self._interrupt(self._pen.resumed(self.state))
            yield from self._deal_cards()
        elif phase is Phase.REVEALS and None in self.state.hand.seeds:
            yield from self._write_void(self.state.hand.seeds.index(None))
        elif phase in BLOCK and not self._unsigned():
            yield from self._write_block()
        elif phase is Phase.BETWEEN:
            yield from self._between_hands()
        elif phase in PASSING and not self._passing_done():
            yield from self._pass_on()
        elif phase is Phase.OPEN:
            yield from self._open_hand()
        elif phase is Phase.STOPPED:
            yield self._write(self._pen.end(self.state, "stopped"))

    def _open_hand(self) -> Iterator[Out]:
        """A play that came from a seat's log after a restart may be one that the host would not have taken."""
        try:
            opened = self._write(self._pen.open(self.state, self._openings()))
        except Refused as refused:
            self.fault, self._stopping = refused.fault.sentence, True
            yield from self._stop_hand()
        else:
            yield opened

    def _write_block(self) -> Iterator[Out]:
        phase = self.state.phase
        yield from self._write_pending()
        if phase is Phase.REVEALS:
            yield from self._deal_cards()

    def _write_pending(self) -> Iterator[Out]:
        block, self._pending = self._pending, {}
        for seat in sorted(block):
            yield self._write_line(block[seat])

    def _write_void(self, missing: int) -> Iterator[Out]:
        """The seeds that came, and the end of the hand; ``missing`` is the first seat whose seed did not."""
        yield from self._write_pending()
        yield self._write(self._pen.void(self.state, missing))

    def _unsigned(self) -> list[int]:
        """The seats whose records are missing for the block now due."""
        first = self.state.block.next_seat if self.state.block else 0
        return [seat for seat in range(first, self._players) if seat not in self._pending]

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
        self._restore_secrets()
        for seat in range(self._players):
            for message in self.private(seat):
                yield Private(seat, message)

    def _restore_secrets(self) -> None:
        """What the host's secret and the log give of the hand in progress; passes must come from the seats."""
        if self._secrets is None and self.state.phase in DEALT:
            self._secrets = Secrets.of(self.state, self._pen.secret(self.state, self.state.hand_number))

    def _pass_on(self) -> Iterator[Out]:
        """Hand the passed cards over once everybody's are in."""
        assert self._secrets is not None
        if self._secrets.pass_on(self.state):
            for seat in range(self._players):
                yield Private(seat, self.private(seat)[-1])

    def _stop_hand(self) -> Iterator[Out]:
        """The log of a stopped hand says so, unless it ends within a block."""
        if self.over:
            return
        if self.state.block:
            self._cut = True
        else:
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
            case Phase.PLAYS | Phase.MOON | Phase.OPEN if not self._passing_done():
                return "pass"
            case Phase.PLAYS:
                return "play"
            case Phase.MOON:
                return "moon"
            case Phase.AGREES:
                return "agree"
            case _:
                return None

    def _missing(self, doing: m.Doing) -> list[int]:
        seats = range(self._players)
        if doing == "play":
            turn = self._turn()
            return [] if turn is None else [turn]
        if doing == "moon":
            tally = self.state.hand.tally
            return [tally.shooter] if tally and tally.shooter is not None else []
        if doing == "ready":
            return [seat for seat in seats if seat not in self._ready]
        if self.state.phase in PASSING and self._secrets:
            return self._secrets.unopened
        return self._unsigned()

    def _passing_done(self) -> bool:
        return not self.state.hand.passes or (self._secrets is not None and self._secrets.passed_on)

    def _openings(self) -> list[m.PassCards]:
        """All passes of the hand, by seat; none without a pass."""
        if self._secrets is None or not self.state.hand.passes:
            return []
        return [self._secrets.openings[seat] for seat in range(self._players)]

    @property
    def _players(self) -> int:
        return self.state.players

    # -- writing ---------------------------------------------------------------------------------------------------

    def _change_speaker(self, seat: int, speaker: Speaker, reason: Reason) -> list[Out]:
        assert self.may_substitute
        self._ready.discard(seat)
        return [self._interrupt(self._pen.substitute(self.state, seat, speaker, reason)), *self._advance()]

    def _interrupt(self, record: r.Record) -> Written:
        """Write a record before a block that has begun to gather: whoever has signed for it signs anew."""
        self._pending.clear()
        return self._write(record)

    def _write(self, record: r.Record) -> Written:
        return self._write_line(self._pen.line(self.state, record))

    def _write_line(self, line: Line) -> Written:
        self.state = feed(self.state, line)
        self.lines.append(line)
        self._known.add(line)
        return Written(self.state.count, line)
