"""No text of the window is cut: every notice, reason, question, advice; both languages, all sizes."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pygame
import pytest
from reason_forms import FORMS
from screen_table import COLOURS, board, standing, tap, verdict

from calibration.holes import Hole, Seat
from hardware.health import Ailment
from toc_pi.effects import Echo, Ended, Notice, Offer, Particulars, Question, Turn
from toc_pi.events import Card, Seen
from toc_pi.languages import Language, load_texts, translated
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Position
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.rules.reasons.explain import Judgement
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.changes import after
from toc_pi.screen.draw import Sheet, draw_panel
from toc_pi.screen.frames import frame_of
from toc_pi.screen.layout import place_panel
from toc_pi.screen.palette import palette_of
from toc_pi.screen.scene import Scene, opening, with_hint, with_manual_input
from toc_pi.screen.scene_panel import panel_of
from toc_pi.words import explain_text

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from catalogues import messages

B = Seat("b")
C = Seat("c")
TWO = ((Hole("b13"), C), (Hole("c17"), C))
PARTICULARS = Particulars(
    "",
    TWO,
    C,
    Hole("b13"),
    Hole("c17"),
    Hole("d17"),
    C,
    -11,
    (3, 8),
    7,
    (1, 11, -4),
    4,
    tuple(map(Card, "A*K")),
)
"""All details of a reason, with their longest values."""
LONG_COLOURS = {"en": {B: "orange", C: "orange"}, "fr": {B: "orange", C: "purple"}}
SIZES = ((480, 320), (800, 480), (1280, 720), (720, 1280), (480, 800))


def show(scene: Scene, fonts: Fonts) -> None:
    for size in SIZES:
        frame, panel = frame_of(size), panel_of(scene)
        sheet = Sheet(
            pygame.Surface(size), fonts, palette_of(scene.preferences.night), scene=scene, frame=frame
        )
        draw_panel(sheet, panel, place_panel(panel, frame), frozenset())


def table(language: Language, name: str = "square-40") -> Scene:
    seats = board(name).seats
    seen = after(opening(board(name), COLOURS, language, taps=True), Seen(0.0, standing("b3:b", seats)))
    return after(seen, Turn(0.0, 3, B))


def declared(scene: Scene) -> Scene:
    return after(scene, Echo(1.0, B, "card", Card("10")))


def flagged(scene: Scene, reason: str = "") -> Scene:
    return after(declared(scene), verdict("b3:b", "b10:b", seat="b", legal=False), reason)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_notice_fits_beside_cards_and_below_a_wrong_move(language: Language, fonts: Fonts) -> None:
    phrases = Phrases(language, {B: "orange"}, lambda _: {})
    for code in load_texts("table", language)["notice"]:
        notice = Notice(2.0, code, {"seat": "b", "card": "10", "n": "2"})
        for scene in (table(language), declared(table(language)), flagged(table(language))):
            show(after(scene, notice, phrases.sentence(notice) or ""), fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_new_deal_fits_with_its_dealer_and_its_exchange(language: Language, fonts: Fonts) -> None:
    phrases = Phrases(language, COLOURS, lambda _: {})
    for exchange in load_texts("table", language)["deal"]:
        if exchange.startswith("exchange_"):
            for gives in ("a>c c>a b>d d>b", "a>e e>a b>f f>b c>g g>c d>h h>d", "a>c c>e e>a b>d d>f f>b"):
                gift = "2" if exchange.endswith("two-one") else "1"
                values = {"seat": "g", "cards": "5", "gift": gift, "gives": gives, "exchange": exchange[9:]}
                deal = Notice(2.0, "new-deal", values)
                show(after(table(language), deal, phrases.sentence(deal) or ""), fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_fits_with_all_that_it_can_name(language: Language, fonts: Fonts) -> None:
    rules, before, after_it = (
        load_ruleset("fadoq"),
        Position.parse("b3:b c17:c"),
        Position.parse("c17:b b3:c"),
    )
    for code in CODES:
        for form in ("", *FORMS.get(code, ())):
            judgement = Judgement(False, (code,), {code: replace(PARTICULARS, form=form)})
            moved = (rules, before, B, Card("*"), dict(after_it.pawns), LONG_COLOURS[language])
            for manner in ("plain", "cited"):
                text = explain_text(judgement, *moved, manner)[language]
                assert "None" not in text
                show(flagged(table(language), text), fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_questions_offers_and_winners_fit(language: Language, fonts: Fonts) -> None:
    phrases = Phrases(language, COLOURS, lambda _: {})
    moves = {"m1": "b:b3>b13", "m2": "b:b3>b13 a:a0>camp", "m3": "b:camp>b0 c:c7>c10 a:a0>a3"}
    question = Question(1.0, 1, "what-happened", {"seat": "b", "card": "10", **moves}, (*moves, "none"))
    labels = {choice: phrases.choice(question, choice) for choice in question.choices}
    show(after(declared(table(language)), question, phrases.question(question), labels), fonts)
    offer = Offer(1.0, B, tuple(map(Card, ("7", "8", "*", "10", "K", "Q"))))
    show(after(table(language), offer, phrases.sentence(offer) or ""), fonts)
    for winners in ("b", "bd", "aceg", "hgfe"):
        show(after(table(language, "octagon-70"), Ended(9.0, tuple(map(Seat, winners)))), fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_steps_and_what_the_program_says_itself_fit(language: Language, fonts: Fonts) -> None:
    said = load_texts("table", language)["said"]
    for hint in ("not_kept", "kept_again", "pictures_kept", *get_args(Ailment)):
        for scene in (table(language), with_manual_input(table(language), {}), flagged(table(language))):
            show(with_hint(scene, said[hint]), fonts)
    show(with_hint(table(language), said["alike"].format(one="orange", other="yellow")), fonts)
    show(with_manual_input(table(language), {}), fonts)
    faults = [key for key in load_texts("screen", language)["fault"] if not key.endswith("_below")]
    assert len(faults) > 5
    for fault in faults:
        show(with_manual_input(table(language), {}, fault), fonts)
    for key in ("discard", "throw", "leaving"):
        changed = tap(table(language), key)
        show(changed, fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_advice_fits_while_the_board_is_looked_for(language: Language, fonts: Fonts) -> None:
    rooms = ("calibration/", "hardware/", "toc_pi/app/")
    advice = {msgid for msgid, module in messages() if module.startswith(rooms)}
    assert len(advice) > 100
    unseen = after(opening(board(), COLOURS, language, taps=True), Turn(0.0, 1, B))
    show(unseen, fonts)
    show(with_hint(unseen, load_texts("table", language)["said"]["resumed"]), fonts)
    show(with_hint(unseen, f"films/{'a-very-long-name' * 6}: no such film"), fonts)
    for msgid in advice:
        show(with_hint(unseen, translated(msgid, language)), fonts)
