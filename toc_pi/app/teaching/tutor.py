"""Lessons at a table: connects camera and taps with the pupil's state.

Before a game, on its own (`toc-pi learn`), or in the middle of one: then the game pauses meanwhile.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from toc_pi.app.camera.sights import (
    BoardFound,
    Broken,
    CameraLost,
    NotFound,
    Remark,
    Sight,
    Sights,
)
from toc_pi.app.stage import NoSights, Stage
from toc_pi.app.teaching.learning import enter, pass_time, see_board, see_view, tap, with_hands
from toc_pi.app.teaching.pupil import LATER, NO_STAR, STAR, Lessons, PupilState, Stars
from toc_pi.screen import scene as scenes
from toc_pi.screen.pages.page import Key, Page
from toc_pi.screen.window import PAGE, Quit, Tapped
from toc_pi.seen import Seen, ViewChanged
from toc_pi.teaching.session import MOST_STARS

REST_S = 0.02  # after each step of the loop
GONE_S = 3600.0
"""Without taps and moves for this long, the pupil is assumed to have left."""
MENU = "menu"  # the key that opens the menu


class Tutor:
    """Teaches a pupil on a stage.

    Args:
        stage: shows the lessons.
        course: the lessons.
        stars: what was learned before.
        keep: called with the stars whenever a lesson was learned.
        camera: whether the pawns stand before a camera.
    """

    def __init__(
        self,
        stage: Stage,
        course: Lessons,
        stars: Stars,
        keep: Callable[[Stars], None],
        *,
        camera: bool = False,
    ) -> None:
        self._stage = stage
        self._keep = keep
        self.room = enter(course, stars, camera=camera, scene=stage.scene)
        self._spoken = ""
        self._show(self.room)

    @property
    def over(self) -> bool:
        """Whether everything was learned, or the pupil has ended the lessons."""
        return self.room.over

    def take(self, sight: Sight) -> None:
        """Handle what the camera saw.

        Raises:
            Exception: raised in the observer's thread.
        """
        room = self.room
        match sight:
            case Broken(error):
                raise error
            case CameraLost(fault=fault):
                self._show(with_hands(room, fault))
            case NotFound(_, advice, repair, todo):
                if not room.scene.by_hand:  # moving pawns on the screen goes on
                    sentence = self._stage.in_words(todo if repair else advice)
                    self._set(scenes.with_hint(scenes.set_up(room.scene, repair), sentence))
            case BoardFound():
                scene = scenes.with_fault(scenes.set_up(scenes.with_hint(room.scene, ""), {}), "")
                self._set(scene)
            case Remark():
                pass
            case Seen():
                self.see(sight)
            case ViewChanged():
                self._show(see_view(room, sight.t, sight.state))

    def see(self, seen: Seen) -> None:
        """Handle an observation of the board."""
        self._show(see_board(self.room, seen))

    def touch(self, choice: str, t: float) -> None:
        """Handle a tap.

        Args:
            choice: as in `Tapped`.
            t: seconds.
        """
        if choice == MENU:
            self._stage.page(lessons_page(self.room))
            return
        if choice.startswith(PAGE):
            choice = choice.removeprefix(PAGE)
            self._stage.page(None)
        self._show(tap(self.room, choice, t))

    def tick(self, t: float) -> None:
        """Handle the passing of time."""
        self._show(pass_time(self.room, t))

    def _set(self, scene: scenes.Scene) -> None:
        self._show(replace(self.room, scene=scene))

    def _show(self, room: PupilState) -> None:
        """Show a state: sentence, tone and speech; store new stars."""
        before, self.room = self.room, room
        if room.stars != before.stars:
            self._keep(room.stars)
        if room.scene is not self._stage.scene:
            self._stage.set(room.scene)
        verdict, task = room.scene.verdict, room.scene.task
        if verdict is not None and room.scene.pulse != before.scene.pulse:
            self._stage.hear(verdict)
        if task is not None and task.sentence != self._spoken:
            self._spoken = task.sentence
            self._stage.speak(task.sentence)


def lessons_page(room: PupilState) -> Page:
    """All lessons with their stars, to choose one."""
    say, phrases = room.course.phrases.say, room.course.phrases
    keys = []
    for one in room.course.lessons:
        stars = room.stars.get(one.name, 0)
        below = STAR * stars + NO_STAR * (MOST_STARS - stars)
        title = phrases.lesson(one, "title")
        keys.append(Key(f"lesson:{one.name}", title, below, strong=one == room.lesson))
    feet = (Key("close", say("back_to_lesson")), Key(LATER, say(LATER)))
    return Page("lessons", say("lessons"), keys=tuple(keys), feet=feet)


def teach(tutor: Tutor, stage: Stage, sights: Sights | NoSights, alive: Callable[[], object]) -> Stars:
    """Teach until the pupil ends the lessons, or everything is learned.

    Args:
        tutor: runs the lessons.
        stage: where they are shown and tapped.
        sights: what the camera sees; started and stopped here.
        alive: called for a watchdog while it runs.

    Returns:
        The stars at the end.

    Raises:
        Exception: raised in a thread.
    """
    sights.start()
    try:
        busy_s = sights.now()
        while not tutor.over and sights.now() - busy_s < GONE_S:
            for sight in sights.take():
                if isinstance(sight, CameraLost) and sight.over:
                    return tutor.room.stars
                busy_s = sights.now()
                tutor.take(sight)
            for event in stage.touches():
                busy_s = sights.now()
                if isinstance(event, Quit) or event == Tapped("leave"):
                    return tutor.room.stars
                tutor.touch(event.choice, sights.now())
            tutor.tick(sights.now())
            stage.present()
            alive()
            time.sleep(REST_S)
    finally:
        sights.stop()
    return tutor.room.stars


OpenTutor = Callable[[str, bool], Tutor]
"""Opens the lessons of a pupil, with or without a camera."""


class Interlude:
    """Runs lessons, and stores what the game misses meanwhile.

    Args:
        tutor: runs the lessons.
        scene: of the game, to go back to.
        seen: the last observation of the board; None if there is none.

    Attributes:
        seen: the latest observation.
        state: the camera's latest state change during the lessons.
    """

    def __init__(self, tutor: Tutor, scene: scenes.Scene, seen: Seen | None) -> None:
        self._tutor = tutor
        self._scene = scene
        self.seen = seen
        self.state: Sight | None = None
        if seen is not None:
            tutor.see(seen)

    @property
    def over(self) -> bool:
        """Whether the pupil has ended the lessons."""
        return self._tutor.over

    @property
    def scene(self) -> scenes.Scene:
        """The game's scene with the view and colours shown now."""
        shown = self._tutor.room.scene
        view = self._scene.view if self._scene.by_hand else shown.view
        return replace(self._scene, view=view, night=shown.night, named=shown.named)

    def take(self, sight: Sight) -> None:
        """Handle what the camera saw."""
        self._tutor.take(sight)
        match sight:
            case Seen():
                self.seen = sight
            case CameraLost() | NotFound() | BoardFound():
                self.state, self.seen = sight, None
            case ViewChanged():
                pass

    def touch(self, choice: str, t: float) -> None:
        """Handle a tap."""
        self._tutor.touch(choice, t)

    def tick(self, t: float) -> None:
        """Handle the passing of time."""
        self._tutor.tick(t)
