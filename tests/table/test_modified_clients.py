"""A client that cheats is refused, with a code and a sentence; nothing changes, and the game goes on."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

import pytest

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import deal_commit, pass_commit
from hearts_lan.table import events
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.lines import NO_GAME
from hearts_lan.wire import limits
from hearts_lan.wire import messages as m
from tests.kit import NOW, Moonlit, Room, identity, judged, one_hand, signed, submit

pytestmark = pytest.mark.broad

Bad = dict[str, tuple[int, m.ClientMessage]]
"""Who sends what, by the code that is expected, with words after it to tell apart what has the same code."""


def at(phase: Phase, lines: int = 0, options: rules.Options | None = None) -> Room:
    room = Room(4, options or one_hand())
    room.join()
    room.run_to(phase, lines)
    return room


def settled(room: Room) -> Room:
    """Carry everything that is under way; nobody decides."""
    while room.to_seat or room.to_host:
        room.step()
    return room


def seen(room: Room) -> str:
    return room.game.state.expected_seen.hex()


def by(room: Room, seat: int, record: r.Record) -> m.Submit:
    """A record signed by a seat's own key."""
    return submit(signed(room.seats[seat].identity, room.game.state.game_id, record))


def kept(room: Room) -> tuple[object, ...]:
    """Everything that a refusal must leave as it is."""
    game, table = room.game, room.table
    return (
        game.state,
        deepcopy(game._secrets),
        dict(game._pending),
        set(game._ready),
        list(game.lines),
        list(table.lobby.seats),
        table.lobby.options,
    )


def assert_refused(room: Room, bad: Bad) -> None:
    """Each is answered to its sender alone, by its code and a sentence; then honest play goes on to the end."""
    before = kept(room)
    for name, (seat, message) in bad.items():
        effects = room.table.handle(events.Received(seat, message), NOW)
        assert len(effects) == 1, (name, effects)
        (effect,) = effects
        assert isinstance(effect, events.Send), name
        assert effect.peer == seat, name
        (refusal,) = effect.messages
        assert isinstance(refusal, m.Refused), name
        assert refusal.code == name.split()[0], (name, refusal)
        assert refusal.sentence.endswith("."), name
        assert len(refusal.sentence) <= limits.SENTENCE_CHARS, name
        assert kept(room) == before, name
        room.to_seat.append((seat, refusal))
    room.run()
    assert room.disputes() == [""] * len(room.seats)
    assert judged(room.log).code == 0


def held(room: Room, seat: int) -> tuple[Card, ...]:
    assert room.game._secrets is not None
    return room.game._secrets.hands[seat]


def play(room: Room, seat: int, card: Card, **changes: Any) -> m.Submit:
    fields = {"by": seat, "seen": seen(room), "hand": room.game.state.hand_number, "card": card_text(card), **changes}
    return by(room, seat, r.Play(**fields))


# -- plays ---------------------------------------------------------------------------------------------------------


def test_before_the_first_card() -> None:
    """Only the lowest club may be played, and who has it is not told (D2)."""
    room = settled(at(Phase.PLAYS))
    first = rules.first_leader(room.game.state.rules, 1, [held(room, seat) for seat in range(4)])
    other = (first + 1) % 4
    opener = room.game.state.rules.opener
    assert opener is not None
    assert_refused(
        room,
        {
            "opening_card by its holder": (first, play(room, first, held(room, first)[-1])),
            "opening_card by another": (other, play(room, other, held(room, other)[-1])),
            "not_your_turn": (other, play(room, other, opener)),
        },
    )


def mid_trick() -> Room:
    """A room in the middle of a trick whose next player has a card of the suit led and one of another."""
    room = settled(at(Phase.PLAYS))

    def good(room: Room) -> bool:
        hand = room.game.state.hand
        due = rules.turn(hand.play)
        if room.to_seat or room.to_host or due is None or not hand.play.trick or not hand.play.tricks:
            return False
        return 0 < len(rules.legal_cards(hand.play, held(room, due))) < len(held(room, due))

    room.run(good)
    assert good(room)
    return room


