"""A user's folders for the tests of the command line: none of the real ones is touched."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hearts_lan.cli import main


class Said(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this user's key, names and logs lie."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name[4:8].lower()))
    return tmp_path


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line."""
    del home

    def run(*arguments: str) -> Said:
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return run
