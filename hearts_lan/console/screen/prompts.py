"""The one place that says what to do now, in parts: the first is always shown, the others where there is room."""

from hearts_lan import rules
from hearts_lan.cards import Card, Suit
from hearts_lan.console import words
from hearts_lan.console.questions import GATHERING, PAUSED, awaited, is_replaced, waiting_for
from hearts_lan.console.screen.desk import Desk
from hearts_lan.console.screen.scene import Prompt
from hearts_lan.player.news import Question
from hearts_lan.player.player import Player
from hearts_lan.transcript.audit import Phase

ASKED = frozenset({Question.PASS, Question.CARD, Question.MOON, Question.GO_ON, Question.READY})


def prompt_of(desk: Desk) -> Prompt:
    """What to do now."""
    question = desk.model.player.question
    parts = (desk.notice,) if desk.notice and not desk.confirming else _timed(desk, _parts(desk, question))
    return Prompt(parts, asked=question in ASKED or desk.confirming, error=desk.error, chatting=desk.chatting)


def _timed(desk: Desk, parts: tuple[str, ...]) -> tuple[str, ...]:
    """With the seconds that are left, where the table does not wait for ever."""
    left = desk.model.seconds_left
    return parts if left is None or desk.confirming or desk.peeking else (parts[0], f"{left} s", *parts[1:])


def _parts(desk: Desk, question: Question | None) -> tuple[str, ...]:
    if desk.model.pending:
        return (f"{desk.model.pending.question} Enter: yes", "any other key: no")
    if desk.peeking:
        return ("The trick before", "any key goes back")
    match question:
        case Question.READY:
            return _ready(desk)
        case Question.GO_ON if desk.holding:
            return ("The hand is over: Enter for the scores",)
        case Question.GO_ON:
            return ("Press Enter for the next hand",)
        case Question.PASS:
            return _pass(desk)
        case Question.CARD:
            return _card(desk)
        case Question.MOON:
            return _moon(desk)
        case None if desk.model.player.seat < 0:
            return (*_waiting(desk), "you are watching", *_free_seat(desk.model.player))
        case None:
            return _waiting(desk)


def _ready(desk: Desk) -> tuple[str, ...]:
    player = desk.model.player
    if player.state.phase is not Phase.ENDED:
        empty = any(seat.kind == "empty" for seat in player.lobby.seats) if player.lobby else False
        more = "/start fills the table with bots" if empty and player.hosts else "/help lists the commands"
        return ("Press Enter when you are ready to play", more)
    if desk.holding:
        return ("The game is over: Enter for the result",)
    return ("Press Enter to play again", "/quit leaves")


def where(player: Player) -> str:
    """Where cards go in this hand: ``left``, ``right``, ``across`` or nothing."""
    if not player.in_game or not player.state.hand_number:
        return ""
    return words.direction(player.state.rules, player.state.hand_number).removeprefix("to the ")


def _pass(desk: Desk) -> tuple[str, ...]:
    voice, hand, direction = desk.model.voice, desk.model.player.view.hand, where(desk.model.player)
    missing = rules.PASS_SIZE - len(desk.picked)
    if not missing:
        cards = " ".join(voice.card(hand[index]) for index in sorted(desk.picked))
        return (f"Enter passes {cards} {direction}", "Space changes")
    if not desk.picked:
        return (f"Pass three cards {direction}", "arrows and Space, or type them")
    return (f"Pass three cards {direction}: {('one', 'two')[missing - 1]} more", "Space picks or puts back")


def _card(desk: Desk) -> tuple[str, ...]:
    view = desk.model.player.view
    assert view.play is not None
    if desk.selected is not None:
        card = view.hand[desk.selected]
        violation = rules.why_illegal(view.play, view.hand, card)
        return (violation.sentence,) if violation else (f"Enter plays {desk.model.voice.card(card)}", duty(view))
    example = desk.model.voice.card(view.legal[0])
    return (f"Your turn: {duty(view)}", f"arrows and Enter, or type {_typed(view.legal[0], example)}")


