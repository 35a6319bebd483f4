"""The identity file: made once, private, and never guessed at or overwritten."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from hearts_lan.fairness.keyfile import KeyFileError, fresh_bytes, load_or_create

posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes as POSIX has them")
ROOT_HEX = "0123456789abcdef" * 4
GOOD = f"hearts-lan/1/identity {ROOT_HEX}\n".encode()


def _write(path: Path, content: bytes = GOOD, mode: int = 0o600) -> None:
    path.write_bytes(content)
    path.chmod(mode)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "key"


def test_first_run_makes_a_key_and_later_runs_find_it(path: Path) -> None:
    made = load_or_create(path)
    assert load_or_create(path) == made
    assert path.read_bytes() == f"hearts-lan/1/identity {made.root.hex()}\n".encode()


def test_the_form_of_the_file_never_changes(path: Path) -> None:
    _write(path)
    assert load_or_create(path).root.hex() == ROOT_HEX


def test_two_files_hold_two_keys(tmp_path: Path) -> None:
    assert load_or_create(tmp_path / "a") != load_or_create(tmp_path / "b")


@posix
def test_the_file_and_the_new_folders_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        load_or_create(tmp_path / "config" / "hearts-lan" / "key")
    finally:
        os.umask(before)
    modes = [(p.stat().st_mode & 0o777) for p in sorted(tmp_path.rglob("*"))]
    assert modes == [0o700, 0o700, 0o600]


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o601, 0o666, 0o777])
def test_a_file_open_to_others_is_refused(path: Path, mode: int) -> None:
    _write(path, mode=mode)
    with pytest.raises(KeyFileError, match="open to other users; close it with: chmod 600"):
        load_or_create(path)


@posix
def test_a_symbolic_link_is_refused_even_to_a_good_file(path: Path, tmp_path: Path) -> None:
    _write(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(KeyFileError, match="is a symbolic link"):
        load_or_create(path)


@posix
def test_a_dangling_link_is_refused_and_not_followed(path: Path, tmp_path: Path) -> None:
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(KeyFileError, match="is a symbolic link"):
        load_or_create(path)
    assert not (tmp_path / "elsewhere").exists()


@posix
@pytest.mark.parametrize("make", [getattr(os, "mkfifo", None), os.mkdir], ids=["pipe", "folder"])
def test_pipes_and_folders_are_refused_at_once(path: Path, make: Callable[[Path, int], None]) -> None:
    make(path, 0o600)
    with pytest.raises(KeyFileError, match="is not an ordinary file"):
        load_or_create(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        GOOD[:-1],
        GOOD + b"\n",
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.upper(),
        GOOD.replace(b"/1/", b"/2/"),
        GOOD.replace(b"f\n", b"g\n"),
        b"\xff" * len(GOOD),
        b"\0" * 1000,
    ],
)
def test_a_damaged_file_is_refused_and_kept(path: Path, content: bytes) -> None:
    _write(path, content)
    with pytest.raises(KeyFileError, match="holds no key of this game; move it away"):
        load_or_create(path, patience=0)
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(KeyFileError, match=r"The key file .* cannot be written: .*\."):
        load_or_create(tmp_path / "file" / "folder" / "key")


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_folder_and_an_unreadable_file_are_told(tmp_path: Path) -> None:
    _write(tmp_path / "key", mode=0)
    tmp_path.chmod(0o500)
    with pytest.raises(KeyFileError, match="cannot be read: Permission denied"):
        load_or_create(tmp_path / "key")
    with pytest.raises(KeyFileError, match="cannot be written: Permission denied"):
        load_or_create(tmp_path / "other")
    tmp_path.chmod(0o700)


@posix
def test_a_full_disk_is_told_and_leaves_nothing(path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    program = (
        "import resource, sys, pathlib; from hearts_lan.fairness.keyfile import load_or_create;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)); load_or_create(pathlib.Path(sys.argv[1]))"
    )
    done = subprocess.run([sys.executable, "-B", "-c", program, path], capture_output=True, text=True)
    assert "KeyFileError: The key file" in done.stderr
    assert "cannot be written: File too large." in done.stderr
    assert not path.exists()


def test_a_reader_waits_for_a_file_that_is_being_written(path: Path) -> None:
    _write(path, b"")
    with ThreadPoolExecutor(1) as pool:
        reader = pool.submit(load_or_create, path, 30.0)
        with path.open("r+b") as file:
            file.write(GOOD)
        assert reader.result().root.hex() == ROOT_HEX


def test_threads_that_start_at_once_find_one_identity(tmp_path: Path) -> None:
    barrier = Barrier(8)

    def start(path: Path) -> bytes:
        barrier.wait()
        return load_or_create(path, 30.0).root

    with ThreadPoolExecutor(8) as pool:
        for attempt in range(10):
            roots = set(pool.map(start, [tmp_path / str(attempt) / "key"] * 8))
            assert len(roots) == 1


def test_programs_that_start_at_once_find_one_identity(path: Path) -> None:
    program = (
        "import sys, pathlib; from hearts_lan.fairness.keyfile import load_or_create;"
        "print(flush=True); sys.stdin.readline(); print(load_or_create(pathlib.Path(sys.argv[1]), 30.0).root.hex())"
    )
    command = [sys.executable, "-c", program, str(path)]
    started = [subprocess.Popen(command, stdin=-1, stdout=-1, text=True) for _ in range(2)]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()
    for process in started:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    roots = {process.communicate()[0].strip() for process in started}
    assert roots == {load_or_create(path).root.hex()}


def test_fresh_bytes_are_32_and_new() -> None:
    assert len({fresh_bytes() for _ in range(100)}) == 100
    assert len(fresh_bytes()) == 32
