"""Where logs lie, and that none is ever overwritten."""

import stat
from functools import partial
from pathlib import Path

import pytest

from hearts_lan.net.logs import LogKeeper, at_path, in_folder, note_elsewhere, read_for_more, recalled
from hearts_lan.transcript.lines import HEAD_0, next_head
from hearts_lan.transcript.logfile import LogFile
from tests.kit import played

LINES = played(3, hands=1).log[:5]


def _write(keeper: LogKeeper) -> Path:
    for number, line in enumerate(LINES, 1):
        keeper.append(number, line)
    assert keeper.path
    return keeper.path


def test_a_log_holds_the_lines_exactly(tmp_path: Path) -> None:
    path = _write(LogKeeper(at_path(tmp_path / "game.hearts")))
    assert path.read_bytes() == b"".join(line.encode() for line in LINES)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_name_tells_when_and_which_game(tmp_path: Path) -> None:
    path = _write(LogKeeper(in_folder(tmp_path)))
    *moment, head = path.stem.split("-")
    assert head == next_head(HEAD_0, LINES[0]).hex()[:8]
    assert [len(part) for part in moment] == [4, 2, 2, 6]
    assert path.suffix == ".hearts"


def test_two_logs_of_one_game_in_one_folder_get_two_names(tmp_path: Path) -> None:
    """Host and watcher of one user begin their logs at the same moment, so nothing may lie between look and leap."""
    keepers = [LogKeeper(in_folder(tmp_path)) for _ in range(120)]
    for keeper in keepers:
        keeper.append(1, LINES[0])
        keeper.close()
    assert len({keeper.path for keeper in keepers}) == len(list(tmp_path.iterdir())) == 120


def test_a_second_game_of_the_run_gets_a_number(tmp_path: Path) -> None:
    keeper = LogKeeper(at_path(tmp_path / "game.hearts"))
    assert [_write(keeper).name for _ in range(3)] == ["game.hearts", "game-2.hearts", "game-3.hearts"]


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    keeper = LogKeeper(at_path(tmp_path / "game.hearts"))
    (tmp_path / "game.hearts").symlink_to(tmp_path / "nowhere")
    assert _write(keeper).name == "game-2.hearts"


def test_a_game_that_did_not_come_about_leaves_no_file(tmp_path: Path) -> None:
    keeper = LogKeeper(at_path(tmp_path / "game.hearts"))
    _write(keeper)
    keeper.discard()
    assert (keeper.path, list(tmp_path.iterdir())) == (None, [])
    keeper.discard()
    assert _write(keeper).name == "game.hearts"


def test_a_complete_log_is_never_discarded(tmp_path: Path) -> None:
    keeper = LogKeeper(at_path(tmp_path / "game.hearts"))
    path = _write(keeper)
    keeper.close()
    keeper.close()
    assert keeper.path == path
    keeper.discard()
    assert path.exists()


def test_a_folder_is_made(tmp_path: Path) -> None:
    assert _write(LogKeeper(in_folder(tmp_path / "a" / "b"))).parent == tmp_path / "a" / "b"


def test_no_place_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        _write(LogKeeper(in_folder(tmp_path / "file")))


def test_own_logs_of_a_game_are_found_also_elsewhere(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "logs", tmp_path / "elsewhere" / "mine.hearts"
    _write(LogKeeper(in_folder(folder)))
    _write(LogKeeper(at_path(elsewhere), partial(note_elsewhere, folder)))
    (folder / "other.hearts").write_bytes(LINES[1].encode())
    (folder / "torn.hearts").write_bytes(LINES[0].encode() + b"torn")
    assert sorted(recalled(folder, LINES[0]), key=len) == [LINES[:1], LINES, LINES]
    elsewhere.unlink()
    assert recalled(folder, LINES[1]) == [[LINES[1]]]


def test_a_disk_that_fills_up_loses_nothing_if_there_is_room_again(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits on the size of files are needed")
    keeper, troubles = LogKeeper(at_path(tmp_path / "game.hearts")), list[str]()
    keeper.trouble = troubles.append
    keeper.append(1, LINES[0])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(LINES[0].encode()) + 40, before[1]))
    try:
        for number, line in enumerate(LINES[1:4], 2):
            keeper.append(number, line)
            keeper.sync()
        assert keeper.path
        assert keeper.path.read_bytes() == LINES[0].encode()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    keeper.append(5, LINES[4])
    keeper.close()
    assert keeper.path.read_bytes() == b"".join(line.encode() for line in LINES)
    assert len(troubles) == 1


def test_lines_that_the_disk_never_took_are_told_at_the_end(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits on the size of files are needed")
    keeper, troubles = LogKeeper(at_path(tmp_path / "game.hearts")), list[str]()
    keeper.trouble = troubles.append
    keeper.append(1, LINES[0])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(LINES[0].encode()), before[1]))
    try:
        keeper.append(2, LINES[1])
        keeper.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "lacks its last 1 lines" in troubles[-1]


def test_a_log_is_gone_on_with_where_it_is_torn(tmp_path: Path) -> None:
    path = tmp_path / "game.hearts"
    path.write_bytes(b"".join(line.encode() for line in LINES[:3]) + LINES[3].encode()[:30])
    lines, size = read_for_more(path)
    assert lines == LINES[:3]
    keeper = LogKeeper(in_folder(tmp_path))
    keeper.go_on(LogFile(path, size))
    keeper.append(4, LINES[3])
    keeper.close()
    assert path.read_bytes() == b"".join(line.encode() for line in LINES[:4])
