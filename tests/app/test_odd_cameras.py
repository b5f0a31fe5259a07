"""Any camera fault is reported within 5 s; the game goes on by tapping, then with the camera again."""

import threading
import time as real_time
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from odd_cameras import HARMLESS, HEALED_S, KINDS, LIVE, TROUBLE_S, Healthy, Kind, Time
from patience import PATIENCE_S
from unkept import UnkeptGame

from calibration.holes import Hole, Seat
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame, Picture
from hardware.capture import Film
from hardware.errors import DeviceFailed
from hardware.lamps import NoLamps
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.camera.camera_events import CameraFault
from toc_pi.app.camera.camera_reader import CameraReader
from toc_pi.app.camera.camera_service import MAX_LEFT
from toc_pi.app.play import GameSession
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.effects import Effect, Repair, Verdict
from toc_pi.events import Event, Resumed, Seen, ViewChanged
from toc_pi.languages import load_texts
from toc_pi.phrases import Phrases
from toc_pi.screen import scene as scenes
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Tapped, WindowEvent
from toc_pi.words import why

SHORT = Path(__file__).parents[1] / "data" / "short"
STEP_S = 0.2


@pytest.fixture(scope="module")
def clip() -> Clip:
    return load_clip(str(SHORT))


@pytest.fixture(scope="module")
def board(clip: Clip) -> Calibration:
    with closing(Film(clip.film)) as film:
        return find_board(clip, [frame.image for frame in setup_pictures(clip, film)])


class Table(Stage):
    """A table with a screen, on which a test taps."""

    def __init__(self, clip: Clip, language: scenes.Language) -> None:
        phrases = Phrases(language, clip.colours, why(game_of(clip), clip.colours))
        first = scenes.opening(clip.board, clip.colours, language, taps=True)
        super().__init__(first, None, NoLamps(), phrases)
        self.taps: list[str] = []
        self.screen = True

    @property
    def on_screen(self) -> bool:
        return self.screen

    def touches(self) -> tuple[WindowEvent, ...]:
        taps, self.taps = self.taps, []
        return tuple(map(Tapped, taps))


class Play(UnkeptGame):
    """An evening with its own clock; every call into a camera is a step of it."""

    def __init__(self, clip: Clip, board: Calibration, kind: Kind, language: scenes.Language = "en") -> None:
        self.time = Time()
        self.table = Table(clip, language)
        self.cameras: list[Healthy] = []
        self.openings = 0
        self.tried_s: list[float] = []
        self.lines: list[CameraReader] = []
        self.events: list[Event] = []
        self.log: list[str] = []
        self.fed_s: list[float] = []
        super().__init__(game_of(clip), self.table.scene.board.seats)
        self.shows: Callable[[], Mapping[Hole, Seat]] = self.standing
        self._kind = kind

        def find(_pictures: list[Picture]) -> Calibration:
            return board

        self.sights = BoardWatcher(
            self._open, find, lambda _: Looks(self), clock=self.time, begin=self.lines.append
        )
        self.evening = GameSession(self.sights, self.table, self, self.log.append)
        self.evening.begin(self.referee.turn())

    def until(self, gone_s: float) -> scenes.Scene:
        """Play on until a time."""
        while self.time.gone_s < gone_s:
            self.time.s += STEP_S
            for number, line in enumerate(self.lines):
                if not line.ended and not self._hangs(number):
                    line.step()
            self.sights.step()
            assert self.evening.step(lambda: self.fed_s.append(self.time.gone_s)), "the evening has ended"
        return self.table.scene

    def _hangs(self, number: int) -> bool:
        return number < len(self.cameras) and self.cameras[number].hangs

    def _open(self) -> Camera:
        self.openings += 1
        self.tried_s.append(self.time.gone_s)
        camera = self._kind(self.time, self.openings)
        self.cameras += [Healthy(self.time, 0)] * (self.openings - 1 - len(self.cameras))
        self.cameras.append(camera)
        return camera

    def step(self, event: Event) -> tuple[Effect, ...]:
        self.events.append(event)
        return super().step(event)


