"""Standard streams that are closed, full, or that nobody reads: a sentence or nothing, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hearts_lan.cli.telling import tell

pytestmark = pytest.mark.broad


@pytest.mark.skipif(os.name != "posix", reason="a shell's redirections")
@pytest.mark.parametrize(
    ("redirection", "code", "told"),
    [
        ("play --pace 0 <&-", 0, ""),
        ("play --pace 0 </dev/null >&-", 0, ""),
        ("rules >&- 2>&-", 0, ""),
        ("rules | head -n 1", 0, ""),
        ("play --pace 0 </dev/null | true", 0, "Broken pipe"),
        ("--help >/dev/full", 0, ""),
        ("rules >/dev/full", 1, "hearts-lan: No space left on device.\n"),
    ],
)
def test_streams_that_are_closed_or_full_are_no_traceback(home: Path, redirection: str, code: int, told: str) -> None:
    if "/dev/full" in redirection and not os.path.exists("/dev/full"):
        pytest.skip("no device that is always full")
    variables = {"XDG_CONFIG_HOME": str(home / "c"), "XDG_DATA_HOME": str(home / "d")}
    line = f'"{sys.executable}" -m hearts_lan {redirection}'
    ended = subprocess.run(["sh", "-c", line], env={**os.environ, **variables}, capture_output=True, timeout=40)
    assert ended.returncode == code
    if told == "Broken pipe":  # or it had said everything before
        assert ended.stderr in (b"", b"hearts-lan: Broken pipe.\n")
    else:
        assert ended.stderr.decode() == told


def test_a_sentence_that_nobody_reads_ends_nothing() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    out = os.fdopen(writer, "w", closefd=False)
    with pytest.raises(BrokenPipeError):
        print("Nobody has connected yet.", file=out, flush=True)
    tell("Nobody has connected yet.", out)
    os.close(writer)
