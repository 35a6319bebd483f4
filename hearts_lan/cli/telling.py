"""Sentences beside the game, for whoever reads the output of a host or a bot: nobody has to."""

from contextlib import suppress
from typing import TextIO


def tell(sentence: str, out: TextIO | None) -> None:
    """Print a line at once, or, where it cannot be written, not at all: no table ends for that.  Never raises."""
    with suppress(OSError):
        print(sentence, file=out, flush=True)
