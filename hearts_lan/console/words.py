"""The game told in sentences: what a record means to somebody who watches it happen.

A `Voice` knows who "you" are and how cards are written: in words (plain mode) or in short (the screen).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.cards import Card, Suit, card_text
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, State
from hearts_lan.wire import messages as m
from hearts_lan.wire.text import clean, width

GOOD_TARGET = 50
"""A game to less is over before it has begun (S6)."""

ACROSS = {1: "to the left", -1: "to the right", 2: "across"}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who listens (``seat``, -1 for a watcher) and how a card is written."""

    seat: int
    card: Callable[[Card], str]

    def who(self, state: State, seat: int) -> str:
        """The name of a seat's speaker, or "You"."""
        return "You" if seat == self.seat else clean(state.speakers[seat].name)

    def does(self, state: State, seat: int, verb: str) -> str:
        """Somebody does something: "You take", "Ana takes"."""
        return f"{self.who(state, seat)} {verb}{'' if seat == self.seat else 's'}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards in one breath."""
        return ", ".join(map(self.card, cards))


def in_words(card: Card) -> str:
    """A card in plain words."""
    return f"the {rules.card_name(card)}"


def welcome(lobby: m.Lobby) -> list[str]:
    """What is played at a table, and what its deal proves and what it does not."""
    options = rules.options_from_dict(dict(lobby.options))
    table_rules = rules.make_rules(options, lobby.players)
    short = "" if options.target >= GOOD_TARGET else f" (short: {GOOD_TARGET} is a good minimum)"
    return [
        f"{table_rules.title} for {lobby.players}, to {options.target}{short}. Type rules for all of its rules.",
        "Nobody can choose the cards, but the host's program knows all of them while they are played.",
    ]


def lobby_line(lobby: m.Lobby) -> str:
    """Who sits at the table, and who is ready."""
    return f"Seats: {', '.join(map(_seat_text, lobby.seats))}."


def _seat_text(seat: m.SeatInfo) -> str:
    if seat.kind == "empty":
        return "empty"
    name = clean(seat.name) + (" (bot)" if seat.kind == "bot" else "")
    return f"{name} ready" if seat.ready else f"{name} not ready"


def points_text(points: int) -> str:
    """``1 point``, ``5 points``."""
    return f"{points} point{'' if abs(points) == 1 else 's'}"


def direction(table_rules: rules.Rules, hand: int) -> str:
    """Where cards are passed in a hand, in words; empty without a pass."""
    offset = rules.pass_offset(table_rules, hand)
    return ACROSS.get(offset, ACROSS.get(offset - table_rules.players, "")) if offset else ""


def tell(voice: Voice, before: State, after: State) -> list[str]:
    """Sentences about the record that led from one state to the next; none when nobody needs to know."""
    match after.last:
        case r.Nonce() if before.phase is Phase.NONCES and after.phase is Phase.BETWEEN:
            code = voice.cards(table_code(after.game_id))
            return [f"The game begins. Table code, the same for everybody: {code}."]
        case r.Deal():
            return _hand_begins(after)
        case r.Play():
            return _played(voice, before, after)
        case r.Moon(by=seat, choice=choice):
            what = "adds 26 to everybody else" if choice == "add" else "takes 26 off their own total"
            return [f"{voice.who(after, seat)}: the moon {_moon_amount(after, what)}."]
        case r.Open():
            return _opened(voice, after)
        case r.Agree() if after.phase is Phase.BETWEEN:
            return [f"Deal and result of hand {after.hand_number} verified by all {after.players} players."]
        case r.Substitute() as record:
            return [_substituted(record)]
        case r.Void(hand=hand, reason=reason):
            return [f"Hand {hand} does not count ({reason.replace('_', ' ')})."]
        case r.Resume():
            return ["The host's program was started again."]
        case r.Dispute(by=seat, reason=reason):
            return [f"{voice.does(after, seat, 'dispute')} the game: {clean(reason)}"]
        case r.End():
            return _ended(voice, after)
        case _:
            return []


def _moon_amount(state: State, what: str) -> str:
    return what.replace("26", str(state.rules.penalty_total))


