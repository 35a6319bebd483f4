"""Every rule of the rule book is cited by a test, and every case of its table has one."""

import re
from pathlib import Path

RULES = (
    "D1 D2 P1 P2 P3 T1 T2 T3 T4 T5 T6 T7 S1 S2 S3 S4 S5 S6 S7 S8 O1 O2 O3 C1 C1a C2 C3 C4 C5 C6 C7 C8 X".upper().split()
)
HERE = Path(__file__)
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in HERE.parent.glob("test_*.py") if path != HERE)


def test_every_rule_is_cited() -> None:
    cited = {word.upper() for word in re.split(r"[\W_]+", SOURCE)}
    assert [rule for rule in RULES if rule not in cited] == []


def test_every_case_is_tested() -> None:
    cited = {int(number) for number in re.findall(r"[Cc]ase[_ ](\d+)", SOURCE)}
    assert [case for case in range(1, 38) if case not in cited] == []