def test_cards_that_may_not_be_played() -> None:
    room = mid_trick()
    hand = room.game.state.hand
    due = rules.turn(hand.play)
    assert due is not None
    after, last = (due + 1) % 4, (due - 1) % 4
    legal = rules.legal_cards(hand.play, held(room, due))
    illegal = next(card for card in held(room, due) if card not in legal)
    unheld, gone = held(room, after)[0], hand.play.tricks[0].cards[0]
    stranger = identity("stranger")
    state = room.game.state
    record = r.Play(by=due, seen=seen(room), hand=1, card=card_text(legal[0]))
    past = next(message for number, message in reversed(room.submitted) if number == last)
    assert isinstance(past, m.Submit)
    assert_refused(
        room,
        {
            "not_your_turn after": (after, play(room, after, held(room, after)[0])),
            "not_your_turn twice": (last, play(room, last, held(room, last)[0])),
            "follow_suit": (due, play(room, due, illegal)),
            "not_held yet": (due, play(room, due, unheld)),
            "not_held any more": (due, play(room, due, gone)),
            "stale head": (due, play(room, due, legal[0], seen="ab" * 32)),
            "stale next hand": (due, play(room, due, legal[0], hand=2)),
            "not_your_seat": (after, by(room, due, record)),
            "bad_record for another": (after, by(room, after, record)),
            "bad_record by a stranger": (due, submit(signed(stranger, state.game_id, record))),
            "bad_record no such seat": (due, play(room, due, legal[0], by=7)),
            "bad_record another game": (due, submit(signed(room.seats[due].identity, bytes(31) + b"1", record))),
            "bad_record no game": (due, submit(signed(room.seats[due].identity, NO_GAME, record))),
        },
    )


def test_an_accepted_record_sent_again_is_harmless() -> None:
    room = mid_trick()
    again = [item for item in room.submitted if isinstance(item[1], m.Submit)]
    before = kept(room)
    for seat, message in again:
        assert room.table.handle(events.Received(seat, message), NOW) == []
    assert kept(room) == before


def test_hearts_and_the_first_trick() -> None:
    """T3 and T4 are refused by their own codes, whenever somebody can break them."""
    codes: set[str] = set()
    all_codes = {"points_on_first_trick", "hearts_not_broken", "follow_suit", "opening_card"}
    room = Room(7, rules.Options())
    room.join()

    def watch(room: Room) -> bool:
        if room.phase is Phase.PLAYS and not room.to_seat and not room.to_host:
            codes.update(illegal_codes(room))
        return codes >= all_codes

    room.run(watch)
    assert codes == all_codes


def illegal_codes(room: Room) -> Iterable[str]:
    """The codes by which the table refuses each card that the seat whose turn it is holds and may not play."""
    hand, before = room.game.state.hand, kept(room)
    due = room.game._turn()
    if due is None or (hand.passes and not room.seats[due].player.view.received):
        return
    legal = rules.legal_cards(hand.play, held(room, due))
    for card in held(room, due):
        if card not in legal:
            (effect,) = room.table.handle(events.Received(due, play(room, due, card)), NOW)
            assert isinstance(effect, events.Send)
            (refusal,) = effect.messages
            assert isinstance(refusal, m.Refused)
            yield refusal.code
    assert kept(room) == before


def test_a_card_before_the_passes_are_through() -> None:
    room = at(Phase.PLAYS)
    opener = room.game.state.rules.opener
    assert opener is not None
    holder = next(seat for seat in range(4) if opener in held(room, seat))
    assert_refused(room, {"not_now": (holder, play(room, holder, opener))})


# -- commitments and seeds -----------------------------------------------------------------------------------------


