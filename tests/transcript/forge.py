"""A forge for logs: it holds every key of a table and signs whatever it is asked to, honest or not.

``Forge`` walks a game forward with honest records; ``line`` signs any record by any key, ``put`` appends it if the
audit lets it, ``refused`` says why the audit does not.  Copies are cheap, so that tests branch from shared games.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, TypeVar

from hearts_lan import rules
from hearts_lan.cards import PENALTY_CARDS, RANK_OF, SUIT_OF, Card, card_text, parse_card
from hearts_lan.fairness import commit_reveal as cr
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import BLOCK, Fault, Phase, Refused, State, feed, rebuild
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import NO_GAME, Line, signed_bytes
from tests.kit import NOW, identity

T = TypeVar("T")
Hands = dict[int, tuple[Card, ...]]
Pick = Callable[["Forge", int, tuple[Card, ...]], Card]


def lowest(_forge: "Forge", _seat: int, legal: tuple[Card, ...]) -> Card:
    """Play the first legal card."""
    return legal[0]


def at_random(forge: "Forge", _seat: int, legal: tuple[Card, ...]) -> Card:
    """Play any legal card, the same one in every run."""
    return random.Random(forge.state.count).choice(legal)


def helping(shooter: int) -> Pick:
    """Let everybody help ``shooter`` to take all penalty cards."""

    def pick(forge: "Forge", seat: int, legal: tuple[Card, ...]) -> Card:
        play = forge.state.hand.play
        if seat == shooter:
            return max(legal, key=lambda card: RANK_OF[card])
        if not play.trick:
            return min(legal, key=lambda card: RANK_OF[card])
        led = SUIT_OF[play.trick[0]]
        if SUIT_OF[legal[0]] is led and SUIT_OF[legal[-1]] is led:
            return legal[0]
        assert play.leader is not None
        best = max(card for card in play.trick if SUIT_OF[card] is led)
        wins = (play.leader + play.trick.index(best)) % forge.players == shooter
        wanted = [card for card in legal if (card in PENALTY_CARDS) is wins]
        return max(wanted or legal, key=lambda card: RANK_OF[card])

    return pick


@dataclass
class Forge:
    """A log in the making, with all of its keys.  ``held`` is what each seat holds in the hand in progress."""

    players: int = 4
    options: rules.Options = field(default_factory=lambda: rules.Options(target=1))
    host: Identity = field(default_factory=lambda: identity("host"))
    people: tuple[Identity, ...] = ()
    bots: frozenset[int] = frozenset()
    salt: str = ""
    pick: Pick = at_random
    state: State = field(default_factory=State)
    lines: list[Line] = field(default_factory=list)
    speakers: dict[int, Identity] = field(default_factory=dict)
    commit_authors: dict[int, Identity] = field(default_factory=dict)
    held: Hands = field(default_factory=dict)
    passed: Hands = field(default_factory=dict)
    pass_nonces: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.people = self.people or tuple(identity(f"player{seat}{self.salt}") for seat in range(self.players))

    def copy(self) -> "Forge":
        """A log that goes its own way from here."""
        return replace(
            self,
            lines=list(self.lines),
            speakers=dict(self.speakers),
            commit_authors=dict(self.commit_authors),
            held=dict(self.held),
            passed=dict(self.passed),
            pass_nonces=dict(self.pass_nonces),
        )

    @property
    def raw(self) -> list[bytes]:
        """The lines as they stand in a file."""
        return [line.encode() for line in self.lines]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.players)

    @property
    def hand(self) -> int:
        """The number of the hand in progress or last played; 1 before there is one."""
        return max(1, self.state.hand_number)

    # -- signing --------------------------------------------------------------------------------------------------

    def line(self, record: r.Record, signer: Identity | None = None) -> Line:
        """The record signed by ``signer``, or by whose key speaks for its author."""
        return self.sign(canonical_text(record), signer or self.author(record))

    def sign(self, payload: str, signer: Identity) -> Line:
        """Any text signed as a record of this game."""
        early = any(f'"type":"{kind}"' in payload for kind in ("table", "nonce"))
        return Line(payload, signer.sign(signed_bytes(NO_GAME if early else self.state.game_id, payload)))

    def author(self, record: r.Record) -> Identity:
        """Whose key speaks for the author of a record."""
        return self.host if record.by == "host" else self.speakers.get(record.by, self.people[record.by % self.players])

    def put(self, record: r.Record, signer: Identity | None = None) -> "Forge":
        """Append a record.  Raises `Refused`."""
        return self.append(self.line(record, signer))

    def append(self, line: Line) -> "Forge":
        """Append a line.  Raises `Refused`."""
        self.state = feed(self.state, line)
        self.lines.append(line)
        return self

    def refused(self, record: r.Record, signer: Identity | None = None) -> Fault:
        """Why the audit refuses a record here."""
        return self.refusal(self.line(record, signer))

    def refusal(self, line: Line) -> Fault:
        """Why the audit refuses a line here."""
        try:
            feed(self.state, line)
        except Refused as refused:
            return refused.fault
        raise AssertionError(f"nothing is wrong with {line.payload}")

    # -- records --------------------------------------------------------------------------------------------------

    def record(self, kind: type[T], **fields: Any) -> T:
        """A record with its ``seen``, by the host unless ``fields`` say otherwise."""
        in_block = kind is BLOCK.get(self.state.phase)
        seen = self.state.expected_seen if in_block else self.state.head
        return kind(**{"by": "host", "seen": seen.hex(), **fields})

    def table(self, **fields: Any) -> r.Table:
        seats = tuple(
            r.RosterSeat(
                name=f"player{seat}",
                key=self.people[seat].key.hex(),
                bot=seat in self.bots,
                commit=cr.join_commit(self.people[seat].key, self.join_nonce(seat)).hex(),
            )
            for seat in self.seats
        )
        standard = {
            "version": 1,
            "started": NOW,
            "rules": r.TableRules.of(self.options),
            "host": self.host.key.hex(),
            "seats": seats,
        }
        return self.record(r.Table, **{**standard, **fields})

    def join_nonce(self, seat: int) -> bytes:
        return self.people[seat].secret("join", NO_GAME, 0, seat)

    def nonce(self, by: int, **fields: Any) -> r.Nonce:
        return self.record(r.Nonce, by=by, **{"nonce": self.join_nonce(by).hex(), **fields})

    def secret(self, hand: int) -> bytes:
        return self.host.secret("deal", self.state.game_id, hand, cr.HOST)

    def deal(self, hand: int | None = None, **fields: Any) -> r.Deal:
        number = self.state.hand_number + 1 if hand is None else hand
        commit = cr.deal_commit(self.state.game_id, number, cr.HOST, self.host.key, self.secret(number))
        return self.record(r.Deal, **{"hand": number, "commit": commit.hex(), **fields})

    def seed(self, seat: int) -> bytes:
        author = self.commit_authors.get(seat) or self.speaker(seat)
        return author.secret("seed", self.state.game_id, self.hand, seat)

    def speaker(self, seat: int) -> Identity:
        return self.speakers.get(seat, self.people[seat])

    def commit(self, by: int, **fields: Any) -> r.Commit:
        seed = self.speaker(by).secret("seed", self.state.game_id, self.hand, by)
        commit = cr.deal_commit(self.state.game_id, self.hand, by, self.speaker(by).key, seed)
        return self.record(r.Commit, by=by, **{"hand": self.hand, "commit": commit.hex(), **fields})

    def reveal(self, by: int, **fields: Any) -> r.Reveal:
        return self.record(r.Reveal, by=by, **{"hand": self.hand, "seed": self.seed(by).hex(), **fields})

    def pass_nonce(self, seat: int) -> bytes:
        return self.speaker(seat).secret("pass", self.state.game_id, self.hand, seat)

    def pass_(self, by: int, cards: Iterable[Card] | None = None, **fields: Any) -> r.Pass:
        """The pass of a seat: its lowest three cards, or others; it is remembered for ``open``."""
        self.passed[by] = tuple(sorted(self.dealt[by][:3] if cards is None else cards))
        self.pass_nonces[by] = self.pass_nonce(by)
        return self.record(r.Pass, by=by, **{"hand": self.hand, "commit": self.pass_commit(by).hex(), **fields})

    def pass_commit(self, by: int) -> bytes:
        to = rules.receiver(self.state.rules, self.hand, by)
        key, nonce = self.speaker(by).key, self.pass_nonce(by)
        return cr.pass_commit(self.state.game_id, self.hand, by, to, key, self.passed.get(by, ()), nonce)

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards before the pass, as secret and seeds give them."""
        return rebuild(self.state, self.state.hand, self.secret(self.hand)).hands

    def play(self, by: int, card: str | Card, **fields: Any) -> r.Play:
        text = card if isinstance(card, str) else card_text(card)
        return self.record(r.Play, by=by, **{"hand": self.hand, "card": text, **fields})

    def moon(self, by: int, choice: Literal["add", "subtract"] = "add", **fields: Any) -> r.Moon:
        return self.record(r.Moon, by=by, **{"hand": self.hand, "choice": choice, **fields})

    def open(self, **fields: Any) -> r.Open:
        hand = self.state.maybe_hand
        points, passes = (0,) * self.players, ()
        if hand is not None and hand.tally is not None:
            points = rules.hand_points(self.state.rules, hand.tally, hand.choice)
            passes = tuple(map(self.opening, self.seats)) if hand.passes else ()  # type: ignore[assignment]
        totals = rules.add_points(self.state.totals, points)
        standard = {"hand": self.hand, "secret": self.secret(self.hand).hex(), "passes": passes}
        return self.record(r.Open, **{**standard, "points": points, "totals": totals, **fields})

    def opening(self, seat: int) -> r.PassOpening:
        """The opening of what ``pass_`` made last for a seat."""
        cards = tuple(map(card_text, self.passed[seat]))
        return r.PassOpening(cards=cards, nonce=self.pass_nonces[seat].hex())

    def agree(self, by: int, **fields: Any) -> r.Agree:
        hand = self.state.maybe_hand
        totals = hand.opened.totals if hand and hand.opened else (0,) * self.players
        return self.record(r.Agree, by=by, **{"hand": self.hand, "totals": totals, **fields})

    def substitute(self, seat: int, identity_: Identity, **fields: Any) -> r.Substitute:
        """A bot of the host takes over a seat; ``fields`` make it something else."""
        standard = {"seat": seat, "key": identity_.key.hex(), "name": f"bot{seat}", "bot": True, "reason": "away"}
        return self.record(r.Substitute, **{**standard, **fields})

    def back(self, seat: int, **fields: Any) -> r.Substitute:
        """The player of the roster is back."""
        player = {"name": f"player{seat}", "bot": seat in self.bots, "reason": "back"}
        return self.substitute(seat, self.people[seat], **{**player, **fields})

    def void(self, seat: int = -1, reason: str = "stopped", **fields: Any) -> r.Void:
        standard = {"hand": self.hand, "seat": seat, "reason": reason, "secret": self.secret(self.hand).hex()}
        return self.record(r.Void, **{**standard, **fields})

    def resume(self, **fields: Any) -> r.Resume:
        return self.record(r.Resume, **{"reason": "restart", **fields})

    def dispute(self, by: int, evidence: r.Evidence | None = None, **fields: Any) -> r.Dispute:
        shown = {} if evidence is None else {"evidence": evidence}
        standard = {"hand": self.state.hand_number, "reason": "I was cheated.", **shown}
        return self.record(r.Dispute, by=by, **{**standard, **fields})

    def end(self, reason: str = "target", **fields: Any) -> r.End:
        totals = self.state.totals or (0,) * self.players
        winners = rules.winners(totals) if reason == "target" else ()
        return self.record(r.End, **{"totals": totals, "winners": winners, "reason": reason, **fields})

    def block_record(self, by: int) -> r.Record:
        """What a seat signs for the block that is due."""
        match self.state.phase:
            case Phase.NONCES:
                return self.nonce(by)
            case Phase.COMMITS:
                return self.commit(by)
            case Phase.REVEALS:
                return self.reveal(by)
            case Phase.PASSES:
                return self.pass_(by)
            case Phase.AGREES:
                return self.agree(by)
            case _:
                raise AssertionError("no block is due")

    # -- walking an honest game -----------------------------------------------------------------------------------

    def take_over(self, seat: int, name: str = "bot", **fields: Any) -> "Forge":
        """Let a bot with a fresh key take over a seat."""
        bot = identity(f"{name}{self.salt}{seat}")
        self.put(self.substitute(seat, bot, **fields))
        self.speakers[seat] = bot
        return self

    def come_back(self, seat: int) -> "Forge":
        """Let the player of a seat come back."""
        self.put(self.back(seat))
        self.speakers.pop(seat, None)
        return self

    def step(self) -> None:
        """Append the one record that is due in an honest game."""
        state = self.state
        due = state.block.next_seat if state.block else 0
        match state.phase:
            case Phase.TABLE:
                self.put(self.table())
            case Phase.NONCES:
                self.put(self.nonce(due))
            case Phase.BETWEEN:
                decided = state.hand_number and rules.is_decided(self.options, state.totals)
                self.put(self.end() if decided else self.deal())
            case Phase.COMMITS:
                self.put(self.commit(due))
                self.commit_authors[due] = self.speaker(due)
            case Phase.REVEALS:
                self.put(self.reveal(due))
                self._look()
            case Phase.PASSES:
                self.put(self.pass_(due))
                self._look()
            case Phase.PLAYS:
                self.step_play()
            case Phase.MOON:
                assert state.hand.tally is not None
                self.put(self.moon(state.hand.tally.shooter or 0))
            case Phase.OPEN:
                self.put(self.open())
            case Phase.AGREES:
                self.put(self.agree(due))
            case Phase.STOPPED:
                self.put(self.end("stopped"))
            case _:
                raise AssertionError("there is no next step")

    def _look(self) -> None:
        """Take the cards up once everybody has them."""
        hand = self.state.hand
        if self.state.phase is Phase.PLAYS:
            passes = [self.passed[seat] for seat in self.seats] if hand.passes else []
            hands = rules.apply_passes(self.state.rules, hand.number, self.dealt, passes) if passes else self.dealt
            self.held = dict(enumerate(hands))

    def look_again(self) -> "Forge":
        """Take the cards up after a pass was replaced."""
        self._look()
        return self

    def turn(self) -> int:
        """Whose turn it is by the cards really held."""
        seat = rules.turn(self.state.hand.play)
        return rules.first_leader(self.state.rules, self.hand, list(self.held.values())) if seat is None else seat

    def legal(self) -> tuple[Card, ...]:
        """What the seat in turn may play."""
        return rules.legal_cards(self.state.hand.play, self.held[self.turn()])

    def step_play(self, card: str | Card | None = None) -> "Forge":
        """Let the seat in turn play a card: one of its choice, or this one, legal or not."""
        seat = self.turn()
        if card is None:
            card = self.pick(self, seat, self.legal() or self.held[seat])
        number = parse_card(card) if isinstance(card, str) else card
        self.put(self.play(seat, number))
        self.held[seat] = rules.without(self.held[seat], [number])
        return self

    def swap(self, seat: int, mine: Card, other: int, theirs: Card) -> None:
        """Two seats swap cards under the table."""
        self.held[seat] = tuple(sorted([*rules.without(self.held[seat], [mine]), theirs]))
        self.held[other] = tuple(sorted([*rules.without(self.held[other], [theirs]), mine]))

    def run(self, until: Callable[["Forge"], bool]) -> "Forge":
        """Walk on until something holds."""
        while not until(self):
            self.step()
        return self

    def to(self, phase: Phase, inside: bool = False) -> "Forge":
        """Walk on to a phase, into its block (after the first record) if ``inside``."""
        return self.run(lambda forge: forge.state.phase is phase and bool(forge.state.block) is inside)


@cache
def _at(phase: Phase, inside: bool, players: int, salt: str, options: tuple[tuple[str, Any], ...]) -> Forge:
    chosen = rules.Options(**{"target": 1, **dict(options)})
    return Forge(players, chosen, salt=salt).to(phase, inside)


def at(phase: Phase, inside: bool = False, players: int = 4, salt: str = "", **options: Any) -> Forge:
    """A log of an honest game (``target`` 1 unless said otherwise) that has come as far as a phase."""
    return _at(phase, inside, players, salt, tuple(options.items())).copy()


@cache
def _moon() -> Forge:
    return Forge(3, salt="moon4", pick=helping(1)).to(Phase.MOON)


def moon() -> Forge:
    """A log of three players in which seat 1 has just shot the moon."""
    return _moon().copy()


def mid_play(cards: int = 1, **options: Any) -> Forge:
    """A log in which so many cards of the first hand are played."""
    forge = at(Phase.PLAYS, **options)
    for _ in range(cards):
        forge.step()
    return forge
