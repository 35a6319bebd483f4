"""Set-up: a checkout's own environment in ``.venv``, made once and brought up to date when its inputs change.

``play.py`` and ``test.py`` share this module.  It needs the standard library only, and its syntax is kept to what
Python 3.6 can read, so that an old Python gets a sentence and not a syntax error.

- A *stamp* in ``.venv`` says what the environment was made from.  It is taken away before a change and written after
  it, so no stamp means that the set-up never came to its end, and the environment is made anew.
- A lock beside ``.venv`` lets one process at a time set up.  The system releases it when its holder dies.
- All progress goes to standard error; nothing reads standard input.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("hearts-lan needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info[:2]))

import contextlib
import hashlib
import importlib.util
import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parent.parent

NO_VENV = (
    "Python's venv or ensurepip module is missing, and the set-up needs both. "
    "On Debian and Ubuntu: sudo apt install python3-venv. Then run this command again."
)
NO_NETWORK = (
    "The set-up could not download what hearts-lan needs. "
    "Connect to the Internet (it is needed this once) and run this command again."
)
INTERRUPTED = "The set-up was interrupted; run this command again to finish it."

_NETWORK_SIGNS = ("NewConnectionError", "ConnectTimeout", "ReadTimeout", "ProxyError", "NameResolutionError")
_DIVERTING = ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")


class SetUpError(Exception):
    """The set-up cannot go on; its text is a sentence for the person who started it."""


def ready(extra: str = "", root: Path = ROOT) -> Path:
    """Path of the Python of an environment that is up to date; ends the process with a sentence if that fails.

    ``extra`` names an optional group of ``pyproject.toml`` that must be there too, such as ``test``.
    """
    try:
        if not is_current(root, extra):
            with _only_one(root):
                if not is_current(root, extra):
                    _set_up(root, extra)
    except SetUpError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.exit(f"The set-up cannot write to {root}: {error.strerror or error}.")
    return python_of(root)


def python_of(root: Path) -> Path:
    """Where the environment's Python is, on this platform."""
    return root / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def wanted(root: Path) -> dict[str, str]:
    """What an environment made now would be made from: Python's version, the checkout's place, the pins."""
    inputs = (root / "pyproject.toml", root / "scripts" / "constraints.txt")
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in inputs)).hexdigest()
    return {"python": "{}.{}".format(*sys.version_info[:2]), "checkout": str(root), "inputs": digest}


def _stamp_path(root: Path) -> Path:
    return root / ".venv" / "hearts-lan-stamp.json"


def read_stamp(root: Path) -> dict[str, str]:
    """What the environment was made from, and with which ``extra``; empty if its set-up never came to its end."""
    try:
        stamp = json.loads(_stamp_path(root).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and python_of(root).exists() else {}


def write_stamp(root: Path, extra: str) -> None:
    """Records that the environment is up to date now."""
    _stamp_path(root).write_text(json.dumps({**wanted(root), "extra": extra}), "utf-8")


def is_current(root: Path, extra: str) -> bool:
    """Whether the environment was made from what one made now would be, ``extra`` included."""
    stamp = read_stamp(root)
    return wanted(root).items() <= stamp.items() and extra in ("", stamp.get("extra"))


def _set_up(root: Path, extra: str) -> None:
    """Makes the environment, or brings it up to date in place where that is enough."""
    stamp = read_stamp(root)
    _say(f"Setting up hearts-lan in {root / '.venv'} (once; about a minute) ...")
    if any(stamp.get(key) != wanted(root)[key] for key in ("python", "checkout")):
        _make_venv(root)
        stamp = {}
    extra = extra or stamp.get("extra", "")
    before = _stamp_path(root).read_bytes() if stamp else b""
    _stamp_path(root).unlink(missing_ok=True)
    try:
        _install(root, extra)
    except SetUpError:  # pip ended by itself and left what was there before
        if before:
            _stamp_path(root).write_bytes(before)
        raise
    write_stamp(root, extra)


def _make_venv(root: Path) -> None:
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise SetUpError(NO_VENV)
    base = getattr(sys, "_base_executable", sys.executable)  # .venv's own Python must not clear .venv
    result = _run([base, "-m", "venv", "--clear", str(root / ".venv")], root)
    if result.returncode:
        raise SetUpError(f"Python could not make {root / '.venv'}.\n{_gist(result.stdout)}")


def _install(root: Path, extra: str) -> None:
    target = f".[{extra}]" if extra else "."
    command = [str(python_of(root)), "-m", "pip", "install", "--quiet", "--no-input", "--retries", "2"]
    command += [] if _has_home() else ["--no-cache-dir"]
    result = _run([*command, "--constraint", "scripts/constraints.txt", "--editable", target], root)
    if result.returncode:
        if any(sign in result.stdout for sign in _NETWORK_SIGNS):
            raise SetUpError(NO_NETWORK)
        raise SetUpError(f"The set-up could not install what hearts-lan needs.\n{_gist(result.stdout)}")


def _has_home() -> bool:
    home = os.path.expanduser("~")
    return home not in ("~", os.sep) and os.access(home, os.W_OK)


def _run(command: list[str], root: Path) -> "subprocess.CompletedProcess[str]":
    """Runs a command quietly, standard output and error together; settings that lead pip elsewhere don't reach it."""
    env = {key: value for key, value in os.environ.items() if key not in _DIVERTING}
    return subprocess.run(
        command,
        cwd=root,
        env={**env, "PIP_USER": "0"},
        close_fds=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


def _gist(output: str) -> str:
    """The lines that say what went wrong, else the last ones."""
    lines = output.strip().splitlines()
    errors = [line.strip() for line in lines if line.lstrip().startswith("ERROR:")]
    return "\n".join(f"  {line}" for line in (errors or lines)[-3:])


@contextlib.contextmanager
def _only_one(root: Path) -> Iterator[None]:
    """Waits until no other process is setting up; holds them off inside the block."""
    with open(root / ".venv.lock", "ab") as file:
        told = False
        while not try_lock(file):
            if not told:
                _say("Another start is setting up hearts-lan; waiting for it ...")
            told = True
            time.sleep(0.2)
        os.set_inheritable(file.fileno(), True)  # should we be killed, pip holds the lock to its own end
        yield


def try_lock(file: BinaryIO) -> bool:
    """Locks a file for this process until the file is closed; ``False`` if another one holds it."""
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
