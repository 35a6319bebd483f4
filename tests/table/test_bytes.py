"""Every byte that the host sends to anybody in whole games: nothing tells who holds a card before it is played, or
passed to whom it is told.

Players come back from other places and watchers come at any time, in both encodings.  A peer's bytes are decoded as
its program would, and a ledger keeps what it may know by then.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from hearts_lan import rules
from hearts_lan.rules import Options, Passing, Variant
from hearts_lan.table import events
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire import messages as m
from hearts_lan.wire.codec import MSGPACK, TEXT, Codec
from hearts_lan.wire.connection import Connection
from hearts_lan.wire.order import Role, State
from tests.kit import Room, Seat, judged
from tests.table.test_returns import back

pytestmark = pytest.mark.broad

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][CDSH](?![0-9A-Za-z])")

TABLES = [
    *((players, variant) for variant in (Variant.HEARTS, Variant.OMNIBUS) for players in range(3, 8)),
    *((players, Variant.CANCELLATION) for players in range(5, 12)),
]


@dataclass
class Ledger:
    """Both ends of a peer's connection after the handshake, and what it may know."""

    codec: Codec
    keyed: bool
    cards: set[str] = field(default_factory=set)
    seat: int = -1
    hand: int = 0
    opened: bool = True
    led: bool = False
    fixed_leader: bool = False
    named: int = 0

    def __post_init__(self) -> None:
        self.host, self.peer = Connection(Role.HOST), Connection(Role.CLIENT, self.codec)
        self.host.codec = self.codec
        ours, theirs = (State.JOIN, State.JOINED) if self.keyed else (State.IDENTIFY, State.WATCHING)
        self.host.our_state = self.peer.their_state = ours
        self.host.their_state = self.peer.our_state = theirs

    def told(self, message: m.HostMessage, hidden: "Hidden") -> None:
        """Send a message, read its bytes, and judge them."""
        data = self.host.send(message)
        [heard] = self.peer.receive(data)
        assert heard == message
        self.learn(message)
        names = set(CARD.findall(data.decode())) if self.codec is TEXT else set(_cards(msgspec.to_builtins(message)))
        assert names <= self.cards, (self.seat, message)
        self.named += len(names)
        text = data.decode(errors="replace")
        assert not [what for what in hidden.from_peer(self) if what in text or bytes.fromhex(what) in data], message

    def learn(self, message: m.HostMessage) -> None:
        """What the message may tell."""
        match message:
            case m.Welcome(seat=seat):
                self.seat = seat
            case m.Dealt(hand=hand, cards=cards) | m.Passed(hand=hand, cards=cards):
                assert self.seat >= 0
                assert hand == self.hand
                self.cards.update(cards)
            case m.Waiting(doing="play", seats=seats):
                assert self.led or self.fixed_leader or not seats, (
                    "who holds the lowest club is not known before it is played"
                )
            case m.Record(payload=payload):
                self._read(decode_record(payload), payload)
            case _:
                pass

    def _read(self, record: r.Record, payload: str) -> None:
        match record:
            case r.Table(rules=table_rules):
                self.fixed_leader = table_rules.options().variant is Variant.CANCELLATION
            case r.Deal(hand=hand):
                self.cards, self.hand, self.opened, self.led = set(), hand, False, False
            case r.Play(card=card):
                self.led = True
                self.cards.add(card)
            case r.Open():
                self.opened = True
                self.cards.update(CARD.findall(payload))
            case _:
                pass


def _cards(value: Any) -> Iterator[str]:
    """Every card in any text of a message."""
    match value:
        case str():
            yield from CARD.findall(value)
        case dict():
            for key, inner in value.items():
                yield from (*_cards(key), *_cards(inner))
        case list() | tuple():
            for inner in value:
                yield from _cards(inner)
        case _:
            pass


class Hidden:
    """What the seats and the host keep to themselves, as hex digits."""

    def __init__(self, room: "Spied") -> None:
        self._room = room
        self._seats: dict[int, list[tuple[str, str]]] = {}

    def from_peer(self, peer: Ledger) -> Iterator[str]:
        """The secret of the host and the nonces of passes, of the hand that the peer has come to, if not opened."""
        game = self._room.table.game
        if game is None or peer.opened or peer.hand != game.state.hand_number:
            return
        state, hand = game.state, peer.hand
        yield self._room.host.secret("deal", state.game_id, hand, 255).hex()
        allowed = {peer.seat}
        if peer.seat >= 0 and rules.pass_offset(state.rules, hand):
            allowed.add(rules.giver(state.rules, hand, peer.seat))
        for seat in range(state.players):
            if seat not in allowed:
                yield self._room.seats[seat].identity.secret("pass", state.game_id, hand, seat).hex()


