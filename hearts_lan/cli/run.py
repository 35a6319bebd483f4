"""Running a parsed command: rules and places first, then the command, and its failures as sentences."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import partial

from hearts_lan import rules
from hearts_lan.bots import Level
from hearts_lan.cli import face, logs, reading, tables
from hearts_lan.cli.failure import USAGE, Failure
from hearts_lan.cli.places import Places, ProfileError
from hearts_lan.console.failure import ScreenError
from hearts_lan.fairness.keyfile import KeyFileError
from hearts_lan.net.client import JoinError
from hearts_lan.wire.text import TextError

READING: dict[str, Callable[[Namespace, Places], int]] = {
    "verify": logs.verify,
    "show": logs.show,
    "rules": reading.show_rules,
    "id": reading.show_id,
}
TABLES: dict[str, Callable[[Namespace, Places], Awaitable[int]]] = {
    "play": tables.play,
    "host": tables.host,
    "join": tables.join,
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
    return Failure(str(error))


def _resolve(args: Namespace) -> None:
    """Turn words of the command line into rules and levels.  Raises ``OptionError``."""
    if "option" in args:
        chosen = rules.preset(args.preset or "classic")
        args.players = args.players or chosen.players or 4
        args.options = _options(args, chosen.options)
        rules.make_rules(args.options, args.players)
    if "level" in args:
        args.level = Level(args.level)
    if getattr(args, "bot", None):
        args.bot = Level(args.bot)


def _options(args: Namespace, options: rules.Options) -> rules.Options:
    pairs = [("variant", args.variant), ("target", args.target), *map(_pair, args.option)]
    for key, value in pairs:
        if value is not None:
            options = rules.with_option(options, key, value)
    return options


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise rules.OptionError(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value
