"""Terminals and locales of every kind: nothing crashes, and each gets what it can show."""

import os
import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo terminal", allow_module_level=True)

from tests.console.screen.test_terminal import CTRL_C, Program

SCREEN, PLAIN = "Pass three cards", "Choose three cards"
ESCAPE = b"\x1b"
COLOUR = re.compile(rb"\x1b\[[0-9;]*\b[39][0-7]m")
UTF8 = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}


def visited(home: Path, asked: str, **environment: str) -> bytes:
    """What a program writes to a terminal until it has asked something and was interrupted."""
    program = Program(home, environment=environment)
    try:
        program.see(asked)
        os.write(program.master, CTRL_C)
        assert program.code() == 130
        assert b"Traceback" not in program.output
        return program.output
    finally:
        program.close()


@pytest.mark.parametrize(
    ("environment", "is_ascii", "is_coloured"),
    [
        ({**UTF8}, False, True),
        ({**UTF8, "NO_COLOR": "1"}, False, False),
        ({"LC_ALL": "C", "LANG": "C"}, True, True),
        ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, True, True),
        ({**UTF8, "PYTHONIOENCODING": "cp1252"}, True, True),
        ({**UTF8, "TERM": "vt100"}, True, True),
        ({**UTF8, "TERM": "nonsense"}, False, True),
    ],
)
def test_a_screen_shows_what_its_terminal_can(
    tmp_path: Path, environment: dict[str, str], is_ascii: bool, is_coloured: bool
) -> None:
    written = visited(tmp_path, SCREEN, **environment)
    assert ("♣".encode() not in written) is is_ascii
    assert bool(COLOUR.search(written)) is is_coloured


@pytest.mark.parametrize(
    "environment", [{"TERM": "dumb"}, {"TERM": ""}, {"TERM": "dumb", "PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}]
)
def test_a_terminal_that_knows_no_escapes_gets_none(tmp_path: Path, environment: dict[str, str]) -> None:
    written = visited(tmp_path, PLAIN, **environment)
    assert ESCAPE not in written
    assert b" of spades" in written or b"You hold" in written
