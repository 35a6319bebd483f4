"""The architecture, held: layers, one door per dependency, what the verifier trusts, sizes, and what files may say."""

import subprocess
from pathlib import Path
from statistics import median

import pytest

from tests.architecture import (
    PACKAGE,
    body_lengths,
    closure,
    forbidden,
    imports,
    long_files,
    part_of,
    read_tree,
    wrong_doors,
    wrong_layers,
)

ROOT = Path(__file__).resolve().parent.parent

LAYERS = (
    ("__main__",),
    ("cli",),
    ("console",),
    ("net",),
    ("table", "player", "bots"),
    ("wire",),
    ("transcript",),
    ("rules", "fairness"),
    ("cards",),
    ("",),  # hearts_lan itself: version numbers
)

DOORS = {
    "argparse": ("cli",),
    "cryptography": ("fairness", "net.tls"),
    "msgpack": ("wire",),
    "msgspec": ("wire", "transcript"),
    "nacl": ("fairness", "net.tls"),
    "platformdirs": ("cli",),
    "prompt_toolkit": ("console",),
    "trio": ("net", "console", "cli"),
    "wcwidth": ("wire", "console"),
    "zeroconf": ("net.discovery",),
    "ifaddr": ("net.lan",),
    # Entropy, time and the outside world: they reach the pure parts as arguments.
    "asyncio": ("net", "console", "cli"),
    "random": ("bots", "net", "console", "cli"),
    "secrets": ("fairness", "net", "console", "cli"),
    "socket": ("net", "console", "cli"),
    "ssl": ("net",),
    "subprocess": ("net", "console", "cli"),
    "threading": ("net", "console", "cli"),
    "time": ("fairness.keyfile", "net", "console", "cli"),  # the key file waits for another process to write it
}

AUDIT = "transcript"
AUDIT_TRUSTS = {"cards", "rules", "fairness", "transcript", ""}

LONGEST_FILE = 450
MEDIAN_BODY = 10
NINE_IN_TEN = 40

FORBIDDEN = {
    "an absolute path of one machine": r"(?:^|[^\w.])(?:/(?:work|farm|home/\w+|Users/\w+|root)/|[a-z]:\\+Users)",
    "a registry's address": r"pypi\.[o]rg|python[h]osted|registry\.npm[j]s|crates\.[i]o|proxy\.gol[a]ng",
    "how the project came about": (
        r"\.libr[a]ry\b|before-[s]top|sub-?[a]gents?\b|coding [a]gents?\b"
        r"|\b(?:cla[u]de|anthr[o]pic|open[a]i|chat[g]pt|copil[o]t|ll[m]s?|language [m]odels?|a[i][- ]generated)\b"
    ),
}

TREE = read_tree(ROOT)


def test_every_import_goes_down() -> None:
    assert list(wrong_layers(TREE, LAYERS)) == []


def test_every_dependency_has_one_door() -> None:
    assert list(wrong_doors(TREE, DOORS)) == []


def test_the_verifier_trusts_little() -> None:
    assert {part_of(module) for module in closure(TREE, AUDIT)} <= AUDIT_TRUSTS


def test_no_file_is_long() -> None:
    assert list(long_files(TREE, LONGEST_FILE)) == []


def test_functions_are_short() -> None:
    lengths = body_lengths(TREE)
    assert median(lengths) <= MEDIAN_BODY
    assert lengths[len(lengths) * 9 // 10] <= NINE_IN_TEN


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="tells tracked files by git")
def test_the_project_speaks_of_itself_alone() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    texts = {path: path.read_text("utf-8", "replace") for path in paths if path.is_file()}
    assert [f"{path.name}, {hit}" for path, text in texts.items() for hit in forbidden(text, FORBIDDEN)] == []


# The checks themselves, on small made-up trees.

SMALL_LAYERS = (("top",), ("left", "right"), ("base",), ("",))
ROOT_AND_BASE = {PACKAGE: "", f"{PACKAGE}.base": "", f"{PACKAGE}.left": "", f"{PACKAGE}.right": ""}


def tree(**modules: str) -> dict[str, str]:
    """A tree with ``base``, ``left``, ``right`` and the modules given; ``left__a`` stands for ``left.a``."""
    return {**ROOT_AND_BASE, **{f"{PACKAGE}.{name.replace('__', '.')}": text for name, text in modules.items()}}


