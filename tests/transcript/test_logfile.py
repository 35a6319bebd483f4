"""The log on disk: never overwritten, each line on the disk when ``append`` returns, read with bounded memory."""

import io
import os
import stat
from pathlib import Path

import pytest

from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.lines import MAX_LINE, Line
from hearts_lan.transcript.logfile import LogFile, raw_lines
from hearts_lan.transcript.report import examine
from tests.transcript.forge import at


def test_what_is_appended_can_be_read_at_once(tmp_path: Path) -> None:
    lines = at(Phase.ENDED).lines
    log = LogFile(tmp_path / "deep" / "down" / "game.log")
    for count, line in enumerate(lines, 1):
        log.append(line)
        assert log.path.read_bytes() == b"".join(line.encode() for line in lines[:count])
    log.close()
    with log.path.open("rb") as file:
        assert list(raw_lines(file)) == [line.encode() for line in lines]
    with log.path.open("rb") as file:
        assert examine(raw_lines(file)).verdict.code == 0


def test_a_log_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        LogFile(path)
    assert path.read_bytes() == b"precious"


@pytest.mark.skipif(os.name != "posix", reason="symbolic links and modes of POSIX")
def test_a_log_is_written_through_no_link_and_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "link.log").symlink_to(tmp_path / "elsewhere.log")
    with pytest.raises(FileExistsError):
        LogFile(tmp_path / "link.log")
    log = LogFile(tmp_path / "game.log")
    log.close()
    assert stat.S_IMODE(log.path.stat().st_mode) == 0o600


def test_a_log_can_be_removed(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "game.log")
    log.append(Line("{}", bytes(64)))
    log.remove()
    log.remove()
    assert list(tmp_path.iterdir()) == []
    LogFile(log.path).close()


def test_closing_twice_is_harmless_and_a_closed_log_takes_nothing(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "game.log")
    log.close()
    log.close()
    with pytest.raises(OSError, match="descriptor"):
        log.append(Line("{}", bytes(64)))


def test_lines_are_split_at_line_feeds_only() -> None:
    first = b"a\rb\x0bc\x0cd\x1ce\xc2\x85f\xe2\x80\xa8g\n"
    assert list(raw_lines(io.BytesIO(first + b"\n\r\nrest"))) == [first, b"\n", b"\r\n", b"rest"]
    assert list(raw_lines(io.BytesIO(b""))) == []


@pytest.mark.parametrize("length", [MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, 3 * MAX_LINE])
def test_no_piece_is_longer_than_a_line_can_be(length: int) -> None:
    data = b"x" * length + b"\n" + b"y\n"
    pieces = list(raw_lines(io.BytesIO(data)))
    assert b"".join(pieces) == data
    assert max(map(len, pieces)) <= MAX_LINE + 2
    assert pieces[-1] == b"y\n"
    assert (len(pieces) == 2) is (length <= MAX_LINE + 1)
