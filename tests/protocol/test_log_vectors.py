"""Every log among the vectors gets the verdict that its manifest says: exit code, check and line."""

from typing import Any

import pytest

from hearts_lan.cli import main
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from tests.protocol.vectors import LOGS, read

ENTRIES: list[dict[str, Any]] = read("logs/manifest")["logs"]
CHECKS = {f"V{number}" for number in range(1, 14)}
"""The checks that a single line can fail; V14 to V16 are about the whole log and the report."""


def test_the_manifest_names_every_log_once() -> None:
    assert sorted(entry["file"] for entry in ENTRIES) == sorted(path.name for path in LOGS.glob("*.hearts"))


def test_every_verdict_and_every_check_has_a_log() -> None:
    assert {entry["expect"]["code"] for entry in ENTRIES} == {0, 1, 3}
    assert {entry["expect"].get("check") for entry in ENTRIES} == {None, *CHECKS}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"])
def test_the_verdict_is_the_one_expected(entry: dict[str, Any]) -> None:
    with (LOGS / entry["file"]).open("rb") as file:
        verdict = examine(raw_lines(file)).verdict
    found: dict[str, Any] = {"code": verdict.code}
    if verdict.fault:
        found |= {"check": verdict.fault.check, "line": verdict.fault.line}
    assert found == entry["expect"]


@pytest.mark.parametrize("name", ["four", "cut", "v11-revoke"])
def test_the_exit_code_is_that_of_the_verdict(name: str) -> None:
    expected = next(entry["expect"]["code"] for entry in ENTRIES if entry["file"] == f"{name}.hearts")
    assert main(["verify", str(LOGS / f"{name}.hearts")]) == expected