class Looks:
    """An observer that sees the board at once."""

    camouflaged = ()

    def __init__(self, play: Play) -> None:
        self._play = play
        self._reported = False

    def look(self, t: float, _image: Picture) -> tuple[Seen | ViewChanged, ...]:
        if self._reported:
            return ()
        self._reported = True
        holes = {str(hole): str(seat) for hole, seat in self._play.shows().items()}
        return (Seen(t, holes, frozenset(), {}, {}),)


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_fault_is_reported_within_five_seconds_and_the_game_goes_on(
    name: str, clip: Clip, board: Calibration, capfd: pytest.CaptureFixture[str]
) -> None:
    kind, words = KINDS[name]
    play = Play(clip, board, kind)
    at_start = "start" in name
    if not at_start:
        assert not play.until(TROUBLE_S - 0.3).board.by_hand
    lost = play.until((0.0 if at_start else TROUBLE_S) + 5.0)
    assert lost.board.fault in words, name
    assert lost.board.by_hand
    panel = panel_of(lost)
    assert panel.box is not None
    assert panel.box.headline == load_texts("screen", "en")["fault"][lost.board.fault]
    # It goes on by tapping.
    seat = play.referee.turn().seat
    play.table.taps = ["card:A", f"hole:{seat}C1", f"hole:{seat}0", "done"]
    play.until(play.time.gone_s + 3.0)
    verdicts = [each for each in play.effects if isinstance(each, Verdict)]
    assert [each.legal for each in verdicts] == [True], name
    # It is retried, and once it is back the board is compared.
    seen = play.until(110.0 if "third" in name else HEALED_S + 60.0)
    assert not seen.board.by_hand, name
    assert seen.board.fault == ""
    resumed = next(i for i, event in enumerate(play.events) if isinstance(event, Resumed))
    assert any(isinstance(event, Seen) for event in play.events[resumed:])
    assert not any(isinstance(each, Repair) for each in play.effects), "the board stands as recorded"
    gaps = np.diff([0.0, *play.fed_s])
    assert gaps.max() < 1.0, "the watchdog is fed all the time"
    assert "AssertionError: nobody reads" not in capfd.readouterr().err


@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_what_does_no_harm_is_no_fault(name: str, clip: Clip, board: Calibration) -> None:
    play = Play(clip, board, HARMLESS[name])
    scene = play.until(HEALED_S + 10.0)
    assert not scene.board.by_hand
    assert not any(isinstance(event, Resumed) for event in play.events)
    times = [event.t for event in play.events]
    assert all(earlier <= later for earlier, later in pairwise(times))


def test_it_is_tried_again_after_5_30_and_then_each_60_seconds_for_ever(
    clip: Clip, board: Calibration
) -> None:
    class Gone(Healthy):
        def __init__(self, *_: object) -> None:
            raise DeviceFailed("no camera found")

    play = Play(clip, board, Gone)
    play.until(400.0)
    assert np.diff(play.tried_s) == pytest.approx([5, 30, 60, 60, 60, 60, 60, 60], abs=3 * STEP_S)


def test_a_camera_that_works_for_a_while_is_tried_soon_again(clip: Clip, board: Calibration) -> None:
    class Twice(Healthy):
        def read(self) -> Frame | None:
            if self.time.s - self.opened_s > 30.0:
                raise DeviceFailed("camera 0: no picture arrives; check its cable")
            return super().read()

    play = Play(clip, board, Twice)
    play.until(115.0)
    assert np.diff(play.tried_s) == pytest.approx([35, 35, 35], abs=3 * STEP_S)


def test_a_board_that_was_changed_meanwhile_is_shown_hole_by_hole(clip: Clip, board: Calibration) -> None:
    play = Play(clip, board, KINDS["dies"][0])
    away = {
        Hole("aC1"): Hole("a7"),
        Hole("bC1"): Hole("b5"),
        Hole("cC1"): Hole("c12"),
        Hole("dC1"): Hole("d9"),
    }
    moved = {away.get(hole, hole): seat for hole, seat in play.standing().items()}
    play.until(TROUBLE_S + 5.0)
    play.shows = lambda: moved
    scene = play.until(HEALED_S + 45.0)
    assert not scene.board.by_hand
    assert scene.game.repair == dict.fromkeys(("a7", "b5", "c12", "d9"), "")


def test_a_move_that_was_begun_on_the_screen_is_dropped_when_the_camera_is_back(
    clip: Clip, board: Calibration
) -> None:
    play = Play(clip, board, KINDS["dies"][0])
    play.until(TROUBLE_S + 5.0)
    play.table.taps = ["hole:aC1"]
    assert play.until(TROUBLE_S + 6.0).board.picked == "aC1"
    scene = play.until(HEALED_S + 45.0)
    assert (scene.board.picked, scene.board.former, scene.board.by_hand) == (None, None, False)


