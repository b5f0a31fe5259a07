"""Reasons as sentences: both languages, holes and colours by name, and where the rule stands."""

import pytest

from calibration.holes import Seat
from toc_pi.rules.breaches import CODES
from toc_pi.rules.explain import Judgement, explain
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.words import CLAUSES, explain_text

A = Seat("a")
COLOURS = {A: "red", Seat("b"): "blue"}


def told(rules: str, before: str, card: str, after: str, *house: str) -> tuple[str, str]:
    """A move of red's in English and French."""
    chosen, start = load_ruleset(rules, house), Position.parse(before)
    board = dict(Position.parse(after).pawns)
    judged = explain(chosen, Table(), start, A, Card(card), board)
    text = explain_text(judged, chosen, Table(), start, A, Card(card), board, COLOURS)
    return text["en"], text["fr"]


def test_it_names_holes_colours_and_the_clause() -> None:
    english, french = told("quebec", "a15:a b0:b*", "6", "b0:b b3:a")
    assert "blue on b0" in english
    assert "RULES M5; document 002, the fresh pawn" in english
    assert "bleu en b0" in french
    assert "règles M5 ; document 002, le pion frais" in french


def test_it_says_what_went_where() -> None:
    english, french = told("quebec", "a2:a", "6", "a9:a")
    assert "red from a2 to a9" in english
    assert "rouge de a2 à a9" in french
    assert "the 6" in english


def test_a_house_rule_is_named() -> None:
    english, _ = told("quebec", "a2:a a8:a", "6", "a8:a", "no-own-capture")
    assert "house rule no-own-capture" in english


def test_where_the_documents_are_silent_the_decision_is_named() -> None:
    english, _ = told("toc", "b0:b* c5:c", "5", "b5:b c5:c", "five-not-fresh")
    assert "RULES M14" in english


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_words_in_both_languages(code: str) -> None:
    rules, before = load_ruleset("saut"), Position.parse("a2:a b0:b c7:c")
    after = dict(Position.parse("a9:a c7:c").pawns)
    for colours in (None, COLOURS):
        text = explain_text(Judgement(False, (code,)), rules, Table(), before, A, Card("6"), after, colours)
        assert set(text) == {"en", "fr"}
        assert text["en"] != text["fr"]
        for sentence in text.values():
            assert "{" not in sentence
            assert CLAUSES[code][0] in sentence


def test_a_legal_move_needs_no_words() -> None:
    assert told("quebec", "a2:a", "6", "a8:a") == ("", "")
