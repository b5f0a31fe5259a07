"""Lessons with real vision: pictures of a board on which a pupil sets up, errs, puts back and succeeds."""

from collections.abc import Mapping
from typing import cast

import numpy as np
import pytest
from rendered import pose_over, render
from walking import NoEye

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, seats_of
from hardware.lamps import NoLamps
from toc_pi.app.setup.finding import Calibrate, find_anywhere
from toc_pi.app.stage import Stage
from toc_pi.app.teaching.pupil import Lessons
from toc_pi.app.teaching.tutor import Tutor
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.panel import Box, Mark
from toc_pi.screen.scene import opening, tapped
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Tapped, Window
from toc_pi.store.table_config import TableConfig
from toc_pi.teaching.lesson_attempt import STILL_S
from toc_pi.teaching.lessons import lesson_named
from toc_pi.teaching.play_phrases import COLOURS
from toc_pi.vision.observer import Observer

BOARD = load_board("square-40")
PAWNS = PawnSet("halma", 24.0, 12.0, white_face=False)
POSE = pose_over(BOARD)
SIZE = (1280, 720)
SEATS = seats_of(4)
STEP_S = 0.2


def picture(pawns: Mapping[Hole, Seat], seed: int) -> np.ndarray:
    """The board with these pawns out of their camps."""
    all_pawns = standing(Position(frozenset(pawns.items())), SEATS)
    painted = {str(hole): COLOURS[seat] for hole, seat in all_pawns.items()}
    return render(BOARD, POSE, PAWNS, cast(dict, painted), seed=seed)


@pytest.fixture(scope="module", name="find")
def _find(tmp_path_factory: pytest.TempPathFactory) -> Calibrate:
    table = TableConfig(board=BOARD, pawns=PAWNS, colours=COLOURS, rules="quebec", first=Seat("a"))
    return find_anywhere(table, tmp_path_factory.mktemp("state") / "calibration")


@pytest.fixture(scope="module", name="eye")
def _eye(find: Calibrate) -> Observer:
    return Observer(find([picture({}, seed) for seed in (1, 2, 3)]))


class Lessonroom:
    """A tutor with an observer of pictures."""

    def __init__(self, eye: Observer, *names: str) -> None:
        rules = load_ruleset("quebec")
        lessons = [lesson_named(rules, Table(), name) for name in names]
        scene = opening(BOARD, COLOURS, taps=True)
        stage = Stage(scene, cast(Window, None), NoLamps(), Phrases("en", COLOURS))
        self.stars: dict[str, int] = {}
        course, self.clock = Lessons(BOARD, lessons, COLOURS, "en"), NoEye()
        self.tutor = Tutor(self.clock, stage, course, {}, self.stars.update, camera=True)
        self.eye = eye
        self.t = 0.0

    def show(self, pawns: Mapping[Hole, Seat], seconds: float = 4 * STEP_S) -> Box:
        """Show a board; return what the screen says."""
        image = picture(pawns, 7)
        noise = np.random.default_rng(round(10 * self.t))
        until = self.t + seconds
        while self.t < until:
            self.t = self.clock.t = self.t + STEP_S
            shaken = np.clip(image + noise.normal(0, 1.5, image.shape), 0, 255).astype(np.uint8)
            for sight in self.eye.look(self.t, shaken):
                self.tutor.take(sight)
            self.tutor.tick(self.t)
        box = panel_of(tapped(self.tutor.room.scene, "names") or self.tutor.room.scene).box
        assert box is not None
        return box


def test_lessons_are_set_up_got_wrong_and_learned_before_the_camera(eye: Observer) -> None:
    table = Lessonroom(eye, "capturing", "jack-swaps")
    assert table.show({}).mark is Mark.WORD
    table.tutor.touch(Tapped("go"))
    box = table.show({})
    assert box.mark is Mark.HOME
    assert [line.text for line in box.lines] == ["Red on a3", "Blue on a9", "Red on c2"]
    box = table.show({Hole("a3"): Seat("c")})
    assert "Green stands on a3" in box.sentence
    lesson = table.tutor.room.lesson
    assert table.show(dict(lesson.position.pawns)).mark is Mark.WORD
    assert table.show(lesson.wrong[0].holes, STILL_S + 1.0).mark is Mark.CROSS
    assert table.show(dict(lesson.position.pawns)).mark is Mark.WORD
    assert table.show(dict(lesson.right[0].pawns)).mark is Mark.TICK
    assert table.stars == {"capturing": 2}
    table.tutor.touch(Tapped("next"))
    jack = table.tutor.room.lesson
    assert jack.name == "jack-swaps"
    table.tutor.touch(Tapped("go"))
    assert table.show(dict(jack.position.pawns)).mark is Mark.WORD
    assert table.show(dict(jack.right[0].pawns)).mark is Mark.TICK
    assert table.stars == {"capturing": 2, "jack-swaps": 3}


def test_a_board_that_is_known_is_found_wherever_its_pawns_stand(find: Calibrate, eye: Observer) -> None:
    assert eye
    found = find([picture({Hole("b9"): Seat("a"), Hole("c3"): Seat("d")}, 4)])
    assert found.board == BOARD
