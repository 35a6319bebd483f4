"""The documents of the specification: short, with links that lead somewhere, and naming every id that they must."""

import re
from typing import get_args

import pytest

from hearts_lan.transcript.records import Record
from tests.protocol.vectors import PROTOCOL

DOCUMENTS = sorted(PROTOCOL.glob("*.md"))
MOST_LINES = 300
LAST_RULES = {"D": 2, "P": 3, "T": 7, "S": 8, "O": 3, "C": 8}
RULES = [*(f"{part}{number + 1}" for part, last in LAST_RULES.items() for number in range(last)), "C1a"]


def text(name: str) -> str:
    """The text of a document."""
    return (PROTOCOL / name).read_text("utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_is_short(path: object) -> None:
    assert len(text(str(path)).splitlines()) < MOST_LINES


@pytest.mark.parametrize("path", [*DOCUMENTS, PROTOCOL.parent / "README.md"], ids=lambda path: str(path)[-20:])
def test_every_link_leads_somewhere(path: object) -> None:
    base = (PROTOCOL / str(path)).resolve().parent
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text(str(path)))
    assert [link for link in links if not link.startswith("https://") and not (base / link).exists()] == []


@pytest.mark.parametrize("check", range(1, 17))
def test_the_log_document_tells_every_check(check: int) -> None:
    assert f"**V{check}**" in text("log.md")


@pytest.mark.parametrize("kind", get_args(Record))
def test_the_log_document_tells_every_record_and_field(kind: type) -> None:
    row = re.search(rf"^\| `{kind.__name__.lower()}` \|.*$", text("log.md"), re.MULTILINE)
    assert row
    own = set(kind.__annotations__) - {"by", "seen"}
    assert own <= set(re.findall(r"`(\w+)`", row[0]))


@pytest.mark.parametrize("rule", RULES)
def test_the_rules_document_tells_every_rule(rule: str) -> None:
    assert f"**{rule}**" in text("rules.md")