def _typed(card: Card, shown: str) -> str:
    """A card as one types it without thinking."""
    return shown[0].lower() + "cdsh"[card // 13]


def duty(view: rules.View) -> str:
    """What the rules ask of me in this trick."""
    play = view.play
    assert play is not None
    if play.leader is None:
        return f"lead the {rules.card_name(view.rules.opener)}" if view.rules.opener is not None else "lead"
    if not play.trick:
        return "lead a card"
    led = Suit(play.trick[0] // 13)
    follows = any(card // 13 == led for card in view.hand)
    return f"follow {rules.suit_name(led)}" if follows else f"no {rules.suit_name(led)}, any other suit"


def _moon(desk: Desk) -> tuple[str, ...]:
    if desk.holding:
        return ("You shot the moon! Press Enter to choose what it does",)
    if desk.choice is not None:
        return (f"Enter: {desk.choice.value}", "arrows change")
    return ("You shot the moon: choose with the arrows and Enter", "or type add or subtract")


def _waiting(desk: Desk) -> tuple[str, ...]:
    player = desk.model.player
    state = player.state
    if player.stopped or state.phase is Phase.DISPUTED:
        return ("The game was stopped", "/quit leaves")
    if is_replaced(player):
        return ("A bot plays for you: /sit to play yourself", *_turns_of_others(desk))
    if player.in_game and player.waiting and player.waiting.doing in PAUSED:
        return ("The game is paused", "/pause lets it go on" if player.hosts else "the host lets it go on")
    if player.in_game and player.waiting and player.waiting.doing in GATHERING:
        return (waiting_for(player, desk.model.voice, None).removesuffix("."),)
    if state.phase is Phase.PLAYS:
        return _turns(desk)
    names = _names(desk)
    match state.phase:
        case Phase.TABLE | Phase.ENDED:
            return (_lobby(player),)
        case Phase.PASSES if player.view.passed:
            passed = " ".join(map(desk.model.voice.card, player.view.passed))
            return (f"Waiting for {names}" if names else "One moment", f"you passed {passed}")
        case Phase.BETWEEN | Phase.MOON | Phase.PASSES if names:
            return (f"Waiting for {names}",)
        case Phase.BETWEEN:
            return ("One moment: the next hand begins",)
        case _:
            return ("One moment",)


def _names(desk: Desk) -> str:
    return ", ".join(awaited(desk.model.player, desk.model.voice))


def _turns_of_others(desk: Desk) -> tuple[str, ...]:
    return (f"waiting for {names}",) if (names := _names(desk)) else ()


def _free_seat(player: Player) -> tuple[str, ...]:
    """How a watcher gets a seat, where one can be had."""
    kinds = [seat.kind for seat in player.lobby.seats] if player.lobby else []
    if "empty" in kinds:
        return ("/sit takes a seat",)
    return ("/sit takes a bot's seat",) if "bot" in kinds else ()


def _lobby(player: Player) -> str:
    seats = player.lobby.seats if player.lobby else ()
    missing = sum(seat.kind == "empty" for seat in seats)
    late = [seat.name for seat in seats if seat.kind != "empty" and not seat.ready]
    if missing:
        return f"Waiting for {missing} more player{'' if missing == 1 else 's'}"
    return f"Waiting for {', '.join(late)}" if late else "One moment"


def _turns(desk: Desk) -> tuple[str, ...]:
    """Whose turn it is, and who comes until it is mine."""
    player, voice = desk.model.player, desk.model.voice
    play, state = player.state.hand.play, player.state
    mover = rules.turn(play)
    if mover is None:
        return (f"Waiting for whoever has the {rules.card_name(state.rules.opener)}",) if state.rules.opener else ("",)
    if mover == player.seat:
        return ("One moment",)
    first = f"Waiting for {voice.who(state, mover)}"
    mine = (player.seat - play.leader) % state.players if play.leader is not None else 0
    if player.seat < 0 or mine < len(play.trick) or not play.trick:
        return (first,)
    then = [voice.who(state, seat % state.players) for seat in range(mover + 1, mover + mine - len(play.trick) + 1)]
    return (first, f"then {', '.join([*then[:-1], 'you'])}", duty(player.view))
