"""Processes for ``bench.py``: each with a home of its own, and gone at the end of its block."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bench_peers

WAIT = 60
"""Seconds that any one process is waited for."""


@contextmanager
def process(*arguments: str, home: Path) -> Iterator[subprocess.Popen[str]]:
    """A Python process with a home of its own, killed at the end of the block if it still runs."""
    places = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")}
    started = subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, **places},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def output(started: subprocess.Popen[str]) -> str:
    """What a process prints until its end.  Raises ``RuntimeError`` if it fails."""
    out, err = started.communicate(timeout=WAIT)
    if started.returncode:
        raise RuntimeError(f"a process ended with code {started.returncode}: {err.strip()[-500:]}")
    return out


@contextmanager
def headless_host(home: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A host of the program itself on a free port."""
    command = ("-P", "-m", "hearts_lan", "host", "--headless", "--port", "0", "--bind", bench_peers.HERE)
    with process(*command, *options, home=home) as host:
        assert host.stderr is not None
        for line in host.stderr:
            if found := re.search(r"hearts-lan join \S+:(\d+)$", line.strip()):
                yield host, int(found[1])
                return
        raise RuntimeError("the host did not say its port")
