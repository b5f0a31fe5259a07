"""Lessons with a filmed board: the camera's and the observer's threads, a hand, stored stars."""

from pathlib import Path
from typing import cast

from filmed import PAWNS, film_game
from test_evening import InStep

from calibration.board.board_file import load_board
from calibration.holes import Seat, camp_holes, seats_of
from hardware.capture import Film
from hardware.lamps import NoLamps
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.setup.finding import find_anywhere
from toc_pi.app.stage import Stage
from toc_pi.app.teaching.pupil import Lessons
from toc_pi.app.teaching.tutor import Tutor
from toc_pi.phrases import Phrases
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.scene import opening
from toc_pi.screen.window import WindowEvent
from toc_pi.store.table_config import TableConfig
from toc_pi.teaching.lessons import lesson_named
from toc_pi.teaching.play_phrases import COLOURS

BOARD = load_board("square-40")
CAMPS = {str(hole): str(seat) for seat in seats_of(4) for hole in camp_holes(seat)}


class Watched(Stage):
    """A stage without taps that counts how often it was polled."""

    def __init__(self) -> None:
        super().__init__(opening(BOARD, COLOURS, taps=True), None, NoLamps(), Phrases("en", COLOURS))
        self.asked = 0

    def touches(self) -> tuple[WindowEvent, ...]:
        self.asked += 1
        return ()


def learned(folder: Path, film: Path) -> dict[str, int]:
    """The stars stored by the end of a film."""
    table = TableConfig(board=BOARD, pawns=PAWNS, colours=COLOURS, rules="quebec", first=Seat("a"))
    stage, kept = Watched(), dict[str, int]()
    in_step = InStep(Film(film))
    find = find_anywhere(table, folder / "calibration")
    sights = BoardWatcher(lambda: in_step, find, clock=lambda: 5000.0 + in_step.t, live=False)
    in_step.sights, in_step.table = sights, cast(object, stage)  # type: ignore[assignment]
    course = Lessons(BOARD, [lesson_named(load_ruleset("quebec"), Table(), "coming-out")], COLOURS, "en")
    tutor = Tutor(sights, stage, course, {}, kept.update, camera=True)
    tutor.run()
    assert tutor.room.stars == kept
    return kept


def test_a_pawn_that_comes_out_on_film_is_worth_its_stars(tmp_path: Path) -> None:
    out = {hole: seat for hole, seat in CAMPS.items() if hole != "aC1"} | {"a0": "a"}
    clip = film_game(tmp_path / "clip", BOARD, [(2.2, CAMPS), (1.6, out)], [])
    assert learned(tmp_path, clip / "film.avi") == {"coming-out": 3}
