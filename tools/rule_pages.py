"""Write docs/rules: a page for each rule set and language, from the data. `python tools/rule_pages.py`."""

from pathlib import Path

from toc_pi.rulebook import LANGUAGES, write_page
from toc_pi.rules.ruleset import NAMES, load_ruleset

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"


def main() -> None:
    """Write all pages anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        for language in LANGUAGES:
            path = FOLDER / f"{name}.{language}.md"
            path.write_text(write_page(load_ruleset(name), language), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
