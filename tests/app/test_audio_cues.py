"""Sound: every audible effect has its tone and a few words, in both languages."""

from dataclasses import replace

import pytest

from calibration.holes import Hole, Seat
from hardware.sound import TONES
from toc_pi import effects
from toc_pi.app.stage import audio_cue
from toc_pi.belief.game import Game
from toc_pi.phrases import Phrases
from toc_pi.rules.position import RANKS, Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.words import why

COLOURS = {Seat("a"): "red", Seat("b"): "blue", Seat("c"): "green", Seat("d"): "yellow"}
A = Seat("a")


def cue(effect: effects.Effect, language: str) -> tuple[str, str]:
    return audio_cue(effect, Phrases(language, COLOURS), language)


def verdict(legal: bool, *captured: str) -> effects.Verdict:
    seats = tuple(map(Seat, captured))
    return effects.Verdict(
        0.0,
        1,
        A,
        "card",
        Card("7"),
        (),
        legal,
        seats,
        {},
        frozenset(),
        {},
        frozenset(),
        () if legal else ("x",),
    )


@pytest.mark.parametrize(
    ("effect", "tone", "english", "french"),
    [
        (effects.Turn(0.0, 1, A), "turn", "Red's turn.", "Au tour de rouge."),
        (effects.Turn(0.0, 1, A, "same-pawn"), "turn", "Red plays again.", "Rouge rejoue."),
        (effects.Echo(0.0, A, "card", Card("K")), "", "Red: king.", "Rouge\u00a0: roi."),
        (effects.Echo(0.0, A, "card", Card("7")), "", "Red: 7.", "Rouge\u00a0: 7."),
        (effects.Echo(0.0, A, "discard", Card("7")), "", "Red discards.", "Rouge jette une carte."),
        (effects.Echo(0.0, A, "undo"), "", "", ""),
        (verdict(True), "legal", "", ""),
        (replace(verdict(True), do="discard", laid=(4,)), "legal", "Red discards 7.", "Rouge jette 7."),
        (
            replace(verdict(True), do="throw", card=None, cards=(Card("7"), Card("9")), laid=(4, 5)),
            "legal",
            "Red lays down the hand.",
            "Rouge dépose sa main.",
        ),
        (replace(verdict(True), do="discard"), "legal", "", ""),
        (verdict(True, "b"), "capture", "Blue back to camp.", "Bleu, retour au camp."),
        (
            verdict(True, "b", "b", "c"),
            "capture",
            "Blue and green back to camp.",
            "Bleu et vert, retour au camp.",
        ),
        (verdict(False), "illegal", "That isn't allowed.", "Ce coup n'est pas permis."),
        (
            effects.Offer(0.0, A, ()),
            "question",
            "There is a question on the screen.",
            "Il y a une question à l'écran.",
        ),
        (
            effects.Question(0.0, 1, "what-happened", {}, ()),
            "question",
            "There is a question on the screen.",
            "Il y a une question à l'écran.",
        ),
        (
            effects.Ended(0.0, (A, Seat("c"))),
            "won",
            "The game is won by red and green. Well played!",
            "La partie est gagnée par rouge et vert. Bravo\u00a0!",
        ),
        (effects.State(0.0, "hand"), "", "", ""),
    ],
)
def test_an_effect_is_heard_in_few_words(
    effect: effects.Effect, tone: str, english: str, french: str
) -> None:
    assert cue(effect, "en") == (tone, english)
    assert cue(effect, "fr") == (tone, french)
    assert not tone or tone in TONES


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_is_spoken_as_a_word_or_a_number(language: str) -> None:
    for card in RANKS:
        words = cue(effects.Echo(0.0, A, "card", card), language)[1]
        spoken = words.split(": ")[1].rstrip(".")
        assert spoken.isdecimal() or len(spoken) > 1
        assert "*" not in words


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A 6 goes 6 holes; that was 8."), ("fr", "Un 6 fait 6 trous\u00a0; c'était 8.")],
)
def test_of_several_reasons_the_first_alone_is_heard(language: str, said: str) -> None:
    game = Game(load_ruleset("quebec"), Table(), A)
    before = Position.parse("a2:a c3:c")
    judged = explain(game.rules, game.table, before, A, Card("6"), {Hole("a10"): A})
    wrong = replace(
        verdict(False),
        card=Card("6"),
        reasons=tuple(reversed(judged.reasons)),
        particulars=judged.particulars,
        before=dict(before.pawns),
        holes={Hole("a10"): A},
    )
    assert len(judged.reasons) == 2
    phrases = Phrases(language, COLOURS, why(game, COLOURS, "plain"))
    assert audio_cue(wrong, phrases, language) == ("illegal", said)


def test_a_voice_names_no_holes() -> None:
    told = {
        "en": "Only a captured pawn goes back to camp: green on d0.",
        "fr": "C'était 8\u00a0: vert en d0.",
    }
    phrases = Phrases("en", COLOURS, lambda _: told)
    assert audio_cue(verdict(False), phrases, "en")[1] == "Only a captured pawn goes back to camp."
    french = Phrases("fr", COLOURS, lambda _: told)
    assert audio_cue(verdict(False), french, "fr")[1] == "C'était 8."
