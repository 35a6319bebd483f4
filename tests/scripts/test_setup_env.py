"""Set-up: what makes an environment current, one process at a time, old Pythons, and sentences instead of traces."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import setup_env

SCRIPTS = Path(setup_env.__file__).parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with an environment that has a Python and nothing else."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "constraints.txt").write_text("trio==1\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    python = setup_env.python_of(tmp_path)
    python.parent.mkdir(parents=True)
    python.touch()
    return tmp_path


def test_a_stamp_makes_a_later_start_instant(checkout: Path) -> None:
    assert not setup_env.is_current(checkout, "")
    setup_env.write_stamp(checkout, "")
    assert setup_env.is_current(checkout, "")


def test_an_environment_for_tests_serves_play_and_not_the_other_way(checkout: Path) -> None:
    setup_env.write_stamp(checkout, "test")
    assert setup_env.is_current(checkout, "")
    assert setup_env.is_current(checkout, "test")
    setup_env.write_stamp(checkout, "")
    assert not setup_env.is_current(checkout, "test")


@pytest.mark.parametrize("name", ["pyproject.toml", "scripts/constraints.txt"])
def test_a_changed_input_needs_a_new_set_up(checkout: Path, name: str) -> None:
    setup_env.write_stamp(checkout, "")
    with open(checkout / name, "a") as file:
        file.write("# changed\n")
    assert not setup_env.is_current(checkout, "")


def test_a_moved_checkout_needs_a_new_set_up(checkout: Path) -> None:
    setup_env.write_stamp(checkout, "")
    assert not setup_env.is_current(checkout.rename(checkout.with_name("moved")), "")


def test_a_lost_python_needs_a_new_set_up(checkout: Path) -> None:
    setup_env.write_stamp(checkout, "")
    setup_env.python_of(checkout).unlink()
    assert setup_env.read_stamp(checkout) == {}


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "{}"])
def test_a_damaged_stamp_counts_as_none(checkout: Path, text: str) -> None:
    (checkout / ".venv" / "hearts-lan-stamp.json").write_text(text)
    assert setup_env.read_stamp(checkout) == {}


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = "import setup_env, sys; sys.exit(setup_env.try_lock(open(sys.argv[1], 'ab')))"

    def other_gets_it() -> bool:
        return bool(subprocess.run([sys.executable, "-c", code, str(path)], cwd=SCRIPTS).returncode)

    with path.open("ab") as file:
        assert setup_env.try_lock(file)
        assert not other_gets_it()
    assert other_gets_it()


@pytest.mark.parametrize("name", ["setup_env.py", "play.py", "test.py"])
def test_an_old_python_can_read_the_script(name: str) -> None:
    ast.parse((SCRIPTS / name).read_text("utf-8"), feature_version=(3, 7))


def test_without_ensurepip_the_sentence_names_the_package(checkout: Path) -> None:
    code = (
        "import sys, pathlib; sys.modules['ensurepip'] = None; import setup_env; "
        "setup_env.ready(root=pathlib.Path(sys.argv[1]))"
    )
    result = subprocess.run([sys.executable, "-c", code, str(checkout)], cwd=SCRIPTS, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr.endswith(f"{setup_env.NO_VENV}\n")
    assert result.stdout == ""


def test_constraints_are_exact_and_name_no_address() -> None:
    lines = (SCRIPTS / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert all("==" in pin and "://" not in pin and "@" not in pin for pin in pins)
