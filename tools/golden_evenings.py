"""Play the golden evenings anew and write what the referee says: `python tools/golden_evenings.py`.

Whoever runs this gets the same files, and what has changed in them is for a person to read: a verdict, or
the moment at which it comes.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "referee"))


def main() -> int:
    """Write every evening, and say which have changed."""
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
