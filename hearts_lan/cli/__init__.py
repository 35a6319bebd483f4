"""The command ``hearts-lan``: it parses, builds the object graph, and turns every failure into one sentence."""

import sys
from argparse import Namespace
from collections.abc import Sequence

from hearts_lan.cli.failure import FAILED, INTERRUPTED, USAGE, Failure
from hearts_lan.cli.parser import LATER, parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code.  Usage errors leave with code 2 by ``SystemExit``."""
    args = parser().parse_args(_with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        return _run(args)
    except Failure as failure:
        print(f"hearts-lan: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED


def _with_command(arguments: Sequence[str]) -> list[str]:
    """``play`` is what no command means."""
    top = ("-h", "--help", "--version")
    needs = not arguments or (arguments[0].startswith("-") and arguments[0] not in top)
    return ["play", *arguments] if needs else list(arguments)


def _run(args: Namespace) -> int:
    if args.command in LATER:
        raise Failure(f"Not yet: {LATER[args.command]} is still missing.", USAGE)
    from hearts_lan.cli.run import run

    return run(args)
