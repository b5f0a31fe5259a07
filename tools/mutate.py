"""Mutation testing: changes one place of the code at a time, and counts how often the tests notice.

    python tools/mutate.py toc_pi/referee/who_moved.py --tests tests/referee/test_untold.py
    python tools/mutate.py toc_pi/rules --tests tests/rules --mutants 100 --seed 7

Works in a copy of the tree, so nothing here changes. Mutants: a comparison turned round or made strict, `and`
for `or`, a condition negated, a number moved by one (a fraction by a half), plus for minus, a `return` of
nothing, a call of `min` for `max`. Docstrings, type hints and messages stay as they are. Each mutant that the
tests don't notice is printed with its line: it wants a test, or shows code that does nothing.
Exit status 1 where fewer than --least per cent were noticed.
"""

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("toc_pi", "calibration", "hardware", "tests", "tools", "bench", "docs", "systemd")
COPIED_FILES = ("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "LICENSE", "CONTRIBUTING.md")
SLOWEST = 6.0  # times as long as the tests take on the code as it is: then they hang, and have noticed

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed place.

    Attributes:
        path: of the file, from the root.
        line: from 1.
        what: what was changed into what.
        source: the whole file with it.
    """

    path: Path
    line: int
    what: str
    source: str


def count_mutants(source: str) -> int:
    """How many mutants a file has."""
    return sum(1 for _ in _places(ast.parse(source)))


def mutant_of(path: Path, source: str, number: int) -> Mutant:
    """One mutant of a file, counted from 0."""
    tree = ast.parse(source)
    node, change = next(islice(_places(tree), number, None))
    before = ast.unparse(node)
    _apply(node, change)
    return Mutant(path, getattr(node, "lineno", 0), f"{before}  ->  {ast.unparse(node)}", ast.unparse(tree))


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:  # noqa: C901  # a case for each kind of place
    """Each node that can be changed, and how; in the same order for equal trees."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            skipped |= {id(child) for child in ast.walk(node.annotation)}
        elif isinstance(node, ast.FunctionDef):
            hints = [*node.args.args, *node.args.kwonlyargs]
            for part in [node.returns, *(arg.annotation for arg in hints)]:
                skipped |= {id(child) for child in ast.walk(part)} if part is not None else set()
        elif isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
            skipped |= {id(child) for child in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.Compare(ops=[op]) if type(op) in _TURNED:
                yield node, "compare"
            case ast.BoolOp():
                yield node, "bool"
            case ast.If() | ast.IfExp() if not isinstance(node.test, ast.BoolOp):
                yield node, "negate"
            case ast.Constant(value=bool()):
                yield node, "flip"
            case ast.Constant(value=int() | float()):
                yield node, "number"
            case ast.BinOp(op=op) if type(op) in _OPERATORS:
                yield node, "operator"
            case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
                yield node, "call"


def _apply(node: ast.AST, change: str) -> None:
    """Change a node in place."""
    match node, change:
        case ast.Compare(), "compare":
            node.ops = [_TURNED[type(node.ops[0])]()]
        case ast.BoolOp(), "bool":
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ((ast.If() | ast.IfExp()), "negate"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool(value)), "flip":
            node.value = not value
        case ast.Constant(value=int(value)), "number":
            node.value = value + 1
        case ast.Constant(value=float(value)), "number":
            node.value = value * 1.5 if value else 1.0
        case ast.BinOp(), "operator":
            node.op = _OPERATORS[type(node.op)]()
        case ast.Call(func=ast.Name()), "call":
            node.func = ast.Name(_CALLS[ast.unparse(node.func)], ast.Load())


def copied(folder: Path) -> None:
    """The tree in a folder of its own."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in COPIED_FILES:
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, folder / name)


def fails(folder: Path, tests: list[str], limit_s: float) -> bool:
    """Whether the tests notice something, or hang."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=limit_s, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """Mutate, test, tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", type=Path, help="files or folders, from the root")
    parser.add_argument("--tests", nargs="+", required=True, help="what pytest is to run")
    parser.add_argument("--mutants", type=int, default=60, help="how many, drawn by chance (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument("--least", type=float, default=80.0, help="per cent to be noticed (default: 80)")
    options = parser.parse_args()
    files = [
        found for path in options.paths for found in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
    ]
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    every = [(path, number) for path, source in sources.items() for number in range(count_mutants(source))]
    drawn = random.Random(options.seed).sample(every, min(options.mutants, len(every)))
    chosen = [mutant_of(path, sources[path], number) for path, number in drawn]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        copied(folder)
        begun = time.monotonic()
        if fails(folder, options.tests, 3600.0):
            print("the tests fail on the code as it is")
            return 2
        limit_s = SLOWEST * (time.monotonic() - begun) + 10.0
        noticed = 0
        for number, mutant in enumerate(chosen, 1):
            place = folder / mutant.path
            kept = place.read_text(encoding="utf-8")
            place.write_text(mutant.source, encoding="utf-8")
            if fails(folder, options.tests, limit_s):
                noticed += 1
            else:
                print(f"unnoticed  {mutant.path}:{mutant.line}  {mutant.what}", flush=True)
            place.write_text(kept, encoding="utf-8")
            if number % 20 == 0:
                print(f"{noticed} of {number} noticed, {len(chosen) - number} to go", flush=True)
    share = 100 * noticed / max(len(chosen), 1)
    print(f"{noticed} of {len(chosen)} mutants noticed ({share:.0f} %), of {len(every)} that there are")
    return 0 if share >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
