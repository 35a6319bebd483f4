"""The command ``hearts-lan``: it parses, builds the object graph, and turns every failure into one sentence.

Nothing is imported before it is needed: a version is told without a parser, a mistake without the game.
"""

import os
import sys

from hearts_lan import PROTOCOL_VERSION, __version__
from hearts_lan.cli.failure import FAILED, INTERRUPTED, Failure

TYPE_CHECKING = False
if TYPE_CHECKING:  # as typing's own, which would have to be imported
    from collections.abc import Sequence

VERSION = f"hearts-lan {__version__} (protocol {PROTOCOL_VERSION})"


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run a command line; the exit code.  Usage errors leave with code 2 by ``SystemExit``."""
    words = _with_command(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        print(VERSION)
        return 0
    _print_anything()
    try:
        code = _run(words)
        if sys.stdout:
            sys.stdout.flush()
        return code
    except Failure as failure:
        print(f"hearts-lan: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return FAILED  # whom should it be told?
    except OSError as error:
        print(f"hearts-lan: {error.strerror or error}.", file=sys.stderr)
        return FAILED
    finally:
        _let_go()


def _print_anything() -> None:
    """Write what the terminal's encoding lacks as an escape: a name in another script is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _let_go() -> None:
    """Give up what cannot be written: Python would try it again at its end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except OSError:
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), stream.fileno())


def _with_command(arguments: "Sequence[str]") -> list[str]:
    """``play`` is what no command means."""
    top = ("-h", "--help", "--version")
    needs = not arguments or (arguments[0].startswith("-") and arguments[0] not in top)
    return ["play", *arguments] if needs else list(arguments)


def _run(words: "Sequence[str]") -> int:
    from hearts_lan.cli.parser import at_once, parser

    args = parser().parse_args(words)
    if at_once(args):
        print(at_once(args), flush=True)
    from hearts_lan.cli.run import run

    return run(args)
