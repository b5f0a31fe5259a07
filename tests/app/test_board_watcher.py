"""Two threads between camera and table: however slow the observer is, it gets the newest picture."""

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import pytest
from odd_cameras import TROUBLE_S, Time, raising
from patience import PATIENCE_S

from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame, Picture
from hardware.errors import DeviceFailed
from toc_pi.app.camera.board_watcher import SETUP_STEP_S, BoardWatcher
from toc_pi.app.camera.camera_events import BoardFound, CameraEvent, CameraLost, NotFound
from toc_pi.app.camera.camera_reader import CameraReader
from toc_pi.app.camera.inspection import BoardBounds
from toc_pi.app.setup.finding import SETUP_PICTURES
from toc_pi.events import Seen, ViewChanged

IMAGE = np.zeros((64, 64, 3), np.uint8)
BOARD = cast(Calibration, object())
HALF = BoardBounds(0.0, 0.5, 0.0, 0.5)


class Camera:
    """Delivers a picture only when released."""

    def __init__(self, step_s: float = SETUP_STEP_S) -> None:
        self._let = threading.Semaphore(0)
        self._step_s = step_s
        self.given = self.settings = 0
        self.failing = False
        self.waits = threading.Event()

    def give(self, count: int) -> None:
        """Release some pictures, and wait until all were taken."""
        target = self.given + count
        for _ in range(count):
            self._let.release()
        until = time.monotonic() + PATIENCE_S
        while self.given < target or not self.waits.is_set():
            assert time.monotonic() < until
            time.sleep(0.001)

    def read(self) -> Frame | None:
        self.waits.set()
        if not self._let.acquire(timeout=PATIENCE_S):
            return None
        self.waits.clear()
        if self.failing:
            raise DeviceFailed("camera 0: no picture arrives; check its cable")
        self.given += 1
        return Frame((self.given - 1) * self._step_s, IMAGE.copy(), self.settings)

    def close(self) -> None:
        self.failing = True
        self._let.release()


class Eye:
    """An observer of adjustable slowness."""

    camouflaged = ()

    def __init__(self) -> None:
        self.looked: list[float] = []
        self.relit: list[float] = []
        self.asked: list[tuple[bool, int]] = []
        self.may_end = threading.Event()
        self.looks = threading.Event()

    def look(self, t: float, _image: Picture) -> tuple[Seen | ViewChanged, ...]:
        self.looked.append(t)
        self.looks.set()
        assert self.may_end.wait(PATIENCE_S)
        return (ViewChanged(t, "hand"),)

    def ask_for_cards(self, asks: bool) -> None:
        self.asked.append((asks, len(self.looked)))

    def settings_changed(self, t: float) -> tuple[ViewChanged, ...]:
        self.relit.append(t)
        return (ViewChanged(t, "light"),)


@contextmanager
def looking(camera: Camera, find: Callable[[list[Picture]], Calibration], eye: Eye) -> Iterator[BoardWatcher]:
    sights = BoardWatcher(lambda: camera, find, lambda _: eye, live=False)
    sights.start()
    try:
        yield sights
    finally:
        camera.close()
        eye.may_end.set()
        sights.stop()


def wait(what: Callable[[], Any]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.001)


def find_at_once(_images: list[Picture]) -> Calibration:
    return BOARD


def give_setup(camera: Camera, sights: BoardWatcher) -> None:
    """Give the set-up's pictures one by one, so that each is processed."""
    for _ in range(SETUP_PICTURES):
        looked = sights.looked
        camera.give(1)
        wait(lambda looked=looked: sights.looked > looked)


def test_a_slow_eye_sees_the_newest_picture_and_none_that_has_waited() -> None:
    camera, eye = Camera(), Eye()
    with looking(camera, find_at_once, eye) as sights:
        give_setup(camera, sights)
        camera.give(1)
        wait(eye.looks.is_set)
        camera.give(50)
        eye.may_end.set()
        newest = (camera.given - 1) * SETUP_STEP_S
        wait(lambda: len(eye.looked) == 2)
        assert eye.looked == [newest - 50 * SETUP_STEP_S, newest]
        wait(lambda: sights.looked == SETUP_PICTURES + 2)
        camera.give(1)
        wait(lambda: len(eye.looked) == 3)


def test_a_search_that_takes_long_is_no_standstill() -> None:
    camera, eye, may_find = Camera(), Eye(), threading.Event()

    def find(_images: list[Picture]) -> Calibration:
        assert may_find.wait(PATIENCE_S)
        return BOARD

    with looking(camera, find, eye) as sights:
        assert not sights.searching
        give_setup(camera, sights)
        wait(lambda: sights.searching)
        camera.give(20)
        may_find.set()
        wait(lambda: not sights.searching)
        taken: list[CameraEvent] = []
        wait(lambda: taken.extend(sights.take()) or any(isinstance(each, BoardFound) for each in taken))


