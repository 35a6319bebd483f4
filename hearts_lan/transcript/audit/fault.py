"""What an audit finds: the check that failed, whose fault it is, and one sentence."""

from dataclasses import dataclass
from typing import Literal

Author = int | Literal["host"] | None
"""A seat, the host, or nobody that the line proves anything against."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A failed check.

    ``check`` is its id (``V1`` to ``V16``), ``who`` the author that the fault is proven against, ``line`` the
    number of the line at fault, counted from 1, and ``rule`` the id of the rule of play that was broken.
    """

    check: str
    who: Author
    sentence: str
    line: int
    rule: str = ""


class Refused(Exception):
    """A line that does not fit the log before it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.check}: {fault.sentence}")
        self.fault = fault
