"""The appliance: an evening at the table, with camera, screen, lamps and journal."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.holes import Hole, Seat
from toc_pi.app.camera.sights import (
    BoardFound,
    Broken,
    CameraLost,
    NotFound,
    Remark,
    Sight,
    Sights,
)
from toc_pi.app.menu import Again, ChangedAnswers, Learn
from toc_pi.app.menu_overlay import MenuOverlay
from toc_pi.app.pipeline import Judge, Pipeline
from toc_pi.app.resumption import standing
from toc_pi.app.setup.answers import Answers
from toc_pi.app.stage import NoSights, Stage, event_of, is_moved, moved, takes_back
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.tutor import Interlude, OpenTutor
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import Effect, State, Turn, Verdict
from toc_pi.referee.events import (
    Event,
    Paused,
    Resumed,
    Seen,
    Tick,
    ViewChanged,
)
from toc_pi.rules.position import Position
from toc_pi.screen import scene as scenes
from toc_pi.screen.window import Quit, Tapped

TICK_S = 0.25  # between two ticks for the referee
REST_S = 0.02  # after each step of the loop


class Evening(Pipeline[Sight]):
    """Connects camera and taps with the screen until the window is closed.

    Args:
        sights: what the camera sees; started and stopped here.
        record: steps the referee and journals the event, so that everything is stored before it is shown.
        stage: shows events and effects.
        tell: called with each effect, and with a sentence about the camera.
        standing: returns all pawns' holes on record, for going on without a camera.
        reminder: the screen's default sentence, a key of the catalogue's [said].
        trouble: returns why nothing can be stored at the moment; None or "" if it can.
        notice: returns what was lost of earlier games, each sentence once.
        begin_anew: called with each observation; returns the first turn if a new game begins with it.
        menu: the menu; None for no menu.
        change: called with settings changed in the menu; returns the sentences of their language.
        open_tutor: opens a pupil's lessons, during which the game pauses; None for no lessons.
        coach: shows legal moves and reasons on request; None for no teaching.

    Attributes:
        again: how the program goes on, if that was chosen in the menu.
    """

    def __init__(  # noqa: PLR0913  # all that it works with is passed in
        self,
        sights: Sights | NoSights,
        record: Judge,
        stage: Stage,
        tell: Callable[[Effect | str], None],
        standing: Callable[[], Mapping[Hole, Seat]],
        reminder: str = "",
        trouble: Callable[[], str | None] = lambda: None,
        notice: Callable[[], str | None] = lambda: None,
        begin_anew: Callable[[Seen], Turn | None] = lambda _: None,
        menu: MenuOverlay | None = None,
        change: Callable[[Answers], Phrases] | None = None,
        open_tutor: OpenTutor | None = None,
        coach: Coach | None = None,
    ) -> None:
        super().__init__(sights, record, self._show, TICK_S)
        self._sights = sights
        self._stage = stage
        self._tell = tell
        self._standing = standing
        self._reminder = reminder
        self._trouble = trouble
        self._begin_anew = begin_anew
        self._menu = menu
        self._change = change
        self._open_tutor = open_tutor
        self._lesson: Interlude | None = None
        self._shown: Seen | None = None
        self._coach = coach
        self.again: Again | None = None
        self._notice = notice
        self._noticed = ""
        self._in_trouble = False
        self._unseen = False
        self._waived = False
        self._advised = ""
        self._warns: bool | None = None  # of what is hard to see: None until a board is found

    def begin(self, first: Turn | Resumed) -> None:
        """Show whose turn it is at the start, or resume an earlier game."""
        if isinstance(first, Resumed):
            self.happened(first)
            if not (isinstance(self._sights, NoSights) or self._noticed):
                self._stage.hint(self._stage.say("resumed"))
        else:
            self._stage.show(first)
            self._tell(first)
        if self._coach is not None:
            self._stage.set(self._coach.begin(self._stage.scene))

    def by_hand(self, fault: str = "") -> None:
        """Go on without a camera: pawns are placed as on record, and moved on the screen.

        Args:
            fault: the camera's fault, a key of the window's texts.
        """
        scene = self._stage.scene
        self._unseen = True
        if scene.by_hand:  # a move that was begun stays
            self._stage.set(scenes.with_fault(scene, fault))
            return
        self._waived = False
        begun = scene if scene.looked else scenes.set_up(scene, {})
        self._stage.set(scenes.with_hands(begun, self._standing(), fault))
        self._moved()

    def run(self, alive: Callable[[], object]) -> None:
        """Play until the window is closed or a film is over.

        Args:
            alive: called for a watchdog as long as screen, referee and observer make progress. A hanging
                camera is reported and the game goes on: that is no reason to end it.

        Raises:
            Exception: raised in a thread; it ends the program.
        """
        self._sights.start()
        try:
            while self.step(alive):
                time.sleep(REST_S)
        finally:
            self._sights.stop()

    def step(self, alive: Callable[[], object] = lambda: None) -> bool:
        """Handle what has arrived since the last step; False once it is over."""
        if self.take_all():
            return False
        ticked = self.tick_if_due()
        self._stage.present()
        if ticked and (not self._sights.stuck or self._stage.scene.by_hand):
            alive()
        return True

    def take_all(self) -> bool:
        """Handle what was seen, then what was touched."""
        seen = super().take_all()
        touched = [self.touch(event) for event in self._stage.touches()]
        self._advise()
        return seen or any(touched)

    def tick(self, now: float) -> None:
        """Send a tick to the game, or to the lesson for which it pauses."""
        if self._lesson is None:
            self.happened(Tick(now))
        else:
            self._lesson.tick(now)

    def happened(self, event: Event) -> None:
        """Judge and show an event; a new game may begin with it."""
        if isinstance(event, Seen) and (first := self._begin_anew(event)) is not None:
            self._stage.set(scenes.anew(self._stage.scene))
            self._tell(self._stage.say("begun_anew"))
            self.begin(first)
        super().happened(event)
        self._look_at_disk()

    def _show(self, what: Event | Effect) -> None:
        if isinstance(what, Event):
            if isinstance(what, Seen | Paused | Resumed):
                self._stage.show(what)
            return
        if isinstance(what, Verdict):
            self._noticed = ""
        self._stage.show(what)
        if self._warns and isinstance(what, Verdict):
            self._warns = False  # it was said; the menu keeps it
            self._remind()
        if self._coach is not None:
            self._stage.set(self._coach.on_effect(what, self._stage.scene))
        if not (self._stage.scene.by_hand and isinstance(what, State)):
            # Moving pawns on the screen puts no hand over the board.
            self._tell(what)

    def _look_at_disk(self) -> None:
        """Report once what was lost, that nothing can be stored, and that it can again."""
        if notice := self._notice():
            self._noticed = self._stage.in_words(notice)
            self._tell(self._noticed)
            self._remind()
        trouble = self._trouble()
        if bool(trouble) == self._in_trouble:
            return
        self._in_trouble = bool(trouble)
        self._tell(self._stage.in_words(trouble) if trouble else self._stage.say("kept_again"))
        self._remind()

    def _remind(self) -> None:
        """Show the default sentence; until the first verdict, what was lost or is hard to see."""
        key = "not_kept" if self._in_trouble else self._reminder or ("doubts" if self._warns else "")
        self._stage.hint(self._noticed or (self._stage.say(key) if key else ""))

    def take(self, sight: Sight) -> bool:
        """Handle what the camera saw; True if nothing more will come."""
        if self._lesson is not None and not isinstance(sight, Broken):
            self._lesson.take(sight)
            return isinstance(sight, CameraLost) and sight.over
        match sight:
            case Broken(error):
                raise error
            case CameraLost(_, why, over, fault):
                if over:
                    self._say(why)
                else:
                    self._lost(fault, why)
                return over
            case NotFound(_, advice, repair, todo):
                self._not_found(advice, repair, todo)
            case Remark(_, sentence):
                self._say(sentence)
            case BoardFound(_, calibration, camouflaged):
                self._advised = ""
                self._stage.set(scenes.with_fault(scenes.set_up(self._stage.scene, {}), ""))
                doubts = self._stage.look_at(calibration, camouflaged)
                for sentence in doubts:
                    self._tell(sentence)
                self._warns = bool(doubts) and self._warns is not False
                self._remind()
            case _:
                self._looked(sight)
        return False

    def _lost(self, fault: str, why: str) -> None:
        """Report the camera's fault, and go on by tapping if there is a screen."""
        sentence = self._stage.fault_sentence(fault)
        self._tell(f"{sentence} ({self._stage.in_words(why)})" if why else sentence)
        self._advised, self._unseen, self._shown = "", True, None
        if self._stage.on_screen:
            self.by_hand(fault)

    def _not_found(self, advice: str, repair: Mapping[Hole, str], todo: str) -> None:
        """Report why the camera can't observe yet; playing by tapping goes on."""
        sentence = self._stage.in_words(advice)
        if sentence != self._advised:
            self._tell(sentence)
        self._advised = sentence
        scene = self._stage.scene
        if not scene.by_hand:
            self._stage.set(scenes.set_up(scene, repair))
            self._stage.hint(self._stage.in_words(todo) if repair else sentence)
            return
        if not scene.repair or scene.awaited:
            scene = scenes.set_up(scene, {} if self._waived else repair)
        self._stage.set(scenes.with_fault(scene, ""))
        self._stage.hint(self._stage.say("looks_again"))

    def _learn(self, pupil: str) -> None:
        """Begin a pupil's lessons; the game pauses meanwhile."""
        if self._open_tutor is None:
            return
        scene, camera = self._stage.scene, not isinstance(self._sights, NoSights)
        if not scene.paused:
            self.happened(Paused(self._sights.now()))
        tutor = self._open_tutor(pupil, camera and not scene.by_hand)
        self._lesson = Interlude(tutor, scene, None if scene.by_hand else self._shown)

    def _touch_lesson(self, lesson: Interlude, choice: str) -> None:
        """Handle a tap on a lesson; after the last one the game goes on where it was."""
        lesson.touch(choice, self._sights.now())
        if not lesson.over:
            return
        self._lesson = None
        self._stage.set(lesson.scene)
        if lesson.state is not None:
            self.take(lesson.state)
        now = self._sights.now()
        if not lesson.scene.paused:
            self.happened(Resumed(now))
        if lesson.seen is not None:
            self._looked(ViewChanged(now, lesson.scene.view))
            self._looked(replace(lesson.seen, t=now))

    def _looked(self, event: Seen | ViewChanged) -> None:
        """Handle an observation; the first after a gap resumes the game and is compared with the record."""
        if isinstance(event, Seen):
            self._shown = event
        if self._unseen:
            if not isinstance(event, Seen):
                return
            self._unseen = False
            self._stage.set(scenes.with_eyes(self._stage.scene))
            self._tell(self._stage.say("sees_again"))
            self._remind()
            if not self._stage.scene.paused:
                self.happened(Resumed(event.t))
        self.happened(event)

    def _without_camera(self) -> None:
        """Go on although the camera doesn't see the board; the search for it continues."""
        scene = self._stage.scene
        if scene.by_hand:
            self._waived = True
            self._stage.set(scenes.set_up(scene, {}))
            return
        self.by_hand()
        self._waived = True
        self._stage.hint(self._stage.say("looks_again"))
        self._sights.look_anew()

    def _moved(self) -> None:
        for event in moved(self._stage.scene, self._sights.now()):
            self.happened(event)

    def _say(self, message: str) -> None:
        sentence = self._stage.in_words(message)
        self._tell(sentence)
        self._stage.hint(sentence)

    def touch(self, event: Quit | Tapped) -> bool:  # noqa: C901  # a case for each kind of key
        """Handle a touch; True if the window was closed."""
        if isinstance(event, Quit) or event.choice == "leave":
            return True
        if self._lesson is not None:
            self._touch_lesson(self._lesson, event.choice)
            return False
        scene = self._stage.scene
        if self._menu is not None and self._menu.takes(event.choice):
            wish = self._menu.touch(event.choice, scene)
            if isinstance(wish, Again):
                self.again = wish
                return True
            if isinstance(wish, ChangedAnswers):
                self._changed(wish.answers)
                return False
            if isinstance(wish, Learn):
                self._learn(wish.pupil)
                return False
            return wish is not None and wish.choice != "" and self.touch(Tapped(wish.choice))
        if self._coach is not None and self._coach.takes(event.choice):
            self._coach.touch(event.choice, scene)
        elif (changed := scenes.tapped(scene, event.choice)) is not None:
            self._stage.set(changed)
        elif event.choice == "by-hand":
            self._without_camera()
        elif scene.by_hand and (pawns := self._put(event.choice, scene)) is not None:
            self._stage.set(scenes.put(scene, pawns))
            self._moved()
        elif (made := event_of(event.choice, scene, self._sights.now())) is not None:
            self.happened(made)
            if self._stage.scene.by_hand and takes_back(made):
                # These pawns are only on the screen: nobody has to put them back.
                self._stage.set(scenes.put(self._stage.scene, self._standing()))
                self._moved()
        return False

    def _changed(self, answers: Answers) -> None:
        """Go on with changed settings in the same window."""
        if self._change is not None:
            phrases = self._change(answers)
            self._stage.change(answers, phrases)
            if self._coach is not None:
                self._coach.speak(phrases, answers.language)
                self._stage.set(self._coach.dressed(self._stage.scene))
            self._remind()

    def _advise(self) -> None:
        """Show finished searches and explanations, and judge the resulting events."""
        if self._coach is None or self._lesson is not None:
            return
        if explained := self._coach.explanation():
            self._stage.set(replace(self._stage.scene, explained=explained))
        for asked in self._coach.think(self._stage.scene, self._sights.now()):
            self.happened(asked)

    def _put(self, choice: str, scene: scenes.Scene) -> Mapping[Hole, Seat] | None:
        """The screen's pawns after a tap that concerns only them; None for other taps."""
        if choice == "done" and scene.former is not None:
            return scene.pawns
        if choice == "anew":
            return standing(Position(frozenset()), scene.seats)
        untouched = scene.declared is None and scene.flagged is None and not scene.winners
        if choice == "put-back" or (
            choice == "undo" and untouched and is_moved(scene, self._standing()) and scene.question is None
        ):
            return self._standing()
        return None
