"""The example player, written from the documents alone, plays whole games at a table of this program."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.programs import Programs, programs_in

BOT = Path(__file__).parents[2] / "protocol" / "examples" / "bot.py"


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with programs_in(tmp_path) as programs:
        yield programs


@pytest.mark.parametrize(
    "table",
    [
        ("--players", "4", "--bots", "3", "--target", "20"),
        ("--players", "3", "--bots", "2", "--variant", "omnibus", "--target", "20"),
    ],
    ids=["hearts", "omnibus"],
)
def test_it_plays_a_whole_game_in_text_and_the_log_verifies(
    programs: Programs, tmp_path: Path, table: tuple[str, ...]
) -> None:
    theirs, mine = tmp_path / "host.hearts", tmp_path / "bot.hearts"
    host, address = programs.host(*table, "--log", str(theirs))
    place, _, port = address.rpartition(":")
    command = [sys.executable, str(BOT), place, port, "--log", str(mine)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert host.end() == 0
    assert mine.read_bytes() == theirs.read_bytes()
    assert programs.start("verify", str(mine)).end() == 0


def test_another_pin_is_refused(programs: Programs, tmp_path: Path) -> None:
    _, address = programs.host("--players", "3", "--bots", "2")
    place, _, port = address.rpartition(":")
    command = [sys.executable, str(BOT), place, port, "--pin", "aaaa-aaaa-aaaa", "--log", str(tmp_path / "log")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "another PIN" in done.stderr
