"""The identity file: one line of text holding the root, readable by its owner only.

The file is created with ``O_EXCL``, so of two programs starting for the first time at once exactly one makes the
key; the other waits for it to be written.  A file that is not exactly what this module writes is refused and left
as it is: it may be somebody's only copy of a key.  Modes mean nothing on Windows, where the user's own folder
keeps others out.
"""

import os
import re
import stat
import time
from pathlib import Path

from hearts_lan.fairness.hashing import PFX
from hearts_lan.fairness.identity import Identity

_FORM = re.compile(re.escape(PFX) + rb"identity ([0-9a-f]{64})\n")
_LENGTH = len(PFX) + len(b"identity ") + 64 + 1
_BINARY = getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | _BINARY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
_PAUSE = 0.01


class KeyFileError(Exception):
    """The identity file cannot be used.  The text is one sentence for the user."""


def fresh_bytes() -> bytes:
    """32 bytes from the operating system: a new root, a join nonce or a channel nonce."""
    return os.urandom(32)


def load_or_create(path: Path, patience: float = 1.0) -> Identity:
    """The identity kept in ``path``, made and written first if there is none.

    Waits up to ``patience`` seconds for another program that is just writing the file.  Raises ``KeyFileError``.
    """
    deadline = time.monotonic() + patience
    while True:
        root = _read(path) if os.path.lexists(path) else _create(path)
        if root is not None:
            return Identity(root)
        if time.monotonic() >= deadline:
            raise _not_a_key(path)
        time.sleep(_PAUSE)


def _create(path: Path) -> bytes | None:
    """A new root, now in the file; None if somebody else made the file first."""
    root = fresh_bytes()
    try:
        _make_folder(path.parent)
        return root if _write_new(path, PFX + b"identity " + root.hex().encode() + b"\n") else None
    except OSError as error:
        raise KeyFileError(f"The key file {path} cannot be written: {error.strerror}.") from error


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _write_new(path: Path, content: bytes) -> bool:
    try:
        descriptor = os.open(path, _CREATE, 0o600)
    except FileExistsError:
        return False
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
    except BaseException:
        path.unlink()
        raise
    return True


def _read(path: Path) -> bytes | None:
    """The root in the file; None if the file is gone or still too short."""
    if path.is_symlink():
        raise KeyFileError(f"The key file {path} is a symbolic link; put the file itself there.")
    try:
        content = _read_private(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyFileError(f"The key file {path} cannot be read: {error.strerror}.") from error
    return _parse(path, content)


def _read_private(path: Path) -> bytes:
    descriptor = os.open(path, _READ)
    try:
        _check_private(path, os.fstat(descriptor).st_mode)
        return os.read(descriptor, _LENGTH + 1)
    finally:
        os.close(descriptor)


def _check_private(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise KeyFileError(f"The key file {path} is not an ordinary file.")
    if os.name == "posix" and mode & 0o077:
        raise KeyFileError(f"The key file {path} is open to other users; close it with: chmod 600 '{path}'")


def _parse(path: Path, content: bytes) -> bytes | None:
    if len(content) < _LENGTH:
        return None
    match = _FORM.fullmatch(content)
    if match is None:
        raise _not_a_key(path)
    return bytes.fromhex(match[1].decode())


def _not_a_key(path: Path) -> KeyFileError:
    return KeyFileError(f"The key file {path} holds no key of this game; move it away and a new key is made.")
