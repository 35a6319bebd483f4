"""One hand on the page: how the cards lay, what was passed, every trick, and what it cost."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain

from hearts_lan import rules
from hearts_lan.cards import RANK_OF, SUIT_OF, Card, card_text
from hearts_lan.console.absence import void_reason
from hearts_lan.console.seats import seat_names, with_names
from hearts_lan.console.words import direction, points_text
from hearts_lan.rules import Trick
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.transcript.report import HandReport
from hearts_lan.wire.text import clean

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def card(one: Card) -> str:
    """A card in the colour of its suit."""
    suit = card_text(one)[1]
    return f'<span class="card {suit.lower()}">{card_text(one)[0].replace("T", "10")}{SYMBOLS[suit]}</span>'


def cards(several: Iterable[Card]) -> str:
    """Cards by suit and rank."""
    return "".join(map(card, sorted(several, key=lambda one: (SUIT_OF[one].value, RANK_OF[one]))))


def scores(names: Sequence[str], hands: Sequence[HandReport]) -> Iterator[str]:
    """The sheet: a row for each hand that counts, and the totals."""
    yield '<div class="wide"><table><tr><th>hand</th>'
    yield from (f'<th class="n">{escape(name)}</th>' for name in names)
    yield "</tr>"
    for hand in hands:
        row = "".join(f'<td class="n">{points:+d}</td>' for points in hand.points)
        yield f"<tr><td>{hand.number}</td>{row}</tr>"
    totals = "".join(f'<td class="n">{total}</td>' for total in hands[-1].totals)
    yield f'<tr class="total"><td>total</td>{totals}</tr></table></div>'


def note(state: State) -> list[str]:
    """What the last record means where it is more than a move of the game."""
    names = seat_names(state.roster)
    match state.last:
        case r.Substitute(seat=seat, name=name, reason=reason):
            is_back = state.speakers[seat] == state.roster[seat]
            return [f"{names[seat]} is back." if is_back else f"{clean(name)} plays on for {names[seat]} ({reason})."]
        case r.Resume():
            return ["The host's program was started again."]
        case r.Dispute(by=seat, reason=reason):
            return [f"{names[seat]} disputes the game: {clean(reason)}"]
        case r.End(reason="stopped"):
            return ["The game was stopped before it was decided."]
        case r.Void() as void:
            return [f"Hand {void.hand} does not count: {with_names(void_reason(void), names)}."]
        case r.Moon(by=seat, choice=choice):
            took = f"adds {state.rules.penalty_total} points to everybody else"
            own = f"takes {state.rules.penalty_total} points off the own total"
            return [f"{seat_names(state.speakers)[seat]} shoots the moon and {took if choice == 'add' else own}."]
        case _:
            return []


class Hand:
    """Keeps what happens in a hand until its cards may be shown, or it is over without that."""

    def __init__(self, state: State, found: HandReport | None) -> None:
        self.number = state.hand_number
        self._found = found
        self._state = state
        self._notes: list[str] = []
        self._is_told = False

    def take(self, _before: State, after: State) -> Iterator[str]:
        """What a record adds to the page now."""
        if self._is_told:
            yield from (f"<p>{escape(line)}</p>" for line in note(after))
            return
        self._state = after
        self._notes += note(after)
        if isinstance(after.last, r.Open | r.Void):
            self._is_told = True
            yield from self._whole()

    def rest(self) -> Iterator[str]:
        """A hand that was never opened nor voided."""
        if not self._is_told:
            self._notes.append("The host never opened this hand, so nobody can show how the cards lay.")
            yield from self._whole()

    def _whole(self) -> Iterator[str]:
        state = self._state
        where = direction(state.rules, self.number)
        yield f'<section class="hand"><h2>Hand {self.number}</h2>'
        yield f"<p class=soft>{f'Three cards passed {escape(where)}.' if where else 'No pass.'}</p>"
        if self._found and not self._found.vouched:
            yield "<p>This deal is not vouched for: nobody but the host gave a seed.</p>"
        if state.hand.dealt:
            yield from _deal(state)
        if state.hand.play.tricks:
            yield from _tricks(state)
        yield from (f"<p>{escape(line)}</p>" for line in self._notes)
        yield "</section>"


def _deal(state: State) -> Iterator[str]:
    names, opened = seat_names(state.roster), state.hand.opened
    passes = opened.passes if opened else ()
    yield '<h3>The deal</h3><div class="wide"><table>'
    for seat, hand in enumerate(state.hand.dealt):
        passed = f"<td><small>passes</small> {cards(r.cards_of(passes[seat].cards))}</td>" if passes else ""
        yield f"<tr><th>{escape(names[seat])}</th><td>{cards(hand)}</td>{passed}</tr>"
    if state.rules.widow_size:
        widow = rules.without(state.rules.pack, chain.from_iterable(state.hand.dealt))
        yield f"<tr><th>face down</th><td>{cards(widow)}</td></tr>"
    yield "</table></div>"


def _tricks(state: State) -> Iterator[str]:
    names, play = seat_names(state.roster), state.hand.play
    yield '<h3>The tricks</h3><div class="wide"><table><tr><th>trick</th>'
    yield from (f"<th>{escape(name)}</th>" for name in names)
    yield "<th></th></tr>"
    for number, trick in enumerate(play.tricks, 1):
        so_far = play._replace(tricks=play.tricks[:number])
        yield f"<tr><td>{number}</td>{''.join(_cells(trick, len(names)))}<td>{_worth(so_far, trick)}</td></tr>"
    if opened := state.hand.opened:
        row = "".join(f"<td>{points:+d}</td>" for points in opened.points)
        yield f'<tr class="total"><td>points</td>{row}<td></td></tr>'
    yield "</table></div>"


def _cells(trick: Trick, players: int) -> Iterator[str]:
    """A cell for each seat: what it played, who led, who took it, what was cancelled."""
    gone = rules.cancelled(trick.cards)
    for seat in range(players):
        place = (seat - trick.leader) % players
        marks = [mark for mark, is_so in (("w", seat == trick.winner), ("x", place in gone)) if is_so]
        kind = f' class="{" ".join(marks)}"' if marks else ""
        led = " <small>led</small>" if place == 0 else ""
        took = " <small>takes it</small>" if seat == trick.winner else ""
        yield f"<td{kind}>{card(trick.cards[place])}{led}{took}</td>"


def _worth(so_far: rules.Play, trick: Trick) -> str:
    if trick.winner is None:
        return f"carried, {points_text(rules.points_of(so_far.rules, rules.carried(so_far)))}"
    waiting = rules.carried(so_far._replace(tricks=so_far.tricks[:-1]))
    points = rules.points_of(so_far.rules, [*trick.cards, *waiting])
    return points_text(points) if points else ""
