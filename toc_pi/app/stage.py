"""Outputs and inputs of a table: one scene, in a window and on lamps, with texts, tones, speech and taps."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.holes import Hole, Seat, is_camp
from hardware.errors import DeviceFailed
from hardware.lamps import (
    Buttons,
    Lamps,
    LampState,
    NoButtons,
    NoLamps,
    PinButtons,
    open_lamps,
)
from hardware.sound import Loudspeaker, Sound, Volume, find_voices
from toc_pi.app.setup.answers import Answers
from toc_pi.effects import Echo, Effect, Ended, Offer, Question, Turn, Verdict
from toc_pi.events import (
    Answered,
    Card,
    Declared,
    Event,
    MovedBy,
    NotPassed,
    Paused,
    Resumed,
    Seen,
    ViewChanged,
)
from toc_pi.languages import capital, filled, listed, load_texts, translated
from toc_pi.phrases import Phrases
from toc_pi.reporting import Report
from toc_pi.screen import scene as scenes
from toc_pi.screen.changes import fold, reworded
from toc_pi.screen.pages.end_layout import Summary
from toc_pi.screen.pages.page import Page
from toc_pi.screen.scene import Scene, lamps
from toc_pi.screen.window import Tapped, Window, WindowEvent

if TYPE_CHECKING:  # it loads OpenCV
    from calibration.setup.calibration_file import Calibration


def lamps_or_none(seats: int, tell: Report) -> Lamps:
    """Open the lamps of a board; without them the game goes on, and the reason is reported once."""
    try:
        return open_lamps(seats)
    except DeviceFailed as error:
        tell(str(error))
        return NoLamps()


def buttons_or_none(tell: Report) -> Buttons:
    """Open the wired buttons; without them the game goes on, and the reason is reported once."""
    try:
        return PinButtons()
    except DeviceFailed as error:
        tell(str(error))
        return NoButtons()


def open_sound(volume: Volume, speaks: bool, voices: Path | None = None) -> Sound:
    """Open what plays tones and speaks, with the voices in a folder.

    A machine without a loudspeaker stays silent: `toc-pi doctor` and `toc-pi test sound` report what is
    missing.
    """
    return Loudspeaker(volume, speaks, voices=None if voices is None else find_voices(voices))


def event_of(choice: str, scene: Scene, t: float) -> Event | None:
    """The referee's event for a tap on a panel's key at t, in the pictures' time; None if there is none."""
    kind, _, which = choice.partition(":")
    if kind == "answer" and isinstance(scene.game.question, Question):
        return Answered(t, scene.game.question.id, which)
    if kind == "pause":
        return Resumed(t) if scene.game.paused else Paused(t)
    asked = scene.game.question
    if isinstance(asked, Question) and asked.code != "who-moved" and kind in ("accept", "undo"):
        # Without a screen the two wired buttons choose the likeliest answer, or the last.
        return Answered(t, asked.id, asked.choices[0 if kind == "accept" else -1])
    if (said := _about_a_turn(kind, which, scene, t)) is not None:
        return said
    if scene.game.winners and kind == "undo":
        return Declared(t, scene.game.winners[0], "undo")
    if scene.game.turn is None:
        return None
    seat = scene.game.question.seat if isinstance(scene.game.question, Offer) else scene.game.turn.seat
    match kind:
        case "card":
            return Declared(t, seat, "discard" if scene.dialog.discarding else "card", Card(which))
        case "throw-done":
            return Declared(t, seat, "throw", cards=scene.dialog.thrown or ())
        case "accept" | "undo" | "redo" | "pass":
            return Declared(t, seat, kind)
        case "done" if scene.board.by_hand:  # nothing was moved
            return Declared(t, seat, "pass")
    return None


def _about_a_turn(kind: str, which: str, scene: Scene, t: float) -> Event | None:
    """The event of a key that names a turn: the verdict's, or an earlier one; else None."""
    judged = scene.game.verdict
    if kind == "passed":
        n, _, seat = which.partition(":")
        return NotPassed(t, int(n), Seat(seat))
    if judged is not None and kind == "mover":
        return MovedBy(t, judged.n, Seat(which))
    if judged is not None and (kind == "told" or (kind == "card" and scene.dialog.correcting)):
        return Declared(t, judged.seat, "card", Card(which), n=judged.n)
    return None


def audio_cue(what: Event | Effect, phrases: Phrases, language: str) -> tuple[str, str]:
    """An effect's tone and spoken words; "" for none."""
    texts = load_texts("spoken", language)["said"]

    def say(key: str, who: Callable[[str], str], *seats: str, card: str | None = "") -> str:
        people = listed([who(seat) for seat in dict.fromkeys(seats)], language)
        called = load_texts("names", language)["called"].get(card or "", card or "")
        return capital(filled(texts[key], {"who": people, "card": called}, language))

    match what:
        case Turn(_, _, seat, hint):
            return "turn", say("again" if hint else "turn", phrases.called, seat)
        case Echo(_, seat, "card", card):
            return "", say("card", phrases.called, seat, card=card)
        case Echo(_, seat, "discard" | "throw"):
            return "", say("discard", phrases.called, seat)
        case Verdict(legal=False):
            return "illegal", phrases.bare_reason(what) or say("illegal", phrases.who)
        case Verdict(do="discard" | "throw") if what.laid:  # nobody declared it
            spoken = "throw" if what.do == "throw" else "discard_card" if what.card else "discard"
            return "legal", say(spoken, phrases.called, what.seat, card=what.card)
        case Verdict() if what.captured:
            return "capture", say("captured", phrases.who, *what.captured)
        case Verdict():  # names a card that wasn't declared
            named = what.inferred and what.card is not None
            return "legal", say("card", phrases.who, what.seat, card=what.card) if named else ""
        case Question() | Offer():
            return "question", say("question", phrases.who)
        case Ended(_, winners):
            return "won", say("won", phrases.called, *winners)
    return "", ""


