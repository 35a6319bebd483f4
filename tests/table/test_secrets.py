"""What a peer is sent tells nothing of cards that it may not know: before a card is played, or passed to it."""

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import replace

import pytest

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.rules import Options, Passing, Variant
from hearts_lan.table import events
from hearts_lan.table.game import Game, Out, Private
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, RebuiltDeal
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.wire import messages as m
from hearts_lan.wire.codec import CODECS, encode
from hearts_lan.wire.order import Role
from tests.kit import NOW, Room, one_hand, signed, submit

pytestmark = pytest.mark.broad

CARD = re.compile(r"\b[2-9TJQKA][CDSH]\b")
WATCHER = 4


def played_before_watchers(options: Options) -> Room:
    room = Room(4, options)
    room.join()
    room.watch()
    room.run()
    return room


def text(message: m.HostMessage) -> str:
    """What crosses the wire, as text."""
    codec = CODECS[b"{"]
    return encode(codec, Role.HOST, message).decode()


# -- a search for cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [Options(target=60), one_hand(passing=Passing.NONE), one_hand(variant=Variant.OMNIBUS)],
)
def test_no_card_is_named_to_a_peer_before_it_may_know_it(options: Options) -> None:
    """In every message to every seat and a watcher, from the lobby to the end of a game."""
    room = played_before_watchers(options)
    named = 0
    for peer in range(5):
        known: set[str] = set()
        for number, message in room.received:
            if number == peer:
                named += check_message(peer, message, known)
    assert named > 5 * 52


def check_message(peer: int, message: m.HostMessage, known: set[str]) -> int:
    """Adds to ``known`` what the message may tell, and finds nothing else in it; so many cards were named."""
    found = set(CARD.findall(text(message)))
    match message:
        case m.Dealt(cards=cards) | m.Passed(cards=cards):
            assert peer != WATCHER
            known.update(cards)
        case m.Record(payload=payload):
            record = decode_record(payload)
            if isinstance(record, r.Deal):
                known.clear()
            elif isinstance(record, r.Play):
                known.add(record.card)
            elif isinstance(record, r.Open):
                known.update(CARD.findall(payload))
        case _:
            assert not found, message
    assert found <= known, message
    return len(found)


def test_private_messages_go_to_one_seat_each() -> None:
    room = played_before_watchers(one_hand())
    private = [(peer, message) for peer, message in room.received if isinstance(message, m.Dealt | m.Passed)]
    assert sorted(peer for peer, _ in private) == [0, 0, 1, 1, 2, 2, 3, 3]
    dealt = [set(message.cards) for _, message in private if isinstance(message, m.Dealt)]
    assert len(set().union(*dealt)) == 52


def test_secrets_and_openings_are_in_no_message_before_the_hand_is_opened() -> None:
    room = played_before_watchers(one_hand())
    state = room.seats[0].player.state
    secret = room.host.secret("deal", state.game_id, 1, 255).hex()
    nonces = [seat.identity.secret("pass", state.game_id, 1, number).hex() for number, seat in enumerate(room.seats)]
    for peer, message in room.received:
        if isinstance(message, m.Record) and isinstance(decode_record(message.payload), r.Open):
            break
        own = {nonces[(peer - 1) % 4]} if peer != WATCHER else set()
        told = text(message)
        assert secret not in told
        assert not [nonce for nonce in nonces if nonce in told and nonce not in own], message


# -- shuffling what a seat cannot see --------------------------------------------------------------------------------


