"""The command line: what may be written, and what it means before anything heavy is imported."""

import argparse
from collections.abc import Callable
from functools import partial

from hearts_lan.cli import VERSION
from hearts_lan.cli.address import DEFAULT_PORT, Address, AddressError, parse_address

SEARCHING = "Looking for tables on this network."
LEVELS = ("easy", "normal", "hard")


def at_once(args: argparse.Namespace) -> str:
    """What a command says before anything heavy is imported; empty if it says nothing."""
    searches = args.command == "join" and args.address is None
    return SEARCHING if searches or (args.command == "find" and not args.json) else ""


def parser() -> argparse.ArgumentParser:
    """The parser of ``hearts-lan``."""
    top = argparse.ArgumentParser(
        prog="hearts-lan",
        description="Hearts for friends on one network: nobody can rig the deal, anyone can verify the log.",
    )
    top.add_argument("--version", action="version", version=VERSION)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    _play(commands.add_parser("play", help="play against bots in this terminal (also with no command)"))
    _host(commands.add_parser("host", help="open a table for others on the network, and play"))
    _join(commands.add_parser("join", help="sit down at somebody's table"))
    _find(commands.add_parser("find", help="list the tables on this network"))
    _verify(commands.add_parser("verify", help="check games' logs: was the deal fair, was every move legal?"))
    _show(commands.add_parser("show", help="a game told from its log in plain words"))
    _rules_command(commands.add_parser("rules", help="the rules in plain words"))
    _id(commands.add_parser("id", help="your key's fingerprint, and where your key and logs lie"))
    return top


def _play(command: argparse.ArgumentParser) -> None:
    _table(command)
    _seat(command)


def _host(command: argparse.ArgumentParser) -> None:
    _table(command)
    command.add_argument("--bots", type=_number(0, 10), default=0, metavar="B", help="seats to give to bots at once")
    command.add_argument("--port", type=_number(0, 65_535), default=DEFAULT_PORT, help=f"port (default {DEFAULT_PORT})")
    command.add_argument("--bind", metavar="ADDR", help="listen on this address only (default: all)")
    command.add_argument("--no-announce", action="store_true", help="let nobody find this table by searching")
    command.add_argument("--headless", action="store_true", help="no console: host until a game is played")
    command.add_argument(
        "--turn-time", type=_number(0, 3600), default=0, metavar="S", help="seconds for a decision (0: any)"
    )
    command.add_argument(
        "--grace", type=_seconds, default=60.0, metavar="S", help="seconds to come back in (default 60)"
    )
    command.add_argument("--resume", metavar="LOG", help="go on with a game of yours, from its log and by its rules")
    _seat(command)


def _join(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "address",
        nargs="?",
        type=_address,
        metavar="ADDRESS[:PORT][#PIN]",
        help="where the table is (default: look for tables on this network)",
    )
    instead = command.add_mutually_exclusive_group()
    instead.add_argument("--bot", nargs="?", const="normal", choices=LEVELS, help="let a bot play one game")
    instead.add_argument("--watch", action="store_true", help="only watch")
    command.add_argument("--take-over", action="store_true", help="move here with a seat that another terminal holds")
    command.add_argument("--trust-new-key", action="store_true", help="accept a known name under another key")
    _seat(command)


def _find(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON document, for programs")
    _profile(command)


def _verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("log_files", nargs="+", metavar="LOG", help="a log; several are also compared")
    command.add_argument("--json", action="store_true", help="one JSON document, for programs")
    _profile(command)


def _show(command: argparse.ArgumentParser) -> None:
    command.add_argument("log_file", metavar="LOG", help="the file with the log")
    command.add_argument("--html", metavar="FILE", help="write it there as one page for a browser")
    command.add_argument("--hand", type=_number(1, 2**31 - 1), default=0, metavar="N", help="this hand only")
    _profile(command)


def _rules_command(command: argparse.ArgumentParser) -> None:
    _rules_options(command)
    _profile(command)


def _id(command: argparse.ArgumentParser) -> None:
    _profile(command)


def _table(command: argparse.ArgumentParser) -> None:
    _rules_options(command)
    command.add_argument("--level", choices=LEVELS, default="normal", help="how well bots play (default normal)")
    command.add_argument("--pace", type=_seconds, default=0.8, metavar="S", help="seconds a bot takes for a card (0.8)")
    command.add_argument("--hands", type=_number(1, 10_000), default=0, metavar="N", help="stop after so many hands")


def _rules_options(command: argparse.ArgumentParser) -> None:
    seats = "seats (default 4; in Cancellation 5)"
    command.add_argument("--players", type=_number(3, 11), action=_Once, metavar="N", help=seats)
    house = "rules of a house: classic, microsoft, bicycle or pagat"
    command.add_argument("--preset", action=_Once, metavar="P", help=house)
    option = partial(command.add_argument, dest="option", action="append", default=[])
    option("--variant", type="variant={}".format, metavar="V", help="hearts, omnibus or cancellation")
    option("--target", type="target={}".format, metavar="N", help="points that end the game (default 100)")
    option("--option", metavar="KEY=VALUE", help="any option of the rules")


def _seat(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", type=_typed, metavar="N", help="your name at the table (default: the last one used)")
    command.add_argument("--log", metavar="FILE", help="write the log of the game there")
    command.add_argument("--plain", action="store_true", help="plain lines, no screen")
    command.add_argument("--ascii", action="store_true", help="letters instead of suit symbols")
    command.add_argument("--two-colour", action="store_true", help="red and black suits instead of four colours")
    command.add_argument("--no-bell", action="store_true", help="no bell when it is your turn")
    command.add_argument("--auto", action="store_true", help="play a card by itself when only one is legal")
    _profile(command)


def _profile(command: argparse.ArgumentParser) -> None:
    command.add_argument("--profile", metavar="NAME", help="be somebody else: another key, other logs")


class _Once(argparse.Action):
    """An option that may not be given twice, since the two may contradict each other."""

    def __call__(
        self, _parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, _option: object = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "it is given twice")
        setattr(namespace, self.dest, values)


def _typed(text: str) -> str:
    """What was typed, though the locale hides its letters: nearly every terminal sends UTF-8."""
    return text.encode(errors="surrogateescape").decode(errors="replace")


def _number(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 11 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 3600")
    return seconds


def _address(text: str) -> Address:
    try:
        return parse_address(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