def test_nonces() -> None:
    room = Room(4, one_hand())
    room.join()
    room.run(lambda room: room.phase is Phase.NONCES and not room.to_seat)
    honest = next(message for number, message in room.to_host if number == 1)
    assert isinstance(honest, m.Submit)
    copied = r.Nonce(by=0, seen=seen(room), nonce=honest.payload.split('"nonce":"')[1][:64])
    wrong = r.Nonce(by=0, seen=seen(room), nonce="00" * 32)
    dispute = r.dispute(0, seen(room), 0, "Already?", None)
    assert_refused(
        room,
        {
            "bad_record": (0, by(room, 0, wrong)),
            "bad_record copied": (0, by(room, 0, copied)),
            "not_your_seat": (0, honest),
            "not_now": (0, by(room, 0, dispute)),
        },
    )


def test_commits() -> None:
    room = at(Phase.COMMITS)
    state = room.game.state
    theirs = deal_commit(state.game_id, 1, 1, room.seats[1].identity.key, bytes(32)).hex()
    early = r.Reveal(by=0, seen=seen(room), hand=1, seed="00" * 32)
    room.step()  # the commitment of seat 0
    assert list(room.game._pending) == [0]
    assert_refused(
        room,
        {
            "already_sent": (0, by(room, 0, r.Commit(by=0, seen=seen(room), hand=1, commit=theirs))),
            "stale next hand": (1, by(room, 1, r.Commit(by=1, seen=seen(room), hand=2, commit=theirs))),
            "stale head": (1, by(room, 1, r.Commit(by=1, seen="ab" * 32, hand=1, commit=theirs))),
            "not_now": (0, by(room, 0, early)),
            "not_your_seat": (1, by(room, 2, r.Commit(by=2, seen=seen(room), hand=1, commit=theirs))),
        },
    )


def test_reveals() -> None:
    room = at(Phase.REVEALS)
    wrong = r.Reveal(by=0, seen=seen(room), hand=1, seed="00" * 32)
    honest = room.seats[0].identity.secret("seed", room.game.state.game_id, 1, 0).hex()
    others = r.Reveal(by=1, seen=seen(room), hand=1, seed=honest)
    assert_refused(
        room,
        {
            "wrong_seed": (0, by(room, 0, wrong)),
            "wrong_seed of another": (1, by(room, 1, others)),
            "stale": (0, by(room, 0, r.Reveal(by=0, seen=seen(room), hand=2, seed=honest))),
            "not_now": (0, by(room, 0, r.Commit(by=0, seen=seen(room), hand=1, commit="00" * 32))),
        },
    )


def test_a_second_seed() -> None:
    room = at(Phase.REVEALS)
    room.step()
    assert list(room.game._pending) == [0]
    again = r.Reveal(by=0, seen=seen(room), hand=1, seed="11" * 32)
    assert_refused(room, {"wrong_seed": (0, by(room, 0, again))})
    room = settled(at(Phase.REVEALS))
    assert_refused(room, {"not_now": (0, by(room, 0, again))})


def test_a_commitment_copied_from_another_seat_cannot_be_opened() -> None:
    """The seat and its key are in the commitment, so a copy binds its maker to nothing; the deal waits for it."""
    room = at(Phase.COMMITS)
    theirs = deal_commit(room.game.state.game_id, 1, 1, room.seats[1].identity.key, theirs_of(room, 1)).hex()
    room.to_host.popleft()
    room.to_host.appendleft((0, by(room, 0, r.Commit(by=0, seen=seen(room), hand=1, commit=theirs))))
    room.run()
    assert room.phase is Phase.REVEALS
    assert room.game.waiting() == m.Waiting(seats=(0,), doing="reveal", seconds=-1)
    assert room.seats[0].refusals() == ["wrong_seed"]
    copied = r.Reveal(by=0, seen=seen(room), hand=1, seed=theirs_of(room, 1).hex())
    room.to_host.append((0, by(room, 0, copied)))
    room.run()
    assert room.seats[0].refusals() == ["wrong_seed"] * 2
    assert room.game._secrets is None


