"""The two faces of a console: the screen on a terminal that can show one, plain lines everywhere else."""

import os
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from hearts_lan.cli.failure import Failure
from hearts_lan.console.failure import ScreenError
from hearts_lan.console.model import Model
from hearts_lan.console.plain import Plain
from hearts_lan.console.stopping import run_stoppable
from hearts_lan.console.words import in_words
from hearts_lan.net.client import Client
from hearts_lan.net.logs import LogKeeper

T = TypeVar("T")
DRAWN = "♣♦♠♥►─│·…"
"""What the screen draws where the terminal's encoding has it."""
PLAIN = ("C", "POSIX")
OLD_TERMINALS = ("ansi", "vt100", "vt102", "vt220")


def has_screen(args: Namespace) -> bool:
    """Whether this command has a person in front of a screen."""
    has_person = "plain" in args and not getattr(args, "headless", False) and getattr(args, "bot", None) is None
    is_dumb = sys.platform != "win32" and os.environ.get("TERM", "") in ("", "dumb")
    terminals = [stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)]  # None: it was closed
    return has_person and not args.plain and not is_dumb and all(terminals)


def run(args: Namespace, main: Callable[[], Awaitable[T]]) -> T:
    """Run ``main`` by Trio, so that its face can be shown.

    Ctrl-C and signals end ``main`` where it waits, and never a task of the table half way through a move.
    """
    if not has_screen(args):
        return run_stoppable(main)
    from hearts_lan.console.screen import run_with_screen

    try:
        return run_with_screen(main)
    except ScreenError as error:
        raise Failure(str(error)) from None


async def sit(
    args: Namespace,
    client: Client,
    log: LogKeeper,
    on_seat: Callable[[], None] = lambda: None,
    invitation: Sequence[str] = (),
) -> None:
    """Play at this terminal; ``on_seat`` is called when the person has its seat, ``invitation`` is for the others."""
    if not has_screen(args):
        model = Model(client, in_words, log, auto=args.auto)
        await Plain(model, tell_rules=args.command != "play").run(on_seat)
        return
    from hearts_lan.console.screen import Look, run_screen, tell

    look = Look(
        ascii=args.ascii or not can_draw(os.environ, sys.stdout.encoding),
        two_colour=args.two_colour,
        bell=not args.no_bell,
    )
    model = Model(client, look.card, log, auto=args.auto, tell=tell)
    model.invitation = tuple(invitation)
    await run_screen(model, look, on_seat, may_suspend=args.command != "host")


def can_draw(environment: Mapping[str, str], encoding: str) -> bool:
    """Whether a terminal shows suits and lines: its encoding has them, and neither locale nor type ask for ASCII.

    Python itself sets ``LC_CTYPE`` to ``C.UTF-8`` under a locale of plain ``C``.
    """
    ctype = environment.get("LC_CTYPE", "").removesuffix(".UTF-8")
    locale = environment.get("LC_ALL") or (ctype if ctype not in PLAIN else "") or environment.get("LANG", "")
    if locale in PLAIN or environment.get("TERM", "") in OLD_TERMINALS:
        return False
    try:
        DRAWN.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
