"""The file of people met before: one line each, key, address and name, separated by tabs."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from hearts_lan.net.trust import Known
from hearts_lan.wire.text import clean

MOST = 1000
"""People remembered; the longest unseen are forgotten first."""


def read_known(path: Path) -> list[Known]:
    """Whom the file tells of; a line that cannot be read is left out, a file that is not there tells of nobody."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [entry for line in text.splitlines() for entry in _entry(line)]


def _entry(line: str) -> Iterator[Known]:
    key, _, rest = line.partition("\t")
    address, _, name = rest.partition("\t")
    try:
        raw = bytes.fromhex(key)
    except ValueError:
        return
    if len(raw) == 32 and clean(name):
        yield Known(raw, clean(name), address)


def remember(path: Path, new: Iterable[Known]) -> None:
    """Add people to the file, whole or not at all.  A disk that refuses is no reason to end a game."""
    entries = {entry.key: entry for entry in read_known(path)}
    for entry in new:
        entries.pop(entry.key, None)
        entries[entry.key] = entry
    lines = [f"{entry.key.hex()}\t{entry.address}\t{entry.name}\n" for entry in list(entries.values())[-MOST:]]
    with suppress(OSError):
        _replace(path, "".join(lines))


def _replace(path: Path, text: str) -> None:
    """Write beside the file, then put it in its place; private from the start."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".known-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, path)