def theirs_of(room: Room, seat: int) -> bytes:
    return room.seats[seat].identity.secret("seed", room.game.state.game_id, 1, seat)


# -- the pass ------------------------------------------------------------------------------------------------------


def contents(room: Room, seat: int, cards: Iterable[Card], **changes: Any) -> m.PassCards:
    nonce = room.seats[seat].identity.secret("pass", room.game.state.game_id, 1, seat).hex()
    first, second, third = map(card_text, cards)
    fields = {"hand": 1, "cards": (first, second, third), "nonce": nonce, **changes}
    return m.PassCards(**fields)


def test_pass_contents() -> None:
    room = at(Phase.PLAYS)
    chosen = room.seats[0].player.view.passed
    hand = held(room, 0)
    others = [card for card in hand if card not in chosen][:3]
    unheld = held(room, 1)[:3]
    again = r.Pass(by=0, seen=room.game.state.head.hex(), hand=1, commit="ab" * 32)
    assert_refused(
        room,
        {
            "bad_pass other cards": (0, contents(room, 0, others)),
            "bad_pass unheld": (0, contents(room, 0, unheld)),
            "bad_pass doubled": (0, contents(room, 0, [chosen[0], chosen[0], chosen[1]])),
            "bad_pass nonce": (0, contents(room, 0, chosen, nonce="00" * 32)),
            "bad_pass of another": (1, contents(room, 0, chosen)),
            "stale": (0, contents(room, 0, chosen, hand=2)),
            "not_now a second pass": (0, by(room, 0, again)),
        },
    )


def test_a_second_pass() -> None:
    room = settled(at(Phase.PASSES))
    hand = held(room, 0)
    room.take(0, room.seats[0].player.choose_pass(hand[:3]))
    early = contents(room, 0, hand[:3])
    settled(room)
    key, game_id = room.seats[0].identity.key, room.game.state.game_id
    commit = pass_commit(game_id, 1, 0, 1, key, hand[3:6], bytes(32)).hex()
    assert_refused(
        room,
        {
            "already_sent": (0, by(room, 0, r.Pass(by=0, seen=seen(room), hand=1, commit=commit))),
            "stale": (1, by(room, 1, r.Pass(by=1, seen=seen(room), hand=2, commit=commit))),
            "not_now": (0, early),
        },
    )


def test_contents_after_they_were_passed_on() -> None:
    room = settled(at(Phase.PLAYS))
    passed = room.seats[0].player.view.passed
    assert room.table.handle(events.Received(0, contents(room, 0, passed)), NOW) == []
    others = [card for card in held(room, 0) if card not in passed][:3]
    assert_refused(room, {"not_now": (0, contents(room, 0, others))})


def test_a_commitment_to_cards_not_held_waits_for_ever_and_hurts_nobody() -> None:
    room = settled(at(Phase.PASSES))
    stolen = held(room, 1)[:3]
    state, key = room.game.state, room.seats[0].identity.key
    nonce = room.seats[0].identity.secret("pass", state.game_id, 1, 0)
    commit = pass_commit(state.game_id, 1, 0, 1, key, stolen, nonce).hex()
    room.to_host.append((0, by(room, 0, r.Pass(by=0, seen=seen(room), hand=1, commit=commit))))
    room.to_host.append((0, contents(room, 0, stolen)))
    room.seats[0].dropped = "modified"
    room.run()
    room.to_host.append((0, contents(room, 0, stolen)))
    room.run()
    assert room.seats[0].refusals() == ["not_now", "bad_pass"]
    assert room.game.waiting() == m.Waiting(seats=(0,), doing="pass", seconds=-1)
    assert not any(seat.player.view.received for seat in room.seats)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_passed_cards_does_not_matter(order: tuple[int, ...]) -> None:
    """The commitment is to a set of cards; records list cards in ascending order."""

    class Disordered(Room):
        def offered(self, peer: int, message: m.ClientMessage) -> m.ClientMessage:
            if peer != 1 or not isinstance(message, m.PassCards):
                return message
            first, second, third = (message.cards[place] for place in order)
            return m.PassCards(hand=message.hand, cards=(first, second, third), nonce=message.nonce)

    room = Disordered(4, one_hand())
    room.join()
    room.run()
    assert room.disputes() == [""] * 4
    assert judged(room.log).code == 0


