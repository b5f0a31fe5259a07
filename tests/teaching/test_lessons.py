"""Lessons: generated from rule sets, right by the rules, with mistakes that the rules forbid."""

from itertools import product

import pytest

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.masks import masks_of
from toc_pi.rules.position import Card
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset, ruleset_from
from toc_pi.rules.table import Table, home_entries
from toc_pi.teaching.lesson_attempt import demonstration
from toc_pi.teaching.lessons import Lesson, hole_at, lesson_named, lessons_of, names, reaches
from toc_pi.teaching.play_phrases import COLOURS, PlayPhrases

BOARDS = [
    Table(seats, entry, centre=centre, stretch=stretch)
    for seats, stretch, centre in ((4, 18, True), (6, 16, False), (8, 12, True), (4, 24, False))
    for entry in home_entries(stretch)
]


def rule_sets() -> list[RuleSet]:
    """Every shipped rule set, and each house rule with one of them."""
    found = [load_ruleset(name) for name in NAMES]
    for number, house in enumerate(house_rules()):
        for step in range(len(NAMES)):
            try:
                found.append(load_ruleset(NAMES[(number + step) % len(NAMES)], [house]))
            except BadInput:
                continue
            break
    return found


def lessons() -> list[Lesson]:
    """All lessons of all rule sets on the default board, and of the shipped ones on every other."""
    usual = [lesson for rules in rule_sets() for lesson in lessons_of(rules, Table(centre=True))]
    return usual + [
        lesson for name in NAMES for table in BOARDS for lesson in lessons_of(load_ruleset(name), table)
    ]


@pytest.fixture(scope="module", name="every")
def _every() -> list[Lesson]:
    return lessons()


def test_right_answers_are_legal_and_mistakes_break_the_rule_that_they_name(every: list[Lesson]) -> None:
    for lesson in every:
        legal = set(legal_moves(lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card))
        assert lesson.right
        assert set(lesson.right) <= legal
        for mistake in lesson.wrong:
            judged = explain(
                lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, dict(mistake.holes)
            )
            assert (judged.legal, judged.reasons) == (False, (mistake.reason,))


def test_a_hand_has_exactly_the_cards_that_its_question_asks_for(every: list[Lesson]) -> None:
    for lesson in every:
        hand, position = lesson.hand, lesson.position
        assert len(set(hand.cards)) == (lesson.rules.deal[0] if hand.ask else 0)
        playable = {
            card
            for card in hand.cards
            if legal_moves(lesson.rules, lesson.table, position, lesson.seat, card)
        }
        brings_out = {
            card for card in hand.cards if any(use.kind == "out" for use in lesson.rules.cards[card])
        }
        expected = {"": set(), "play": playable, "nothing": set(), "give": brings_out}[hand.ask]
        assert set(hand.right) == expected
        assert len(hand.right) == (1 if hand.ask in ("play", "give") else 0)
        assert not (hand.ask == "nothing" and playable)


@pytest.mark.parametrize("table", BOARDS, ids=str)
def test_what_a_lesson_shows_goes_hole_by_hole_to_its_result(table: Table) -> None:
    for lesson in (lesson for name in NAMES for lesson in lessons_of(load_ruleset(name), table)):
        shown = demonstration(lesson)
        assert bool(shown) is (lesson.show != "nothing")
        answer = demonstration(lesson, answer=True)
        assert (answer[0], answer[-1]) == (dict(lesson.position.pawns), dict(lesson.right[0].pawns))
        if lesson.name in ("moving", "four-back", "home-exactly"):
            assert len(answer) == lesson.number + 2, "one board a hole, and its first and last"
        if lesson.show == "wrong":
            assert shown[-1] == lesson.wrong[0].holes
        if lesson.show == "lap":
            holes = [next(iter(board), None) for board in shown]
            assert holes[:2] == [None, Hole("a0")]
            assert holes[-1] == Hole("aH4")
            assert len(holes) == table.home_entry + table.stretch * (table.seats - 1) + 6