def others_exchanged(me: int, hands: Iterable[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
    """All hands but mine move on by one seat."""
    hands = list(hands)
    others = [seat for seat in range(len(hands)) if seat != me]
    moved = dict(zip(others, others[1:] + others[:1], strict=True))
    return tuple(hands[moved.get(seat, seat)] for seat in range(len(hands)))


def exchanging(me: int) -> type[Game]:
    """A host that deals the others one another's cards; what is public of the deal stays as it was."""

    class Exchanging(Game):
        def _deal_cards(self) -> Iterator[Out]:
            list(super()._deal_cards())
            assert self._secrets is not None
            hands = others_exchanged(me, self._secrets.dealt.hands)
            dealt = RebuiltDeal(hands, self._secrets.dealt.widow)
            self._secrets = replace(self._secrets, dealt=dealt, hands=list(hands))
            for seat in range(len(hands)):
                for message in self.private(seat):
                    yield Private(seat, message)

    return Exchanging


def told_before_the_first_card(room: Room, peer: int) -> list[str]:
    """What a peer is told until the first card of a hand is played, with commitments and what depends on them
    (heads, signatures) made alike."""
    room.join()
    room.watch()
    room.run(lambda room: room.phase is Phase.PLAYS and bool(room.game.state.hand.play_lines))
    texts = []
    for number, message in room.received:
        if number == peer:
            is_pass = isinstance(message, m.Record) and '"type":"pass"' in message.payload
            texts.append(re.sub(r"[0-9a-f]{64,128}", "#", text(message)) if is_pass else text(message))
    return texts


@pytest.mark.parametrize("options", [one_hand(), one_hand(passing=Passing.NONE)])
@pytest.mark.parametrize("peer", [0, 1, 2, 3])
def test_the_hands_of_others_leave_no_trace_before_the_first_card(options: Options, peer: int) -> None:
    """Not in records, notices or their order: not even who holds the lowest club.

    Only what the giver passes on differs, and it is the seat's own to know.
    """
    before = told_before_the_first_card(Room(4, options), peer)
    after = told_before_the_first_card(Room(4, options, game=exchanging(peer)), peer)
    received = '"type":"passed"'
    assert [line for line in before if received not in line] == [line for line in after if received not in line]
    assert len(before) == len(after)


@pytest.mark.parametrize("options", [one_hand(), one_hand(passing=Passing.NONE)])
def test_the_hands_of_the_seats_leave_no_trace_for_a_watcher(options: Options) -> None:
    """Whoever has which cards: all four hands move on by one seat."""
    everybody = told_before_the_first_card(Room(4, options), WATCHER)
    moved = told_before_the_first_card(Room(4, options, game=exchanging(-1)), WATCHER)
    assert everybody == moved


def nonsense(room: Room, peer: int) -> list[m.ClientMessage]:
    """Things that a nosy peer may try, cards of all kinds among them."""
    unplayed = room.game.state.hand.unplayed
    seat = room.seats[peer]
    plays = [
        r.Play(by=peer, seen=room.game.state.head.hex(), hand=1, card=card_text(card))
        for card in unplayed
        if peer == WATCHER or card not in seat.player.view.hand
    ]
    return [
        *(submit(signed(seat.identity, room.game.state.game_id, play)) for play in plays if peer != WATCHER),
        m.PassCards(hand=1, cards=("2C", "3C", "4C"), nonce="00" * 32),
        m.Ready(commit="00" * 32, terms=0),
        m.Say(text="What have you got?"),
        m.Control(command="end", argument=""),
        m.Heartbeat(),
    ]


def all_events(room: Room, peer: int) -> list[events.Event]:
    join = m.Join(role="watch", name="late", lines=0, head="0" * 64)
    return [
        *(events.Received(peer, message) for message in nonsense(room, peer)),
        events.Entered(77, None, join),
        events.TimerFired("go on"),
        events.Lost(77),
    ]


@pytest.mark.parametrize("lines", [1, 3, 20, 41])
@pytest.mark.parametrize("peer", [0, 2, WATCHER])
def test_no_answer_of_the_host_depends_on_the_hands_of_others(peer: int, lines: int) -> None:
    """In the middle of a hand: the same nosy messages to two hosts that differ in what the others hold."""
    room = Room(4, one_hand())
    room.join()
    room.watch()
    room.run_to(Phase.PLAYS)
    room.run(lambda room: len(room.game.state.hand.play_lines) == lines and not room.to_seat and not room.to_host)
    twin = deepcopy(room)
    secrets = twin.game._secrets
    assert secrets is not None
    secrets.hands = [*others_exchanged(peer if peer != WATCHER else -1, secrets.hands)]
    for one, other in zip(all_events(room, peer), all_events(twin, peer), strict=True):
        assert room.table.handle(one, NOW) == twin.table.handle(other, NOW)
    assert rules.turn(room.game.state.hand.play) is not None
