"""The game told beside a table that shows every card: a line for each trick instead of one for each card."""

from hearts_lan.console import words
from hearts_lan.console.words import Voice
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State


def tell(voice: Voice, before: State, after: State) -> list[str]:
    """As `words.tell`, for the screen."""
    if not isinstance(after.last, r.Play):
        return words.tell(voice, before, after)
    was, now = before.hand.play, after.hand.play
    lines = ["Hearts are broken."] if now.broken and not was.broken else []
    return [*lines, trick_line(voice, after)] if len(now.tricks) > len(was.tricks) else lines


def trick_line(voice: Voice, state: State) -> str:
    """The last complete trick: its cards in playing order, and what became of them."""
    tricks = state.hand.play.tricks
    cards = " ".join(map(voice.card, tricks[-1].cards))
    return f"Trick {len(tricks)}: {cards}. {' '.join(words.trick_done(voice, state))}"
