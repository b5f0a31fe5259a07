"""Play the golden evenings again and write the referee's effects: `python tools/golden_evenings.py`.

The output is reproducible; a person reviews what has changed: a verdict, or its time.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "referee"))


def main() -> int:
    """Write every evening, and report which have changed."""
    from golden_evenings import FOLDER, all_played

    FOLDER.mkdir(exist_ok=True)
    for path, lines in all_played():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(lines, encoding="utf-8")
        print(
            f"{path.name}: {lines.count(chr(10))} lines{'' if lines == before else ', changed'}", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
