"""Changing the language during a game: the window translates what it shows."""

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat
from hardware.lamps import NoLamps
from toc_pi.app.setup.answers import Answers
from toc_pi.app.stage import Stage
from toc_pi.effects import Notice, Question, Turn, Verdict
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Card
from toc_pi.screen.scene import opening

A = Seat("a")
COLOURS = {A: "red", Seat("b"): "blue", Seat("c"): "green", Seat("d"): "yellow"}


def phrases(language: str) -> Phrases:
    return Phrases(language, COLOURS, lambda _: {"en": "Why not.", "fr": "Parce que."})


def table() -> Stage:
    first = opening(load_board("square-40"), COLOURS, "en", taps=True)
    stage = Stage(first, None, NoLamps(), phrases("en"))
    stage.show(Turn(0.0, 1, A))
    return stage


def test_a_wrong_move_stays_wrong_in_other_words() -> None:
    stage = table()
    none: frozenset[Hole] = frozenset()
    stage.show(Verdict(1.0, 1, A, "card", Card("7"), (), False, (), {}, none, {}, none, ("wrong-distance",)))
    assert stage.scene.game.reason == "Why not."
    stage.change(Answers(language="fr", letters="large", hints="silent"), phrases("fr"))
    assert stage.scene.game.flagged is not None
    assert (stage.scene.preferences.language, stage.scene.game.reason) == ("fr", "Parce que.")
    assert (stage.scene.preferences.large, stage.scene.preferences.hints) == (True, "silent")


def test_a_question_with_its_answers_and_a_notice_are_translated() -> None:
    stage = table()
    asked = Question(1.0, 1, "what-happened", {"seat": "a", "card": "7"}, ("none",))
    stage.show(asked)
    stage.change(Answers(language="fr"), phrases("fr"))
    assert stage.scene.game.asking == phrases("fr").question(asked)
    assert stage.scene.game.labels == {"none": phrases("fr").choice(asked, "none")}
    stage = table()
    notice = Notice(1.0, "not-your-turn", {"seat": "b"})
    stage.show(notice)
    stage.change(Answers(language="fr"), phrases("fr"))
    assert stage.scene.game.noted == phrases("fr").screen_text(notice)
