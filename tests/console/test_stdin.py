"""Lines of standard input: pipes, files, nothing, and no newline at the end."""

import os
import sys
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path

import pytest
import trio

from hearts_lan.console.stdin import stdin_lines


@contextmanager
def opened(path: Path | str) -> Iterator[int]:
    fd = os.open(path, os.O_RDONLY)
    yield fd
    os.close(fd)


async def lines(fd: int) -> list[str]:
    with trio.fail_after(5):
        return [line async for line in stdin_lines(fd)]


CASES = [
    (b"", []),
    (b"one\ntwo\n", ["one", "two"]),
    (b"one\r\ntwo", ["one", "two"]),
    (b"\n\n", ["", ""]),
    ("Q♠\n".encode(), ["Q♠"]),
    (b"\xff\n", ["\ufffd"]),
    (b"x" * 10_000 + b"\nend", ["x" * 4096, "end"]),
]


@pytest.mark.parametrize(("data", "wanted"), CASES)
async def test_a_file(tmp_path: Path, data: bytes, wanted: list[str]) -> None:
    (tmp_path / "in").write_bytes(data)
    with opened(tmp_path / "in") as fd:
        assert await lines(fd) == wanted


@pytest.mark.parametrize(("data", "wanted"), CASES)
async def test_a_pipe(data: bytes, wanted: list[str]) -> None:
    there, here = os.pipe()
    os.write(here, data)
    os.close(here)
    assert await lines(there) == wanted
    os.close(there)


async def test_what_comes_after_a_line_is_left_for_another_reader() -> None:
    there, here = os.pipe()
    os.write(here, "2\nQ♠\nmore".encode())
    os.close(here)
    async with aclosing(stdin_lines(there, chunk=1)) as first:
        assert await anext(first) == "2"
    assert await lines(there) == ["Q♠", "more"]
    os.close(there)


async def test_nothing_at_all() -> None:
    with opened(os.devnull) as fd:
        assert await lines(fd) == []


async def test_standard_input_that_was_closed_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert await lines(0) == []


async def test_lines_come_while_the_pipe_is_open_and_others_go_on() -> None:
    there, here = os.pipe()
    heard: list[str] = []
    async with trio.open_nursery() as nursery:

        async def listen() -> None:
            async for line in stdin_lines(there):
                heard.append(line)

        nursery.start_soon(listen)
        for part in (b"on", b"e\ntw", b"o\n"):
            os.write(here, part)
            await trio.testing.wait_all_tasks_blocked(0.01)
        assert heard == ["one", "two"]
        nursery.cancel_scope.cancel()
    os.close(there)
    os.close(here)