def test_without_a_screen_it_is_reported_and_tried_again(clip: Clip, board: Calibration) -> None:
    play = Play(clip, board, KINDS["missing at the start"][0], "fr")
    play.table.screen = False
    assert not play.until(5.0).board.by_hand
    assert any(each.startswith("Pas de caméra. ") for each in play.log)
    play.until(HEALED_S + 20.0)
    assert "La caméra voit de nouveau le plateau\u00a0; comparons." in play.log


def test_a_defect_of_the_referee_still_ends_the_program(clip: Clip, board: Calibration) -> None:
    play = Play(clip, board, Healthy)
    play.referee.step = lambda _: 1 // 0  # type: ignore[assignment]
    with pytest.raises(ZeroDivisionError):
        play.until(2.0)


def test_a_failure_on_one_picture_does_not_end_the_game(
    clip: Clip, board: Calibration, capfd: pytest.CaptureFixture[str]
) -> None:
    play = Play(clip, board, Healthy)
    play.until(TROUBLE_S)
    looks = Looks.look
    try:
        Looks.look = lambda *_: [][0]  # type: ignore[method-assign, assignment]
        scene = play.until(TROUBLE_S + 1.0)
    finally:
        Looks.look = looks  # type: ignore[method-assign]
    assert (scene.board.by_hand, scene.board.fault) == (True, "unreadable")
    assert "IndexError" in capfd.readouterr().err
    assert not play.until(TROUBLE_S + 15.0).board.by_hand


def test_threads_that_never_come_back_are_few(clip: Clip, board: Calibration) -> None:
    class Gone(Healthy):
        @property
        def hangs(self) -> bool:
            return True

    play = Play(clip, board, Gone)
    scene = play.until(1000.0)
    assert play.openings == MAX_LEFT
    assert (scene.board.by_hand, scene.board.fault) == (True, "hanging")


def test_whoever_wants_goes_on_without_the_camera_that_does_not_find_the_board(
    clip: Clip, board: Calibration
) -> None:
    play = Play(clip, board, Healthy)
    play.table.taps = ["by-hand"]
    scene = play.until(0.3)
    assert (scene.board.by_hand, scene.board.fault) == (True, "")
    assert not play.until(10.0).board.by_hand, "it was found after all"


# Real threads.


class Hanging:
    """A camera that delivers a few pictures; then a call hangs until released."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.let_go = threading.Event()
        self.closed = threading.Event()
        self.count = 0

    def opened(self) -> "Hanging":
        if self.where == "open":
            self.let_go.wait(PATIENCE_S)
        return self

    def read(self) -> Frame | None:
        self.count += 1
        if self.count > 5:
            if self.where == "close":
                raise DeviceFailed("camera 0: no picture arrives")
            self.let_go.wait(PATIENCE_S)
        return Frame(0.1 * self.count, LIVE[self.count % len(LIVE)])

    def close(self) -> None:
        if self.where == "close":
            self.let_go.wait(PATIENCE_S)
        self.closed.set()


def wait(what: Callable[[], object]) -> None:
    until = real_time.monotonic() + PATIENCE_S
    while not what():
        assert real_time.monotonic() < until
        real_time.sleep(0.002)


@pytest.mark.parametrize("where", ["open", "read", "close"])
def test_a_thread_that_hangs_is_left_and_another_one_begun(where: str, board: Calibration) -> None:
    time, first, second = Time(), Hanging(where), Hanging("read")
    cameras = [first.opened, second.opened]
    sights = BoardWatcher(lambda: cameras.pop(0)(), lambda _: board, lambda _: Blind(), clock=time)
    sights.start()
    said: list[CameraFault] = []

    def look() -> bool:
        time.s += 0.05
        said.extend(each.fault for each in sights.take() if hasattr(each, "fault"))
        return second.count > 5

    wait(look)
    assert said
    assert set(said) <= {CameraFault.OPENING, CameraFault.HANGING, CameraFault.LOST}
    assert not first.closed.is_set()
    first.let_go.set()
    assert first.closed.wait(PATIENCE_S), "a camera that comes back late is closed"
    second.let_go.set()
    sights.stop()
    assert second.closed.wait(PATIENCE_S)


class Blind:
    camouflaged = ()

    def look(self, _t: float, _image: Picture) -> tuple[Seen | ViewChanged, ...]:
        return ()