# -- the end of a hand ---------------------------------------------------------------------------------------------


def test_the_moon_is_its_shooters() -> None:
    room = Moonlit()
    room.join()
    room.run_to(Phase.MOON)
    record = r.Moon(by=1, seen=seen(room), hand=1, choice="add")
    early = r.Agree(by=1, seen=seen(room), hand=1, totals=(0, 26, 26))
    assert_refused(room, {"bad_record": (1, by(room, 1, record)), "not_now": (1, by(room, 1, early))})


def test_agreements() -> None:
    room = at(Phase.AGREES)
    opened = room.game.state.hand.opened
    assert opened
    other = (opened.totals[0] + 1, *opened.totals[1:])
    assert_refused(
        room,
        {
            "bad_record": (0, by(room, 0, r.Agree(by=0, seen=seen(room), hand=1, totals=other))),
            "stale": (0, by(room, 0, r.Agree(by=0, seen=seen(room), hand=2, totals=opened.totals))),
            "not_now": (0, play(room, 0, Card(0))),
        },
    )


# -- what only the host may do -------------------------------------------------------------------------------------


def hosts_records(room: Room) -> dict[str, r.Record]:
    head, state = seen(room), room.game.state
    return {
        "deal": r.Deal(by="host", seen=head, hand=state.hand_number + 1, commit="ab" * 32),
        "open": r.Open(by="host", seen=head, hand=1, secret="ab" * 32, passes=(), points=(0,) * 4, totals=(0,) * 4),
        "substitute": r.Substitute(by="host", seen=head, seat=0, key="ab" * 32, name="Bot", bot=True, reason="away"),
        "void": r.Void(by="host", seen=head, hand=1, seat=-1, reason="stopped", secret=""),
        "resume": r.Resume(by="host", seen=head, reason="restart"),
        "end": r.End(by="host", seen=head, totals=state.totals, winners=(), reason="stopped"),
    }


