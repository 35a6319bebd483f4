"""The game told beside a table that shows every card: a line for each trick instead of one for each card."""

from hearts_lan import rules
from hearts_lan.console import words
from hearts_lan.console.words import Voice, points_text
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State


def tell(voice: Voice, before: State, after: State) -> list[str]:
    """As `words.tell`, for the screen."""
    if not isinstance(after.last, r.Play):
        return words.tell(voice, before, after)
    was, now = before.hand.play, after.hand.play
    lines = []
    if len(now.tricks) > len(was.tricks):
        lines.append(_trick(voice, after))
    if now.broken and not was.broken:
        lines.append("Hearts are broken.")
    return lines


def _trick(voice: Voice, state: State) -> str:
    play = state.hand.play
    trick = play.tricks[-1]
    cards = " ".join(map(voice.card, trick.cards))
    if trick.winner is None:
        return f"Trick {len(play.tricks)}: {cards}, all cancelled; it is carried to the next one."
    points = rules.points_of(state.rules, trick.cards)
    worth = f": {points_text(points)}" if points else ""
    return f"Trick {len(play.tricks)}: {voice.does(state, trick.winner, 'take')} {cards}{worth}."
