"""A class name stands for one thing: no two public classes of the product have the same one."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_no_two_public_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for folder in ("calibration", "hardware", "toc_pi"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert len(places) > 100, "the product's classes weren't found"
    repeated = {name: where for name, where in places.items() if len(where) > 1}
    assert not repeated, f"rename all but one of each: {repeated}"
