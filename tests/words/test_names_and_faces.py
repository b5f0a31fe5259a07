"""Players are called by their names, pawns by their colours, cards by their faces."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.holes import Hole, Seat
from toc_pi.app.stage import audio_cue
from toc_pi.effects import Echo, Effect, Ended, Notice, Offer, Turn, Verdict
from toc_pi.events import Card, Do
from toc_pi.languages import FACES, as_said_in, face_of, filled, usual_faces
from toc_pi.phrases import Phrases
from toc_pi.rules.position import RANKS

A, B = Seat("a"), Seat("b")
COLOURS = {A: "red", B: "blue"}
NAMES = {A: "Louise", B: "Alice"}


def phrases(language: str, faces: str = "JQK") -> Phrases:
    return Phrases(language, COLOURS, names=NAMES, faces=faces)


def judged(card: str, do: Do = "card", captured: tuple[Seat, ...] = ()) -> Verdict:
    holes = {Hole("a8"): A}
    return Verdict(1.0, 3, A, do, Card(card), (), True, captured, holes, frozenset(), {}, frozenset())


def test_the_player_on_turn_is_called_by_name_and_colour() -> None:
    assert phrases("fr").sentence(Turn(0.0, 1, A)) == "Au tour de Louise (rouge)."
    assert phrases("fr").sentence(Turn(0.0, 1, B)) == "Au tour d'Alice (bleu)."
    assert phrases("en").sentence(Turn(0.0, 1, B)) == "Alice (blue) to play."
    assert Phrases("fr", COLOURS).sentence(Turn(0.0, 1, A)) == "Au tour de Rouge."


def test_a_verdict_names_the_player_and_the_colour_of_captured_pawns() -> None:
    sentence = phrases("en").sentence(judged("7", captured=(B,)))
    assert sentence == "3. Louise (red), 7: allowed. Back to camp: blue."


def test_a_voice_calls_out_the_name_alone() -> None:
    def heard(effect: Effect) -> str:
        return audio_cue(effect, phrases("fr"), "fr")[1]

    assert heard(Turn(0.0, 1, B)) == "Au tour d'Alice."
    assert heard(Echo(0.0, A, "card", Card("K"))) == "Louise\u00a0: roi."
    assert heard(judged("7", captured=(B,))) == "Bleu, retour au camp."
    assert heard(Ended(0.0, (A, B))) == "La partie est gagnée par Louise et Alice. Bravo\u00a0!"


def test_pawns_to_be_put_straight_are_named_by_their_colour() -> None:
    sentence = phrases("fr").sentence(Notice(0.0, "unsure", {"seat": "b"}))
    assert sentence == "Je vois mal. Redressez ces pions, s'il vous plaît\u00a0: bleu."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_pack_from_france_has_its_own_letters_wherever_a_card_is_written(language: str) -> None:
    said = phrases(language, "VDR")
    offered = said.sentence(Offer(0.0, A, (Card("J"), Card("Q"), Card("K"), Card("10")))) or ""
    assert "V / D / R / 10" in offered
    assert "R" in (said.sentence(judged("K")) or "")
    for effect in (judged("K"), judged("J", "discard"), Echo(0.0, A, "card", Card("Q"))):
        words = re.findall(r"\b[A-Z]\b", said.sentence(effect) or "")
        assert not set(words) & set("JQK")


@given(st.sampled_from(sorted(RANKS)), st.sampled_from(FACES))
def test_every_card_has_its_own_face_in_every_pack(card: str, faces: str) -> None:
    others = {face_of(other, faces) for other in RANKS if other != card}
    assert face_of(card, faces) not in others
    assert face_of(card) == ("★" if card == "*" else card)


def test_the_usual_pack_is_that_of_the_place() -> None:
    assert usual_faces("fr_CA.UTF-8") == "JQK"
    assert usual_faces("fr_FR.UTF-8") == "VDR"
    assert usual_faces("en_CA.UTF-8") == usual_faces("") == "JQK"


@given(st.text(), st.text())
def test_sentences_without_short_forms_are_filled_as_they_stand(one: str, other: str) -> None:
    assert filled("de {one}, que {other}", {"one": one, "other": other}, "en") == f"de {one}, que {other}"


def test_short_forms_stand_before_vowels_alone() -> None:
    assert filled("de {who}", {"who": "Hugo"}, "fr") == "d'Hugo"
    assert filled("de {who}", {"who": "Élise"}, "fr") == "d'Élise"
    assert filled("qu'est-ce que {who} a fait", {"who": "Luc"}, "fr") == "qu'est-ce que Luc a fait"
    assert filled("monde {who}", {"who": "Alice"}, "fr") == "monde Alice"


def test_a_card_is_drawn_in_the_words_of_quebec_or_of_europe() -> None:
    drawn = "Vous pigez une carte : une carte pigée, on en pige une, S'il faut piger. Un pigeon."
    assert as_said_in("fr_CA.UTF-8", drawn) == as_said_in("C.UTF-8", drawn) == drawn
    assert as_said_in("fr_BE.UTF-8", drawn) == (
        "Vous piochez une carte : une carte piochée, on en pioche une, S'il faut piocher. Un pigeon."
    )
