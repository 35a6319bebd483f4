"""The game told in sentences: what a record means to somebody who watches it happen.

A `Voice` knows who "you" are and how cards are written: in words (plain mode) or in short (the screen).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.cards import JACK_OF_DIAMONDS, Card, Suit, card_text
from hearts_lan.console.absence import name_at, substituted, voided
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.rules.names import enumeration
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, State
from hearts_lan.wire.text import clean, width

ACROSS = {1: "to the left", -1: "to the right", 2: "across"}


@dataclass(frozen=True, slots=True)
class Voice:
    """Who listens (``seat``, -1 for a watcher) and how a card is written."""

    seat: int
    card: Callable[[Card], str]

    def who(self, state: State, seat: int) -> str:
        """The name of a seat's speaker, or "You"."""
        return "You" if seat == self.seat else name_at(state, seat)

    def does(self, state: State, seat: int, verb: str) -> str:
        """Somebody does something: "You take", "Ana takes"."""
        return f"{self.who(state, seat)} {verb}{'' if seat == self.seat else 's'}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards in one breath."""
        return ", ".join(map(self.card, cards))


def in_words(card: Card) -> str:
    """A card in plain words."""
    return f"the {rules.card_name(card)}"


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
            return _hand_begins(voice, after)
        case r.Play():
            return _played(voice, before, after)
        case r.Moon(by=seat, choice=choice):
            return _moon(voice, after, seat, choice)
        case r.Open():
            return _opened(voice, after)
        case r.Agree() if after.phase is Phase.BETWEEN:
            return [f"Deal and result of hand {after.hand_number} verified by all {after.players} players."]
        case r.Substitute() as record:
            return [substituted(record, before, after, voice.seat)]
        case r.Void() as record:
            return [voided(record, after)]
        case r.Resume():
            return ["The host's program was started again."]
        case r.Dispute(by=seat, reason=reason):
            return [f"{voice.does(after, seat, 'dispute')} the game: {clean(reason)}"]
        case r.End():
            return _ended(voice, after)
        case _:
            return []


def _moon(voice: Voice, state: State, shooter: int, choice: str) -> list[str]:
    total = state.rules.penalty_total
    own = "your" if shooter == voice.seat else "their"
    what = {"add": ("add", f"{total} to everybody else's total"), "subtract": ("take", f"{total} off {own} own total")}
    verb, amount = what[choice]
    return [f"{voice.who(state, shooter)} shot the moon!", f"{voice.does(state, shooter, verb)} {amount}."]


def outcome(voice: Voice, state: State, choice: rules.Choice, totals: Sequence[int]) -> str:
    """The totals that a choice of a moon leads to, and whether the game would end with them."""
    names = [voice.who(state, seat) for seat in range(state.players)]
    shown = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    winners = winners_with(voice, state, totals)
    return f"{choice}: {shown}.{f' The game ends: {winners}.' if winners else ''}"


def winners_with(voice: Voice, state: State, totals: Sequence[int]) -> str:
    """Who would win with these totals, as ``you win``; empty if the game would go on."""
    is_over = rules.is_decided(state.rules.options, totals)
    return _winners(voice, state, rules.winners(totals)) if is_over else ""


def _hand_begins(voice: Voice, state: State) -> list[str]:
    number, table_rules = state.hand_number, state.rules
    where = direction(table_rules, number)
    passing = f"three cards are passed {where}" if where else "no cards are passed"
    widow = table_rules.widow_size
    extra = f" {widow} cards lie face down and go with the first trick." if widow else ""
    lines = [f"Hand {number}: {table_rules.hand_size} cards each, {passing}.{extra}"]
    if table_rules.opener is None:
        dealer, leader = rules.dealer(table_rules, number), rules.left_of_dealer(table_rules, number)
        lines.append(f"{voice.does(state, dealer, 'deal')}; {_inside(voice.does(state, leader, 'lead'))} first.")
    return lines


def _inside(words: str) -> str:
    """Words that begin a sentence, in the middle of one."""
    return f"y{words[1:]}" if words == "You" or words.startswith("You ") else words


def _played(voice: Voice, before: State, after: State) -> list[str]:
    record, was, now = after.last, before.hand.play, after.hand.play
    assert isinstance(record, r.Play)
    card = r.cards_of([record.card])[0]
    verb = "play" if was.trick else "lead"
    lines = [f"{voice.does(after, record.by, verb)} {voice.card(card)}."]
    if now.broken and not was.broken:
        lines.append("Hearts are broken.")
    if len(now.tricks) > len(was.tricks):
        lines += trick_done(voice, after)
    return lines


def trick_done(voice: Voice, state: State) -> list[str]:
    """What became of the last complete trick: which cards cancelled each other, who took it, and what with it; and
    that the hand ends early with it, if it does."""
    play = state.hand.play
    trick = play.tricks[-1]
    lines = _cancelled(voice, state, trick)
    if trick.winner is None:
        return [*lines, _carried(voice, state)]
    if rules.winner(trick.leader, trick.cards) is None:
        lines.append("Every card of the led suit is cancelled: the last trick goes to its leader.")
    points = rules.points_of(state.rules, trick.cards)
    jack = _has_jack(state.rules, trick.cards)
    name = f" with {voice.card(JACK_OF_DIAMONDS)} ({state.rules.values[JACK_OF_DIAMONDS]})" if jack else ""
    worth = f", {points_text(points)}" if points or jack else ""
    more = "".join(f", and {what}" for what in _with_it(state))
    lines.append(f"{voice.does(state, trick.winner, 'take')} the trick{name}{worth}{more}.")
    if rules.is_over(play) and len(play.tricks) < state.rules.hand_size:
        lines.append("Every card that counts is taken: the rest of the hand is not played.")
    return lines


