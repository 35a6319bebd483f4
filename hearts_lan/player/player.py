"""A player's brain: it checks every record, signs what must be signed, and asks its person only for decisions.

It trusts nobody: its state is the audit's fold of the lines it received, its own cards are compared with what is
played and with the opened deal, and it signs nothing after a check has failed.
"""

from collections.abc import Callable, Sequence

from hearts_lan import rules
from hearts_lan.cards import Card
from hearts_lan.fairness.identity import Identity
from hearts_lan.player import checks
from hearts_lan.player.asking import asked, is_unsigned, may_dispute, passed_by_other, view_of
from hearts_lan.player.checks import Cheated, MyHand
from hearts_lan.player.journal import Journal, Recall
from hearts_lan.player.news import Append, DiscardLog, Disputed, Effect, Question, Recorded, Send, Sync, Told
from hearts_lan.player.pen import Pen
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import BLOCK, Phase, Refused, State, feed
from hearts_lan.transcript.lines import NO_GAME, Line
from hearts_lan.wire import messages as m


class Illegal(Exception):
    """A choice that the rules forbid, or that is not due; nothing has changed."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule


PASSING = frozenset({Phase.PLAYS, Phase.MOON, Phase.OPEN})
"""While the log waits for these, the host may need the contents of passes: at first, or when it was started anew."""

STILL = frozenset({"paused", "return"})
"""What the host waits for while the game stands still: nothing is signed or asked meanwhile."""


class Player:
    """One seat at a table, or a watcher (``seat`` is -1).

    ``receive`` and the choices return effects, to be carried out in order.
    """

    def __init__(
        self,
        identity: Identity,
        host_key: bytes,
        fresh: Callable[[], bytes],
        recall: Recall = lambda _first: (),
        wants_seat: bool = False,
    ) -> None:
        """``host_key`` is what the host proved on the channel (32 bytes); ``fresh`` gives 32 bytes from the
        operating system, for join nonces; ``recall`` gives the own logs of a game, from its first
        line.  Who ``wants_seat`` takes the seat of somebody else when the host gives it."""
        self.state = State()
        self.seat = -1
        self.name = ""
        self.lobby: m.Lobby | None = None
        self.waiting: m.Waiting | None = None
        self.stopped = False
        self._pen = Pen(identity)
        self.host_key = host_key
        self._fresh = fresh
        self._nonce: bytes | None = None
        self._is_ready = False
        self._signed_for: bytes | None = None
        self._hand: MyHand | None = None
        self._went_on = 0
        self._journal = Journal(recall)
        self._welcome_seat = -1
        self._wants_seat = wants_seat

    # -- what the shell asks ------------------------------------------------------------------------------------

    def receive(self, message: m.HostMessage) -> list[Effect]:
        """Take a message of the host, after the handshake."""
        if self.stopped and isinstance(message, m.Record | m.Dealt | m.Passed):
            return []
        try:
            return self._receive(message)
        except Cheated as cheated:
            return self._dispute(cheated)

    @property
    def question(self) -> Question | None:
        """What the person must decide now."""
        if self.stopped or self.seat < 0 or self._catching_up or self._stands_still:
            return None
        if not self.in_game:
            return None if self._is_ready else Question.READY
        if self._signed_for == self.state.expected_seen or not self._speaks:
            return None
        return asked(self.state, self.seat, self._hand, self._pen.key, self._went_on)

    @property
    def hosts(self) -> bool:
        """Whether I am the host of this table."""
        return self._pen.key == self.host_key

    @property
    def in_game(self) -> bool:
        """A game has begun and is not over."""
        return self.state.phase not in (Phase.TABLE, Phase.ENDED, Phase.DISPUTED)

    @property
    def view(self) -> rules.View:
        """What this seat may know; only while a hand is played or was played."""
        return view_of(self.state, self.seat, self._hand)

    @property
    def passed_by_other(self) -> bool:
        """Somebody else has spoken for this seat when it passed; only once all passes are signed."""
        return passed_by_other(self.state, self.seat, self._pen.key)

    def ready(self) -> list[Effect]:
        """Get ready for a game, or go on with the next hand.

        The commitment is to a nonce that was never opened, so it is as good for a game that begins just when a
        message to the host crosses one of the host.
        """
        if self.stopped or (self.in_game and self.state.phase is not Phase.BETWEEN):
            return []
        self._is_ready = not self.in_game
        self._went_on = self.state.hand_number
        self._nonce = self._nonce or self._fresh()
        terms = self.lobby.terms if self.lobby else 0
        return [Send(m.Ready(commit=self._pen.join_commit(self._nonce), terms=terms))]

    def sit(self) -> list[Effect]:
        """As a watcher, ask for a seat; the lobby or a record says when I have it."""
        self._wants_seat = self.seat < 0
        return [Send(m.Control(command="sit", argument=""))]

    def choose_pass(self, cards: Sequence[Card]) -> list[Effect]:
        """Pass three cards.  Raises `Illegal`."""
        self._must_be_asked(Question.PASS)
        assert self._hand is not None
        chosen = tuple(sorted(cards))
        violation = rules.why_bad_pass(self._hand.cards, chosen)
        if violation:
            raise Illegal(violation.sentence, violation.rule)
        self._hand.chosen = chosen
        return self._sign(self._pen.pass_(self.state, self.seat, self._hand.chosen))

    def choose_card(self, card: Card) -> list[Effect]:
        """Play a card.  Raises `Illegal`."""
        self._must_be_asked(Question.CARD)
        view = self.view
        assert view.play is not None
        violation = rules.why_illegal(view.play, view.hand, card)
        if violation:
            raise Illegal(violation.sentence, violation.rule)
        return self._sign(self._pen.play(self.state, self.seat, card))

    def choose_moon(self, choice: rules.Choice) -> list[Effect]:
        """Say what the moon does.  Raises `Illegal`."""
        self._must_be_asked(Question.MOON)
        return self._sign(self._pen.moon(self.state, self.seat, choice))

    # -- messages -----------------------------------------------------------------------------------------------

    def _receive(self, message: m.HostMessage) -> list[Effect]:
        match message:
            case m.Welcome():
                return [Told(message), *self._welcomed(message)]
            case m.Lobby():
                return [Told(message), *self._lobby(message)]
            case m.Record():
                return self._record(message)
            case m.Dealt():
                self._dealt(message)
                return [Told(message), *self._answer()]
            case m.Passed():
                checks.passed(self.state, self.seat, self._hand, message)
            case m.Waiting():
                self.waiting = message
                return [Told(message), *self._answer()]
            case m.Refused(code="stale") if self._journal.offering:
                return [Told(message), *self._stop("The host's log of this game ends before your own.")]
            case _:
                pass
        return [Told(message)]

    def _welcomed(self, message: m.Welcome) -> list[Effect]:
        """In at the door, perhaps once more: then what was under way is signed and sent again."""
        self._welcome_seat = message.seat
        self.waiting = self._signed_for = None
        if self._hand:
            self._hand.opened = False
        if self.state.count and self.in_game and not message.lines:
            return self._lose_game(message.name)
        if not self.in_game:
            self.seat, self.name = message.seat, message.name
        return [Send(offer) for offer in self._journal.welcomed(self.state.count, message.lines)]

    def _lose_game(self, name: str) -> list[Effect]:
        """The game that was played here is not played any more."""
        began = self.state.game_id != NO_GAME
        self._forget_game()
        self.seat, self.name = self._welcome_seat, name
        return [] if began else [DiscardLog()]

    def _lobby(self, message: m.Lobby) -> list[Effect]:
        self.lobby = message
        if not self.in_game:
            self._find_seat(message)
        mine = message.seats[self.seat] if 0 <= self.seat < len(message.seats) else None
        if self.state.phase is Phase.NONCES and not self._catching_up:
            self._forget_game()
            self._nonce, self._is_ready = None, False
            return [DiscardLog()]
        if not self.in_game:
            self.waiting = None
            self._is_ready = bool(mine and mine.ready and self._nonce)
        return []

    def _find_seat(self, lobby: m.Lobby) -> None:
        """Between games a seat may change: a watcher sits down, or the seats are numbered anew."""
        key = self._pen.key.hex()
        found = [(seat, info.name) for seat, info in enumerate(lobby.seats) if info.key == key]
        if found and (self.seat >= 0 or self._wants_seat):
            self._wants_seat = False
            self.seat, self.name = found[0]
        else:
            self.seat = -1

    @property
    def _speaks(self) -> bool:
        """Whether my key speaks for my seat in the game that is played."""
        speakers = self.state.speakers
        return self._journal.vouched and 0 <= self.seat < len(speakers) and speakers[self.seat].key == self._pen.key

    @property
    def _catching_up(self) -> bool:
        """The lines of the past are still coming in; nothing is signed for them."""
        return self._journal.is_catching_up(self.state.count)

    @property
    def _stands_still(self) -> bool:
        return self.waiting is not None and self.waiting.doing in STILL

    def _forget_game(self) -> None:
        self.state = State()
        self.waiting = self._signed_for = self._hand = None
        self._went_on = 0
        self._journal.forget()

    def _record(self, message: m.Record) -> list[Effect]:
        before, line = self.state, Line(message.payload, bytes.fromhex(message.signature))
        effects: list[Effect] = []
        if message.number == 1 and self._is_other_game(line):
            effects, before = self._other_game(), State()
        self._journal.just_in = False
        if message.number <= before.count:
            self._journal.shown_again(message.number, line)
            return self._answer()
        if message.number != before.count + 1:
            raise Cheated(f"The host sent line {message.number} of the log where line {before.count + 1} was due.")
        self._journal.check(message.number, line)
        self.state = self._fed(before, line)
        self._journal.add(line)
        effects += [Append(message.number, line), Recorded(before, self.state)]
        try:
            self._check_mine()
        except Cheated as cheated:
            return effects + self._dispute(cheated)
        if self._journal.is_read(self.state.count) and self.seat >= 0:
            effects.extend(self._come_back())
        return effects + self._answer()

    def _is_other_game(self, first: Line) -> bool:
        """A host may begin a game when the last one is over, or have begun it while this player was away."""
        may = not self.in_game or self._journal.just_in
        return may and self.state.count > 0 and first != self._journal.lines[0]

    def _other_game(self) -> list[Effect]:
        """A game begins, or another one than was played here is being played."""
        history, lost = self._journal.history, self.in_game
        effects = self._lose_game(self.name) if lost else []
        self._forget_game()
        self._journal.history = history if lost else 0
        return effects

    def _come_back(self) -> list[Effect]:
        """The past is read to its end: go on only from where this player left it, or later."""
        if not self._journal.vouched and not self._journal.past.knows(self._pen.key):
            return self._stop("Your log of this game is not here.")
        offers = self._journal.come_back(self.state.count)
        return [Send(offer) for offer in offers]

    def _stop(self, why: str) -> list[Effect]:
        self.stopped = True
        return [Disputed(f"{why} You cannot go on in it."), Send(m.Leave())]

    def _fed(self, before: State, line: Line) -> State:
        try:
            return feed(before, line)
        except Refused as refused:
            raise checks.refusal(before, self.seat, self._hand, refused, line) from None

    def _check_mine(self) -> None:
        """What only this seat can see in the record just read."""
        match self.state.last:
            case r.Table() as table:
                self._check_table(table)
            case r.Deal():
                self._hand = None
            case r.Play() as play if self._hand:
                checks.see_play(self.state, self.seat, self._hand, play)
            case r.Open() if self._hand:
                checks.check_opened(self.state, self.seat, self._hand)
            case r.Substitute() as substitute:
                self._substituted(substitute)
            case r.Dispute():
                self.stopped = self.state.dispute_fault is not None
            case _:
                pass

    def _check_table(self, table: r.Table) -> None:
        checks.check_table(table, self.lobby, self.host_key)
        if self.seat < 0 or self._journal.history:
            return
        if self._journal.past.length > len(table.seats):
            raise Cheated("The host began a game that you have played already.")
        if self._nonce is None:
            raise Cheated("The host began a game without asking you.")
        expected = (self._pen.key.hex(), self.name, self._pen.join_commit(self._nonce))
        checks.check_entry(table, self.lobby, self.seat, expected)
        self._journal.vouched = True

    def _substituted(self, record: r.Substitute) -> None:
        """Another key speaks for a seat: perhaps mine, perhaps for the seat that was mine.

        The seat of a player of the roster stays its own: it can have it back.
        """
        mine, in_roster = self._pen.key, any(player.key == self._pen.key for player in self.state.roster)
        if record.key == mine.hex():
            wanted, self._wants_seat = self._wants_seat and not self._journal.past.knows(mine), False
            if not in_roster and (wanted or record.seat == self._welcome_seat):
                self.seat, self.name = record.seat, record.name
                self._journal.vouched = self._journal.vouched or wanted
        elif record.seat == self.seat and not in_roster:
            self.seat = -1

    def _dealt(self, message: m.Dealt) -> None:
        hand = checks.dealt(self.state, self.seat, message)
        if self._hand is None:
            self._hand = hand
            self._remember_pass()
            checks.recount(self.state, self.seat, hand)
        elif self._hand.before_pass != hand.before_pass:
            raise Cheated("The host dealt you two different hands.", hand.evidence)
        else:
            self._remember_pass()

    def _remember_pass(self) -> None:
        """After a return in the middle of a hand: which three cards fit the commitment in the log?

        None do if another key has signed it; then the host tells, or they can be chosen anew.
        """
        mine, passes = self._hand, self.state.hand.passes
        assert mine is not None
        if len(passes) < self.state.players:
            return
        if self.passed_by_other:
            mine.chosen = mine.chosen if mine.received else ()
            return
        mine.chosen = self._pen.passed(self.state, self.seat, mine.chosen, mine.before_pass)

    # -- signing --------------------------------------------------------------------------------------------------

    def _answer(self) -> list[Effect]:
        """Sign what is due without a decision."""
        if self.stopped or self._catching_up or self._stands_still or not self._speaks:
            return []
        state, hand = self.state, self.state.maybe_hand
        if state.phase in BLOCK and is_unsigned(state, self.seat) and self._signed_for != state.expected_seen:
            return self._answer_block()
        passing = state.phase in PASSING and hand is not None and bool(hand.passes)
        if passing and self._hand and not self._hand.opened:
            return self._open_pass()
        return []

    def _answer_block(self) -> list[Effect]:
        match self.state.phase:
            case Phase.NONCES:
                return self._open_nonce() if self._nonce and not self._journal.history else []
            case Phase.COMMITS:
                return self._sign(self._pen.commit(self.state, self.seat))
            case Phase.REVEALS:  # the seed is public from here on, and must never serve again
                self._signed_for = self.state.expected_seen
                return [Sync()]
            case Phase.PASSES if self._hand and self._hand.chosen:
                return self._sign(self._pen.pass_(self.state, self.seat, self._hand.chosen))
            case Phase.AGREES:
                return self._sign(self._pen.agree(self.state, self.seat))
            case _:
                return []

    def synced(self) -> list[Effect]:
        """The own log is on the disk, as `Sync` wanted it: now the seed can be shown.

        Whatever another program of this player was shown of this game must be the same history.  Each writes before
        it looks, so of two that are shown different ones at least one sees it.
        """
        if self.stopped or self.state.phase is not Phase.REVEALS or not self._speaks:
            return []
        try:
            self._journal.check_all()
        except Cheated as cheated:
            return self._dispute(cheated)
        return self._sign(self._pen.reveal(self.state, self.seat))

    def _open_nonce(self) -> list[Effect]:
        """The nonce, opened for this table only."""
        assert self._nonce is not None
        nonce, self._nonce, self._is_ready = self._nonce, None, False
        return self._sign(self._pen.nonce(self.state, self.seat, nonce))

    def _open_pass(self) -> list[Effect]:
        """Show the host what was passed: only now, when everybody has committed."""
        assert self._hand is not None
        self._remember_pass()
        if not self._hand.chosen or self.passed_by_other:
            return []
        self._hand.opened = True
        return [Send(self._pen.pass_cards(self.state, self.seat, self._hand.chosen))]

    def _sign(self, record: r.Record) -> list[Effect]:
        self._signed_for = self.state.expected_seen
        line = self._pen.line(self.state, record)
        return [Send(m.Submit(payload=line.payload, signature=line.signature.hex()))]

    def _dispute(self, cheated: Cheated) -> list[Effect]:
        """Sign nothing any more; say so in the log, where it has room for it."""
        self.stopped = True
        told = Disputed(cheated.sentence, cheated.fault)
        if not may_dispute(self.state, self.seat, self._pen.key):
            return [told, Send(m.Leave())]
        line = self._pen.dispute(self.state, self.seat, cheated.sentence, cheated.evidence)
        self.state = feed(self.state, line)
        submit = m.Submit(payload=line.payload, signature=line.signature.hex())
        return [Append(self.state.count, line), Send(submit), told]

    def _must_be_asked(self, question: Question) -> None:
        if self.question is not question:
            raise Illegal("That is not to be decided now.")
