"""The example in another language computes the deals of every genuine log as the package does, and sees false ones."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from hearts_lan.cards import card_text
from hearts_lan.fairness.commit_reveal import table_code
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import State, feed
from hearts_lan.transcript.lines import NO_GAME, parse_line
from hearts_lan.transcript.logfile import raw_lines

pytestmark = pytest.mark.broad

PROTOCOL = Path(__file__).parents[2] / "protocol"
LOGS = PROTOCOL / "vectors" / "logs"
MANIFEST = json.loads((LOGS / "manifest.json").read_text(encoding="utf-8"))["logs"]
GENUINE = [vector["file"] for vector in MANIFEST if vector["expect"]["code"] in (0, 3)]
FALSE = [vector["file"] for vector in MANIFEST if vector["expect"].get("check") in ("V7", "V10")]

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="the example deal.mjs needs Node, which is not here"
)


def computed(file: str) -> tuple[int, list[str]]:
    """The exit code of the example for a log, and the lines that it prints."""
    command = ["node", str(PROTOCOL / "examples" / "deal.mjs"), str(LOGS / file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def expected(file: str) -> list[str]:
    """What it should print: game id, table code and every hand that was opened."""
    state, told = State(), list[str]()
    with (LOGS / file).open("rb") as lines:
        for raw in raw_lines(lines):
            if not raw.endswith(b"\n"):
                break
            before, state = state, feed(state, parse_line(raw[:-1]))
            if before.game_id == NO_GAME != state.game_id:
                code = " ".join(map(card_text, table_code(state.game_id)))
                told += [f"game {state.game_id.hex()}", f"table code {code}"]
            if isinstance(state.last, r.Open):
                hands = enumerate(state.hand.dealt)
                number = state.hand.number
                told += [f"hand {number} seat {seat}: {' '.join(map(card_text, hand))}" for seat, hand in hands]
    return told


@needs_node
@pytest.mark.parametrize("file", GENUINE[::4])
def test_deals_of_genuine_logs(file: str) -> None:
    assert computed(file) == (0, expected(file))


@needs_node
@pytest.mark.slow
def test_deals_of_every_genuine_log() -> None:
    for file in GENUINE:
        assert computed(file) == (0, expected(file))


@needs_node
@pytest.mark.parametrize("file", FALSE)
def test_what_opens_no_commitment_is_seen(file: str) -> None:
    code, told = computed(file)
    assert code == 1
    assert told[-1].startswith("WRONG: ")
