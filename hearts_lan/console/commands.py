"""The one table of commands, for the screen and for plain mode: name, what it takes, what it does.

A command may be typed with a slash or without.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.console import words
from hearts_lan.console.absence import is_bot
from hearts_lan.console.hints import hint
from hearts_lan.console.lobby import known_rules
from hearts_lan.console.model import Model
from hearts_lan.console.primer import primer
from hearts_lan.console.questions import empty_seats
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.fairness.identity import fingerprint
from hearts_lan.player.news import Question
from hearts_lan.transcript.lines import NO_GAME
from hearts_lan.wire.text import clean


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, the word for its argument (empty for none), one line of help, and its action."""

    name: str
    argument: str
    help: str
    run: Callable[[Model, str], None]


def run_command(model: Model, line: str) -> bool:
    """Run a line that is a command; whether it was one."""
    name, _, argument = line.removeprefix("/").partition(" ")
    command = COMMANDS.get(name.lower())
    if command is None or (argument and not command.argument):
        if line.startswith("/"):
            model.say("error", f"There is no command {clean(line)[:40]!r}. Type help for what you can do.")
            return True
        return False
    command.run(model, argument.strip())
    return True


def _help(model: Model, _: str) -> None:
    table_rules = known_rules(model.player)
    for line in primer(table_rules, model.voice.card) if table_rules else ():
        model.say("answer", line)
    model.say("answer", "Type a card to play it (qs, 10h, 2c), three to pass. Commands, with or without a slash:")
    for command in COMMANDS.values():
        model.say("answer", f"  {command.name} {command.argument}".ljust(16) + f" {command.help}")


def _hand(model: Model, _: str) -> None:
    view = model.player.view if model.player.in_game else None
    if view is None or not view.hand:
        model.say("answer", "You hold no cards.")
        return
    model.say("answer", f"You hold {words.hand_text(view.hand)}.")
    if view.legal and len(view.legal) < len(view.hand):
        model.say("answer", f"You may play {' '.join(map(card_text, dict.fromkeys(view.legal)))}.")


def _trick(model: Model, _: str) -> None:
    play = model.player.view.play if model.player.in_game else None
    if play is None or play.leader is None or not play.trick:
        model.say("answer", "No card lies on the table.")
        if play is not None and not rules.is_over(play):
            _say_stakes(model)
        return
    model.say("answer", _trick_line(model, play.leader, play.trick))
    _say_stakes(model)


def _say_stakes(model: Model) -> None:
    for line in words.stakes(model.player.state):
        model.say("answer", line)


def _last(model: Model, _: str) -> None:
    play = model.player.view.play if model.player.in_game else None
    if play is None or not play.tricks:
        model.say("answer", "There is no trick before this one.")
        return
    trick = play.tricks[-1]
    model.say("answer", _trick_line(model, trick.leader, trick.cards))
    for line in words.trick_done(model.voice, model.player.state):
        model.say("answer", line)


def _trick_line(model: Model, leader: int, cards: tuple[Card, ...]) -> str:
    state = model.player.state
    seats = [(leader + place) % state.players for place in range(len(cards))]
    return ", ".join(
        f"{model.voice.who(state, seat)} {model.voice.card(card)}" for seat, card in zip(seats, cards, strict=True)
    )


def _scores(model: Model, _: str) -> None:
    state = model.player.state
    if not state.players:
        model.say("answer", "There are no scores yet.")
        return
    names = [model.voice.who(state, seat) for seat in range(state.players)]
    for line in words.sheet(names, [row.points for row in model.rows], state.totals):
        model.say("answer", line)


def _turn(model: Model, _: str) -> None:
    model.ask_again()


def _table(model: Model, _: str) -> None:
    state = model.player.state
    if state.game_id == NO_GAME:
        model.say("answer", "The table code is shown when the game begins.")
        return
    model.say("answer", f"Table code: {model.voice.cards(table_code(state.game_id))}.")
    for seat, speaker in enumerate(state.speakers):
        kind = " (bot)" if is_bot(state, seat) else ""
        model.say("answer", f"  {model.voice.who(state, seat)}{kind}: key {fingerprint(speaker.key)[:17]}")


