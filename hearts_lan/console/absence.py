"""Who sits where when others speak for seats: bots that play for somebody who is away, people who took a bot's seat;
and why a hand counts for nothing."""

from hearts_lan.console.seats import with_names
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State
from hearts_lan.wire.text import clean

_VOID = {
    "no_reveal": "the seed of seat {seat} never came",
    "secret_lost": "the host's program had lost its secret",
    "stopped": "the game was stopped",
}
_GONE = {
    "away": "A bot plays for {who2} until {who2} {is_} back.",
    "left": "{who} {has} left; a bot plays on.",
    "kicked": "{who} {was} sent away; a bot plays on.",
    "failed": "{whose} program failed; a bot plays on.",
}


def is_stand_in(state: State, seat: int) -> bool:
    """Whether a program plays for the person who has the seat."""
    return state.speakers[seat].key != state.roster[seat].key and not state.roster[seat].bot


def is_bot(state: State, seat: int) -> bool:
    """Whether a program plays at a seat.  Who is not of the roster is a bot for a person, or a person for a bot."""
    return state.roster[seat].bot is (state.speakers[seat].key == state.roster[seat].key)


def name_at(state: State, seat: int) -> str:
    """The name under which a seat is known: that of the person who has it, also while a bot plays on."""
    return clean((state.roster if is_stand_in(state, seat) else state.speakers)[seat].name)


def substituted(record: r.Substitute, before: State, after: State, me: int) -> str:
    """What it means that another key speaks for a seat; ``me`` is the seat of whoever is told, or -1."""
    seat, is_me = record.seat, record.seat == me
    name = clean(after.roster[seat].name)
    if record.reason == "back":
        return "You are back." if is_me else f"{name} is back."
    if not is_stand_in(after, seat):
        return f"{'You take' if is_me else f'{clean(record.name)} takes'} the seat of {name_at(before, seat)}."
    mine = {"who": "You", "who2": "you", "is_": "are", "has": "have", "was": "were", "whose": "Your"}
    other = {"who": name, "who2": name, "is_": "is", "has": "has", "was": "was", "whose": f"{name}'s"}
    return _GONE[record.reason].format(**(mine if is_me else other))


def void_reason(void: r.Void) -> str:
    """Why a hand was given up; it may speak of ``seat 2``."""
    return _VOID[void.reason].format(seat=void.seat)


def voided(record: r.Void, state: State) -> str:
    """That a hand counts for nothing, and why."""
    names = [name_at(state, seat) for seat in range(state.players)]
    return f"Hand {record.hand} does not count: {with_names(void_reason(record), names)}."
