"""What may be done at the table by name, by its host or (``sit``) by a watcher: the controls, checked and turned into
plain values."""

from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.wire import messages as m

LEVELS = ("easy", "normal", "hard")
WHILE_PLAYING = frozenset({"end", "sit", "kick", "bot", "pause"})
"""Controls that make sense while a game runs."""


class ControlError(Exception):
    """A control that cannot be carried out; one plain sentence."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """Change an option of the rules."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class SetPlayers:
    """Change the number of seats."""

    players: int


@dataclass(frozen=True, slots=True)
class AddBot:
    """Give an empty seat to a bot."""

    level: str


@dataclass(frozen=True, slots=True)
class Swap:
    """In a game: let a bot play for somebody, or give the seat back."""

    name: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Let the game stand still, or go on."""


@dataclass(frozen=True, slots=True)
class Kick:
    """Send somebody, person or bot, away from the table."""

    name: str


@dataclass(frozen=True, slots=True)
class Start:
    """Fill the empty seats with bots."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """Stop the game."""


@dataclass(frozen=True, slots=True)
class Sit:
    """A watcher takes an empty seat, or a bot's: in the lobby at once, in a game when the hand is over.

    A player for whom a bot plays takes its own seat back."""


Control = SetOption | SetPlayers | AddBot | Swap | Pause | Kick | Start | EndGame | Sit


def read_control(message: m.Control, playing: bool) -> Control:
    """What a ``control`` message means.  Raises `ControlError`."""
    command, argument = message.command, message.argument.strip()
    if playing and command not in WHILE_PLAYING:
        raise ControlError("That can be changed only when no game is being played.")
    match command:
        case "set":
            key, equals, value = argument.partition("=")
            if not equals:
                raise ControlError(f"Set what? Write set KEY=VALUE, with one of {', '.join(rules.OPTION_NAMES)}.")
            return SetOption(key.strip(), value.strip())
        case "players" if argument.isascii() and argument.isdigit() and len(argument) < 4:
            return SetPlayers(int(argument))
        case "players":
            raise ControlError("How many? For example: players 5")
        case "bot" if playing and not argument:
            raise ControlError("For whom shall a bot play? For example: bot Ben")
        case "bot" if playing:
            return Swap(argument)
        case "pause" if not playing:
            raise ControlError("There is no game to pause.")
        case "pause":
            return Pause()
        case "bot" if argument in ("", *LEVELS):
            return AddBot(argument or "normal")
        case "bot":
            raise ControlError(f"A bot plays at one of these levels: {', '.join(LEVELS)}.")
        case "kick" if argument:
            return Kick(argument)
        case "kick":
            raise ControlError("Kick whom? For example: kick Ben")
        case "start":
            return Start()
        case "end":
            return EndGame()
        case "sit":
            return Sit()
        case _:
            raise ControlError(f"There is no control {command!r}.")
