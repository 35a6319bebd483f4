"""Modified hosts: each cheats in one way, and goes on as if nothing had happened for as long as it can."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hearts_lan import rules
from hearts_lan.cards import Card, card_text, parse_card
from hearts_lan.fairness.commit_reveal import dealt_message
from hearts_lan.fairness.identity import Identity
from hearts_lan.table.game import Game, Out, Private, Written
from hearts_lan.table.pen import Pen, Seated
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, RebuiltDeal, Refused, State
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import Line, next_head
from hearts_lan.wire import messages as m
from tests.kit import NOW, Room, signed

Hands = tuple[tuple[Card, ...], ...]


class Shameless(Game):
    """A host that writes also what its own audit refuses, and then calls it a day."""

    def _write_line(self, line: Line) -> Written:
        try:
            return super()._write_line(line)
        except Refused:
            count, head = self.state.count + 1, next_head(self.state.head, line)
            self.state = replace(self.state, count=count, head=head, phase=Phase.ENDED)
            self.lines.append(line)
            return Written(count, line)


def with_pen(pen: type[Pen]) -> type[Game]:
    """A shameless host that writes with another pen."""
    return type(pen.__name__, (Shameless,), {"pen_type": pen})


class OtherHands(Shameless):
    """Deals other hands than the seeds and its secret give."""

    def hands(self, true: Hands) -> Hands:
        raise NotImplementedError

    def _deal_cards(self) -> Iterator[Out]:
        list(super()._deal_cards())
        assert self._secrets is not None
        hands = tuple(tuple(sorted(hand)) for hand in self.hands(self._secrets.dealt.hands))
        dealt = RebuiltDeal(hands, self._secrets.dealt.widow)
        self._secrets = replace(self._secrets, dealt=dealt, hands=list(hands))
        for seat in range(len(hands)):
            for message in self.private(seat):
                yield Private(seat, message)


class Stacked(OtherHands):
    """Seat 0 gets the best cards of the pack."""

    def hands(self, true: Hands) -> Hands:
        pack = sorted((card for hand in true for card in hand), key=lambda card: (card % 13, card))
        size = len(true[0])
        return tuple(tuple(pack[len(pack) - size * (seat + 1) :][:size]) for seat in range(len(true)))


class Swapped(OtherHands):
    """Seats 1 and 2 have one card of each other's."""

    def hands(self, true: Hands) -> Hands:
        one, two, *rest = true[1], true[2], *true[3:]
        return (true[0], (*one[1:], two[0]), (one[0], *two[1:]), *rest)


class Doubled(OtherHands):
    """Seat 2 has a card that seat 1 has, too."""

    def hands(self, true: Hands) -> Hands:
        return (*true[:2], (*true[2][:-1], true[1][-1]), *true[3:])


class Scribe(Pen):
    """A pen that writes something else when a hand is opened."""

    def open(self, state: State, openings: Sequence[m.PassCards]) -> r.Open:
        return self.other(super().open(state, openings))

    def other(self, record: r.Open) -> r.Open:
        raise NotImplementedError


class OtherScore(Scribe):
    """Adds a point to the first seat that it can, in points and totals."""

    def other(self, record: r.Open) -> r.Open:
        return r.Open(
            by="host",
            seen=record.seen,
            hand=record.hand,
            secret=record.secret,
            passes=record.passes,
            points=(record.points[0] + 1, *record.points[1:]),
            totals=(record.totals[0] + 1, *record.totals[1:]),
        )


class OtherTotals(Scribe):
    """Adds the points up wrong."""

    def other(self, record: r.Open) -> r.Open:
        totals = (record.totals[0] + 1, *record.totals[1:])
        return r.Open(
            by="host",
            seen=record.seen,
            hand=record.hand,
            secret=record.secret,
            passes=record.passes,
            points=record.points,
            totals=totals,
        )


class OtherWinner(Pen):
    """Names somebody else as the winner."""

    def end(self, state: State, reason: object) -> r.End:
        del reason
        totals = state.totals
        loser = totals.index(max(totals))
        return r.End(by="host", seen=state.head.hex(), totals=totals, winners=(loser,), reason="target")


class OtherEnd(Pen):
    """Writes other totals at the end."""

    def end(self, state: State, reason: object) -> r.End:
        del reason
        totals = tuple(reversed(state.totals))
        return r.End(by="host", seen=state.head.hex(), totals=totals, winners=rules.winners(totals), reason="target")


class OtherOpening(Scribe):
    """Opens another pass than was signed."""

    def other(self, record: r.Open) -> r.Open:
        first, *others = record.passes
        return r.Open(
            by="host",
            seen=record.seen,
            hand=record.hand,
            secret=record.secret,
            passes=(r.PassOpening(cards=others[0].cards, nonce=first.nonce), *others),
            points=record.points,
            totals=record.totals,
        )


class OtherPass(Shameless):
    """Hands seat 1 other cards than seat 0 passed to it."""

    def private(self, seat: int) -> list[m.HostMessage]:
        return [self._exchanged(seat, message) for message in super().private(seat)]

    def _exchanged(self, seat: int, message: m.HostMessage) -> m.HostMessage:
        if seat != 1 or not isinstance(message, m.Passed):
            return message
        assert self._secrets is not None
        others = [card for card in self._secrets.dealt.hands[0] if card_text(card) not in message.cards]
        first, second, third = map(card_text, others[:3])
        return m.Passed(hand=message.hand, giver=message.giver, cards=(first, second, third), nonce=message.nonce)