def test_something_can_be_done_wrong_in_every_lesson_of_the_shipped_rule_sets() -> None:
    for name in NAMES:
        for lesson in lessons_of(load_ruleset(name), Table(centre=True)):
            assert lesson.wrong, (name, lesson.name)


def test_every_lesson_is_had_by_some_table(every: list[Lesson]) -> None:
    assert {lesson.name for lesson in every} == set(names())


@pytest.mark.parametrize(
    ("base", "lesson", "has"),
    [
        ("quebec", "aim", True),
        ("quebec", "deal", True),
        ("quebec", "laying-down", True),
        ("quebec", "exchange", True),
        ("toc", "exchange", False),  # partners exchange nothing
        ("tac-tik", "ace", True),
        ("saut", "ace", True),
        ("saut", "eleven", True),
        ("quebec", "eleven", False),
        ("quebec", "coming-out", True),
        ("quebec", "protected-pawns", True),
        ("tock", "protected-pawns", False),  # protected_blocks is off
        ("toc", "own-start", True),
        ("quebec", "own-start", False),
        ("quebec", "seven-mows", True),
        ("toc", "seven-mows", False),
        ("toc", "five-moves-others", True),
        ("tock", "five-moves-any", True),
        ("tac-tik", "king", False),  # no king in the pack
        ("saut", "jump", True),
        ("toc", "jump", False),
        ("tock", "centre-in", True),
        ("toc", "centre-in", False),
        ("fadoq", "joker-forward", True),
    ],
)
def test_a_rule_set_has_the_lessons_that_its_clauses_ask_for(base: str, lesson: str, has: bool) -> None:
    known = {one.name for one in lessons_of(load_ruleset(base), Table(centre=True))}
    assert (lesson in known) is has


def test_a_family_s_own_file_changes_its_lessons() -> None:
    rules = ruleset_from({"base": "toc", "cards": {"4": ["4"], "9": ["-9"]}})
    back = lesson_named(rules, Table(), "four-back")
    assert (back.card, back.number) == (Card("9"), 9)


def test_a_missing_lesson_is_reported_with_the_existing_ones() -> None:
    with pytest.raises(BadInput, match="coming-out"):
        lesson_named(load_ruleset("toc"), Table(), "jump")


def test_every_lesson_has_its_words_in_both_languages_and_every_gap_is_filled(every: list[Lesson]) -> None:
    phrases = {language: PlayPhrases(Phrases(language, COLOURS)) for language in LANGUAGES}
    for lesson, language in product(every, LANGUAGES):
        say, with_hand = phrases[language].lesson, ("do", "no") if lesson.hand.ask else ()
        found = [say(lesson, when, "6") for when in ("title", "before", *with_hand, "after")]
        sentence = " ".join([*found, phrases[language].look(lesson)])
        assert all(found)
        assert "{" not in sentence
        assert " 0 " not in sentence  # a number that the card doesn't have


def test_a_right_answer_is_known_by_its_holes_and_a_mistake_is_not_one() -> None:
    lesson = lesson_named(load_ruleset("quebec"), Table(), "home-exactly")
    assert reaches(lesson, dict(lesson.right[0].pawns))
    assert not any(reaches(lesson, mistake.holes) for mistake in lesson.wrong)


@pytest.mark.parametrize(
    ("place", "hole"),
    [
        ("start", "a0"),
        ("start+2-n", "d14"),
        ("entry", "d16"),
        ("b.entry+1", "a17"),
        ("seven", "a7"),
        ("c.seven-n", "c1"),
        ("H3", "aH3"),
        ("b.H1", "bH1"),
        ("X", "X"),
    ],
)
def test_places_are_holes_of_a_board(place: str, hole: str) -> None:
    assert hole_at(place, Seat("a"), 6, masks_of(4, 16, 18)) == Hole(hole)


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(BadInput, match="somewhere"):
        hole_at("somewhere", Seat("a"), 6, masks_of(4, 16, 18))
