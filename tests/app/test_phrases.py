"""Sentences: the same keys in every language, and names of colours and holes where they belong."""

from dataclasses import replace
from typing import get_args

import pytest

from calibration.holes import Hole, Seat
from toc_pi import effects
from toc_pi.errors import BadInput
from toc_pi.events import Card
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases

A, B = Seat("a"), Seat("b")
COLOURS = {A: "red", B: "blue"}


def phrases(language: str = "en") -> Phrases:
    return Phrases(language, COLOURS, lambda verdict: dict.fromkeys(LANGUAGES, " ".join(verdict.reasons)))


NO_HOLES: frozenset[Hole] = frozenset()
LEGAL = effects.Verdict(
    *(1.0, 3, A, "card", Card("7"), (), True, (), {Hole("a7"): A}, NO_HOLES, {}, NO_HOLES)  # type: ignore[arg-type]
)


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(BadInput, match='language = "de"'):
        phrases("de")


def test_an_illegal_move_tells_why_and_what_goes_where() -> None:
    wrong = replace(LEGAL, legal=False, reasons=("wrong-distance",), back_to={Hole("a0"): A})
    sentence = phrases().sentence(wrong)
    assert sentence is not None
    assert "wrong-distance" in sentence
    assert sentence.endswith("Please put back: red → a0, nothing on a7.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_happens_has_words_or_is_silent(language: str) -> None:
    happenings: list[effects.Effect] = [
        effects.Echo(0.0, A, "throw", None, (Card("2"),)),
        effects.Echo(0.0, A, "redo"),
        *(effects.Notice(0.0, code, {"seat": "a", "card": "*"}) for code in ("card-undone", "not-passed")),
        replace(LEGAL, passed=(A, B)),
        *(effects.Turn(0.0, 1, A, hint) for hint in get_args(effects.TurnHint)),
        effects.TakenBack(0.0, 2, A),
        effects.Cleared(0.0, 2),
        effects.Offer(0.0, A, (Card("A"), Card("K"))),
        effects.Repair(0.0, {Hole("a3"): "", Hole("b1"): "b"}),
        effects.Repair(0.0, {}),
        effects.State(0.0, "moved"),
        effects.Ended(0.0, (A, B)),
    ]
    for happening in happenings:
        sentence = phrases(language).sentence(happening)
        assert sentence
        assert "{" not in sentence
    assert phrases(language).sentence(effects.Withdrawn(0.0, 1)) is None


def test_a_question_names_what_each_answer_means() -> None:
    values = {"seat": "a", "card": "7", "legal-0": "a:a3>a10 b:b0>camp", "as-before-1": ""}
    choices = ("legal-0", "as-before-1", "none")
    question = effects.Question(1.0, 1, "what-happened", values, choices)
    said = phrases()
    assert "red" in said.question(question)
    assert [said.choice(question, choice) for choice in choices] == [
        "red a3 → a10, blue b0 → camp",
        "nothing has moved",
        "something else",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_joker_is_called_by_its_name(language: str) -> None:
    offer = effects.Offer(1.0, A, (Card("7"), Card("*")))
    assert "7 / joker" in (phrases(language).sentence(offer) or "")
    assert "joker" in (phrases(language).sentence(replace(LEGAL, card=Card("*"))) or "")


@pytest.mark.parametrize(("language", "said"), [("en", "10 or joker"), ("fr", "10 ou joker")])
def test_an_open_card_is_named_with_every_possible_rank(language: str, said: str) -> None:
    several = replace(LEGAL, card=None, cards=(Card("10"), Card("*")))
    assert said in (phrases(language).sentence(several) or "")
    settled = effects.CardSettled(9.0, 4, A, Card("*"))
    assert "4" in (phrases(language).sentence(settled) or "")
    assert "joker" in (phrases(language).sentence(settled) or "")


@pytest.mark.parametrize(("language", "said"), [("en", "No card allows this"), ("fr", "Aucune carte")])
def test_if_no_card_allows_a_move_that_comes_first_in_the_text(language: str, said: str) -> None:
    none = replace(LEGAL, legal=False, card=None, nearest=Card("8"), reasons=("wrong-distance",))
    assert phrases(language).screen_text(none).startswith(said)


DEALS = {
    "New deal: red deals 5 each.": {"cards": "5"},
    "New deal: red deals one each. Give one card: red↔seat c, blue↔seat d.": {
        "cards": "1",
        "exchange": "one",
        "gift": "1",
        "gives": "a>c c>a b>d d>b",
    },
    "New deal: red deals 4 each. At your turn you may give two cards: red→seat c→seat e→red.": {
        "cards": "4",
        "exchange": "at-turn",
        "gift": "2",
        "gives": "a>c c>e e>a",
    },
}


@pytest.mark.parametrize("said", DEALS)
def test_a_new_deal_names_the_dealer_the_cards_and_who_gives_to_whom(said: str) -> None:
    values = {"seat": "a", **DEALS[said]}
    assert phrases().sentence(effects.Notice(0.0, "new-deal", values)) == said
    assert "Rouge donne" in (phrases("fr").sentence(effects.Notice(0.0, "new-deal", values)) or "")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("7.", "7 or J.", "a card that can't be read.")),
        ("fr", ("7.", "7 ou J.", "une carte illisible.")),
    ],
)
def test_a_card_on_the_pile_is_named_as_far_as_it_is_sure(language: str, said: tuple[str, ...]) -> None:
    unsure = {Card("J"): 0.3, Card("7"): 0.6, Card("2"): 0.01}
    cards = [({Card("7"): 0.999}, Card("7")), (unsure, None), ({}, None)]
    sentences = [phrases(language).sentence(effects.CardSeen(1.0, 1, *card)) or "" for card in cards]
    assert [sentence.partition(": ")[2] for sentence in sentences] == list(said)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Was it a 9 or a 6?"), ("fr", "Était-ce un 9 ou un 6\u00a0?")]
)
def test_a_question_about_a_card_names_both_ranks(language: str, said: str) -> None:
    values = {"seat": "a", "cards": "9 6"}
    question = effects.Question(1.0, 1, "which-card", values, ("card-9", "card-6"))
    asked = phrases(language).question(question)
    assert asked.replace("\u202f", "\u00a0") == said
    assert [phrases(language).choice(question, choice) for choice in question.choices] == ["9", "6"]