def _rules(model: Model, _: str) -> None:
    table_rules = known_rules(model.player)
    for line in rules.rules_text(table_rules) if table_rules else ("No rules are known yet.",):
        model.say("answer", line)


def _say(model: Model, text: str) -> None:
    line = clean(text)
    if line:
        model.client.say(line[:500])
    else:
        model.say("error", "Say what? For example: say good luck")


def _control(command: str) -> Callable[[Model, str], None]:
    """A command that is a control of the table; the host's program answers."""

    def run(model: Model, argument: str) -> None:
        model.client.control(command, argument)

    return run


def _start(model: Model, _: str) -> None:
    """Be ready, and give the empty seats to bots, after a question."""

    def start() -> None:
        model.client.control("start", "")
        if model.player.question is Question.READY:
            model.client.act(model.player.ready())

    empty = empty_seats(model.player.lobby)
    if empty and model.player.hosts and not model.player.in_game:
        seats = "the empty seat to a bot" if empty == 1 else f"{empty} empty seats to bots"
        model.confirm("start", f"Give {seats} and begin?", start)
    else:
        start()


def _sit(model: Model, _: str) -> None:
    model.client.act(model.player.sit())


def _hint(model: Model, _: str) -> None:
    player, state = model.player, model.player.state
    bots = [player.bot and is_bot(state, seat) for seat, player in enumerate(state.roster)]
    if bots.count(False) > 1:
        model.say("error", "No hints while other people play.")
    else:
        model.say("answer", hint(player, model.voice))


def _end(model: Model, _: str) -> None:
    """Stop the game of everybody, after a question."""
    if model.player.hosts and model.player.in_game:
        model.confirm("end", "Stop this game for everybody?", partial(model.client.control, "end"))
    else:
        model.client.control("end")


def _log(model: Model, _: str) -> None:
    model.tell_log()


def _quit(model: Model, _: str) -> None:
    """Leave, after a question if somebody loses something by it."""
    player = model.player
    others = player.lobby.seats if player.lobby else ()
    with_me = any(seat.kind == "person" for number, seat in enumerate(others) if number != player.seat)
    if player.hosts and with_me:
        model.confirm("quit", "Close the table for everybody?", model.quit)
    elif player.in_game and player.seat >= 0:
        model.confirm("quit", "Leave the game?", model.quit)
    else:
        model.leave()


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("hand", "", "your cards, and those you may play", _hand),
        Command("trick", "", "the cards on the table", _trick),
        Command("last", "", "the trick before", _last),
        Command("turn", "", "what the table waits for", _turn),
        Command("scores", "", "the score sheet", _scores),
        Command("table", "", "the table code and everybody's key", _table),
        Command("rules", "", "the rules of this table", _rules),
        Command("hint", "", "a card to play, and why (when only bots play)", _hint),
        Command("log", "", "where the log lies; on the screen, what was told", _log),
        Command("say", "TEXT", "chat", _say),
        Command("sit", "", "take a seat: an empty one, a bot's between hands, your own back", _sit),
        Command("set", "KEY=VALUE", "host: change a rule, for example set target=50", _control("set")),
        Command("players", "N", "host: the number of seats", _control("players")),
        Command("bot", "LEVEL", "host: a bot on an empty seat; in a game, bot NAME plays on", _control("bot")),
        Command("kick", "NAME", "host: send somebody away", _control("kick")),
        Command("start", "", "host: fill the empty seats with bots and be ready", _start),
        Command("pause", "", "host: let the game stand still, or go on", _control("pause")),
        Command("end", "", "host: stop the game", _end),
        Command("help", "", "this list", _help),
        Command("quit", "", "leave the table", _quit),
    )
}
"""Every command by its name, in the order in which help shows them."""
