"""Mutation testing: changes one place of the code at a time, and counts how often the tests notice.

    python tools/mutate.py                                       every part, as below
    python tools/mutate.py rules --mutants 100 --seed 7
    python tools/mutate.py table --files toc_pi/referee/who_moved.py

Works in a copy of the tree. Mutants: a comparison reversed or made strict (only reversed in vision, where
measured values are never equal), `and` for `or`, a condition negated, a number increased by one (a fraction
by half), plus for minus, `min`, `max`. Docstrings, type hints, decorators, error messages and the check of
equal lengths in `zip` stay as they are.

For each mutant only those files of tests run that call the changed function (for a constant: any function
that may see it), until a test fails; files that have noticed much in little time come first. Hypothesis draws
the same examples each time.

Each mutant that survives the tests is printed with its line: it needs a test, shows dead code, or is
equivalent. Exit status 1 if fewer than --least per cent of the mutants of any part were noticed.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit

from reached import EVERY

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("toc_pi", "calibration", "hardware", "tests", "tools", "bench", "debian", "docs", "systemd")
COPIED_FILES = ("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "LICENSE", "CONTRIBUTING.md")
SLOWEST = 1.0  # times the traced tests' processor time (some three times the usual): then they hang


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the code, and the tests that should notice changes in it.

    Attributes:
        code: files and folders, from the root.
        tests: the same.
        measured: whether it compares measured values, never equal, so that `<` for `<=` changes nothing.
    """

    code: tuple[str, ...]
    tests: tuple[str, ...]
    measured: bool = False


_DECISION = ("decision", "motion_gate", "observer", "priors")
_DECIDING = (
    *("decision", "hole_changes", "pawn_counts", "temporal_prior", "tempering", "odds"),
    *("change_detection", "observer", "observer_times", "registration"),
)
PARTS = {
    "rules": Part(("toc_pi/rules",), ("tests/rules",)),
    "table": Part(("toc_pi/belief", "toc_pi/referee"), ("tests/belief", "tests/referee")),
    "vision": Part(
        tuple(f"toc_pi/vision/{name}.py" for name in _DECISION),
        tuple(f"tests/vision/test_{name}.py" for name in _DECIDING),
        measured=True,
    ),
}

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
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
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
        what: description of the change.
            source: the whole file with it.
            source_before: the file without it.
    """

    path: Path
    line: int
    what: str
    source: str
    source_before: str


def count_mutants(source: str) -> int:
    """The number of a file's mutants."""
    return sum(1 for _ in _places(ast.parse(source)))


def mutant_of(path: Path, source: str, number: int, *, measured: bool = False) -> Mutant:
    """One mutant of a file, counted from 0."""
    tree = ast.parse(source)
    node, change = next(islice(_places(tree, measured=measured), number, None))
    shown = node.test if isinstance(node, ast.If | ast.IfExp) else node
    before = ast.unparse(shown)
    _apply(node, change)
    shown = node.test if isinstance(node, ast.If | ast.IfExp) else node
    line = source.splitlines()[node.lineno - 1].strip()
    return Mutant(
        path, node.lineno, f"{before}  ->  {ast.unparse(shown)}   in: {line}", ast.unparse(tree), source
    )


