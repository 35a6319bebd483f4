"""The generators: every one is registered, and ``--check`` tells a file that differs without changing it."""

from pathlib import Path

import generate_common
import pytest

from tests.protocol.vectors import PROTOCOL

SCRIPTS = PROTOCOL.parent / "scripts"
HELPERS = {"generate_common.py", "generate_game.py", "generate_faults.py"}


def test_every_generator_is_registered() -> None:
    """A generator takes no part in the checks unless `scripts/test.py` knows it."""
    listed = (SCRIPTS / "test.py").read_text("utf-8")
    names = {path.name for path in SCRIPTS.glob("generate_*.py")} - HELPERS
    assert names
    assert [name for name in sorted(names) if f'"{name}"' not in listed] == []


def test_check_fails_for_a_file_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted, stray = tmp_path / "a.json", tmp_path / "old.json"
    stray.write_text("old")
    files = {wanted: b"new"}
    assert generate_common.finish(files, [tmp_path], ["--check"]) == 1
    assert (wanted.exists(), stray.exists()) == (False, True)
    assert generate_common.finish(files, [tmp_path], []) == 0
    assert (wanted.read_bytes(), stray.exists()) == (b"new", False)
    assert generate_common.finish(files, [tmp_path], ["--check"]) == 0
    assert capsys.readouterr().out.split() == [
        *("differs:", "a.json", "differs:", "old.json"),
        *("written:", "a.json", "removed:", "old.json"),
    ]


def test_a_part_of_a_document_is_replaced() -> None:
    document = "before\n<!-- begin x -->\nold\n<!-- end x -->\nafter\n"
    again = generate_common.with_parts(document, {"x": ["new"]})
    assert again == "before\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nafter\n"
    assert generate_common.with_parts(again, {"x": ["new"]}) == again
    with pytest.raises(ValueError, match="the part y"):
        generate_common.with_parts(document, {"y": []})
