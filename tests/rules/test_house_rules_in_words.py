"""House rules for people: each has a name and a sentence in both languages, and pages name open readings."""

import pytest

from toc_pi.languages import LANGUAGES, Language
from toc_pi.rule_pages.pages import OPEN, house_rules_in, open_readings, write_house_rules, write_page
from toc_pi.rules.ruleset import NAMES, house_rules, load_ruleset


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_has_a_name_of_its_own_and_a_sentence_and_is_listed(language: Language) -> None:
    rules, text = house_rules_in(language), write_house_rules(language)
    assert [one.key for one in rules] == list(house_rules())
    assert len({one.name for one in rules}) == len(rules)
    assert all(one.text.endswith(".") and len(one.name) <= 40 for one in rules)
    positions = [text.index(f"(`{key}`)") for key in house_rules()]
    assert positions == sorted(positions)


def test_a_page_names_the_readings_that_its_table_should_agree_on() -> None:
    for key, bases in OPEN.items():
        for name in NAMES:
            page = write_page(load_ruleset(name), "en")
            assert (f"(`{key}`)" in page) is (name in bases), (key, name)


def test_a_reading_that_was_chosen_is_open_no_more() -> None:
    known = {one.key for one in open_readings(load_ruleset("saut", ["jump-over"]), "en")}
    assert "jump-over" not in known
    assert "jump-takes-both" in known
    assert "jump-takes-both" not in {
        one.key for one in open_readings(load_ruleset("saut", ["no-jump"]), "en")
    }


@pytest.mark.parametrize(
    ("name", "house", "said", "unsaid"),
    [
        ("tock", [], "54 cards: 52 and 2 jokers", "Left out"),
        ("quebec", [], "52 cards, no jokers", "two jokers"),
        ("quebec", [], "white face up", "any card, so"),
        ("toc", [], "", "white face"),
        ("tock", ["joker-any"], "The joker may be any card, so it does that as well", ""),
        ("tock", ["no-pass"], "No pawn passes another", "But it may be passed"),
        ("tock", [], "But it may be passed", ""),
        ("fadoq", [], "must go round again", ""),
        ("fadoq", ["new-lap"], "", "must go round again"),
        ("quebec", ["spill", "seven-two"], "The 7 for two pawns (`seven-two`)", ""),
    ],
)
def test_pages_say_what_was_missing(name: str, house: list[str], said: str, unsaid: str) -> None:
    page = write_page(load_ruleset(name, house), "en").split("## Agree")[0]
    assert said in page
    assert not unsaid or unsaid not in page
