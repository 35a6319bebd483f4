"""The order of messages: two tables of data, used by both sides.

``ORDER`` says, for a role and its state, which messages it may send and the state that each leads to.  A watcher that
proved no key ends in ``WATCHING``, where the host has no message for private cards.

``ANSWERS`` names the messages that answer one of the other side, with the state the other must have reached by then.
So nobody who named a key is welcomed without a proof, and no host skips its own.
"""

from enum import Enum, StrEnum
from typing import NamedTuple

from hearts_lan.wire.messages import (
    ClientMessage,
    Control,
    Dealt,
    Goodbye,
    Heartbeat,
    Hello,
    HostMessage,
    Identify,
    Identity,
    Join,
    Leave,
    Lobby,
    Message,
    PassCards,
    Passed,
    Prove,
    Ready,
    Record,
    Refused,
    Said,
    Say,
    Status,
    Submit,
    Waiting,
    Welcome,
)


class Role(StrEnum):
    """The two ends of a connection."""

    CLIENT = "client"
    HOST = "host"

    @property
    def other(self) -> "Role":
        """The other end."""
        return Role.HOST if self is Role.CLIENT else Role.CLIENT


class State(Enum):
    """How far one side has come."""

    HELLO = "hello"
    IDENTIFY = "identify"
    PROVE = "prove"
    JOIN = "join"
    WATCHING = "watching"
    JOINED = "joined"
    CLOSED = "closed"
    ERROR = "error"


class JoinUnproven(NamedTuple):
    """Stands in ``ORDER`` for a ``join`` as watcher by a client that proves no key."""


Kind = type[Message] | type[JoinUnproven]
"""A key of the table: a message class, or the one message whose place depends on its content."""

_NOTICES: tuple[type[Message], ...] = (Lobby, Record, Waiting, Status, Refused, Said, Heartbeat)
_PRIVATE: tuple[type[Message], ...] = (Dealt, Passed)


def _stay(state: State, *kinds: type[Message]) -> dict[Kind, State]:
    return dict.fromkeys(kinds, state)


ORDER: dict[tuple[Role, State], dict[Kind, State]] = {
    (Role.CLIENT, State.HELLO): {Hello: State.IDENTIFY},
    (Role.CLIENT, State.IDENTIFY): {Identify: State.PROVE, JoinUnproven: State.WATCHING},
    (Role.CLIENT, State.PROVE): {Prove: State.JOIN},
    (Role.CLIENT, State.JOIN): {Join: State.JOINED},
    (Role.CLIENT, State.WATCHING): {**_stay(State.WATCHING, Say, Heartbeat), Leave: State.CLOSED},
    (Role.CLIENT, State.JOINED): {
        **_stay(State.JOINED, Ready, Submit, PassCards, Say, Control, Heartbeat),
        Leave: State.CLOSED,
    },
    (Role.CLIENT, State.CLOSED): {},
    (Role.CLIENT, State.ERROR): {},
    (Role.HOST, State.HELLO): {Hello: State.IDENTIFY, Goodbye: State.CLOSED},
    (Role.HOST, State.IDENTIFY): {Identity: State.JOIN, Welcome: State.WATCHING, Goodbye: State.CLOSED},
    (Role.HOST, State.JOIN): {Welcome: State.JOINED, Goodbye: State.CLOSED},
    (Role.HOST, State.WATCHING): {**_stay(State.WATCHING, *_NOTICES), Goodbye: State.CLOSED},
    (Role.HOST, State.JOINED): {**_stay(State.JOINED, *_NOTICES, *_PRIVATE), Goodbye: State.CLOSED},
    (Role.HOST, State.CLOSED): {},
    (Role.HOST, State.ERROR): {},
}

ANSWERS: dict[tuple[Role, State, Kind], State] = {
    (Role.HOST, State.IDENTIFY, Identity): State.PROVE,
    (Role.CLIENT, State.PROVE, Prove): State.JOIN,
    (Role.HOST, State.IDENTIFY, Welcome): State.WATCHING,
    (Role.HOST, State.JOIN, Welcome): State.JOINED,
}


def states(role: Role) -> list[State]:
    """The states that a role has in the table."""
    return [state for owner, state in ORDER if owner is role]


def next_state(role: Role, state: State, other: State, message: Message) -> State | None:
    """Where ``role`` stands after it sent ``message``; None where it may not.  ``other`` is the other side's state."""
    for kind in _kinds(message):
        after = ORDER[role, state].get(kind)
        if after is not None:
            return after if ANSWERS.get((role, state, kind), other) is other else None
    return None


def _kinds(message: Message) -> tuple[Kind, ...]:
    if isinstance(message, Join) and message.role == "watch":
        return Join, JoinUnproven
    return (type(message),)


SENT: dict[Role, object] = {Role.CLIENT: ClientMessage, Role.HOST: HostMessage}
"""The union of the message types that a role sends."""
