"""Write docs/rules: a page for each rule set and language, from the data. `python tools/rule_pages.py`."""

from pathlib import Path

from toc_pi.languages import LANGUAGES
from toc_pi.rule_pages.pages import make_page, write_page
from toc_pi.rules.ruleset import NAMES, load_ruleset

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"


def write_index() -> str:
    """An index of the folder."""
    lines = [
        "# The rule sets · Les jeux de règles",
        "",
        "To read aloud · à lire à voix haute. `toc-pi rules NAME --house X` prints one with house rules,",
        "`toc-pi rules NAME --against OTHER` says what differs, `toc-pi rules --house ?` lists the house",
        "rules. [clauses.md](clauses.md) has every rule exactly: what stands in brackets on the pages.",
        "",
    ]
    for name in NAMES:
        pages = [make_page(load_ruleset(name), language) for language in LANGUAGES]
        links = [
            f"[{page.title}]({name}.{language}.md)" for page, language in zip(pages, LANGUAGES, strict=True)
        ]
        lines += [f"- {' · '.join(links)}: {pages[0].intro}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "README.md").write_text(write_index(), encoding="utf-8")
    for name in NAMES:
        for language in LANGUAGES:
            path = FOLDER / f"{name}.{language}.md"
            path.write_text(write_page(load_ruleset(name), language), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