MOMENTS: list[Callable[[], Room]] = [
    lambda: at(Phase.COMMITS),
    lambda: at(Phase.REVEALS),
    lambda: settled(at(Phase.PASSES)),
    mid_trick,
    lambda: at(Phase.AGREES),
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_records_of_the_host_are_not_taken_from_a_seat(moment: Callable[[], Room]) -> None:
    room = moment()
    before = kept(room)
    for name, record in hosts_records(room).items():
        (effect,) = room.table.handle(events.Received(2, by(room, 2, record)), NOW)
        assert isinstance(effect, events.Send), name
        (refusal,) = effect.messages
        assert isinstance(refusal, m.Refused), name
        assert refusal.code in ("bad_record", "not_now"), name
    assert kept(room) == before
    room.run()
    assert judged(room.log).code == 0


def test_not_even_from_the_hosts_own_seat() -> None:
    """The host may sit at its table under its own key; its client is a client like any other."""
    room = Room(3, one_hand(), host=identity("player1"))
    room.join()
    room.run_to(Phase.COMMITS)
    settled(room)
    for name, record in hosts_records(room).items():
        (effect, *more) = room.table.handle(events.Received(1, by(room, 1, record)), NOW)
        assert not more, name
        assert isinstance(effect, events.Send), name
        (refusal,) = effect.messages
        assert isinstance(refusal, m.Refused), name
        assert refusal.code in ("bad_record", "not_now", "not_your_seat"), (name, refusal)
    room.run()
    assert judged(room.log).code == 0


# -- nonsense ------------------------------------------------------------------------------------------------------

GARBAGE = [
    "x",
    "{}",
    "[]",
    "null",
    "0" * limits.PAYLOAD_CHARS,
    "[" * 5_000,
    '{"type":"play"}',
    '{"type":"' + "y" * 5_000 + '"}',
    '{"by":0,"seen":"' + "0" * 64 + '","type":"play","' + "z" * 5_000 + '":1}',
    '{"by": 0}',
    '{"by":1e999}',
    "\U0001f0a1\u202e\u2028",
    "\ud800",
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_garbage(moment: Callable[[], Room]) -> None:
    room = moment()
    bad: Bad = {
        f"bad_record {number}": (1, m.Submit(payload=payload, signature="00" * 64))
        for number, payload in enumerate(GARBAGE)
    }
    assert_refused(room, bad)


@pytest.mark.parametrize("moment", MOMENTS)
def test_messages_of_the_handshake(moment: Callable[[], Room]) -> None:
    room = moment()
    assert_refused(
        room,
        {
            "not_yet hello": (2, m.Hello(versions=(1,), program="x")),
            "not_yet join": (2, m.Join(role="player", name="x", lines=0, head="0" * 64)),
        },
    )


CONTROLS = [("kick", "player0"), ("end", ""), ("start", ""), ("players", "5"), ("set", "target=50"), ("bot", "easy")]


def assert_controls_refused(room: Room, peer: int) -> None:
    for command, argument in CONTROLS:
        effects = room.table.handle(events.Received(peer, m.Control(command=command, argument=argument)), NOW)
        refusals = [message for effect in effects if isinstance(effect, events.Send) for message in effect.messages]
        assert [type(message) for message in refusals] == [m.Refused], command
        assert [effect.peer for effect in effects if isinstance(effect, events.Send)] == [peer], command


@pytest.mark.parametrize("peer", [2, 4])
def test_controls_are_for_the_host(peer: int) -> None:
    """Neither a seat nor a watcher controls a game or a lobby that is not its own."""
    room = Room(4, one_hand())
    room.join()
    room.watch()
    settled(room)
    lobby = room.table.lobby
    seats, options = list(lobby.seats), lobby.options
    assert_controls_refused(room, peer)
    assert (lobby.seats, lobby.options) == (seats, options)
    room.run_to(Phase.PLAYS)
    before = kept(room)
    assert_controls_refused(room, peer)
    assert kept(room) == before
    room.run()
    assert judged(room.log).code == 0


def test_who_watches_does_not_play() -> None:
    room = at(Phase.PLAYS)
    room.watch()
    settled(room)
    opener = room.game.state.rules.opener
    assert opener is not None
    holder = next(seat for seat in range(4) if opener in held(room, seat))
    assert_refused(
        room,
        {
            "watching play": (4, play(room, holder, opener)),
            "watching ready": (4, m.Ready(commit="0" * 64, terms=0)),
            "watching pass": (4, m.PassCards(hand=1, cards=("2C", "3C", "4C"), nonce="0" * 64)),
        },
    )


def test_in_the_lobby_there_is_nothing_to_play() -> None:
    room = Room(3, one_hand())
    room.join()
    settled(room)
    for message in (
        m.Submit(payload="{}", signature="00" * 64),
        m.PassCards(hand=1, cards=("2C", "3C", "4C"), nonce="0" * 64),
    ):
        (effect,) = room.table.handle(events.Received(0, message), NOW)
        assert effect == events.Send(0, (m.Refused(code="not_now", sentence="No game is being played."),))
    room.run()
    assert judged(room.log).code == 0


def test_a_peer_that_never_entered_is_not_heard() -> None:
    room = at(Phase.PASSES)
    assert room.table.handle(events.Received(99, m.Say(text="hello")), NOW) == []
    assert room.table.handle(events.Lost(99), NOW) == []