class LateSecret(Pen):
    """Commits to one secret and deals with another, found when all seeds were known."""

    def secret(self, state: State, hand: int) -> bytes:
        secret = super().secret(state, hand)
        return secret if state.phase is Phase.BETWEEN else bytes(reversed(secret))


class InventedPlay(Shameless):
    """Plays a card for whoever is to play the fifth card, signed with its own key."""

    def submit(self, seat: int, payload: str, signature: bytes) -> list[Out]:
        record = decode_record(payload)
        if isinstance(record, r.Play) and len(self.state.hand.play_lines) == 4:
            card = next(card for card in self.state.hand.unplayed if card_text(card) != record.card)
            fake = r.Play(by=seat, seen=record.seen, hand=record.hand, card=card_text(card))
            return [self._write_line(signed(self._pen.identity, self.state.game_id, fake))]
        return super().submit(seat, payload, signature)


class Replayed(Shameless):
    """Writes a line of the past once more."""

    def submit(self, seat: int, payload: str, signature: bytes) -> list[Out]:
        record = decode_record(payload)
        if isinstance(record, r.Play) and len(self.state.hand.play_lines) == 8:
            return [self._write_line(self.lines[self.state.hand.play_lines[4] - 1])]
        return super().submit(seat, payload, signature)


class Redealer(Room):
    """Sends seat 1 other cards than the game dealt, with a good signature of the host unless ``forged``."""

    def __init__(self, how: str) -> None:
        super().__init__(4, rules.Options(target=1))
        self.how = how

    def relayed(self, peer: int, message: m.HostMessage) -> Iterator[m.HostMessage]:
        if peer != 1 or not isinstance(message, m.Dealt):
            yield message
            return
        if self.how == "twice":
            yield message
        yield self._changed(message)

    def _changed(self, message: m.Dealt) -> m.Dealt:
        cards = message.cards
        pack = list(map(card_text, self.game.state.rules.pack))
        changed = {
            "too few": cards[1:],
            "too many": tuple(sorted((*cards, next(card for card in pack if card not in cards)), key=pack.index)),
            "unsorted": cards[::-1],
            "doubled": (cards[1], *cards[1:]),
            "twice": tuple(card for card in pack if card not in cards)[: len(cards)],
            "forged": cards,
            "another hand": cards,
        }[self.how]
        signature = self._signature(self.host if self.how != "forged" else self.seats[0].identity, changed)
        return m.Dealt(hand=message.hand + (self.how == "another hand"), cards=changed, signature=signature.hex())

    def _signature(self, who: Identity, cards: tuple[str, ...]) -> bytes:
        state = self.game.state
        return who.sign(dealt_message(state.game_id, state.hand_number, 1, map(parse_card, cards)))


class Forked(Room):
    """Shows the seats of the second half another record of type ``kind``, signed just as well."""

    def __init__(self, kind: type[r.Record], author: int | None = None) -> None:
        super().__init__(4, rules.Options(target=1, passing=rules.Passing.NONE))
        self.kind, self.author = kind, author
        self.other: tuple[Line, Line] | None = None
        self.fork_line = 0

    def shown(self, peer: int, message: m.HostMessage) -> m.HostMessage:
        if not isinstance(message, m.Record) or peer < 2:
            return message
        line = Line(message.payload, bytes.fromhex(message.signature))
        record = decode_record(line.payload)
        if self.other is None and self._is_the_one(record):
            self.other = line, self._other(record)
            self.fork_line = message.number
        if self.other is None or self.other[0] != line:
            return message
        other = self.other[1]
        return m.Record(number=message.number, payload=other.payload, signature=other.signature.hex())

    def _is_the_one(self, record: r.Record) -> bool:
        """Of plays one after the first trick, in which the opening card would give the other away."""
        in_time = not isinstance(record, r.Play) or len(self.game.state.hand.play.tricks) > 0
        return type(record) is self.kind and in_time and (self.author is None or record.by == self.author)

    def _other(self, record: r.Record) -> Line:
        match record:
            case r.Table():
                started = NOW.replace("2026", "2027")
                other: r.Record = r.Table(
                    by="host",
                    seen=record.seen,
                    version=record.version,
                    started=started,
                    rules=record.rules,
                    host=record.host,
                    seats=record.seats,
                )
            case r.Deal():
                other = r.Deal(by="host", seen=record.seen, hand=record.hand, commit="ab" * 32)
            case r.Play():
                other = r.Play(by=record.by, seen=record.seen, hand=record.hand, card=self._other_card(record.card))
            case _:
                raise NotImplementedError
        who = self.host if record.by == "host" else self.seats[record.by].identity
        return signed(who, self.game.state.game_id, other)

    def _other_card(self, played: str) -> str:
        assert self.game._secrets is not None
        hand = self.game._secrets.hands[self.author or 0]
        return next(card_text(card) for card in hand if card_text(card) != played)


class OtherTable(Pen):
    """Writes a roster of its own for seat 1."""

    def seat(self, seat: r.RosterSeat) -> r.RosterSeat:
        raise NotImplementedError

    def table(self, options: rules.Options, seats: Sequence[Seated], started: str) -> r.Table:
        table = super().table(options, seats, started)
        roster = (table.seats[0], self.seat(table.seats[1]), *table.seats[2:])
        return r.Table(
            by="host",
            seen=table.seen,
            version=table.version,
            started=table.started,
            rules=table.rules,
            host=table.host,
            seats=roster,
        )