def _has_jack(table_rules: rules.Rules, cards: Iterable[Card]) -> bool:
    return JACK_OF_DIAMONDS in cards and JACK_OF_DIAMONDS in table_rules.scoring


def _cancelled(voice: Voice, state: State, trick: rules.Trick) -> list[str]:
    """Which cards cancel each other, and who played them (C3)."""
    players: dict[Card, list[str]] = {}
    for place in rules.cancelled(trick.cards):
        name = voice.who(state, (trick.leader + place) % state.players)
        players.setdefault(trick.cards[place], []).append(_inside(name))
    pairs = [f"{voice.card(card)} (by {' and '.join(names)})" for card, names in players.items()]
    return [f"Cancelled: {enumeration(pairs)}."] if pairs else []


def _carried(voice: Voice, state: State) -> str:
    """What happens after a trick that nobody takes (C5)."""
    play = state.hand.play
    waiting = points_text(rules.points_of(state.rules, rules.carried(play)))
    face_down = f" and {_face_down(state.rules)}" if _widow_waits(play.tricks) and state.rules.widow_size else ""
    again = _inside(voice.does(state, play.tricks[-1].leader, "lead"))
    start = "Every card of the led suit is cancelled: the trick is carried"
    return f"{start} ({waiting} so far{face_down}), and {again} again."


def _face_down(table_rules: rules.Rules) -> str:
    return f"the {table_rules.widow_size} cards face down"


def _widow_waits(tricks: Iterable[rules.Trick]) -> bool:
    """Whether nobody took a trick so far, nor the cards that lie face down (C1)."""
    return all(trick.winner is None for trick in tricks)


def _with_it(state: State) -> list[str]:
    """What whoever took the last trick got with it: tricks that were carried, and the cards face down."""
    play = state.hand.play
    earlier = play.tricks[:-1]
    carried = rules.carried(play._replace(tricks=earlier))
    count = len(carried) // state.players
    name = "a carried trick" if count == 1 else f"{count} carried tricks"
    points = rules.points_of(state.rules, carried)
    more = [f"{name} with {points_text(points)}"] if count else []
    return [*more, _face_down(state.rules)] if _widow_waits(earlier) and state.rules.widow_size else more


def stakes(state: State) -> list[str]:
    """What goes with the trick that is being played: tricks that were carried, and cards that lie face down."""
    play = state.hand.play
    carried = rules.carried(play)
    points = points_text(rules.points_of(state.rules, carried))
    lines = [f"The next taker gets what was carried too: {points} so far."] if carried else []
    if state.rules.widow_size and _widow_waits(play.tricks):
        lines.append(f"{state.rules.widow_size} cards lie face down and go with the trick.")
    return lines


def _opened(voice: Voice, state: State) -> list[str]:
    hand, options = state.hand, state.rules.options
    assert hand.opened is not None
    lines = _widow_opened(voice, state)
    if hand.tally and hand.tally.shooter is not None and options.moon is not rules.Moon.CHOOSE:
        lines += _moon(voice, state, hand.tally.shooter, options.moon.value)
    scores = zip(range(state.players), hand.opened.points, hand.opened.totals, strict=True)
    shown = ", ".join(f"{voice.who(state, seat)} {points:+d} = {total}" for seat, points, total in scores)
    return [*lines, f"Scores: {shown}.", *_tied(voice, state)]


def _widow_opened(voice: Voice, state: State) -> list[str]:
    """The cards that lay face down, now that everybody may know them, and who has them (C1)."""
    widow = rules.inferred_widow(state.hand.play)
    taker = next((trick.winner for trick in state.hand.play.tricks if trick.winner is not None), None)
    if not widow or taker is None:
        return []
    points = points_text(rules.points_of(state.rules, widow))
    return [f"Face down lay {voice.cards(widow)}: {points} for {_inside(voice.who(state, taker))}."]


def _tied(voice: Voice, state: State) -> list[str]:
    """Why a game goes on whose target was reached (S8)."""
    assert state.hand.opened is not None
    options, totals = state.rules.options, state.hand.opened.totals
    if max(totals) < options.target or rules.is_decided(options, totals):
        return []
    names = [voice.who(state, seat) for seat in rules.winners(totals)]
    tied = enumeration([names[0], *map(_inside, names[1:])])
    return [f"{tied} tie for the lowest total, so another hand is played."]


def _ended(voice: Voice, state: State) -> list[str]:
    assert state.end is not None
    if state.end.reason == "stopped":
        return ["The game was stopped before it was decided.", *standing(voice, state)]
    if state.end.winners == (voice.seat,):
        return ["The game is over: you win!"]
    return [f"The game is over: {_winners(voice, state, state.end.winners)}."]


def standing(voice: Voice, state: State) -> list[str]:
    """The totals of a game that is not decided; nothing before its first hand counted."""
    shown = ", ".join(f"{voice.who(state, seat)} {total}" for seat, total in enumerate(state.totals))
    return [f"Scores so far: {shown}."] if any(state.totals) else []


def _winners(voice: Voice, state: State, winners: Sequence[int]) -> str:
    """Who wins, in the middle of a sentence."""
    if len(winners) == 1:
        return _inside(voice.does(state, winners[0], "win"))
    return f"{enumeration([_inside(voice.who(state, seat)) for seat in winners])} win together"


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
