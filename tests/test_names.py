"""A public name stands for one thing: no two classes or aliases of the product have the same one."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def defined(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Public classes anywhere, and names of types at the top level: aliases, `NewType`, `TypeVar`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, node.lineno
    for statement in tree.body:
        targets = (
            statement.targets
            if isinstance(statement, ast.Assign)
            else [statement.target]
            if isinstance(statement, ast.AnnAssign)
            else []
        )
        for target in targets:
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id, statement.lineno


def test_no_two_public_classes_or_aliases_have_the_same_name() -> None:
    places = defaultdict(list)
    for folder in ("calibration", "hardware", "toc_pi"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name, line in defined(ast.parse(path.read_text("utf-8"))):
                if not name.startswith("_"):
                    places[name].append(f"{path.relative_to(ROOT)}:{line}")
    assert len(places) > 400, "the product's names weren't found"
    repeated = {name: where for name, where in places.items() if len(where) > 1}
    assert not repeated, f"rename all but one of each, or import it: {repeated}"


def test_an_alias_counts_as_a_class_does() -> None:
    source = (
        "Row = dict[str, int]\nMAX = 3\n_Own = int\nPoint: type = tuple\n\n\nclass A:\n    class B: ...\n"
    )
    assert sorted(defined(ast.parse(source))) == [("A", 7), ("B", 8), ("Point", 4), ("Row", 1)]
