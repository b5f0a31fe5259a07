"""The appliance: an evening at the table, with camera, screen, lamps and journal."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.holes import Hole, Seat
from toc_pi.app.camera.board_watcher import (
    BoardFound,
    BoardWatcher,
    Broken,
    CameraEvent,
    NotFound,
    Remark,
)
from toc_pi.app.camera.camera_watch import CameraLost
from toc_pi.app.evening_modes import InLesson, StandingLine, Watching, WithoutCamera
from toc_pi.app.journaled_game import Judge
from toc_pi.app.loop import TableLoop
from toc_pi.app.menu import Again, ChangedAnswers, GameTap, Learn
from toc_pi.app.menu_overlay import MenuOverlay
from toc_pi.app.resumption import standing
from toc_pi.app.setup.answers import Answers
from toc_pi.app.stage import NoWatcher, Stage, event_of, is_moved, moved, takes_back
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.tutor import Interlude, OpenTutor
from toc_pi.effects import Effect, State, Turn, Verdict
from toc_pi.events import (
    Event,
    Paused,
    Resumed,
    Seen,
    Tick,
    ViewChanged,
)
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Position
from toc_pi.screen import scene as scenes
from toc_pi.screen.window import Quit, Tapped

TICK_S = 0.25  # between two ticks for the referee


class Evening(TableLoop):
    """Connects camera and taps with the screen until the window is closed.

    Args:
        watcher: what the camera sees.
        judge: steps the referee and journals the event, so that everything is stored before it is shown.
        stage: shows events and effects.
        tell: called with each effect, and with a sentence about the camera.
        standing: returns all pawns' holes on record, for going on without a camera.
        reminder, trouble, notice: of the `StandingLine`.
        begin_anew: called with each observation; returns the first turn if a new game begins with it.
        menu: the menu; None for no menu.
        change: called with settings changed in the menu; returns the sentences of their language.
        open_tutor: opens a pupil's lessons, during which the game pauses; None for no lessons.
        coach: shows legal moves and reasons on request; None for no teaching.

    Attributes:
        mode: what the camera and the lessons are at.
        again: how the program goes on, if that was chosen in the menu.
    """

    def __init__(  # noqa: PLR0913  # all that it works with is passed in
        self,
        watcher: BoardWatcher | NoWatcher,
        judge: Judge,
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
        super().__init__(watcher, stage)
        self._judge = judge
        self._tell = tell
        self._standing = standing
        self._line = StandingLine(stage, tell, trouble, notice, reminder)
        self._begin_anew = begin_anew
        self._menu = menu
        self._change = change
        self._open_tutor = open_tutor
        self._coach = coach
        self._ticked_s = float("-inf")
        self._advised = ""
        self.mode: Watching | WithoutCamera | InLesson = Watching()
        self.again: Again | None = None

    def begin(self, first: Turn | Resumed) -> None:
        """Show whose turn it is at the start, or resume an earlier game."""
        if isinstance(first, Resumed):
            self.happened(first)
            if not (isinstance(self._watcher, NoWatcher) or self._line.noticed):
                self._stage.hint(self._stage.say("resumed"))
        else:
            self._stage.show(first)
            self._tell(first)
        if self._coach is not None:
            self._stage.set(self._coach.begin(self._stage.scene))

    def by_hand(self, fault: str = "", *, waived: bool = False) -> None:
        """Go on without a camera: pawns are placed as on record, and moved on the screen.

        Args:
            fault: the camera's fault, a key of the window's texts.
            waived: whether people chose that.
        """
        scene = self._stage.scene
        if scene.board.by_hand:  # a move that was begun stays
            self._stage.set(scenes.with_fault(scene, fault))
            return
        self.mode = WithoutCamera(waived)
        begun = scene if scene.board.looked else scenes.set_up(scene, {})
        self._stage.set(scenes.with_hands(begun, self._standing(), fault))
        self._moved()

    @property
    def works(self) -> bool:
        """Whether the watchdog may be fed: always, if nobody needs the camera."""
        return super().works or self._stage.scene.board.by_hand

    def tick(self, now: float) -> bool:
        """Show finished searches and explanations; send a tick if one is due, to the game or the lesson."""
        lesson = self.mode.lesson if isinstance(self.mode, InLesson) else None
        if lesson is None:
            self._advise(now)
        if now >= self._ticked_s + TICK_S:
            self._ticked_s = now
            if lesson is None:
                self.happened(Tick(now))
            else:
                lesson.tick(now)
        return False

    def happened(self, event: Event) -> None:
        """Judge and show an event; a new game may begin with it."""
        if isinstance(event, Seen) and (first := self._begin_anew(event)) is not None:
            self._stage.set(scenes.anew(self._stage.scene))
            self._tell(self._stage.say("begun_anew"))
            self.begin(first)
        effects = self._judge(event)
        if isinstance(event, Seen | Paused | Resumed):
            self._stage.show(event)
        for effect in effects:
            self._show(effect)
        self._line.look_at_disk()

    def _show(self, effect: Effect) -> None:
        if isinstance(effect, Verdict):
            self._line.noticed = ""
        self._stage.show(effect)
        if isinstance(effect, Verdict):
            self._line.judged()
        if self._coach is not None:
            self._stage.set(self._coach.on_effect(effect, self._stage.scene))
        if not (self._stage.scene.board.by_hand and isinstance(effect, State)):
            # Moving pawns on the screen puts no hand over the board.
            self._tell(effect)

    def take(self, event: CameraEvent) -> bool:
        """Handle what the camera saw; True if nothing more will come."""
        if isinstance(event, Broken):
            raise event.error
        if isinstance(self.mode, InLesson):
            return self.mode.lesson.take(event)
        match event:
            case CameraLost(why, over, fault):
                if over:
                    self._say(why)
                else:
                    self._lost(fault, why)
                return over
            case NotFound(advice, repair, todo):
                self._not_found(advice, repair, todo)
            case Remark(_, sentence):
                self._say(sentence)
            case BoardFound(_, calibration, camouflaged):
                self._advised = ""
                self._stage.set(scenes.with_fault(scenes.set_up(self._stage.scene, {}), ""))
                self._line.found(self._stage.look_at(calibration, camouflaged))
            case Seen() | ViewChanged():
                self._looked(event)
        return False

    def _lost(self, fault: str, why: str) -> None:
        """Report the camera's fault, and go on by tapping if there is a screen."""
        sentence = self._stage.fault_sentence(fault)
        self._tell(f"{sentence} ({self._stage.in_words(why)})" if why else sentence)
        self._advised = ""
        if isinstance(self.mode, Watching):
            self.mode = WithoutCamera()
        if self._stage.on_screen:
            self.by_hand(fault)

    def _not_found(self, advice: str, repair: Mapping[Hole, str], todo: str) -> None:
        """Report why the camera can't observe yet; playing by tapping goes on."""
        sentence = self._stage.in_words(advice)
        if sentence != self._advised:
            self._tell(sentence)
        self._advised = sentence
        scene = self._stage.scene
        if not scene.board.by_hand:
            self._stage.set(scenes.set_up(scene, repair))
            self._stage.hint(self._stage.in_words(todo) if repair else sentence)
            return
        if not scene.game.repair or scene.game.awaited:
            scene = scenes.set_up(scene, {} if self.mode == WithoutCamera(waived=True) else repair)
        self._stage.set(scenes.with_fault(scene, ""))
        self._stage.hint(self._stage.say("looks_again"))

    def _looked(self, event: Seen | ViewChanged) -> None:
        """Handle an observation; the first after a gap resumes the game and is compared with the record."""
        if isinstance(self.mode, WithoutCamera):
            if not isinstance(event, Seen):
                return
            self._stage.set(scenes.with_eyes(self._stage.scene))
            self._tell(self._stage.say("sees_again"))
            self._line.show()
            if not self._stage.scene.game.paused:
                self.happened(Resumed(event.t))
        if isinstance(event, Seen):
            self.mode = Watching(event)
        self.happened(event)

    def _without_camera(self) -> None:
        """Go on although the camera doesn't see the board; the search for it continues."""
        scene = self._stage.scene
        if scene.board.by_hand:
            self.mode = WithoutCamera(waived=True)
            self._stage.set(scenes.set_up(scene, {}))
            return
        self.by_hand(waived=True)
        self._stage.hint(self._stage.say("looks_again"))
        self._watcher.drop()

    def _learn(self, pupil: str) -> None:
        """Begin a pupil's lessons; the game pauses meanwhile."""
        if self._open_tutor is None or isinstance(self.mode, InLesson):
            return
        scene, camera = self._stage.scene, not isinstance(self._watcher, NoWatcher)
        if not scene.game.paused:
            self.happened(Paused(self._watcher.now()))
        tutor = self._open_tutor(pupil, camera and not scene.board.by_hand)
        seen = self.mode.seen if isinstance(self.mode, Watching) else None
        self.mode = InLesson(Interlude(tutor, scene, seen), self.mode)

    def _touch_lesson(self, mode: InLesson, choice: str) -> None:
        """Handle a tap on a lesson; after the last one the game goes on where it was."""
        lesson = mode.lesson
        lesson.touch(choice, self._watcher.now())
        if not lesson.over:
            return
        self.mode = mode.before
        self._stage.set(lesson.scene)
        if lesson.state is not None:
            self.take(lesson.state)
        now = self._watcher.now()
        if not lesson.scene.game.paused:
            self.happened(Resumed(now))
        if lesson.seen is not None:
            self._looked(ViewChanged(now, lesson.scene.board.view))
            self._looked(replace(lesson.seen, t=now))

    def touch(self, event: Quit | Tapped) -> bool:  # a case for each kind of key
        """Handle a touch; True if the window was closed."""
        if isinstance(event, Quit) or event.choice == "leave":
            return True
        choice, scene = event.choice, self._stage.scene
        if isinstance(self.mode, InLesson):
            self._touch_lesson(self.mode, choice)
        elif self._menu is not None and self._menu.takes(choice):
            return self._touch_menu(self._menu, choice)
        elif self._coach is not None and self._coach.takes(choice):
            self._coach.touch(choice, scene)
        elif (changed := scenes.tapped(scene, choice)) is not None:
            self._stage.set(changed)
        elif choice == "by-hand":
            self._without_camera()
        elif scene.board.by_hand and (pawns := self._put(choice, scene)) is not None:
            self._stage.set(scenes.put(scene, pawns))
            self._moved()
        elif (made := event_of(choice, scene, self._watcher.now())) is not None:
            self.happened(made)
            if self._stage.scene.board.by_hand and takes_back(made):
                # These pawns are only on the screen: nobody has to put them back.
                self._stage.set(scenes.put(self._stage.scene, self._standing()))
                self._moved()
        return False

    def _touch_menu(self, menu: MenuOverlay, choice: str) -> bool:
        """Handle a tap on the menu; True if the evening ends with it."""
        match menu.touch(choice, self._stage.scene):
            case Again() as again:
                self.again = again
                return True
            case ChangedAnswers(answers):
                self._changed(answers)
            case Learn(pupil):
                self._learn(pupil)
            case GameTap(key) if key:
                return self.touch(Tapped(key))
        return False

    def _changed(self, answers: Answers) -> None:
        """Go on with changed settings in the same window."""
        if self._change is not None:
            phrases = self._change(answers)
            self._stage.change(answers, phrases)
            if self._coach is not None:
                self._coach.speak(phrases)
                self._stage.set(self._coach.dressed(self._stage.scene))
            self._line.show()

    def _advise(self, now: float) -> None:
        """Show finished searches and explanations, and judge the resulting events."""
        if self._coach is None:
            return
        if explained := self._coach.explanation():
            scene = self._stage.scene
            self._stage.set(replace(scene, game=replace(scene.game, explained=explained)))
        for asked in self._coach.think(self._stage.scene, now):
            self.happened(asked)

    def _moved(self) -> None:
        for event in moved(self._stage.scene, self._watcher.now()):
            self.happened(event)

    def _say(self, message: str) -> None:
        sentence = self._stage.in_words(message)
        self._tell(sentence)
        self._stage.hint(sentence)

    def _put(self, choice: str, scene: scenes.Scene) -> Mapping[Hole, Seat] | None:
        """The screen's pawns after a tap that concerns only them; None for other taps."""
        if choice == "done" and scene.board.former is not None:
            return scene.board.pawns
        if choice == "anew":
            return standing(Position(frozenset()), scene.board.seats)
        untouched = scene.game.declared is None and scene.game.flagged is None and not scene.game.winners
        if choice == "put-back" or (
            choice == "undo"
            and untouched
            and is_moved(scene, self._standing())
            and scene.game.question is None
        ):
            return self._standing()
        return None
