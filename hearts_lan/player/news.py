"""What a player learns and what it asks for.  Frozen values."""

from dataclasses import dataclass
from enum import Enum

from hearts_lan.transcript.audit import Fault, State
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m


class Question(Enum):
    """What only the person or the bot behind a player can decide."""

    PASS = "choose three cards to pass"
    CARD = "play a card"
    MOON = "choose what the moon does"
    GO_ON = "go on with the next hand"
    READY = "get ready for a game"


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to the host."""

    message: m.ClientMessage


@dataclass(frozen=True, slots=True)
class Append:
    """Write a line to the own log; line number 1 begins a new one."""

    number: int
    line: Line


@dataclass(frozen=True, slots=True)
class Sync:
    """The own log must be on the disk; then `Player.synced` has more to do."""


@dataclass(frozen=True, slots=True)
class DiscardLog:
    """The game of the log just begun did not come about: remove it."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record was checked and is part of the game; ``after.last`` is the record."""

    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Told:
    """An unsigned or private message of the host worth showing: chat, lobby, cards, waiting, refusals, goodbye."""

    message: m.HostMessage


@dataclass(frozen=True, slots=True)
class Disputed:
    """The host or somebody at the table broke the rules of the deal; this player signs nothing any more.

    ``fault`` is what the audit found, if it was the audit.
    """

    sentence: str
    fault: Fault | None = None


Effect = Send | Append | Sync | DiscardLog | Recorded | Told | Disputed
