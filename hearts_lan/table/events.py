"""What happens to a table, and what a table asks for.  Frozen values; a peer is a number that the shell gives."""

from dataclasses import dataclass
from typing import Literal

from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m

Peer = int


@dataclass(frozen=True, slots=True)
class Entered:
    """A peer has proven its key (32 bytes; ``None`` for an anonymous watcher) and asks to join."""

    peer: Peer
    key: bytes | None
    join: m.Join
    silent: float = 0.0
    """Seconds since another connection with this key was last heard, if there is one."""


@dataclass(frozen=True, slots=True)
class Received:
    """A peer that has entered sent a message."""

    peer: Peer
    message: m.ClientMessage


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection of a peer is gone."""

    peer: Peer


@dataclass(frozen=True, slots=True)
class TimerFired:
    """A timer that the table started has run out."""

    name: str


@dataclass(frozen=True, slots=True)
class Closing:
    """The host program is asked to end.  A game that it keeps is not ended in the log, and can go on later."""

    reason: str
    keep: bool = False


@dataclass(frozen=True, slots=True)
class BotsWanted:
    """The host program wants bots at the table."""

    count: int
    level: str


Event = BotsWanted | Entered | Received | Lost | TimerFired | Closing


@dataclass(frozen=True, slots=True)
class Append:
    """Write a line to the log, safely, before any later effect; line number 1 begins a new log."""

    number: int
    line: Line


@dataclass(frozen=True, slots=True)
class DiscardLog:
    """The game of the log just begun did not come about: remove it."""


@dataclass(frozen=True, slots=True)
class CloseLog:
    """The log is complete."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send messages to a peer, in order.  ``history`` marks lines of the past: they may wait for a slow peer and
    do not count against the bound of its queue."""

    peer: Peer
    messages: tuple[m.HostMessage, ...]
    history: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """Say goodbye to a peer and close its connection."""

    peer: Peer
    reason: str


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Start a timer, or start it anew."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class StopTimer:
    """Stop a timer if it runs."""

    name: str


@dataclass(frozen=True, slots=True)
class SpawnBot:
    """Start a bot of the host: an ordinary client with the host's bot key of this number."""

    number: int
    level: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The table is done: the host program can end when everything is sent."""

    outcome: Literal["played", "stopped"]


Effect = Append | DiscardLog | CloseLog | Send | Drop | StartTimer | StopTimer | SpawnBot | Finish
