"""The verdict on a log that was read to its end."""

from dataclasses import dataclass

from hearts_lan.transcript.audit.fault import Fault
from hearts_lan.transcript.audit.grammar import Phase
from hearts_lan.transcript.audit.state import State

VERIFIED, NOT_VERIFIED, INCOMPLETE = 0, 1, 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """``code`` is the exit code: 0 verified, 1 not verified (``fault`` says why), 3 genuine but incomplete
    (``reasons`` says why)."""

    code: int
    fault: Fault | None = None
    reasons: tuple[str, ...] = ()


def verdict(state: State, torn: bool = False) -> Verdict:
    """The verdict (V9, V14) on the log that led to ``state``; ``torn`` says that bytes follow its last line feed."""
    if state.dispute_fault:
        return Verdict(NOT_VERIFIED, fault=state.dispute_fault)
    reasons = _what_is_missing(state, torn)
    return Verdict(INCOMPLETE, reasons=reasons) if reasons else Verdict(VERIFIED)


def _what_is_missing(state: State, torn: bool) -> tuple[str, ...]:
    reasons = []
    if torn:
        reasons.append("The last line is torn off.")
    if state.dispute:
        reasons.append(f"Seat {state.dispute.by} disputes the game, and its evidence proves nothing.")
    elif state.phase is not Phase.ENDED:
        reasons.append(f"The log stops where it waits for {state.phase.value}.")
    elif state.end and state.end.reason == "stopped":
        reasons.append("The game was stopped before it was decided.")
    else:
        reasons.extend(_not_their_own_word(state))
    return tuple(reasons)


def _not_their_own_word(state: State) -> list[str]:
    """People whose last agreement is not by their own key."""
    agreed = state.maybe_hand.agreed if state.maybe_hand else ()
    return [
        f"The last result was agreed to by a substitute for seat {seat}."
        for seat, (player, key) in enumerate(zip(state.roster, agreed, strict=False))
        if not player.bot and key != player.key
    ]
