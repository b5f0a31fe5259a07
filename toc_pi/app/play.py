"""The appliance: a session at the table, with camera, screen, lamps and journal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from calibration.holes import Hole, Seat
from hardware.health import HealthWatch
from toc_pi.app.camera.camera_events import BoardFound, Broken, CameraEvent, CameraLost, NotFound, Watcher
from toc_pi.app.film_summary import SUMMARY_S, UNAWARE_S, GameSummary, summary_of
from toc_pi.app.journaled_game import JournaledGame
from toc_pi.app.menu import Call, ChangedAnswers, GameTap, Learn, MenuOverlay, RestartRequest
from toc_pi.app.setup.answers import Answers
from toc_pi.app.stage import Stage, event_of, is_moved, moved
from toc_pi.app.table_loop import OpenWatcher, TableLoop
from toc_pi.effects import CardConfirmed, Effect, State, Turn, Verdict
from toc_pi.events import (
    CardLaid,
    CardsHeld,
    CardTaken,
    Declared,
    Event,
    Paused,
    PileGathered,
    Resumed,
    Seen,
    Tick,
    ViewChanged,
)
from toc_pi.languages import load_texts
from toc_pi.phrases import Phrases
from toc_pi.reporting import Report
from toc_pi.rules.position import Position, standing
from toc_pi.screen import scene as scenes
from toc_pi.screen.window import Quit, Tapped

if TYPE_CHECKING:  # teaching is loaded once the first picture is shown
    from toc_pi.app.teaching.coach import Coach
    from toc_pi.app.teaching.tutor import Tutor

TICK_S = 0.25  # between two ticks for the referee


@dataclass(frozen=True, slots=True)
class SessionServices:
    """Optional services of a game session.

    Attributes:
        menu: over the game.
        change: applies settings changed in the menu; returns the sentences of their language.
        lessons: opens a learner's lessons, with or without a camera; the game pauses meanwhile.
        coach: shows legal moves and reasons on request.
        health: of the machine; its faults are shown while nothing else is.
        calls: whether the arbiter of a hall is called.
    """

    menu: MenuOverlay | None = None
    change: Callable[[Answers], Phrases] | None = None
    lessons: Callable[[Watcher, str, bool], "Tutor"] | None = None
    coach: "Coach | None" = None
    health: HealthWatch = field(default_factory=HealthWatch)
    calls: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class Watching:
    """The camera observes the board, or is searching for it for the first time.

    Attributes:
        seen: the last observation; None before the first.
    """

    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class WithoutCamera:
    """The camera doesn't see the board; with a screen, pawns are moved on it.

    Attributes:
        waived: whether the players chose that, so that they aren't asked to correct the board.
    """

    waived: bool = False


@dataclass(frozen=True, slots=True)
class InLesson:
    """The game is paused for lessons and continues afterwards with its scene and mode."""

    tutor: "Tutor"
    scene: scenes.Scene
    before: Watching | WithoutCamera


class GameSession(TableLoop):
    """Connects camera and taps with referee and screen, until the window is closed.

    Args:
        game: judges and stores events before they are shown.
        log: called with what happens, as sentences.

    Attributes:
        mode: of the camera and the lessons.
        again: how the program continues, if chosen in the menu.
    """

    def __init__(
        self,
        watcher: Watcher,
        stage: Stage,
        game: JournaledGame,
        log: Report,
        extras: SessionServices = SessionServices(),
        later: OpenWatcher | None = None,
    ) -> None:
        super().__init__(watcher, stage, later)
        self._game = game
        self._log = log
        self._extras = extras
        self._ticked_s = float("-inf")
        self._advised = self._noticed = ""  # the second: losses, shown until the first verdict
        self._in_trouble = False
        self._course = GameSummary()
        self._shown_until: float | None = None  # the last page, seconds
        self._warns: bool | None = None  # about what is hard to see; None: no board yet
        self.mode: Watching | WithoutCamera | InLesson = Watching()
        self.again: RestartRequest | None = None

    def begin(self, first: Turn | Resumed) -> None:
        """Show whose turn it is at the start, or resume an earlier game; without a camera, by tapping."""
        if isinstance(first, Resumed):
            self.happened(first)
            if self.has_camera and not self._noticed:
                self._stage.hint(self._stage.phrases.say("resumed"))
        else:
            self._stage.show(first)
            self._tell(first)
        if self._extras.coach is not None:
            self._extras.coach.begin()
        if not self.has_camera:
            self.by_hand()

    def by_hand(self, fault: str = "", *, waived: bool = False) -> None:
        """Continue without a camera: pawns are placed as settled, and moved on the screen.

        Args:
            fault: the camera's fault, a key of the window's texts.
            waived: whether the players chose that.
        """
        scene = self._stage.scene
        if scene.board.by_hand and isinstance(self.mode, WithoutCamera):  # a move in progress is kept
            self._stage.set(scenes.with_fault(scene, fault))
            return
        self.mode = WithoutCamera(waived)
        begun = scene if scene.board.looked else scenes.set_up(scene, {})
        self._stage.set(scenes.with_manual_input(begun, self._game.standing(), fault))
        self._moved()

    @property
    def works(self) -> bool:
        """Whether to feed the watchdog: always, if the camera isn't needed."""
        return super().works or self._stage.scene.board.by_hand

    def tick(self, now: float) -> bool:
        """Show finished searches and explanations; send a due tick to the game or the lesson.

        True once the last page was shown so long that the players seem to have left.
        """
        if self._shown_until is not None:
            return now >= self._shown_until
        tutor = self.mode.tutor if isinstance(self.mode, InLesson) else None
        coach = None if tutor is not None else self._extras.coach
        self._watcher.ask_for_cards(coach is not None and coach.asks_for_cards)
        if coach is not None:
            coach.explain()
            for asked in coach.think(now):
                self.happened(asked)
        if now >= self._ticked_s + TICK_S:
            self._ticked_s = now
            if tutor is None:
                self.happened(Tick(now))
            else:
                tutor.tick(now)
        return False

    def happened(self, event: Event) -> None:
        """Judge, store and show an event, which may start a new game."""
        if isinstance(event, Seen) and (first := self._game.begin_anew(event)) is not None:
            self._stage.set(scenes.new_game_scene(self._stage.scene))
            self._course = GameSummary()
            self._log(self._stage.phrases.say("begun_anew"))
            self.begin(first)
        effects = self._game.step(event)
        seen = (event,) if isinstance(event, Seen | Paused | Resumed) else ()
        self._stage.show(*seen, *effects)
        course = self._game.state.course
        self._stage.set(scenes.with_hand(self._stage.scene, len(course.hands[course.turn])))
        for effect in effects:
            self._report(effect)
        self._look_at_machine(event.t)

    def _report(self, effect: Effect) -> None:
        """Log a shown effect, and offer help with it."""
        self._course.add(effect)
        if isinstance(effect, CardConfirmed):
            self._watcher.teach(effect.n, effect.card)
        if isinstance(effect, Verdict):
            self._noticed = ""
            if self._warns:  # it was shown; the menu keeps it
                self._warns = False
                self._stand()
        if self._extras.coach is not None:
            self._extras.coach.on_effect(effect)
        if not (self._stage.scene.board.by_hand and isinstance(effect, State)):
            # Moving pawns on the screen puts no hand over the board.
            self._tell(effect)

    def _tell(self, effect: Effect) -> None:
        if sentence := self._stage.phrases.sentence(effect):
            self._log(sentence)

    def _stand(self) -> None:
        """Show the most urgent status message when idle."""
        key = "pictures_kept" if self._game.recording is not None else "doubts" if self._warns else ""
        key = "called" if self._extras.calls() else next(iter(self._extras.health.current), key)
        key = "not_kept" if self._in_trouble and key != "read_only" else key
        self._stage.hint(self._noticed or (self._stage.phrases.say(key) if key else ""))

    def _look_at_machine(self, now: float) -> None:
        """Report once: faults, losses, that nothing can be stored, and that it can again."""
        if (news := self._extras.health.news(now)) is not None:
            for name in news:
                self._log(self._stage.phrases.say(name))
            self._stand()
        if notice := self._game.notice():
            self._noticed = self._stage.in_words(notice)
            self._log(self._noticed)
            self._stand()
        trouble = self._game.trouble
        if bool(trouble) != self._in_trouble:
            self._in_trouble = bool(trouble)
            self._log(self._stage.in_words(trouble) if trouble else self._stage.phrases.say("kept_again"))
            self._stand()

    def take(self, event: CameraEvent) -> bool:
        """Handle a camera event; True if no more will come."""
        if isinstance(event, Broken):
            raise event.error
        if isinstance(self.mode, InLesson):
            return self.mode.tutor.take(event)
        match event:
            case CameraLost(why, True):
                return self._film_over(self._stage.in_words(why))
            case CameraLost(why, _, fault):
                self._lost(fault, why)
            case NotFound(advice, repair, todo):
                self._not_found(advice, repair, todo)
            case BoardFound():
                self._found(event)
            case Seen() | ViewChanged():
                self._looked(event)
            case CardLaid() | CardTaken() | PileGathered() | CardsHeld():
                is_hand = self._extras.coach is not None and self._extras.coach.shows_hand(event)
                if not (is_hand or isinstance(event, CardsHeld)):
                    self.happened(event)
        return False

    def _film_over(self, sentence: str) -> bool:
        """Show how the filmed game went until somebody taps; True without a screen."""
        self._log(sentence)
        if not self._stage.on_screen:
            return True
        scene, phrases = self._stage.scene, self._stage.phrases
        go_on = load_texts("summary", phrases.language)["said"]["kept"]
        self._stage.finish(summary_of(self._course, scene.board.seats, phrases, go_on))
        self._shown_until = self._watcher.now() + SUMMARY_S
        return False

    def _lost(self, fault: str, why: str) -> None:
        """Report the camera's fault, and continue by tapping if there is a screen."""
        sentence = self._stage.fault_sentence(fault)
        self._log(f"{sentence} ({self._stage.in_words(why)})" if why else sentence)
        self._advised = ""
        if isinstance(self.mode, Watching):
            self.mode = WithoutCamera()
        if self._stage.on_screen:
            self.by_hand(fault)

    def _not_found(self, advice: str, repair: Mapping[Hole, str], todo: str) -> None:
        """Report why the camera can't observe yet; playing by tapping continues."""
        sentence = self._stage.in_words(advice)
        if sentence != self._advised:
            self._log(sentence)
        self._advised = sentence
        scene = self._stage.scene
        if not scene.board.by_hand:
            self._stage.set(scenes.set_up(scene, repair))
            self._stage.hint(self._stage.in_words(todo) if repair else sentence)
            return
        if not scene.game.repair or scene.game.awaited:
            scene = scenes.set_up(scene, {} if self.mode == WithoutCamera(waived=True) else repair)
        self._stage.set(scenes.with_fault(scene, ""))
        self._stage.hint(self._stage.phrases.say("looks_again"))

    def _found(self, event: BoardFound) -> None:
        """A board was found; report pawns that are hard to see on it."""
        if self._game.recording is not None:
            self._game.recording.found(event.t)
        if self._extras.coach is not None:
            self._extras.coach.pile_found()
        self._advised = ""
        self._stage.set(scenes.with_fault(scenes.set_up(self._stage.scene, {}), ""))
        doubts = self._stage.look_at(event.calibration, event.camouflaged)
        for sentence in doubts:
            self._log(sentence)
        self._warns = bool(doubts) and self._warns is not False
        self._stand()

    def _looked(self, event: Seen | ViewChanged) -> None:
        """Handle an observation; the first after a gap resumes the game and is compared with the settled
        position.
        """
        if isinstance(self.mode, WithoutCamera):
            if not isinstance(event, Seen):
                return
            self._stage.set(scenes.with_camera(self._stage.scene))
            self._log(self._stage.phrases.say("sees_again"))
            self._stand()
            if not self._stage.scene.game.paused:
                self.happened(Resumed(event.t))
        if isinstance(event, Seen):
            self.mode = Watching(event)
        self.happened(event)

    def _without_camera(self) -> None:
        """Continue although the camera doesn't see the board; the search for it continues."""
        scene = self._stage.scene
        if scene.board.by_hand:
            self.mode = WithoutCamera(waived=True)
            self._stage.set(scenes.set_up(scene, {}))
            return
        self.by_hand(waived=True)
        self._stage.hint(self._stage.phrases.say("looks_again"))
        self._watcher.drop()

    def _learn(self, pupil: str) -> None:
        """Start a learner's lessons; the game pauses meanwhile."""
        if self._extras.lessons is None or isinstance(self.mode, InLesson):
            return
        scene = self._stage.scene
        if not scene.game.paused:
            self.happened(Paused(self._watcher.now()))
        tutor = self._extras.lessons(self._watcher, pupil, self.has_camera and not scene.board.by_hand)
        if isinstance(self.mode, Watching) and self.mode.seen is not None:
            tutor.see(self.mode.seen)
        self.mode = InLesson(tutor, scene, self.mode)

    def _touch_lesson(self, mode: InLesson, tapped: Tapped) -> None:
        """Handle a tap on a lesson; after the last one the game continues."""
        tutor, scene = mode.tutor, mode.scene
        tutor.touch(tapped)
        if not tutor.room.over:
            return
        self.mode = mode.before
        shown = tutor.room.scene
        view = scene.board.view if scene.board.by_hand else shown.board.view
        night, named = shown.preferences.night, shown.preferences.named
        liked = replace(scene.preferences, night=night, named=named)
        self._stage.set(replace(scene, board=replace(scene.board, view=view), preferences=liked))
        if tutor.missed is not None:
            self.take(tutor.missed)
        now = self._watcher.now()
        if not scene.game.paused:
            self.happened(Resumed(now))
        if tutor.seen is not None:
            self._looked(ViewChanged(now, view))
            self._looked(replace(tutor.seen, t=now))

    def touch(self, event: Quit | Tapped) -> bool:
        """Handle a touch; True if the window was closed."""
        if isinstance(event, Quit) or event.choice == "leave":
            return True
        if self._shown_until is not None:
            return self._watcher.now() >= self._shown_until - SUMMARY_S + UNAWARE_S
        choice, menu, coach = event.choice, self._extras.menu, self._extras.coach
        if isinstance(self.mode, InLesson):
            self._touch_lesson(self.mode, event)
        elif menu is not None and menu.takes(event):
            return self._touch_menu(menu, event)
        elif coach is not None and coach.takes(event):
            coach.touch(event)
        elif (changed := scenes.tapped(self._stage.scene, choice)) is not None:
            self._stage.set(changed)
        elif choice == "by-hand":
            self._without_camera()
        else:
            self._touch_game(choice)
        return False

    def _touch_game(self, choice: str) -> None:
        """Handle a tap that moves pawns on the screen, or is an event for the referee."""
        scene = self._stage.scene
        if scene.board.by_hand and (pawns := self._put(choice, scene)) is not None:
            self._stage.set(scenes.with_pawns(scene, pawns))
            self._moved()
        elif (made := event_of(choice, scene, self._watcher.now())) is not None:
            self.happened(made)
            if self._stage.scene.board.by_hand and isinstance(made, Declared) and made.do in ("undo", "redo"):
                # These pawns exist only on the screen: nobody has to put them back.
                self._stage.set(scenes.with_pawns(self._stage.scene, self._game.standing()))
                self._moved()

    def _touch_menu(self, menu: MenuOverlay, tapped: Tapped) -> bool:
        """Handle a tap on the menu; True if it ends the session."""
        match menu.touch(tapped, self._stage.scene):
            case RestartRequest() as again:
                self.again = again
                return True
            case ChangedAnswers(answers) if self._extras.change is not None:
                # The session continues with them in the same window.
                self._stage.change(answers, self._extras.change(answers))
                if self._extras.coach is not None:
                    self._extras.coach.speak()
                self._stand()
            case Call():
                self._stand()
            case Learn(pupil):
                self._learn(pupil)
            case GameTap(key) if key:
                return self.touch(Tapped(key))
        return False

    def _moved(self) -> None:
        for event in moved(self._stage.scene, self._watcher.now()):
            self.happened(event)

    def _put(self, choice: str, scene: scenes.Scene) -> Mapping[Hole, Seat] | None:
        """The screen's pawns after a tap that only concerns them; None for other taps."""
        if choice == "done" and scene.board.former is not None:
            return scene.board.pawns
        if choice == "anew":
            return standing(Position(frozenset()), scene.board.seats)
        untouched = scene.game.declared is None and scene.game.flagged is None and not scene.game.winners
        if choice == "put-back" or (
            choice == "undo"
            and untouched
            and scene.game.question is None
            and is_moved(scene, self._game.standing())
        ):
            return self._game.standing()
        return None
