"""Lines of standard input, without ever blocking Trio or leaving a thread that holds it."""

import os
import stat
import sys
from collections.abc import AsyncGenerator

import trio

CHUNK = 4096
LONGEST = 4096
"""Bytes of a line that are kept: more than anybody means to type, chat included."""


async def stdin_lines(fd: int = 0, chunk: int = CHUNK) -> AsyncGenerator[str, None]:
    """The lines of a file descriptor as they come, until its end; works on terminals, pipes and files.

    Of a line without end only the beginning is kept.  With a ``chunk`` of 1 byte, what comes after a line is left for
    another reader.

    It reads with ``os.read``: a thread abandoned inside ``sys.stdin`` would keep its lock until the program ends.
    """
    if fd == 0 and sys.stdin is None:
        return  # closed before this program began: by now the number may be anybody's
    buffer = b""
    while data := await _read(fd, chunk):
        *lines, buffer = (buffer + data).split(b"\n")
        buffer = buffer[:LONGEST]
        for line in lines:
            yield _text(line)
    if buffer:
        yield _text(buffer)


def _text(line: bytes) -> str:
    return line[:LONGEST].decode(errors="replace").rstrip("\r")


async def _read(fd: int, chunk: int) -> bytes:
    if _never_blocks(fd):
        await trio.lowlevel.checkpoint()
        return os.read(fd, chunk)
    if sys.platform == "win32":
        return await trio.to_thread.run_sync(os.read, fd, chunk, abandon_on_cancel=True)
    await trio.lowlevel.wait_readable(fd)
    return os.read(fd, chunk)


def _never_blocks(fd: int) -> bool:
    """Files and the null device: the operating system's pollers refuse them, and reading them never waits."""
    info = os.fstat(fd)
    return stat.S_ISREG(info.st_mode) or os.path.samestat(info, os.stat(os.devnull))
