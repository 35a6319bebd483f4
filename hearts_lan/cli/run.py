"""Running a parsed command: rules and places first, then the command, and its failures as sentences."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import partial

from hearts_lan import rules
from hearts_lan.bots import Level
from hearts_lan.cli import face, finding, reading, tables
from hearts_lan.cli.failure import USAGE, Failure
from hearts_lan.cli.places import Places, ProfileError
from hearts_lan.console.failure import ScreenError
from hearts_lan.fairness.keyfile import KeyFileError
from hearts_lan.net.dial import JoinError
from hearts_lan.wire.text import TextError, clean


def _verify(args: Namespace, places: Places) -> int:
    from hearts_lan.cli.logs import verify  # much of it is of no use at a table

    return verify(args, places)


def _show(args: Namespace, places: Places) -> int:
    from hearts_lan.cli.logs import show

    return show(args, places)


FROM_LOG = ("preset", "option", "players", "bots", "log")
"""Options of ``host`` that mean nothing when a game goes on."""

READING: dict[str, Callable[[Namespace, Places], int]] = {
    "verify": _verify,
    "show": _show,
    "rules": reading.show_rules,
    "id": reading.show_id,
}
TABLES: dict[str, Callable[[Namespace, Places], Awaitable[int]]] = {
    "play": tables.play,
    "host": tables.host,
    "join": tables.join,
    "find": finding.find,
}
EXPECTED = (Failure, JoinError, ScreenError, OSError)
"""Failures that are told in a sentence; any other is a defect of the program."""


def run(args: Namespace) -> int:
    """The exit code of a command.  Raises `Failure`."""
    try:
        places = Places.of(args.profile)
        _resolve(args)
        if args.command in READING:
            return READING[args.command](args, places)
        return face.run(args, partial(_at_table, args, places))
    except (ProfileError, rules.OptionError, TextError) as error:
        raise Failure(str(error), USAGE) from None
    except KeyFileError as error:
        raise Failure(str(error)) from None


async def _at_table(args: Namespace, places: Places) -> int:
    """Run a command with tasks; the first failure of any of them is the failure."""
    try:
        return await TABLES[args.command](args, places)
    except EXPECTED as error:
        raise _sentence(error) from None
    except BaseExceptionGroup as group:
        if group.subgroup(KeyboardInterrupt):
            raise KeyboardInterrupt from None
        expected, unexpected = group.split(EXPECTED)
        if unexpected or not expected:
            raise
        raise _sentence(expected) from None


def _sentence(error: BaseException) -> Exception:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, Failure):
        return error
    if isinstance(error, OSError) and not isinstance(error, JoinError):
        return Failure(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}.")
    return Failure(clean(str(error)))  # a host may have chosen the words


def _resolve(args: Namespace) -> None:
    """Turn words of the command line into rules and levels.  Raises ``OptionError``."""
    if getattr(args, "resume", None) and any(getattr(args, name) for name in FROM_LOG):
        raise rules.OptionError("A game that goes on has its rules, seats and log already: leave those options out.")
    if "option" in args:
        chosen = rules.preset("classic" if args.preset is None else args.preset)
        args.options = _options(args, chosen.options)
        args.players = _players(args, chosen)
        _check_rules(args, chosen)
        _check_bots(args)
    if "level" in args:
        args.level = Level(args.level)
    if getattr(args, "bot", None):
        args.bot = Level(args.bot)


def _options(args: Namespace, options: rules.Options) -> rules.Options:
    """The options of a preset, changed one by one; each may be given once."""
    seen: set[str] = set()
    for key, value in map(_pair, args.option):
        options = rules.with_option(options, key, value)
        if key in seen:
            raise rules.OptionError(f"The option {key} is given twice; it must be {rules.allowed_values(key)}.")
        seen.add(key)
    return options


def _players(args: Namespace, chosen: rules.Preset) -> int:
    """How many play: as many as asked for, as the preset is meant for, or as is usual."""
    if chosen.players and args.players not in (None, chosen.players):
        raise rules.OptionError(f"The preset {args.preset} is for {chosen.players} players.")
    return int(args.players or chosen.players or rules.usual_players(args.options))


def _check_rules(args: Namespace, chosen: rules.Preset) -> None:
    try:
        rules.make_rules(args.options, args.players)
    except rules.OptionError as error:
        preset = f" The preset {args.preset} is for {chosen.players} players." if chosen.players else ""
        raise rules.OptionError(f"{error}{preset}") from None


def _check_bots(args: Namespace) -> None:
    seats = args.players - (0 if getattr(args, "headless", False) else 1)
    if getattr(args, "bots", 0) > seats:
        raise rules.OptionError(f"There are seats for {seats} bots; --bots must be a number from 0 to {seats}.")


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise rules.OptionError(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value
