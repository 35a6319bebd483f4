"""Parse it or raise the one error."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from hearts_lan.wire.codec import MSGPACK, TEXT, Codec
from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.order import Role
from tests.wire import fuzz
from tests.wire.samples import CODECS, connect

ROOT = Path(__file__).parents[2]

each_role = pytest.mark.parametrize("role", Role)


@each_role
@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
def test_decoder(codec: Codec, role: Role) -> None:
    ends = fuzz.run("decoder", codec, role, 3000, seed=1)
    assert set(ends) == {"good", "encoding", "message"}


@each_role
@pytest.mark.parametrize("codec", [MSGPACK, TEXT], ids=["msgpack", "text"])
def test_connection(codec: Codec, role: Role) -> None:
    ends = fuzz.run("connection", codec, role, 1500, seed=2)
    assert set(ends) >= {"good", "frame", "encoding", "message", "order"}


def test_noise_to_a_fresh_connection() -> None:
    random = Random(3)
    for _ in range(2000):
        for role in Role:
            end = connect(role)
            try:
                list(end.receive(random.choice((b"", b"\x00\x00\x00", b"{")) + random.randbytes(random.randrange(40))))
            except ProtocolError as error:
                end.farewell(error.sentence)


@pytest.mark.slow
@each_role
@pytest.mark.parametrize("what", ["decoder", "connection"])
@pytest.mark.parametrize(
    ("codec", "pure"), [("msgpack", ""), ("msgpack", "1"), ("text", "")], ids=["c", "pure", "text"]
)
def test_a_million_inputs(what: str, codec: str, pure: str, role: Role) -> None:
    """In a process of its own, with the parser that a player's computer may have; no input is slow, nothing is kept."""
    arguments = [what, codec, role.value, "1000000", "100"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.wire.fuzz", *arguments],
        cwd=ROOT,
        env={**os.environ, "MSGPACK_PUREPYTHON": pure},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    print(what, codec, pure, role, done.stdout)
    seen = json.loads(done.stdout)
    assert seen["inputs"] == 1_000_000
    assert seen["slowest"] < 60
    assert seen["growth_kib"] < 10_000
