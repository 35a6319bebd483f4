"""What `tests.test_architecture` measures: imports, closures and sizes of a tree of modules, read from its source.

A *tree* maps dotted module names to source text, so that the checks run on small made-up trees as well.  A *part* is
what stands directly under ``hearts_lan``: ``rules`` for ``hearts_lan.rules.play``, the empty string for the package
itself.  Every check returns sentences, none if all is well.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

PACKAGE = "hearts_lan"

Tree = Mapping[str, str]


def read_tree(root: Path) -> dict[str, str]:
    """The tree of the package under ``root``; a package's ``__init__`` goes by the package's own name."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for path in sorted((root / PACKAGE).rglob("*.py"))
    }


def part_of(module: str) -> str:
    """The part a module of the package belongs to."""
    return module.split(".")[1] if "." in module else ""


def imports(tree: Tree, module: str) -> set[str]:
    """Dotted names of all a module imports, wherever the import stands, ``TYPE_CHECKING`` blocks included.

    ``from a import b`` is ``a.b`` if that is a module of the tree and ``a`` if not.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(tree[module])):
        match node:
            case ast.Import(names):
                found.update(alias.name for alias in names)
            case ast.ImportFrom(source, names, level):
                base = _absolute(tree, module, source or "", level)
                inner = (f"{base}.{alias.name}" for alias in names)
                found.update(name if name in tree else base for name in inner)
            case _:
                pass
    return found


def _absolute(tree: Tree, module: str, source: str, level: int) -> str:
    if not level:
        return source
    is_package = any(name.startswith(f"{module}.") for name in tree)
    steps = level - 1 if is_package else level
    return ".".join([*module.split(".")[: -steps or None], *filter(None, [source])])


def _is_ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")


def _within(name: str, places: Sequence[str]) -> bool:
    return any(name == place or name.startswith(f"{place}.") for place in places)


def wrong_layers(tree: Tree, layers: Sequence[Sequence[str]]) -> Iterator[str]:
    """Imports that go up or to a sibling; ``layers`` from top to bottom, siblings together; and parts in no layer."""
    height = {part: -row for row, parts in enumerate(layers) for part in parts}
    for module in tree:
        above = part_of(module)
        if above not in height:
            yield f"{module} is in no layer"
            continue
        for below in {part_of(name) for name in imports(tree, module) if _is_ours(name)} - {above}:
            if height.get(below, 1) >= height[above]:
                yield f"{module} imports {below or PACKAGE}, which is not below {above or PACKAGE}"


def wrong_doors(tree: Tree, doors: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Imports of a dependency outside its door, and of a distribution that has none."""
    for module in tree:
        for name in {name.split(".")[0] for name in imports(tree, module) if not _is_ours(name)}:
            if name in doors:
                if not _within(module, [f"{PACKAGE}.{place}" for place in doors[name]]):
                    yield f"{module} imports {name}, which belongs to {', '.join(doors[name])}"
            elif name not in sys.stdlib_module_names:
                yield f"{module} imports {name}, which has no door"


def closure(tree: Tree, part: str) -> set[str]:
    """The modules that importing every module of a part loads; a module's parents are loaded with it."""
    todo = {module for module in tree if part_of(module) == part}
    done: set[str] = set()
    while todo:
        module = todo.pop()
        done.add(module)
        parents = {parent for name in imports(tree, module) | {module} for parent in _self_and_parents(name)}
        todo |= (parents & tree.keys()) - done
    return done


def _self_and_parents(name: str) -> Iterator[str]:
    steps = name.split(".")
    return (".".join(steps[:count]) for count in range(1, len(steps) + 1))


def long_files(tree: Tree, limit: int) -> Iterator[str]:
    """Files of more than ``limit`` lines."""
    for module, source in tree.items():
        if (lines := len(source.splitlines())) > limit:
            yield f"{module} has {lines} lines, more than {limit}"


def body_lengths(tree: Tree) -> list[int]:
    """How many lines the body of each function has, docstring and signature left out, in ascending order."""
    nodes = (node for source in tree.values() for node in ast.walk(ast.parse(source)))
    return sorted(_body_length(node) for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _body_length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first, *rest = function.body
    match first:
        case ast.Expr(ast.Constant(str())):
            body = rest
        case _:
            body = function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def forbidden(text: str, patterns: Mapping[str, str]) -> Iterator[str]:
    """Lines that hold what a pattern names; ``patterns`` maps a reason to a regular expression."""
    for number, line in enumerate(text.splitlines(), 1):
        for reason, pattern in patterns.items():
            if re.search(pattern, line, re.IGNORECASE):
                yield f"line {number}: {reason}: {line.strip()[:100]}"
