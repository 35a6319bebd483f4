"""The vectors of the specification, read from their files."""

import json
from pathlib import Path
from typing import Any

PROTOCOL = Path(__file__).resolve().parent.parent.parent / "protocol"
LOGS = PROTOCOL / "vectors" / "logs"


def read(name: str) -> Any:
    """The content of a file of vectors."""
    return json.loads((PROTOCOL / "vectors" / f"{name}.json").read_text("utf-8"))
