"""Several logs at once: are they logs of one game, and where do they part?

Two logs of one game are in order when one is the beginning of the other.  The torn end of a log says nothing, and
neither does a dispute: it ends the log of the seat that wrote it, and others may never have been sent it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from hearts_lan.transcript.audit import State
from hearts_lan.transcript.lines import NO_GAME

_DISPUTE = b'"type":"dispute"}\t'
"""What ends the payload of a dispute and of nothing else: ``type`` is its last key, and quotes in texts are escaped."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The number of the first line that is not the same in all logs that have it, and which logs tell which history.

    ``histories`` holds positions of logs; a log that ends before the line is in none.
    """

    line: int
    histories: tuple[tuple[int, ...], ...]


def parting(logs: Sequence[Iterable[bytes]]) -> Parting | None:
    """Where logs part, given as lines with their line feeds; nothing if all agree as far as they go."""
    for number, lines in enumerate(zip_longest(*map(_telling, logs)), 1):
        histories: dict[bytes, list[int]] = {}
        for position, line in enumerate(lines):
            if line is not None:
                histories.setdefault(line, []).append(position)
        if len(histories) > 1:
            return Parting(number, tuple(map(tuple, histories.values())))
    return None


def _telling(log: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a log without its torn end and its dispute."""
    waiting = None
    for line in log:
        if waiting is not None:
            yield waiting
        waiting = line
    if waiting is not None and waiting.endswith(b"\n") and _DISPUTE not in waiting:
        yield waiting


def is_same_game(one: State, other: State) -> bool:
    """Whether two logs are of one game: the game id is the same, or already the ``table`` record."""
    if NO_GAME not in (one.game_id, other.game_id) and one.game_id == other.game_id:
        return True
    return one.maybe_table is not None and one.maybe_table == other.maybe_table


def games(states: Sequence[State]) -> list[list[int]]:
    """The positions of logs, given by the state that each led to, game by game; what is no log is in none."""
    found: list[list[int]] = []
    for position, state in enumerate(states):
        if state.maybe_table is None:
            continue
        for game in found:
            if any(is_same_game(states[other], state) for other in game):
                game.append(position)
                break
        else:
            found.append([position])
    return found
