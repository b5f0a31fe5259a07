"""Reasons as sentences: both languages, holes and colours by name, and the rule's reference."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables_at_random import change, draw_situation

from calibration.holes import CENTRE, Hole, Seat, start_hole
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.rules.reasons.explain import Judgement, explain
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.words import CLAUSES, cite_rules, explain_text

A = Seat("a")
COLOURS = {A: "red", Seat("b"): "blue"}


def reason_of(rules: str, before: str, card: str, after: str, *house: str) -> tuple[str, str]:
    """The reason of a move of red in English and French."""
    chosen, start = load_ruleset(rules, house), Position.parse(before)
    board = dict(Position.parse(after).pawns)
    judged = explain(chosen, Table(), start, A, Card(card), board)
    text = explain_text(judged, chosen, start, A, Card(card), board, COLOURS)
    return text["en"], text["fr"]


FRESH = ("quebec", "a15:a b0:b* c0:c* d0:d*", "6", "b0:b b3:a c0:c d0:d")
TOO_FAR = ("quebec", "a2:a", "6", "a9:a")
SAID = [
    (FRESH, 0, "blue on b0", "c0"),
    (FRESH, 0, "RULES M5; document 002, the fresh pawn", "d0"),
    (FRESH, 1, "bleu en b0", "d0"),
    (FRESH, 1, "règles M5\u00a0; document 002, le pion qui vient de sortir", "c0"),
    (TOO_FAR, 0, "red from a2 to a9", ""),
    (TOO_FAR, 1, "rouge de a2 à a9", ""),
    (TOO_FAR, 0, "a 6 goes 6 holes; that was 7", ""),
    (("quebec", "a2:a a8:a", "6", "a8:a", "no-own-capture"), 0, "house rule no-own-capture", ""),
    (("toc", "b0:b* c5:c", "5", "b5:b c5:c", "five-not-fresh"), 0, "RULES M14", ""),
    (
        *(("quebec", "a2:a b9:b c4:c", "6", "a8:a c4:c"), 0),
        *("only a captured pawn goes back to camp: blue on b9", ""),
    ),
    (
        *(("quebec", "a2:a a9:a b9:b", "6", "a8:a b9:b"), 0),
        *("only a captured pawn goes back to camp: red on a9", "a2"),
    ),
]


@pytest.mark.parametrize(("move", "language", "said", "unsaid"), SAID)
def test_it_names_the_pawns_and_holes_of_this_move_and_the_source_of_the_rule(
    move: tuple[str, str, str, str], language: int, said: str, unsaid: str
) -> None:
    sentence = reason_of(*move)[language]
    assert said in sentence
    assert not unsaid or unsaid not in sentence


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_words_in_both_languages(code: str) -> None:
    rules, before = load_ruleset("saut"), Position.parse("a2:a b0:b c7:c")
    after = dict(Position.parse("a9:a c7:c").pawns)
    for colours in (None, COLOURS):
        text = explain_text(Judgement(False, (code,)), rules, before, A, Card("6"), after, colours)
        assert set(text) == {"en", "fr"}
        assert text["en"] != text["fr"]
        for sentence in text.values():
            assert "{" not in sentence
            assert CLAUSES[code][0] in sentence


def test_a_legal_move_needs_no_words() -> None:
    assert reason_of("quebec", "a2:a", "6", "a8:a") == ("", "")


@settings(max_examples=400)
@example(seed=15123)  # one comes out and is captured by a later part of the same play
@example(seed=6997)  # past an entry that is a start hole
@given(seed=st.integers(0, 2**32))
def test_every_pawn_that_a_reason_is_about_has_to_do_with_the_move(seed: int) -> None:
    random = Random(seed)
    now = draw_situation(random)
    after = change(random, now)
    judged = explain(now.rules, now.table, now.position, now.seat, now.card, after)
    length, before = now.table.track_length, dict(now.position.pawns)
    moved = [pair for pair in before.items() if after.get(pair[0]) != pair[1]]
    came = [pair for pair in after.items() if before.get(pair[0]) != pair[1]]
    for code, named in judged.particulars.items():
        assert code in judged.reasons
        for hole, owner in named.pawns:
            if code in ("took-protected", "capture-forbidden", "sent-back"):
                assert (hole, owner) in before.items()
            if code == "sent-back":
                assert (hole, owner) in moved, "it is gone"
            if code in ("passed-protected", "passed-pawn", "mown-left") and len(moved) == len(came) == 1:
                assert _is_on_a_way(now.table, hole, moved[0][0], came[0][0], length), code


def _is_on_a_way(table: Table, hole: Hole, start: Hole, end: Hole, length: int) -> bool:
    """Whether a hole is between two others, the shorter way round, with at most one jump."""
    at, first = table.track_index(hole), table.track_index(start)
    if at is None or first is None:
        return False
    if end == CENTRE:
        return True
    last, at_the_end = table.track_index(end), 0
    if last is None:  # into the home, past its entry (M2)
        out = table.track_index(start_hole(Seat(end[0])))
        assert out is not None
        last, at_the_end = out + table.home_entry - table.stretch, 1
    ahead, behind = (last - first) % length, (first - last) % length
    return 0 < (at - first) % length < ahead + at_the_end or 0 < (first - at) % length < behind + at_the_end


def test_a_screen_says_the_clause_only_when_it_is_asked_for() -> None:
    rules, before = load_ruleset("quebec"), Position.parse("a15:a b0:b*")
    board = dict(Position.parse("b0:b b3:a").pawns)
    judged = explain(rules, Table(), before, A, Card("6"), board)
    plain = explain_text(judged, rules, before, A, Card("6"), board, COLOURS, "plain")
    clauses = cite_rules(rules, judged.reasons[0], Card("6"))
    for language, clause in (("en", "RULES M5"), ("fr", "règles M5")):
        assert plain[language][0].isupper()
        assert not plain[language].startswith(("Not quite", "Pas tout"))
        assert "M5" not in plain[language]
        assert clause in clauses[language]


def test_a_sentence_gives_one_reason_the_most_telling() -> None:
    rules = load_ruleset("quebec")
    before, after = Position.parse("a3:a b9:b"), dict(Position.parse("a3:a b6:b").pawns)
    judged = explain(rules, Table(), before, A, Card("3"), after)
    assert judged.reasons == ("wrong-pawn", "wrong-direction")
    plain = explain_text(judged, rules, before, A, Card("3"), after, COLOURS, "plain")
    assert plain["en"] == "A 3 only moves your own pawns."
    cited = explain_text(judged, rules, before, A, Card("3"), after, COLOURS)["en"]
    assert ("only moves your own pawns (RULES" in cited, "forward" in cited) == (True, False)
