"""What a person is asked, or whom they wait for, in a sentence.  Pure."""

from typing import assert_never

from hearts_lan import rules
from hearts_lan.cards import Suit
from hearts_lan.console import words
from hearts_lan.console.absence import is_stand_in
from hearts_lan.console.words import Voice
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.rules.names import enumeration
from hearts_lan.wire import messages as m

PAUSED: frozenset[str] = frozenset({"paused"})
"""What a table waits for that its host has paused."""

GATHERING: frozenset[str] = frozenset({"return"})
"""What a table waits for whose host was started again: its players."""


def prompt(player: Player, voice: Voice, left: int | None) -> str:
    """What the person should do now, or whom they wait for; ``left`` is how many seconds are left, if not any."""
    if is_replaced(player):
        return "A bot plays for you. Type sit to play yourself."
    match player.question:
        case Question.READY:
            return _get_ready(player)
        case Question.GO_ON:
            return f"Press Enter for the next hand.{_limit(left)}"
        case Question.PASS:
            where = words.direction(player.state.rules, player.state.hand_number)
            return f"Choose three cards to pass {where}, for example: qs ah 10d{_limit(left, '. ')}"
        case Question.CARD:
            return f"Your turn: {_what_to_play(player.view)}{_limit(left)}"
        case Question.MOON:
            return f"You shot the moon! Type {_moon_words(player.state.rules)}.{_limit(left)}"
        case None:
            return waiting_for(player, voice, left)
        case question:
            assert_never(question)


def _get_ready(player: Player) -> str:
    empty = empty_seats(player.lobby)
    seats = (
        "1 seat is empty: start gives it to a bot."
        if empty == 1
        else f"{empty} seats are empty: start gives them to bots."
    )
    return f"Press Enter when you are ready to play.{f' {seats}' if empty and player.hosts else ''}"


def empty_seats(lobby: m.Lobby | None) -> int:
    """How many seats of a table are empty."""
    return sum(seat.kind == "empty" for seat in lobby.seats) if lobby else 0


def _what_to_play(view: rules.View) -> str:
    assert view.play is not None
    if view.play.leader is None and view.rules.opener is not None:
        return f"lead the {rules.card_name(view.rules.opener)}."
    if not view.play.trick:
        return "lead a card."
    led = view.play.trick[0] // 13
    suit = rules.suit_name(Suit(led))
    follows = any(card // 13 == led for card in view.hand)
    return f"follow {suit}." if follows else f"you have no {suit}; play another suit."


def _moon_words(table_rules: rules.Rules) -> str:
    total = table_rules.penalty_total
    return f"add ({total} more for everybody else) or subtract ({total} off your own total)"


def outcomes(player: Player, voice: Voice) -> list[str]:
    """The totals after each choice of a moon, a line for each; nothing when there is none to make."""
    state = player.state
    if player.question is not Question.MOON or state.hand.tally is None:
        return []
    lines = rules.choice_lines(state.rules, state.hand.tally, state.totals)
    return [words.outcome(voice, state, choice, totals) for choice, totals in lines.items()]


def waiting_for(player: Player, voice: Voice, left: int | None) -> str:
    """Whom the table waits for."""
    waiting, state = player.waiting, player.state
    if waiting is None or not player.in_game:
        return "Waiting for the other players."
    if waiting.doing in PAUSED:
        return "The game is paused; the host lets it go on with pause."
    names = awaited(player, voice)
    if waiting.doing in GATHERING:
        return (
            f"Waiting until {enumeration(names)} {'is' if len(names) == 1 else 'are'} back." if names else "One moment."
        )
    if not names and waiting.doing == "play":
        opener = state.rules.opener
        return f"Waiting for whoever holds the {rules.card_name(opener)}." if opener is not None else "One moment."
    return f"Waiting for {', '.join(names)}.{_limit(left)}" if names else "One moment."


def awaited(player: Player, voice: Voice) -> list[str]:
    """The names of the others that the table waits for."""
    seats = player.waiting.seats if player.waiting else ()
    others = [seat for seat in seats if seat < player.state.players and seat != player.seat]
    return [voice.who(player.state, seat) for seat in others]


def is_replaced(player: Player) -> bool:
    """Whether a bot plays at the seat that is mine."""
    return 0 <= player.seat < player.state.players and player.in_game and is_stand_in(player.state, player.seat)


def _limit(left: int | None, gap: str = " ") -> str:
    """How long is left, as a sentence after another one."""
    if left is None:
        return ""
    return f"{gap}{'1 second is' if left == 1 else f'{left} seconds are'} left."
