"""Watching a table in text with nothing but TLS, by the very lines that the document of the wire shows."""

import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.programs import PATIENCE, Program, Programs, programs_in
from tests.protocol.vectors import PROTOCOL

BY_HAND = re.search(r"^## Watching by hand\n(.*?)^## ", (PROTOCOL / "wire.md").read_text("utf-8"), re.M | re.S)
assert BY_HAND
TYPED = re.findall(r"^\{.*\}$", BY_HAND[1], re.M)
SCRIPT = re.search(r"^```sh\n(.*?)^```", BY_HAND[1], re.M | re.S)


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with programs_in(tmp_path) as programs:
        yield programs


def a_game(programs: Programs, log: Path) -> tuple[Program, str, tuple[str, ...]]:
    """A host with two bots, its address, and what starts the third, with which the game begins."""
    host, address = programs.host("--players", "3", "--bots", "2", "--target", "1", "--pace", "0", "--log", str(log))
    return host, address, ("join", address, "--bot", "easy")


def as_log(messages: Iterable[dict[str, Any]]) -> bytes:
    """The lines of a log in what a watcher has read."""
    records = [message for message in messages if message["type"] == "record"]
    assert [record["number"] for record in records] == list(range(1, len(records) + 1))
    return "".join(f"{record['payload']}\t{record['signature']}\n" for record in records).encode()


def test_typed_lines_show_a_whole_game(programs: Programs, tmp_path: Path) -> None:
    """From the two lines on nothing is sent, and the public part of everything is read, nothing private."""
    host, address, bot = a_game(programs, tmp_path / "host.hearts")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    name, _, port = address.rpartition(":")
    with (
        socket.create_connection((name, int(port)), PATIENCE) as plain,
        context.wrap_socket(plain) as plug,
        plug.makefile("r", encoding="utf-8") as lines,
    ):
        plug.sendall("".join(f"{line}\n" for line in TYPED).encode())
        first = [json.loads(lines.readline()) for _ in range(3)]
        programs.start(*bot)
        messages = [*first, *map(json.loads, lines)]
    assert host.end() == 0
    assert [message["type"] for message in first] == ["hello", "welcome", "lobby"]
    assert first[1]["seat"] == -1
    assert messages[-1]["type"] == "goodbye"
    assert not {message["type"] for message in messages} & {"dealt", "passed", "refused"}
    assert as_log(messages) == (tmp_path / "host.hearts").read_bytes()


@pytest.mark.skipif(not (shutil.which("openssl") and shutil.which("jq")), reason="openssl and jq are not both here")
def test_the_script_of_the_document_writes_a_log_that_verifies(programs: Programs, tmp_path: Path) -> None:
    host, address, bot = a_game(programs, tmp_path / "host.hearts")
    assert SCRIPT
    script = re.sub(r"^table=.*$", f"table={address}", SCRIPT[1], flags=re.M)
    with subprocess.Popen(["sh", "-c", script], cwd=tmp_path, stdin=subprocess.DEVNULL) as watching:
        try:
            programs.start(*bot)
            assert host.end() == 0
        finally:
            programs.stop()  # without a host the script ends, too
        assert watching.wait(PATIENCE) == 0
    own = (tmp_path / "host.hearts").read_bytes()
    assert (tmp_path / "game.hearts").read_bytes() == own
    assert programs.start("verify", str(tmp_path / "game.hearts")).end() == 0
