"""A game begins once the pawns are in their camps: before, wrong holes are named, and nothing is learnt."""

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from unkept import UnkeptGame

sys.path.append(str(Path(__file__).parents[2] / "research"))
from painted_arms import paint_arm

from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from calibration.setup.placement_check import PlacementErrors
from hardware.camera import Picture
from hardware.capture import Film
from hardware.lamps import NoLamps
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.camera.camera_events import BoardFound, CameraEvent, CameraLost, NotFound
from toc_pi.app.play import GameSession
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup import finding
from toc_pi.app.setup.finding import (
    BELIEVED_AFTER_S,
    BoardFinder,
    BoardRelocator,
    LearntCalibration,
    OutOfCamps,
    find_board,
)
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.languages import translated
from toc_pi.phrases import Phrases
from toc_pi.screen import scene
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Quit, WindowEvent
from toc_pi.words import why

SHORT = Path(__file__).parents[1] / "data" / "short"
FULL_S, THREE_OUT_S = (0.4, 2.0), (11.6, 12.4)
"""Spans in which the board is still: all pawns in their camps, and three on their start holes."""
EMPTY = {"aC3", "cC3", "dC3"}


@pytest.fixture(scope="module")
def clip() -> Clip:
    return load_clip(str(SHORT))


@pytest.fixture(scope="module")
def seen(clip: Clip) -> Callable[[tuple[float, float]], list[Picture]]:
    with closing(Film(clip.film)) as film:
        frames = list(iter(film.read, None))
    return lambda span: [frame.image for frame in frames if span[0] <= frame.t <= span[1]]


Seen = Callable[[tuple[float, float]], list[Picture]]


def test_pawns_elsewhere_are_named_and_nothing_is_kept(clip: Clip, seen: Seen, tmp_path: Path) -> None:
    path = tmp_path / "calibration"
    find = BoardRelocator(clip, path, lambda: clip.camps)
    with pytest.raises(CannotSee) as refused:
        find(seen(THREE_OUT_S))
    advice = str(refused.value)
    named = {hole for hole in clip.camps if hole in advice}
    assert named
    assert named <= EMPTY
    assert "put all pawns into their camps" in advice
    assert "mettez tous les pions dans leurs camps" in translated(advice, "fr")
    assert "stands" not in translated(advice, "fr")
    assert not path.exists()
    find(seen(FULL_S))
    assert path.exists()


def with_hand(picture: Picture, clip: Clip, found: Calibration) -> Picture:
    """The same with an arm over several holes."""
    shown, _ = paint_arm(picture, clip.board, found.pose, np.random.default_rng(1))
    return shown


def test_a_hand_that_rests_over_the_board_is_asked_to_go(clip: Clip, seen: Seen, found: Calibration) -> None:
    now = [0.0]
    find = BoardFinder(clip, clock=lambda: now[0])
    hands = [with_hand(picture, clip, found) for picture in seen(FULL_S)[::8]]
    with pytest.raises(CannotSee, match=r"lies over the board: .*take it away") as refused:
        find(hands)
    assert "une main ou autre chose est au-dessus du plateau" in translated(str(refused.value), "fr")
    now[0] += BELIEVED_AFTER_S
    assert find(hands).occluder is None


def test_pictures_without_the_hand_are_used_where_there_are_some(
    clip: Clip, seen: Seen, found: Calibration
) -> None:
    pictures = seen(FULL_S)[::6]
    most = len(pictures) - 2
    hands = [with_hand(picture, clip, found) for picture in pictures[:most]]
    learnt = BoardFinder(clip)([*hands, *pictures[most:]])
    # Of other pictures the pose is a few hundredths of a pixel off: 70 pixels of the mask may differ.
    assert learnt.looks.known.mean() == pytest.approx(found.looks.known.mean(), abs=0.02)
    assert np.abs(learnt.looks.empty.astype(float) - found.looks.empty).mean() < 1.0


