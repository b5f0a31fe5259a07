"""The steps of a table's set-up, their order, and the state of a set-up between them.

The first time all steps follow each other. Later all answers are on one page and can be changed there; a
known table begins with one tap.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from calibration.holes import Seat
from toc_pi.app.answers import Answers

# fmt: off
Step = Literal[
    "welcome", "language", "camera", "board", "width", "players", "seat", "name", "level", "chair",
    "teams", "rules", "house", "house-group", "first", "declare", "hints", "sound", "screen", "ready",
    "read", "ending",
]
# fmt: on
STEPS: tuple[Step, ...] = get_args(Step)
"""Every page of the set-up."""
Wish = Literal["", "play", "learn", "corners", "leave"]
# fmt: off
ORDER: tuple[Step, ...] = (
    "language", "camera", "board", "players", "teams", "rules", "house", "first", "declare", "hints",
    "sound", "screen", "ready",
)
# fmt: on
INSIDE: Mapping[Step, Step] = {
    "width": "board",
    "seat": "players",
    "name": "seat",
    "level": "seat",
    "chair": "seat",
    "house-group": "house",
    "read": "rules",
    "ending": "ready",
}
"""Steps within another one, and the step to which they lead back."""


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The state of a set-up.

    Attributes:
        answers: so far.
        step: the page that is shown.
        families: known tables, the latest first.
        again: whether each step leads back to the page of all answers.
        changing: whether the settings in force are being changed; going back leaves them as they are.
        warned: whether people know that their changes end the game in progress.
        seat: the seat being edited.
        group: the group of house rules being edited, or the place in the rules being read.
        typed: the name typed so far.
        accents: whether letters with accents are shown.
        width_mm: of a board that is to be learnt.
        cameras: the possible cameras, as settings name them.
        brightness: of the screen, 0 to 1; None if it can't be changed.
        voice: whether this machine can speak.
        wish: the program's next action: `play` once everything is answered, `learn` a new board by taps,
            tap the board's `corners`, or `leave`.
    """

    answers: Answers
    step: Step
    families: tuple[Answers, ...] = ()
    again: bool = False
    changing: bool = False
    warned: bool = False
    seat: Seat | None = None
    group: str = ""
    typed: str = ""
    accents: bool = False
    width_mm: float = 400.0
    cameras: tuple[str, ...] = ("auto",)
    brightness: float | None = None
    voice: bool = True
    wish: Wish = ""


def first_page(state: SettingUp) -> bool:
    """Whether there is nothing to go back to."""
    return _before(state) is None


def _before(state: SettingUp) -> Step | None:
    if state.step in INSIDE:
        return INSIDE[state.step]
    if state.step == "welcome":
        return None
    if state.again and state.step != "ready":
        return "ready"
    if state.step == "ready" and (state.families or state.changing):
        return "welcome" if state.families else None
    at = ORDER.index(state.step)
    if at == 0:
        return "welcome" if state.families else None
    return ORDER[at - 1]


def back(state: SettingUp) -> SettingUp:
    """The step before; on the first page, the wish to leave."""
    before = _before(state)
    return replace(state, wish="leave") if before is None else replace(state, step=before, typed="")


def onward(state: SettingUp) -> SettingUp:
    """The step after; on the last page, the wish to play."""
    if state.step in ("ready", "ending"):
        return replace(state, wish="play", warned=state.step == "ending")
    after: Step = "ready" if state.again else ORDER[ORDER.index(state.step) + 1]
    return replace(state, step=after)
