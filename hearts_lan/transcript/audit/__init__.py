"""The one reader of records: ``feed(state, line)`` on frozen states, for client, verifier, host and replay."""

from hearts_lan.transcript.audit.fault import Author, Fault, Refused
from hearts_lan.transcript.audit.feed import admit, feed
from hearts_lan.transcript.audit.grammar import BLOCK, INSIDE, OUTSIDE, Phase
from hearts_lan.transcript.audit.opening import RebuiltDeal, rebuild
from hearts_lan.transcript.audit.state import HandState, Speaker, State
from hearts_lan.transcript.audit.verdict import Verdict, verdict

__all__ = [
    "BLOCK",
    "INSIDE",
    "OUTSIDE",
    "Author",
    "Fault",
    "HandState",
    "Phase",
    "RebuiltDeal",
    "Refused",
    "Speaker",
    "State",
    "Verdict",
    "admit",
    "feed",
    "rebuild",
    "verdict",
]
