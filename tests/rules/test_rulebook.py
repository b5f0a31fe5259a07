"""The rule pages: complete in both languages, consistent with the parameters, and the same as in the docs."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from toc_pi.cli.main import main
from toc_pi.languages import LANGUAGES, Language, load_texts
from toc_pi.rule_pages.pages import find_changes, make_page, write_changes, write_page
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset, ruleset_from
from toc_pi.rules.ruleset_content import LISTS, PARAMETERS

ROOT = Path(__file__).resolve().parents[2]

# Parameters without effect in some rule sets: they need a jump, or a card that mows or moves others.
BASES = (*(load_ruleset(name) for name in NAMES), load_ruleset("saut", ("jump-over", "new-lap")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_docs_are_the_pages(name: str, language: Language) -> None:
    """docs/rules matches the data; `python tools/rule_pages.py` writes it again."""
    written = (ROOT / "docs" / "rules" / f"{name}.{language}.md").read_text(encoding="utf-8")
    assert written == write_page(load_ruleset(name), language)


def test_the_index_names_every_page() -> None:
    """docs/rules/README.md, written by the same tool."""
    sys.path.insert(0, str(ROOT / "tools"))
    from rule_pages import FOLDER, write_index

    assert (FOLDER / "README.md").read_text(encoding="utf-8") == write_index()
    pages = {path.name for path in FOLDER.glob("*.md")} - {"README.md", "clauses.md"}
    assert pages == {f"{name}.{language}.md" for name in NAMES for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_is_described(language: Language) -> None:
    """Each house rule changes the page of some rule set in which it isn't already in force."""
    for name in house_rules():
        changes = [
            change
            for base in NAMES
            for change in find_changes(load_ruleset(base), load_ruleset(base, (name,)), language)
        ]
        assert changes, name


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_every_parameter_is_described(parameter: str) -> None:
    """Any two values of a parameter differ on some page."""
    pages: dict[object, set[str]] = {}
    for value in PARAMETERS[parameter]:
        found = (
            frozenset({value}) if parameter == "not_forced" else (value, 2) if parameter in LISTS else value
        )
        for base in BASES:
            page = make_page(replace(base, **{parameter: found}), "en")
            answers = "\n".join(answer.text for answer in (*page.play, *page.questions))
            pages.setdefault(f"{base.name} {base.house}", set()).add(answers)
    ways = max(len(texts) for texts in pages.values())
    if parameter == "not_forced":
        assert ways >= len(PARAMETERS[parameter]) - 1, "no pack has every rank, so one may be missing"
    elif parameter == "split_pawns":
        assert ways == 7
    else:
        assert ways == len(PARAMETERS[parameter]), f"{parameter}: {ways} ways to say it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_used(language: Language) -> None:
    """Every sentence occurs in some rule set."""
    spoken = ""
    for rules in _all_kinds():
        page = make_page(rules, language)
        spoken += "\n".join(answer.text for answer in (*page.play, *page.questions)) + "\n"
    said = load_texts("rulebook", language)["say"]
    unused = [
        key
        for key, sentence in said.items()
        if key not in ("cards", "one_card", "and_then")
        and not re.search(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(sentence)), spoken)
    ]
    assert not unused


def test_a_page_never_praises_what_a_house_rule_took_away() -> None:
    """The summary of a set is only on its own page."""
    assert "no second lap" in make_page(load_ruleset("fadoq"), "en").intro
    assert "no second lap" not in make_page(load_ruleset("fadoq", ("new-lap",)), "en").intro


def test_house_rule_is_named_where_it_answers() -> None:
    """A reference names the house rule."""
    page = make_page(load_ruleset("quebec", ("seven-two",)), "en")
    seven = next(answer for answer in page.questions if answer.topic == "seven")
    assert seven.text.startswith("2 at most.")
    assert seven.clauses.endswith("house rule seven-two")


def test_differences_name_only_what_differs() -> None:
    """A rule set doesn't differ from itself; with a house rule it differs only in that rule's answers."""
    quebec = load_ruleset("quebec")
    assert find_changes(quebec, quebec, "en") == ()
    assert write_changes(quebec, quebec, "en") == "Tock of Quebec and Tock of Quebec are played alike.\n"
    changes = find_changes(quebec, load_ruleset("quebec", ("throw-hand",)), "fr")
    assert changes == ()
    (change,) = find_changes(quebec, load_ruleset("quebec", ("discard-one",)), "en")
    assert change.subject == "What if I can't play?"


def test_command_lists_prints_and_compares(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`toc-pi rules` in its four forms, a family's file among them."""
    family = tmp_path / "lucie.toml"
    family.write_text('base = "fadoq"\nname = "At Lucie\'s"\n[parameters]\njump = "none"\n', encoding="utf-8")
    assert main(["rules"]) == 0
    assert all(name in capsys.readouterr().out for name in ["tac-tik"])
    assert main(["rules", "quebec", "--house", "spill", "seven-two", "--lang", "fr"]) == 0
    assert "Le Tock du Québec" in capsys.readouterr().out
    assert main(["rules", str(family), "--against", "fadoq"]) == 0
    shown = capsys.readouterr().out
    assert "At Lucie's" in shown
    assert "What happens on a hole 7?" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_command_reads_a_familys_file_from_standard_input() -> None:
    """A path of `-`, as everywhere."""
    family = 'base = "toc"\nname = "At Paul\'s"\n'
    program = [sys.executable, "-m", "toc_pi", "rules", "-", "--lang", "fr"]
    shown = subprocess.run(program, input=family, capture_output=True, text=True, check=True, cwd=ROOT)
    assert shown.stdout.startswith("At Paul's\n")
    assert "D'après Le Toc." in shown.stdout


@pytest.mark.parametrize(
    "arguments", [["rules", "chess"], ["rules", "--house", "spill"], ["rules", "toc", "--house", "x"]]
)
def test_command_refuses_what_it_does_not_know(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, status 2."""
    assert main(arguments) == 2
    complaint = capsys.readouterr().err
    assert len(complaint.splitlines()) == 1
    assert "allowed" in complaint


def _all_kinds() -> list[RuleSet]:
    """Rule sets that together have every value of every parameter, and rare cards."""
    kinds = [load_ruleset(name) for name in NAMES]
    kinds += [load_ruleset(name, (house,)) for name in ("quebec", "saut", "fadoq") for house in house_rules()]
    kinds += [
        replace(base, **{parameter: (value, 2, 3) if parameter in LISTS else value})
        for base in (kinds[0], *BASES[-2:])
        for parameter, values in PARAMETERS.items()
        if parameter != "not_forced"
        for value in values
    ]
    odd = {"4": ["out"], "5": ["swap"], "K": ["13 !"], "7": ["7"], "A": ["1"], "*": ["1"], "J": ["1"]}
    kinds.append(ruleset_from({"base": "toc", "cards": odd}))
    kinds.append(
        ruleset_from({"base": "toc", "cards": {rank: [] for rank in ("4", "5", "10", "J", "K", "A")}})
    )
    kinds.append(ruleset_from({"base": "toc", "parameters": {"deal": [1, 2], "draw": False}}))
    both = {"ten_next": "throw", "draw": True}
    kinds.append(ruleset_from({"base": "tock", "parameters": both}))
    kinds.append(ruleset_from({"base": "toc", "parameters": {"own_capture": True, "team_capture": False}}))
    return kinds