def _places(
    tree: ast.AST, *, measured: bool = False
) -> Iterator[tuple[ast.AST, str]]:  # a case for each kind of place
    """Each node that can be changed, and the change; in the same order for equal trees."""
    skipped = {id(child) for node in ast.walk(tree) for part in _kept(node) for child in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.Compare(ops=[op]) if type(op) in _TURNED:
                yield node, "reverse" if measured and type(op) in _REVERSED else "compare"
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


def _kept(node: ast.AST) -> list[ast.AST]:
    """The children of a node that aren't mutated."""
    match node:
        case ast.AnnAssign():
            return [node.annotation]
        case ast.FunctionDef():
            hints = [node.returns, *(arg.annotation for arg in [*node.args.args, *node.args.kwonlyargs])]
            return [*(hint for hint in hints if hint is not None), *node.decorator_list]
        case ast.ClassDef():
            return [*node.decorator_list]
        case ast.Module():  # names of types
            return [
                part
                for part in node.body
                if isinstance(part, ast.Assign)
                and isinstance(part.value, ast.BinOp)
                and isinstance(part.value.op, ast.BitOr)
            ]
        case ast.Call(func=ast.Name(id="isinstance")):
            return [*node.args]
        case ast.keyword(arg="strict"):
            return [node]
        case ast.JoinedStr() | ast.Raise() | ast.Assert():
            return [node]
    return []


def _apply(node: ast.AST, change: str) -> None:
    """Change a node in place."""
    match node, change:
        case ast.Compare(), "compare":
            node.ops = [_TURNED[type(node.ops[0])]()]
        case ast.Compare(), "reverse":
            node.ops = [_REVERSED[type(node.ops[0])]()]
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
    """Copy the tree into a folder."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in COPIED_FILES:
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, folder / name)


class Tests:
    """The tests of a part: selects those that reach a change, quick and effective ones first."""

    def __init__(self, folder: Path, names: tuple[str, ...]) -> None:
        """Run all of them once in the copied tree, and record which functions each of them calls.

        Raises:
            SystemExit: one fails on the code as it is.
        """
        self._folder = folder
        self._chosen = folder / "chosen.json"
        self._noticed: Counter[str] = Counter()
        reached = folder / "reached.json"
        if self._run(names, {"REACHED_FILE": str(reached)}, 3600.0, compiling=True):
            raise SystemExit("the tests fail on the code as it is")
        self._reached: dict[str, set[tuple[str, int]]] = {}
        self._seconds: dict[str, float] = {}
        for test, record in json.loads(reached.read_text()).items():
            self._reached[test] = {(path, line) for path, line in record["called"]}
            self._seconds[test] = record["seconds"]
        self._always = self._reached.pop(EVERY)

    def notice(self, mutant: Mutant) -> bool:
        """Whether a test fails with a mutant in place, or hangs."""
        tests = self._in_order(self._reaching(mutant))
        if not tests:
            return False
        self._chosen.write_text(json.dumps(tests))
        files = dict.fromkeys(test.split("::")[0] for test in tests)
        limit_s = SLOWEST * sum(self._seconds[test] for test in tests) + 10.0
        return self._run(tuple(files), {"CHOSEN_FILE": str(self._chosen)}, limit_s)

    def _reaching(self, mutant: Mutant) -> set[str]:
        """The tests in files that call the changed function; for a constant, of every module that may use it.

        Not only the calling tests: fixtures and cached values are made in whichever test comes first.
        """
        called = {test.split("::")[0] for test in self._calling(mutant)}
        return {test for test in self._reached if test.split("::")[0] in called}

    def _calling(self, mutant: Mutant) -> set[str]:
        """The tests during which the changed function was called, or may have been."""
        name = str(mutant.path)
        span = next((span for span in functions_of(mutant.source_before) if mutant.line in span), None)
        if span is None:
            module = ".".join(mutant.path.with_suffix("").parts)
            text = {path: (self._folder / path).read_text() for path in {name, *self._files()}}
            users = {path for path in text if path == name or f"{module} import" in text[path]}
            return {
                test
                for test, called in self._reached.items()
                if test.split("::")[0] in users or any(path in users for path, _ in called)
            }
        if any(path == name and line in span for path, line in self._always):
            return set(self._reached)
        return {
            test
            for test, called in self._reached.items()
            if any(path == name and line in span for path, line in called)
        }

    def _files(self) -> set[str]:
        """All files that any test reaches, and the tests'."""
        tests = {test.split("::")[0] for test in self._reached}
        return tests.union(*({path for path, _ in called} for called in self._reached.values()))

    def _in_order(self, tests: set[str]) -> list[str]:
        """The tests grouped by file, so that a file's fixtures are set up once."""
        files: dict[str, list[str]] = {}
        for test in tests:
            files.setdefault(test.split("::")[0], []).append(test)

        def promise(some: list[str]) -> float:
            """Expected number of noticed mutants per second."""
            return (1 + sum(self._noticed[test] for test in some)) / (
                0.2 + sum(self._seconds[test] for test in some)
            )

        order = sorted(files.values(), key=promise, reverse=True)
        return [test for some in order for test in sorted(some, key=lambda one: (-promise([one]), one))]

    def _run(
        self, tests: tuple[str, ...], variables: dict[str, str], limit_s: float, *, compiling: bool = False
    ) -> bool:
        """Whether tests fail."""
        command = [sys.executable, "-m", "pytest", "-x", "-rfE", "-n", "0"]
        kept = {"PYTHONPYCACHEPREFIX": str(self._folder / "compiled")}
        kept["PYTHONDONTWRITEBYTECODE"] = "" if compiling else "1"
        options = ["-p", "no:cacheprovider", "-p", "tools.reached", "--hypothesis-profile=repeatable"]
        done = subprocess.run(
            [*command, *options, *tests],
            cwd=self._folder,
            env=os.environ | kept | variables,
            capture_output=True,
            preexec_fn=partial(setrlimit, RLIMIT_CPU, (round(limit_s), round(limit_s) + 5)),
            check=False,
            text=True,
        )
        for name in re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", done.stdout, re.MULTILINE):
            self._noticed[name] += 1
        if done.returncode and compiling:
            print(done.stdout[-2000:], done.stderr[-2000:])
        return done.returncode != 0


def functions_of(source: str) -> list[range]:
    """The lines of each function that is not inside another."""
    found, waiting = [], list(ast.parse(source).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.append(range(first, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.ClassDef | ast.If):
            waiting += node.body
    return found


def noticed_in(name: str, part: Part, options: argparse.Namespace) -> tuple[int, int, int]:
    """Test all chosen mutants of a part, and print the survivors.

    Returns:
        How many mutants were noticed, how many were tried, and how many there are.
    """
    paths = options.files or [Path(path) for path in part.code]
    files = [found for path in paths for found in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    every = [(path, number) for path, source in sources.items() for number in range(count_mutants(source))]
    drawn = random.Random(options.seed).sample(every, min(options.mutants, len(every)))
    noticed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        copied(folder)
        tests = Tests(folder, part.tests)
        for number, (path, place) in enumerate(drawn, 1):
            mutant = mutant_of(path, sources[path], place, measured=part.measured)
            with changed(folder / path, mutant.source):
                if tests.notice(mutant):
                    noticed += 1
                else:
                    print(f"unnoticed  {path}:{mutant.line}  {mutant.what}", flush=True)
            if number % 10 == 0:
                print(f"{name}: {noticed} of {number} noticed, {len(drawn) - number} to go", flush=True)
    return noticed, len(drawn), len(every)


@contextmanager
def changed(path: Path, source: str) -> Iterator[None]:
    """Replace a file's content temporarily, with changed timestamps so that compiled files are refreshed."""
    kept, times = path.read_bytes(), path.stat()
    path.write_text(source, encoding="utf-8")
    os.utime(path, (0, 0))
    yield
    path.write_bytes(kept)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def main() -> int:
    """Test each part, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--files", nargs="+", type=Path, help="change these alone, of one part")
    parser.add_argument("--mutants", type=int, default=60, help="of each part, drawn by chance (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument("--least", type=float, default=80.0, help="per cent to be noticed (default: 80)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    rows = {name: noticed_in(name, PARTS[name], options) for name in options.parts or PARTS}
    shares = {name: 100 * noticed / max(tried, 1) for name, (noticed, tried, _) in rows.items()}
    print(f"\nseed {options.seed}\n{'part':8}{'noticed':>8}{'of':>6}{'share':>8}{'there are':>12}")
    for name, (noticed, tried, there) in rows.items():
        print(f"{name:8}{noticed:8}{tried:6}{shares[name]:6.0f} %{there:12}")
    return 0 if all(share >= options.least for share in shares.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
