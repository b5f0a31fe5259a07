"""Lessons opened from a game's menu: the game pauses, and goes on where it was."""

from collections.abc import Mapping

from taps import tapped
from test_coach import AtOnce
from walking import COLOURS, TAP_S, Eye, Walk

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat
from toc_pi.app.camera.camera_events import CameraLost, NotFound, Watcher
from toc_pi.app.menu import MenuContext, MenuOverlay
from toc_pi.app.play import InLesson, SessionServices
from toc_pi.app.setup.answers import Answers
from toc_pi.app.teaching.pupil import Lessons
from toc_pi.app.teaching.thinking import ProcessThinker
from toc_pi.app.teaching.tutor import Tutor
from toc_pi.events import Card, CardsHeld
from toc_pi.referee.turns import OnPause
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.pages.page import Page
from toc_pi.teaching.lessons import lessons_of

START = Position.parse("a0:a* a9:a b3:b")
RULES = load_ruleset("quebec")
COURSE = Lessons(load_board("square-40"), lessons_of(RULES, Table()), COLOURS, "en")


class Family(Walk):
    """An evening with a menu and lessons; records pages shown instead of the board, and the stars."""

    def __init__(
        self, *, camera: bool, names: Mapping[Seat, str] | None = None, thinker: ProcessThinker | None = None
    ) -> None:
        super().__init__(RULES, START, camera=camera, thinker=thinker)
        self.pages: list[Page | None] = []
        self.stars: list[Mapping[str, int]] = []
        self.pupils: list[str] = []
        self.stage.page = self.pages.append  # type: ignore[method-assign, assignment]
        facts = MenuContext(Answers(names=names or {}))
        menu = MenuOverlay(self.pages.append, lambda: facts)
        coach = self.evening._extras.coach
        self.evening._extras = SessionServices(coach=coach, menu=menu, lessons=self.open_tutor)

    def open_tutor(self, watcher: Watcher, pupil: str, camera: bool) -> Tutor:
        self.pupils.append(pupil)
        return Tutor(watcher, self.stage, COURSE, {}, self.stars.append, camera=camera)

    def tap(self, key: str) -> None:
        if not key.startswith("menu:"):
            super().tap(key)
            return
        self.evening.touch(tapped(self.pages[-1], key.removeprefix("menu:")))
        self.wait(TAP_S)

    def learn(self) -> None:
        self.tap("menu")
        self.tap("menu:learn")
        self.tap("menu:lesson:coming-out")

    @property
    def said(self) -> str:
        task = self.stage.scene.game.task
        return "" if task is None else task.sentence


def test_cards_are_not_asked_for_in_a_lesson() -> None:
    table = Family(camera=True, thinker=AtOnce())
    assert isinstance(table.eye, Eye)
    table.tap("may")
    table.evening.step(lambda: None)
    assert table.eye.asked
    table.learn()
    table.evening.step(lambda: None)
    assert not table.eye.asked
    mode = table.evening.mode
    assert isinstance(mode, InLesson)
    before = mode.tutor.seen, mode.tutor.missed
    table.eye.given.append(CardsHeld(1.0, (Card("4"),)))
    table.evening.step(lambda: None)
    assert (mode.tutor.seen, mode.tutor.missed) == before


def test_a_lesson_by_taps_leaves_the_game_as_it_was() -> None:
    table = Family(camera=False)
    before = table.stage.scene
    table.learn()
    assert isinstance(table.referee.state.phase, OnPause)
    for key in ("go", "hole:aC1", "hole:a0"):
        table.tap(key)
    assert table.stars == [{"coming-out": 3}]
    table.tap("next")
    table.tap("menu")
    page = table.pages[-1]
    assert page is not None
    assert (page.keys[1].key, page.keys[1].below) == ("lesson:coming-out", "★★★")
    table.tap("menu:later")
    assert not isinstance(table.referee.state.phase, OnPause)
    assert table.stage.scene.game.task is None
    assert table.stage.scene.board.pawns == before.board.pawns
    assert table.stage.scene.game.turn is not None
    assert before.game.turn is not None
    assert (table.stage.scene.game.turn.n, table.stage.scene.game.turn.seat) == (
        before.game.turn.n,
        before.game.turn.seat,
    )


def test_whose_stars_are_kept_is_asked_where_people_have_names() -> None:
    table = Family(camera=False, names={Seat("a"): "Léa", Seat("c"): "Zoé"})
    table.learn()
    assert table.pupils == []
    page = table.pages[-1]
    assert page is not None
    assert [key.label for key in page.keys][:2] == ["Léa", "Zoé"]
    table.tap("menu:learn:Zoé")
    assert table.pupils == ["Zoé"]


def test_before_a_camera_the_board_of_the_game_is_put_right_afterwards() -> None:
    table = Family(camera=True)
    table.learn()
    table.tap("go")
    assert [hole for hole, owner in table.stage.scene.game.repair.items() if not owner] == ["a0", "a9", "b3"]
    table.lay({})
    table.lay({Hole("a0"): Seat("a")})
    assert table.stars == [{"coming-out": 3}]
    assert isinstance(table.referee.state.phase, OnPause)
    table.tap("later")
    table.wait(6.0)
    assert table.stage.scene.game.task is None
    assert {hole for hole, owner in table.stage.scene.game.repair.items() if owner} == {"a9", "b3"}
    table.lay(table.standing())
    table.wait(2.0)
    assert not table.stage.scene.game.repair
    assert not isinstance(table.referee.state.phase, OnPause)


def test_a_game_that_rested_before_rests_after() -> None:
    table = Family(camera=True)
    table.tap("pause")
    table.learn()
    table.tap("later")
    table.wait(1.0)
    assert isinstance(table.referee.state.phase, OnPause)
    assert table.stage.scene.game.paused


def test_a_camera_that_is_lost_in_a_lesson_is_lost_to_the_game_too() -> None:
    table = Family(camera=True)
    table.learn()
    table.eye.given.append(CameraLost("pulled"))  # type: ignore[union-attr]
    table.evening.step(lambda: None)
    assert table.stage.scene.board.by_hand
    assert table.stage.scene.game.task is not None
    table.glass.taps.append("later")
    table.evening.step(lambda: None)
    assert table.stage.scene.board.by_hand
    assert table.stage.scene.game.task is None


def test_a_board_that_is_not_found_is_reported_in_the_lesson() -> None:
    table = Family(camera=True)
    table.learn()
    table.eye.given.append(NotFound("light a lamp"))  # type: ignore[union-attr]
    table.wait(0.5)
    assert table.stage.scene.game.hint == "Light a lamp"
