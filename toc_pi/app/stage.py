"""What people see: one scene, on a window and in lamps, each with the words that go with it."""

from collections.abc import Mapping

from hardware.lamps import Lamps
from toc_pi.app.lamps import lit
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import Effect, Question
from toc_pi.referee.events import Seen
from toc_pi.screen import scene as scenes
from toc_pi.screen.window import Window, WindowEvent


class Stage:
    """Shows what happens; keeps the scene that is shown now.

    Args:
        scene: what is shown first.
        window: None where there is no display.
        lamps: shine as the scene says.
        phrases: sentences of the scene's language.
    """

    def __init__(self, scene: scenes.Scene, window: Window | None, lamps: Lamps, phrases: Phrases) -> None:
        self._window = window
        self._lamps = lamps
        self._phrases = phrases
        self.scene = scene
        self.set(scene)

    def set(self, scene: scenes.Scene) -> None:
        """Show a scene."""
        self.scene = scene
        if self._window is not None:
            self._window.show(scene)
        self._lamps.show(lit(scene))

    def show(self, what: Seen | Effect) -> None:
        """Show one thing that happened."""
        said = "" if isinstance(what, Seen) else self._phrases.aside(what)
        self.set(scenes.after(self.scene, what, said, self._labels(what)))

    def hint(self, text: str) -> None:
        """Show a line of the program's own."""
        self.set(scenes.with_hint(self.scene, text))

    def touches(self) -> tuple[WindowEvent, ...]:
        """What was tapped since the last call; the window lives by being asked."""
        return () if self._window is None else self._window.events()

    def _labels(self, what: Seen | Effect) -> Mapping[str, str]:
        if not isinstance(what, Question):
            return {}
        return {choice: self._phrases.choice(what, choice) for choice in what.choices}