class SetCheck:
    """A clock, and placement errors, set by a test."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.wrong = PlacementErrors()


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> SetCheck:
    check = SetCheck()
    monkeypatch.setattr(finding, "find_placement_errors", lambda *_: check.wrong)
    return check


def setup_of(clip: Clip, check: SetCheck, found: Calibration) -> BoardFinder:
    return BoardFinder(clip, lambda *_: LearntCalibration(found, []), lambda: check.now_s)


@pytest.fixture(scope="module")
def found(clip: Clip, seen: Seen) -> Calibration:
    return find_board(clip, seen(FULL_S))


def test_a_hole_that_stays_so_is_believed(clip: Clip, check: SetCheck, found: Calibration) -> None:
    find = setup_of(clip, check, found)
    check.wrong = PlacementErrors(missing=("aC1",))
    for _ in range(3):
        with pytest.raises(CannotSee, match="no pawn on aC1; put all pawns into their camps"):
            find([])
        check.now_s += BELIEVED_AFTER_S / 3
    assert find([]) is found


def test_a_changed_picture_is_read_again(clip: Clip, check: SetCheck, found: Calibration) -> None:
    find = setup_of(clip, check, found)
    for hole in ("aC1", "bC2", "aC1"):
        check.wrong = PlacementErrors(missing=(hole,))
        with pytest.raises(CannotSee, match=hole):
            find([])
        check.now_s += BELIEVED_AFTER_S
    check.wrong = PlacementErrors()
    assert find([]) is found


class Given(BoardWatcher):
    """BoardWatcher given by a test."""

    def __init__(self, *sights: CameraEvent) -> None:
        self._given = [(sight,) for sight in sights]
        self.looked = 0

    @property
    def stuck(self) -> bool:
        return False

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def now(self) -> float:
        return 0.0

    def take(self) -> tuple[CameraEvent, ...]:
        return self._given.pop(0) if self._given else ()


class Watched(Stage):
    """A stage that records what is shown, and leaves once nothing more comes."""

    def __init__(self, clip: Clip, phrases: Phrases, asked: int) -> None:
        super().__init__(scene.opening(clip.board, clip.colours, "fr", taps=True), None, NoLamps(), phrases)
        self._asked = asked
        self.shown: list[scene.Scene] = []

    @property
    def on_screen(self) -> bool:
        return True

    def touches(self) -> tuple[WindowEvent, ...]:
        self.shown.append(self.scene)
        return (Quit(),) if len(self.shown) == self._asked else ()


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_screen_marks_the_holes_until_the_pawns_stand_right(
    clip: Clip, found: Calibration, *, by_hand: bool
) -> None:
    wrong = OutOfCamps(PlacementErrors(missing=("aC1",), undeclared=("a0",)), clip.camps)
    after_it = (
        CameraLost("camera 0: no picture arrives; check its cable") if by_hand else BoardFound(1.0, found, ())
    )
    sights = Given(NotFound(str(wrong), wrong.repair, wrong.todo), after_it)
    game = game_of(clip)
    phrases = Phrases("fr", clip.colours, why(game, clip.colours))
    table, log = Watched(clip, phrases, 2), list[str]()
    evening = GameSession(sights, table, UnkeptGame(game, table.scene.board.seats), log.append)
    evening.run(alive=lambda: None)
    first, second = table.shown
    assert first.game.repair == {"aC1": "a", "a0": ""}
    box = panel_of(first).box
    assert box is not None
    assert [line.text for line in box.lines] == ["Noir ici", "rien ici"]
    assert box.sentence.startswith("Mettez tous les pions dans leurs camps")
    assert log[0].startswith("Il n'y a pas de pion en aC1")
    assert not second.game.repair


def test_empty_camps_are_never_taken_for_full_ones(clip: Clip, check: SetCheck, found: Calibration) -> None:
    find = setup_of(clip, check, found)
    check.wrong = PlacementErrors(missing=tuple(map(str, clip.camps)))
    for _ in range(5):
        with pytest.raises(CannotSee, match=r"aC1, aC2, .* …"):
            find([])
        check.now_s += BELIEVED_AFTER_S
