"""Functions stay short enough to read; longer ones have their reason here."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAX_LINES = 60
"""From `def` to the last line, the docstring not counted."""

LONGER = {
    "research/arm_shapes.py draw_arm": "one drawing, from shoulder to finger",
    "research/cover_scenes.py make_scene": "one scene, from the table to the hand",
    "research/train_cover.py fit": "one training run; torch is imported in it alone",
}


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Each function of a module, with its lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if ast.get_docstring(node, clean=False) is not None:
                docstring = node.body[0]
                lines -= (docstring.end_lineno or 0) - docstring.lineno + 1
            yield node.name, lines


def test_functions_are_short_or_have_a_reason() -> None:
    long = {
        f"{path.relative_to(ROOT)} {name}": lines
        for folder in ("calibration", "hardware", "toc_pi", "tools", "research", "bench")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name, lines in functions(path.read_text("utf-8"))
        if lines > MAX_LINES
    }
    unexplained = {place: lines for place, lines in long.items() if place not in LONGER}
    assert not unexplained, (
        f"more than {MAX_LINES} lines: {unexplained}; split them, or say in LONGER why not"
    )
    assert not set(LONGER) - set(long), "these are short by now: take them out of LONGER"


def test_lines_are_counted_without_the_docstring() -> None:
    body = "\n".join("    pass" for _ in range(MAX_LINES))
    documented = f'def documented():\n    """One\n\n    two.\n    """\n{body}\n'
    bare = "class A:\n    async def bare(self):\n        pass\n"
    assert dict(functions(documented + bare)) == {"documented": MAX_LINES + 1, "bare": 2}
