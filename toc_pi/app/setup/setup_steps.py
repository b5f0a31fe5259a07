"""The steps of a table's set-up, their order, and the state of a set-up between them.

The first time only what neither the camera nor the program can know is asked, a page each. Everything else
has a default, and a line on the last page. Later all answers are on that page, and a known table begins with
one tap.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from calibration.holes import Seat
from calibration.new_board.description import BoardDescription
from toc_pi.app.setup.answers import Answers, seatings
from toc_pi.app.setup.camera_status import SeenPawns
from toc_pi.rules.ruleset import load_ruleset

# fmt: off
SetupPage = Literal[
    "welcome", "language", "camera", "cameras", "board", "width", "camps", "entry", "learnt", "pawns", "side",
    "players", "seat", "name", "colour", "level", "chair", "teams", "rules", "house", "house-group", "first",
    "declare", "hints", "sound", "screen", "ready", "read", "ending", "waiting",
]
# fmt: on
STEPS: tuple[SetupPage, ...] = get_args(SetupPage)
"""Every page of the set-up."""
SetupChoice = Literal["", "play", "learn", "corners", "test", "leave"]
ASKED: tuple[SetupPage, ...] = (
    *("language", "camera", "board", "players", "rules", "pawns", "side", "teams", "first", "ready"),
)
"""The pages of a first set-up; see `asked_of`."""
CHANGED: tuple[SetupPage, ...] = (*ASKED, "house", "declare", "hints", "sound", "screen")
"""The pages that the last one leads to."""
AWAITED = frozenset({"board", "colours", "pawns"})
"""What the camera is waited for, unless people have chosen it."""
PROPOSED = AWAITED | {"declare"}
"""What the camera proposes, unless people have chosen it."""
WATCHED: tuple[SetupPage, ...] = (
    *(
        "camera",
        "cameras",
        "board",
        "players",
        "seat",
        "name",
        "colour",
        "level",
        "chair",
        "pawns",
        "waiting",
    ),
)
"""Steps during which the camera looks at the table."""


@dataclass(frozen=True, slots=True)
class SetupState:
    """The state of a set-up.

    Attributes:
        families: known tables, the latest first.
        past: the pages that lead back, the last one last; once that of all answers is among them, each step
            leads back to it.
        changing: whether the settings in force are being changed; going back leaves them as they are.
        warned: whether people know that their changes end the game in progress.
        group: the group of house rules being edited, or the place in the rules being read.
        board: the board that the camera has found; "" for none.
        pawns: what it sees of the pawns; None before it has seen them.
        proposes_cards: whether it has seen cards, and proposes that it reads them.
        corrected: what people chose themselves, so that the camera no longer proposes it (see `PROPOSED`),
            and the seats whose colour they chose.
        width_mm: of a board that is to be learnt.
        tapped: that board, as it was tapped in the picture and is seen there or described; None before.
        unclear: what the picture doesn't tell about it and is still to be asked.
        cameras: the possible cameras, as settings name them.
        brightness: of the screen, 0 to 1; None if it can't be changed.
        voice: whether this machine can speak.
        wish: the program's next action: `play` once everything is answered, `learn` a new board by taps,
            tap the board's `corners`, or `leave`.
    """

    answers: Answers
    step: SetupPage
    families: tuple[Answers, ...] = ()
    past: tuple[SetupPage, ...] = ()
    changing: bool = False
    warned: bool = False
    seat: Seat | None = None
    group: str = ""
    board: str = ""
    pawns: SeenPawns | None = None
    proposes_cards: bool = False
    corrected: frozenset[str] = frozenset()
    typed: str = ""
    accents: bool = False
    width_mm: float = 400.0
    tapped: BoardDescription | None = None
    unclear: tuple[SetupPage, ...] = ()
    cameras: tuple[str, ...] = ("auto",)
    brightness: float | None = None
    voice: bool = True
    wish: SetupChoice = ""

    def answered(self, **answers: Any) -> "SetupState":
        """The state with other answers."""
        return replace(self, answers=replace(self.answers, **answers))


def asked_of(state: SetupState) -> tuple[SetupPage, ...]:
    """The pages of a first set-up: what the camera has seen, and what has only one answer, is left out."""
    answers = state.answers
    left_out: set[SetupPage] = set()
    if state.board and "board" not in state.corrected and not answers.without_camera:
        left_out.add("board")
    if answers.without_camera or not kind_asked(state):
        left_out.add("pawns")
    if not side_asked(answers):
        left_out.add("side")
    if len(seatings(answers)) == 1:
        left_out.add("teams")
    return tuple(step for step in ASKED if step not in left_out or step == state.step)


def side_asked(answers: Answers) -> bool:
    """Whether it matters which side a fresh pawn shows: only with such rules some people turn it over."""
    return not answers.without_camera and load_ruleset(answers.rules).protected == "fresh"


def kind_asked(state: SetupState) -> bool:
    """Whether the camera can't tell the kind of the pawns, and nobody has said it."""
    return state.pawns is not None and not state.pawns.kind_sure and "pawns" not in state.corrected


def waits(state: SetupState) -> bool:
    """Whether the first game of a table would begin before the camera has seen its board and pawns.

    Then the usual colours and pawns would be taken for what people said, and the board wouldn't be found.
    """
    answers, pawns = state.answers, state.pawns
    if answers.without_camera or state.corrected >= AWAITED:
        return False
    return pawns is None or state.board != answers.board or bool(pawns.advice) or kind_asked(state)


def opened(state: SetupState, step: SetupPage) -> SetupState:
    """Another page, which leads back to this one."""
    return replace(state, step=step, past=(*state.past, state.step), typed="")


def back(state: SetupState) -> SetupState:
    """The page before; on the first page, the wish to leave."""
    if not state.past:
        return replace(state, wish="leave")
    return replace(state, step=state.past[-1], past=state.past[:-1], typed="")


def back_to(state: SetupState, step: SetupPage) -> SetupState:
    """A page on the way back, unless it is shown already."""
    while state.past and state.step != step:
        state = back(state)
    return state


def next_step(state: SetupState) -> SetupState:
    """The step after; on the last page, the wish to play."""
    if state.step == "pawns" and kind_asked(state):
        return state  # nothing is proposed that could be agreed to
    if state.step == "pawns" and state.pawns is not None:
        state = replace(state, corrected=state.corrected | {"pawns"})  # what was proposed is agreed to
    if state.step == "ready" and waits(state):
        return opened(state, "waiting")
    if state.step in ("ready", "ending", "waiting"):
        return replace(state, wish="play", warned=state.step == "ending")
    if state.past[-1:] == ("waiting",) or (state.step in ("pawns", "declare") and is_aside(state)):
        return back(state)
    if "ready" in state.past:
        return back_to(state, "ready")
    asked = asked_of(state)
    return opened(state, asked[asked.index(state.step) + 1] if state.step in asked else "ready")


def is_aside(state: SetupState) -> bool:
    """Whether a page was opened from one with the camera's picture."""
    return state.past[-1:] in (("camera",), ("waiting",))