@pytest.mark.parametrize(
    "source",
    [
        "import hearts_lan.base",
        "from hearts_lan import base",
        "from hearts_lan.base import anything",
        "from . import base",
        "from .base import anything",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from hearts_lan import base",
        "def late():\n    from hearts_lan.base import anything",
        "try:\n    import hearts_lan.base as b\nexcept ImportError:\n    pass",
    ],
)
def test_an_import_is_found_in_every_form(source: str) -> None:
    assert f"{PACKAGE}.base" in imports(tree(left=source), f"{PACKAGE}.left")


def test_a_relative_import_is_told_from_where_it_stands() -> None:
    modules = tree(left="from . import a", left__a="from .. import base", left__b="from .a import x")
    assert imports(modules, f"{PACKAGE}.left") == {f"{PACKAGE}.left.a"}
    assert imports(modules, f"{PACKAGE}.left.a") == {f"{PACKAGE}.base"}
    assert imports(modules, f"{PACKAGE}.left.b") == {f"{PACKAGE}.left.a"}


def test_imports_downwards_and_within_a_part_are_right() -> None:
    modules = tree(top="from hearts_lan import left, right", left__a="import hearts_lan.left.b, hearts_lan.base, json")
    assert list(wrong_layers(modules, SMALL_LAYERS)) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("base", "from hearts_lan import left"),
        ("left", "from hearts_lan.right import anything"),
        ("left__a", "from ..right import anything"),
        ("right", "import hearts_lan.top"),
        ("base", "if TYPE_CHECKING:\n    from hearts_lan.left import Anything"),
        ("left", "import hearts_lan.unheard_of"),
    ],
)
def test_an_import_up_or_sideways_is_found(module: str, source: str) -> None:
    (found,) = wrong_layers(tree(top="", **{module: source}), SMALL_LAYERS)
    assert "which is not below" in found


def test_the_package_itself_imports_no_part() -> None:
    assert len(list(wrong_layers({**tree(), PACKAGE: "from hearts_lan import base"}, SMALL_LAYERS))) == 1


def test_a_part_in_no_layer_is_found() -> None:
    assert list(wrong_layers(tree(attic=""), SMALL_LAYERS)) == ["hearts_lan.attic is in no layer"]


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("left__a", "import msgpack", 0),
        ("left", "from msgpack.ext import Timestamp", 0),
        ("right", "import msgpack", 1),
        ("left2", "import msgpack", 1),
        ("right", "def late():\n    from msgpack import packb", 1),
        ("right", "import numpy.linalg", 1),
        ("right", "import json, os.path", 0),
    ],
)
def test_a_dependency_outside_its_door_is_found(module: str, source: str, wrong: int) -> None:
    assert len(list(wrong_doors(tree(**{module: source}), {"msgpack": ("left",)}))) == wrong


def test_a_door_may_be_one_module() -> None:
    modules = tree(left__a="import zeroconf", left__b="import zeroconf")
    (found,) = wrong_doors(modules, {"zeroconf": ("left.a",)})
    assert found.startswith("hearts_lan.left.b ")


def test_a_closure_goes_all_the_way() -> None:
    modules = tree(top="from hearts_lan.left.a import x", left__a="from hearts_lan import base")
    modules[f"{PACKAGE}.left"] = "import hearts_lan.right"  # a parent, loaded with left.a
    assert {part_of(module) for module in closure(modules, "top")} == {"top", "left", "right", "base", ""}
    assert {part_of(module) for module in closure(modules, "right")} == {"right", ""}


def test_a_long_file_is_found() -> None:
    modules = tree(left="x = 1\n" * 4, right="x = 1\n" * 3)
    assert list(long_files(modules, 3)) == ["hearts_lan.left has 4 lines, more than 3"]


def test_a_body_is_counted_without_signature_and_docstring() -> None:
    source = '''
def two(
    a,
    b,
):
    """Said
    at length."""
    c = a
    return c + b

class Thing:
    async def one(self): return 1
    def none(self):
        """Only said."""
'''
    assert body_lengths({"m": source}) == [0, 1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "see /" + "work/x",
        '"/' + 'home/ann/x"',
        "C:\\" + "Users\\ann",
        "https://pypi" + ".org/simple",
        "Sub" + "agents did it",
    ],
)
def test_a_forbidden_word_is_found(text: str) -> None:
    assert len(list(forbidden(f"first\n{text}\n", FORBIDDEN))) == 1


@pytest.mark.parametrize("text", ["tests/work/x", "~/.local/share", "a home/away game", "user agent", "the cloud"])
def test_ordinary_words_are_not_forbidden(text: str) -> None:
    assert list(forbidden(text, FORBIDDEN)) == []
