"""What the generators share: writing files, or checking that they are what would be written.

Imported first by every generator, so that the repository's root is on the path when a script is run by its name.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOCOL = ROOT / "protocol"

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


def finish(files: Mapping[Path, bytes], folders: Iterable[Path] = (), arguments: list[str] | None = None) -> int:
    """Write the files, or with ``--check`` only name those that differ; the exit code.

    ``folders`` hold nothing but generated files: what else lies there is removed, or named.
    """
    parser = argparse.ArgumentParser(description="Write generated files of the repository.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs")
    check = parser.parse_args(arguments).check
    strays = {path for folder in folders for path in folder.glob("*")} - files.keys()
    wrong = sorted(strays | {path for path, data in files.items() if not _holds(path, data)})
    for path in wrong:
        print(f"{'differs' if check else 'written' if path in files else 'removed'}: {path.name}")
        if not check:
            _put(path, files.get(path))
    return int(check and bool(wrong))


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _put(path: Path, data: bytes | None) -> None:
    if data is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def as_json(value: object) -> bytes:
    """Indented JSON with a line feed at its end."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def with_parts(text: str, parts: Mapping[str, Iterable[str]]) -> str:
    """A document with the lines between ``<!-- begin NAME -->`` and ``<!-- end NAME -->`` replaced, for each name."""
    for name, lines in parts.items():
        marks = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        body = "".join(f"{line}\n" for line in lines)
        text, count = marks.subn(lambda match, body=body: f"{match[1]}\n{body}\n{match[2]}", text)  # type: ignore[misc]
        if count != 1:
            raise ValueError(f"the part {name} must stand in its document once")
    return text
