"""Whatever a host says, a player raises nothing, and never disputes twice: a recorded game with lies put in."""

from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.cards import DECK, card_text
from hearts_lan.player import news
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.wire import messages as m
from hearts_lan.wire.codec import CODECS, encode
from hearts_lan.wire.order import Role
from tests.kit import Room, Seat, identity, judged, one_hand, signed

HOST = identity("host")
ME = 2

digests = st.sampled_from(["00" * 32, "ab" * 32])
cards = st.sampled_from([card_text(card) for card in DECK])
hands = st.lists(st.integers(0, 51), min_size=1, max_size=20).map(
    lambda numbers: tuple(card_text(DECK[number]) for number in numbers)
)
lies = st.one_of(
    st.builds(m.Welcome, seat=st.integers(-1, 10), name=st.just("player2"), lines=st.integers(0, 60)),
    st.builds(
        m.Record, number=st.integers(1, 60), payload=st.text(min_size=1, max_size=9), signature=st.just("0" * 128)
    ),
    st.builds(m.Dealt, hand=st.integers(1, 2), cards=hands, signature=st.just("0" * 128)),
    st.builds(
        m.Passed, hand=st.integers(1, 2), giver=st.integers(0, 10), cards=st.tuples(cards, cards, cards), nonce=digests
    ),
    st.builds(m.Waiting, seats=st.just((10,)), doing=st.just("play"), seconds=st.just(-1)),
    st.builds(m.Status, seat=st.integers(0, 10), state=st.just("bot")),
    st.builds(m.Refused, code=st.just("stale"), sentence=st.just("")),
    st.builds(m.Goodbye, reason=st.just("")),
    st.just(m.Lobby(players=1, options={}, seats=(), host="", terms=0)),
    st.sampled_from(["again", "forged", "dealt early", "passed early"]),
)


@lru_cache(maxsize=1)
def recorded() -> tuple[m.HostMessage, ...]:
    """What seat 2 was told in an honest game."""
    room = Room(4, one_hand(), host=HOST)
    room.join()
    room.run()
    return tuple(message for number, message in room.received if number == ME)


def forged(state: State, kind: int, digest: str, card: str) -> r.Record:
    """A record of some kind for this very place in the log."""
    seen, head = state.expected_seen.hex(), state.head.hex()
    totals = (0,) * max(3, state.players)
    number = max(1, state.hand_number)
    records: list[r.Record] = [
        r.Deal(by="host", seen=head, hand=state.hand_number + 1, commit=digest),
        r.Open(by="host", seen=head, hand=number, secret=digest, passes=(), points=totals, totals=totals),
        r.Void(by="host", seen=head, hand=number, seat=-1, reason="stopped", secret=""),
        r.End(by="host", seen=head, totals=totals, winners=(), reason="stopped"),
        r.Resume(by="host", seen=head, reason="restart"),
        *(
            r.Substitute(by="host", seen=head, seat=seat, key=key, name="x", bot=True, reason="left")
            for seat in (0, ME)
            for key in (identity("player2").key.hex(), identity("bot").key.hex(), digest)
        ),
        r.Play(by=0, seen=head, hand=number, card=card),
        r.Commit(by=0, seen=seen, hand=number, commit=digest),
        r.Nonce(by=0, seen=seen, nonce=digest),
    ]
    return records[kind % len(records)]


class Victim:
    """A player that is told things, and decides as the honest one did."""

    def __init__(self) -> None:
        self.seat = Seat("player2", HOST.key)
        self.disputes = 0

    def hear(self, message: m.HostMessage) -> None:
        player = self.seat.player
        effects = player.receive(message)
        for effect in [*effects, *(self.seat.decide() if not self.disputes else [])]:
            match effect:
                case news.Send(message=sent):
                    assert all(encode(codec, Role.CLIENT, sent) for codec in CODECS.values())
                case news.Append(number=number, line=line):
                    self.seat.log = [*self.seat.log[: number - 1], line]
                    assert len(self.seat.log) == number
                case news.DiscardLog():
                    self.seat.log = []
                case news.Disputed():
                    self.disputes += 1
                case _:
                    pass
        _ = player.question, player.in_game

    def lie(self, lie: m.HostMessage | str, kind: int, digest: str, card: str) -> None:
        state = self.seat.player.state
        if isinstance(lie, m.Message):
            self.hear(lie)
        elif lie == "forged":
            author = identity("player0") if kind % 2 else HOST
            line = signed(author, state.game_id, forged(state, kind, digest, card))
            self.hear(m.Record(number=state.count + 1, payload=line.payload, signature=line.signature.hex()))
        else:
            wanted = {"again": m.Record, "dealt early": m.Dealt, "passed early": m.Passed}[lie]
            self.hear([message for message in recorded() if isinstance(message, wanted)][kind % 2 - 1])


@given(
    st.lists(
        st.tuples(st.integers(0, 60), lies, st.integers(0, 40), digests, cards, st.booleans()), min_size=1, max_size=4
    )
)
def test_a_player_survives_every_host(
    plan: list[tuple[int, m.HostMessage | str, int, str, str, bool]],
) -> None:
    victim = Victim()
    told = {step[0]: step[1:] for step in plan}
    for at, message in enumerate(recorded()):
        if at in told:
            what, kind, digest, card, instead = told[at]
            victim.lie(what, kind, digest, card)
            if instead:
                continue
        victim.hear(message)
    assert victim.disputes <= 1 or victim.seat.player.stopped
    fault = judged(victim.seat.log).fault
    assert fault is None or fault.check == "V9"


def test_without_lies_it_is_the_honest_game() -> None:
    victim = Victim()
    for message in recorded():
        victim.hear(message)
    assert victim.disputes == 0
    assert judged(victim.seat.log).code == 0
