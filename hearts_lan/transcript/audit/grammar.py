"""Which record may follow which: the grammar of a log as two tables.

A *phase* is named for what the log waits for.  In most phases records stand one by one; the simultaneous ones
form a *block* in seat order, and nothing else stands inside it.
"""

from enum import Enum

from hearts_lan.transcript import records as r


def type_of(record: type[r.Record]) -> str:
    """The ``type`` of a class of records."""
    return record.__name__.lower()


class Phase(Enum):
    """What the log waits for."""

    TABLE = "the table record"
    NONCES = "everybody's nonce"
    BETWEEN = "the next hand or the end"
    COMMITS = "everybody's commitment"
    REVEALS = "everybody's seed"
    PASSES = "everybody's pass"
    PLAYS = "the next card"
    MOON = "the shooter's choice"
    OPEN = "the host's opening of the hand"
    AGREES = "everybody's agreement"
    STOPPED = "the end"
    ENDED = "nothing more"
    DISPUTED = "nothing after a dispute"


_S: frozenset[type[r.Record]] = frozenset({r.Substitute, r.Resume})

OUTSIDE: dict[Phase, frozenset[type[r.Record]]] = {
    Phase.TABLE: frozenset({r.Table}),
    Phase.NONCES: frozenset({r.Nonce}),
    Phase.BETWEEN: _S | {r.Deal, r.End, r.Dispute},
    Phase.COMMITS: _S | {r.Commit, r.Void, r.Dispute},
    Phase.REVEALS: frozenset({r.Reveal, r.Void, r.Resume, r.Dispute}),
    Phase.PASSES: _S | {r.Pass, r.Void, r.Dispute},
    Phase.PLAYS: _S | {r.Play, r.Pass, r.Void, r.Dispute},
    Phase.MOON: _S | {r.Moon, r.Void, r.Dispute},
    Phase.OPEN: _S | {r.Open, r.Void, r.Dispute},
    Phase.AGREES: _S | {r.Agree, r.Void, r.Dispute},
    Phase.STOPPED: frozenset({r.End, r.Dispute}),
    Phase.ENDED: frozenset({r.Dispute}),
    Phase.DISPUTED: frozenset(),
}
"""What may stand while no block is begun."""

INSIDE: dict[Phase, frozenset[type[r.Record]]] = {
    Phase.NONCES: frozenset({r.Nonce}),
    Phase.COMMITS: frozenset({r.Commit, r.Dispute}),
    Phase.REVEALS: frozenset({r.Reveal, r.Void, r.Dispute}),
    Phase.PASSES: frozenset({r.Pass, r.Dispute}),
    Phase.AGREES: frozenset({r.Agree, r.Dispute}),
}
"""What may stand inside a block that is begun and not complete."""

BLOCK: dict[Phase, type[r.Record]] = {
    Phase.NONCES: r.Nonce,
    Phase.COMMITS: r.Commit,
    Phase.REVEALS: r.Reveal,
    Phase.PASSES: r.Pass,
    Phase.AGREES: r.Agree,
}
"""The record that makes up the block of a phase."""