def test_a_board_that_is_not_found_is_looked_for_again() -> None:
    camera, eye = Camera(step_s=1.0), Eye()
    tries: list[list[Picture]] = []

    def find(images: list[Picture]) -> Calibration:
        tries.append(images)
        if len(tries) == 1:
            raise CannotSee("light a lamp")
        return BOARD

    with looking(camera, find, eye) as sights:
        give_setup(camera, sights)
        wait(lambda: tries)
        give_setup(camera, sights)
        wait(lambda: len(tries) == 2)
        assert not {*map(id, tries[0])} & {*map(id, tries[1])}, "what was wrong then isn't looked at again"
        taken: list[CameraEvent] = []
        wait(lambda: taken.extend(sights.take()) or any(isinstance(each, BoardFound) for each in taken))
        assert [each.advice for each in taken if isinstance(each, NotFound)] == ["light a lamp"]


@pytest.mark.parametrize("at_start", [True, False])
def test_a_camera_that_is_lost_is_reported_once(at_start: bool) -> None:
    camera, eye = Camera(), Eye()
    eye.may_end.set()
    with looking(camera, find_at_once, eye) as sights:
        if not at_start:
            give_setup(camera, sights)
        camera.close()
        taken: list[CameraEvent] = []
        wait(lambda: taken.extend(sights.take()) or any(isinstance(each, CameraLost) for each in taken))
        lost = [each for each in taken if isinstance(each, CameraLost)]
        assert [each.over for each in lost] == [False]
        assert "cable" in lost[0].why


def test_time_stands_still_until_the_first_picture_comes() -> None:
    camera, eye = Camera(), Eye()
    with looking(camera, find_at_once, eye) as sights:
        assert sights.now() == 0.0
        camera.give(1)
        wait(lambda: sights.looked == 1)
        assert 0.0 <= sights.now() < PATIENCE_S
    later = BoardWatcher(lambda: camera, find_at_once, lambda _: eye, started_s=90.0, live=False)
    assert later.now() == 90.0


def test_the_observer_is_notified_of_changed_camera_settings_before_it_looks() -> None:
    camera, eye = Camera(), Eye()
    eye.may_end.set()
    with looking(camera, find_at_once, eye) as sights:
        give_setup(camera, sights)
        for settings in (0, 1, 1, 2):
            camera.settings = settings
            looked = len(eye.looked)
            camera.give(1)
            wait(lambda looked=looked: len(eye.looked) > looked)
    assert eye.relit == [eye.looked[1], eye.looked[3]]


def test_that_cards_are_asked_for_is_passed_on_once_before_the_next_picture() -> None:
    camera, eye = Camera(), Eye()
    eye.may_end.set()
    with looking(camera, find_at_once, eye) as sights:
        give_setup(camera, sights)
        for asks in (False, True, True, False):
            sights.ask_for_cards(asks)
            looked = len(eye.looked)
            camera.give(1)
            wait(lambda looked=looked: len(eye.looked) > looked)
    assert eye.asked == [(True, 1), (False, 3)]


def test_settings_changed_before_the_board_was_found_are_no_other_light() -> None:
    camera, eye = Camera(), Eye()
    eye.may_end.set()
    camera.settings = 3
    with looking(camera, find_at_once, eye) as sights:
        give_setup(camera, sights)
        camera.give(1)
        wait(lambda: eye.looked)
    assert eye.relit == []


def test_a_board_found_in_a_lost_camera_is_not_where_the_next_camera_has_its_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was found while the camera was lost: where nobody may look any more."""
    clock, readers, searches = Time(), list[CameraReader](), list[float]()
    monkeypatch.setattr("toc_pi.app.camera.board_watcher.board_box", lambda _: HALF)

    def find(_images: list[Picture]) -> Calibration:
        searches.append(clock.s)
        if len(searches) == 1:
            clock.s += TROUBLE_S
            readers[0].step()
            sights.take()
        return BOARD

    unplugged = raising(DeviceFailed("camera 0: no picture arrives"), opening=False)
    sights = BoardWatcher(
        lambda: unplugged(clock, len(readers)), find, lambda _: Eye(), clock=clock, begin=readers.append
    )
    while len(readers) < 2:
        sights.take()
        readers[0].step()
        sights.step()
        clock.s += SETUP_STEP_S
    assert len(searches) == 1
    assert readers[1].inspection.box is None
    while len(searches) < 2:
        readers[-1].step()
        sights.step()
        clock.s += SETUP_STEP_S
        sights.take()
    assert readers[-1].inspection.box is HALF


def test_pictures_of_the_set_up_are_not_kept_once_the_board_is_found() -> None:
    camera, eye = Camera(), Eye()
    kept: list[weakref.ref[Picture]] = []

    def find(images: list[Picture]) -> Calibration:
        kept.extend(map(weakref.ref, images))
        return BOARD

    with looking(camera, find, eye) as sights:
        give_setup(camera, sights)
        eye.may_end.set()
        for count in (1, 2):
            camera.give(1)
            wait(lambda count=count: sights.looked == SETUP_PICTURES + count)
        assert len(kept) == SETUP_PICTURES
        wait(lambda: not [picture for picture in kept if picture() is not None])