class Spied(Room):
    """A room in which every byte is read."""

    def __init__(self, players: int, options: Options, seed: int) -> None:
        super().__init__(players, options, hands=2)
        self.chance = Random(seed)
        self.ledgers: dict[int, Ledger] = {number: Ledger(MSGPACK, True) for number in range(players)}
        self.happened: Counter[str] = Counter()
        self.hidden = Hidden(self)

    def do(self, effect: events.Effect) -> None:
        """As the room does, and read along."""
        match effect:
            case events.Send(peer=peer, messages=messages):
                for message in messages:
                    self.ledgers[peer].told(message, self.hidden)
            case events.Drop(peer=peer, reason=reason):
                self.ledgers[peer].told(m.Goodbye(reason=reason), self.hidden)
            case _:
                pass
        super().do(effect)

    def play(self) -> None:
        """A whole game, in which now and then somebody comes."""
        self.join()
        lines = 0
        while self.step():
            running = self.table.game is not None and self.table.game.running
            if running and len(self.log) > lines and self.chance.random() < 0.08:
                self.somebody_comes()
            lines = len(self.log)

    def somebody_comes(self) -> None:
        """A watcher, with a key or without, in text or not; or a player from another place."""
        match self.chance.randrange(5):
            case 0:
                self.let_watch(MSGPACK, keyed=False)
            case 1:
                self.let_watch(TEXT, keyed=False)
            case 2:
                self.let_watch(MSGPACK, keyed=True)
            case _:
                self.let_back(self.chance.randrange(self.players))

    def let_watch(self, codec: Codec, *, keyed: bool) -> None:
        """A watcher, who sees the game from its first line."""
        number = len(self.seats)
        self.happened[f"watched in {codec.name}, key {keyed}"] += 1
        self.ledgers[number] = Ledger(codec, keyed)
        self.seats.append(Seat(f"watcher{number}", self.host.key))
        key = self.seats[number].identity.key if keyed else None
        join = m.Join(role="watch", name=f"watcher{number}", lines=0, head=HEAD_0.hex())
        self.handle(events.Entered(number, key, join))

    def let_back(self, player: int) -> None:
        """A player comes back: by another connection while the old one is there, or after it was lost."""
        self.happened["came back"] += 1
        peer = self.table.lobby.taken(player).peer
        assert peer is not None
        if self.chance.random() < 0.5:
            self.lose(peer)
        self.ledgers[len(self.seats)] = Ledger(MSGPACK, True)
        back(self, peer)


def spy(number: int) -> Spied:
    """Play a game whose table and course depend on a number, and read everything."""
    players, variant = TABLES[number * 7 % len(TABLES)]
    passes = number % 5 < 4 or variant is Variant.CANCELLATION
    passing = Passing.STANDARD if passes else Passing.NONE
    room = Spied(players, Options(variant=variant, passing=passing, target=1 if players > 5 else 100), number)
    room.play()
    assert not any(room.disputes())
    assert judged(room.log).code in (0, 3)
    assert room.phase is Phase.TABLE
    return room


def check(numbers: range) -> Counter[str]:
    """Play games, and count what happened in them."""
    seen: Counter[str] = Counter()
    for number in numbers:
        room = spy(number)
        named = sum(ledger.named for ledger in room.ledgers.values())
        assert named > room.players * len(room.log) / 3
        seen += room.happened + Counter(games=1, peers=len(room.ledgers), cards_named=named)
    return seen


COMINGS = {f"watched in {codec}, key False" for codec in ("msgpack", "text")} | {
    "watched in msgpack, key True",
    "came back",
}


def test_five_games() -> None:
    assert set(check(range(5))) >= COMINGS


@pytest.mark.slow
def test_fifty_games_at_every_kind_of_table() -> None:
    seen = check(range(5, 55))
    print(dict(seen))
    assert set(seen) >= COMINGS
    assert {TABLES[number * 7 % len(TABLES)] for number in range(5, 55)} == set(TABLES)


# -- the spy finds what there is --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("keyed", "codec"), list(product([True, False], [MSGPACK, TEXT])))
def test_a_card_in_any_text_is_found(keyed: bool, codec: Codec) -> None:
    room = Spied(4, Options(), 0)
    for message in (
        m.Refused(code="x", sentence="Ana holds the QS."),
        m.Said(seat=-2, name="QS", text="hello"),
        m.Goodbye(reason="QS!"),
    ):
        ledger = Ledger(codec, keyed)
        ledger.told(m.Welcome(seat=0 if keyed else -1, name="x", lines=0), room.hidden)
        with pytest.raises(AssertionError):
            ledger.told(message, room.hidden)


def test_a_secret_of_the_hand_is_found() -> None:
    room = Spied(4, Options(), 0)
    room.join()
    room.run_to(Phase.PLAYS, lines=3)
    for ledger in (room.ledgers[1], room.ledgers[2]):
        secrets = list(room.hidden.from_peer(ledger))
        assert len(secrets) == 1 + 2, "the host's, and what two of four have passed"
        for secret in secrets:
            with pytest.raises(AssertionError):
                ledger.told(m.Said(seat=-2, name="host", text=secret), room.hidden)