class Stage:
    """Shows events and effects; holds the current scene.

    Args:
        scene: the first one shown.
        window: None without a display.
        lamps: show the scene's lights.
        phrases: sentences of the scene's language.
        buttons: the wired ones; each is equivalent to a key of the window.
        sound: tones and speech.
    """

    def __init__(
        self,
        scene: Scene,
        window: Window | None,
        lamps: Lamps,
        phrases: Phrases,
        buttons: Buttons | None = None,
        sound: Sound | None = None,
    ) -> None:
        self._window = window
        self._lamps = lamps
        self._buttons = buttons or NoButtons()
        self.phrases = phrases
        self._sound = sound or Sound()
        self._found: tuple[Calibration, tuple[str, ...]] | None = None
        self.scene = scene
        self._presented: Scene | None = None
        self.present()

    def connect(self, lamps: Lamps, buttons: Buttons, sound: Sound) -> None:
        """Attach these outputs and buttons, from the next `present` on."""
        self._lamps, self._buttons, self._sound = lamps, buttons, sound
        self._presented = None

    @property
    def on_screen(self) -> bool:
        """Whether there is a window for taps."""
        return self._window is not None

    def set(self, scene: Scene) -> None:
        """Set the scene for the next `present`."""
        self.scene = scene

    def present(self) -> None:
        """Show the scene in the window and on the lamps, once for all changes since the last call."""
        if self.scene is not self._presented:
            self._light()
            self._presented = self.scene
            if self._window is not None:
                self._window.show(self.scene)
        if self._window is not None:
            self._window.present()

    def _light(self) -> None:
        """Set the lamps."""
        try:
            self._lamps.show(LampState(lamps(self.scene), self.scene.game.pulse))
        except DeviceFailed as error:  # a loose wire doesn't end the session
            self._lamps.close()
            self._lamps = NoLamps()
            self.hint(self.in_words(str(error)))

    def show(self, *happened: Event | Effect) -> None:
        """Show events and effects, with their tones and words."""
        self.scene = fold(self.scene, happened, self.phrases)
        for what in happened:
            self.speak(self.hear(what))

    def hear(self, what: Event | Effect) -> str:
        """Play the tone of an effect; returns its words, not yet spoken."""
        tone, words = audio_cue(what, self.phrases, self.scene.preferences.language)
        if tone:
            self._sound.tone(tone)
        return words

    def speak(self, words: str) -> None:
        """Speak words, if there are any."""
        if words:
            self._sound.say(words, self.scene.preferences.language)

    def change(self, answers: Answers, phrases: Phrases) -> None:
        """Switch language, sound and text size; sentences on the screen are rewritten."""
        self.phrases = phrases
        self._sound.set_volume(answers.sound)
        self._sound.set_speech(answers.speech)
        large = answers.letters == "large"
        liked = replace(self.scene.preferences, language=answers.language, large=large, hints=answers.hints)
        self.scene = replace(reworded(self.scene, phrases), preferences=liked)

    def page(self, page: Page | None) -> None:
        """Show a menu page instead of the scene; None shows the scene again."""
        if self._window is not None:
            self._window.page(page)

    def finish(self, summary: Summary) -> None:
        """Show the last page."""
        if self._window is not None:
            self._window.finish(summary)

    def guide(self, guide: Page | None) -> None:
        """Show a teaching page over the scene; None shows the scene again."""
        if self._window is not None:
            self._window.guide(guide)

    def hint(self, text: str) -> None:
        """Show a line that is already in the scene's language."""
        self.set(scenes.with_hint(self.scene, text))

    def in_words(self, message: str) -> str:
        """A message from camera, vision or disk, in the scene's language."""
        return capital(translated(message, self.scene.preferences.language))

    def fault_sentence(self, fault: str) -> str:
        """A sentence about a camera fault and how to fix it."""
        words = load_texts("screen", self.scene.preferences.language)["fault"]
        return f"{words[fault]}. {words[f'{fault}_below']}"

    def look_at(self, found: "Calibration", camouflaged: tuple[str, ...]) -> tuple[str, ...]:
        """Use a board that was found; returns sentences about what is hard to see on it."""
        self._found = found, camouflaged
        return self.doubts

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences about what is hard to see on this board in this light."""
        if self._found is None:
            return ()
        from toc_pi.app.setup.finding import warnings_of  # loaded already: it found the board

        return warnings_of(*self._found, self.phrases)

    def touches(self) -> tuple[WindowEvent, ...]:
        """Taps and presses since the last call, on what was presented before.

        It must be polled to keep the window responsive.
        """
        self.present()
        pressed = tuple(Tapped(name) for name in self._buttons.pressed())
        return pressed if self._window is None else (*self._window.events(), *pressed)


def is_moved(scene: Scene, pawns: Mapping[Hole, Seat]) -> bool:
    """Whether pawns on the screen differ from the given ones, camps ignored."""
    return {*scene.board.pawns.items()} - _in_camps(scene.board.pawns) != {*pawns.items()} - _in_camps(pawns)


def _in_camps(pawns: Mapping[Hole, Seat]) -> set[tuple[Hole, Seat]]:
    return {(hole, seat) for hole, seat in pawns.items() if is_camp(hole)}


def moved(scene: Scene, t: float) -> tuple[Event, ...]:
    """The events equivalent to moving the pawns by hand as they were moved on the screen."""
    return ViewChanged(t, "hand"), ViewChanged(t, "watching"), Seen(t, scene.board.pawns)