def _hand_begins(state: State) -> list[str]:
    where = direction(state.rules, state.hand_number)
    passing = f"three cards are passed {where}" if where else "no cards are passed"
    widow = state.rules.widow_size
    extra = f" {widow} cards lie face down and go with the first trick." if widow else ""
    return [f"Hand {state.hand_number}: {state.rules.hand_size} cards each, {passing}.{extra}"]


def _played(voice: Voice, before: State, after: State) -> list[str]:
    record, was, now = after.last, before.hand.play, after.hand.play
    assert isinstance(record, r.Play)
    card = r.cards_of([record.card])[0]
    verb = "play" if was.trick else "lead"
    lines = [f"{voice.does(after, record.by, verb)} {voice.card(card)}."]
    if now.broken and not was.broken:
        lines.append("Hearts are broken.")
    if len(now.tricks) > len(was.tricks):
        lines.append(_trick_done(voice, after, now.tricks[-1]))
    return lines


def _trick_done(voice: Voice, state: State, trick: rules.Trick) -> str:
    points = rules.points_of(state.rules, trick.cards)
    if trick.winner is None:
        return f"Every card of the led suit is cancelled: the trick is carried ({points_text(points)})."
    carried = _carried_points(state, trick)
    worth = f", {points_text(points)}" if points else ""
    more = f" and {points_text(carried)} carried" if carried else ""
    return f"{voice.does(state, trick.winner, 'take')} the trick{worth}{more}."


def _carried_points(state: State, trick: rules.Trick) -> int:
    """Points of the tricks that were carried into this one."""
    carried = 0
    for earlier in reversed(state.hand.play.tricks[:-1]):
        if earlier.winner is not None:
            break
        carried += rules.points_of(state.rules, earlier.cards)
    return carried if trick.winner is not None else 0


def _opened(voice: Voice, state: State) -> list[str]:
    hand = state.hand
    assert hand.opened is not None
    lines = []
    if hand.tally and hand.tally.shooter is not None:
        lines.append(f"{voice.who(state, hand.tally.shooter)} shot the moon!")
    scores = zip(range(state.players), hand.opened.points, hand.opened.totals, strict=True)
    shown = ", ".join(f"{voice.who(state, seat)} {points:+d} = {total}" for seat, points, total in scores)
    return [*lines, f"Scores: {shown}."]


def _substituted(record: r.Substitute) -> str:
    name = clean(record.name)
    return f"{name} (bot) plays on ({record.reason})." if record.bot else f"{name} is back."


def _ended(voice: Voice, state: State) -> list[str]:
    assert state.end is not None
    if state.end.reason == "stopped":
        return ["The game was stopped before it was decided."]
    names = [voice.who(state, seat) for seat in state.end.winners]
    if names == ["You"]:
        return ["The game is over: you win!"]
    verb = "wins" if len(names) == 1 else "win together"
    return [f"The game is over: {' and '.join(names)} {verb}."]


def sheet(
    names: Sequence[str], rows: Sequence[Sequence[int]], totals: Sequence[int], numbers: Sequence[int] = ()
) -> list[str]:
    """A score sheet: one column per player, one row per hand, the totals below.

    ``numbers`` are those of the hands; without them the rows are numbered from 1.
    """
    widths = [max(width(name), 5) for name in names]
    head = "hand  " + "  ".join(" " * (room - width(name)) + name for name, room in zip(names, widths, strict=True))
    body = [
        f"{number:4}  " + "  ".join(f"{points:+d}".rjust(room) for points, room in zip(row, widths, strict=True))
        for number, row in zip(numbers or range(1, len(rows) + 1), rows, strict=True)
    ]
    foot = "total " + "  ".join(str(total).rjust(room) for total, room in zip(totals, widths, strict=True))
    return [head, *body, foot]


def _rank(card: Card) -> str:
    return card_text(card)[0]


def hand_text(cards: Sequence[Card]) -> str:
    """A hand, suit by suit."""
    by_suit = {suit: [card for card in cards if card // 13 == suit] for suit in Suit}
    groups = [f"{rules.suit_name(suit)} {' '.join(map(_rank, held))}" for suit, held in by_suit.items() if held]
    return "; ".join(groups) if groups else "no cards"
