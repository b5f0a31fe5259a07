"""What an evening is doing: watching, unseen by the camera, in a lesson, and its standing sentence."""

from collections.abc import Callable
from dataclasses import dataclass

from toc_pi.app.stage import Stage
from toc_pi.app.teaching.tutor import Interlude
from toc_pi.events import Seen


@dataclass(frozen=True, slots=True)
class Watching:
    """The camera sees the board, or is looking for it for the first time.

    Attributes:
        seen: the last observation; None before the first.
    """

    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class WithoutCamera:
    """The camera doesn't see the board; where there is a screen, pawns are moved on it.

    Attributes:
        waived: people chose that, so they aren't asked to correct the board.
    """

    waived: bool = False


@dataclass(frozen=True, slots=True)
class InLesson:
    """The game pauses for lessons, and goes on as before."""

    lesson: Interlude
    before: Watching | WithoutCamera


class StandingLine:
    """The sentence on the screen when nothing else is to be said: the most urgent of some.

    Args:
        stage: shows it.
        tell: called with each new sentence.
        trouble: returns why nothing can be stored at the moment; None or "" if it can.
        notice: returns what was lost of earlier games, each sentence once.
        reminder: the default sentence, a key of the catalogue's [said].

    Attributes:
        noticed: what was lost; shown until the first verdict.
    """

    def __init__(
        self,
        stage: Stage,
        tell: Callable[[str], None],
        trouble: Callable[[], str | None],
        notice: Callable[[], str | None],
        reminder: str,
    ) -> None:
        self._stage = stage
        self._tell = tell
        self._trouble = trouble
        self._notice = notice
        self._reminder = reminder
        self._in_trouble = False
        self._warns: bool | None = None  # of what is hard to see: None until a board is found
        self.noticed = ""

    def show(self) -> None:
        """Show it."""
        key = "not_kept" if self._in_trouble else self._reminder or ("doubts" if self._warns else "")
        self._stage.hint(self.noticed or (self._stage.say(key) if key else ""))

    def look_at_disk(self) -> None:
        """Report once what was lost, that nothing can be stored, and that it can again."""
        if notice := self._notice():
            self.noticed = self._stage.in_words(notice)
            self._tell(self.noticed)
            self.show()
        trouble = self._trouble()
        if bool(trouble) != self._in_trouble:
            self._in_trouble = bool(trouble)
            self._tell(self._stage.in_words(trouble) if trouble else self._stage.say("kept_again"))
            self.show()

    def found(self, doubts: tuple[str, ...]) -> None:
        """A board was found; report what can hardly be seen on it."""
        for sentence in doubts:
            self._tell(sentence)
        self._warns = bool(doubts) and self._warns is not False
        self.show()

    def judged(self) -> None:
        """A verdict was shown: the warning was said, and the menu keeps it."""
        if self._warns:
            self._warns = False
            self.show()
