"""The steps of a table's set-up, their order, and the state of a set-up between them.

The first time only what neither the camera nor the program can know is asked, a page each. Everything else
has a default, and a line on the last page. Later all answers are on that page, and a known table begins with
one tap.
"""

from collections.abc import Mapping
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
INSIDE: Mapping[SetupPage, SetupPage] = {
    "cameras": "camera",
    "width": "board",
    "camps": "learnt",
    "entry": "learnt",
    "learnt": "board",
    "seat": "players",
    "name": "seat",
    "colour": "seat",
    "level": "seat",
    "chair": "seat",
    "house-group": "house",
    "read": "rules",
    "ending": "ready",
    "waiting": "ready",
}
"""Steps within another one, and the step to which they lead back."""
ASIDE: tuple[SetupPage, ...] = ("seat", "pawns", "board", "cameras", "declare")
"""Steps that lead back to where they were opened."""
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
        again: whether each step leads back to the page of all answers.
        changing: whether the settings in force are being changed; going back leaves them as they are.
        warned: whether people know that their changes end the game in progress.
        group: the group of house rules being edited, or the place in the rules being read.
        came: the step from which a seat, the pawns or the board are edited, or which waits while the camera
            or the board is chosen; None in the usual order.
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
    again: bool = False
    changing: bool = False
    warned: bool = False
    seat: Seat | None = None
    group: str = ""
    came: SetupPage | None = None
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


def first_page(state: SetupState) -> bool:
    """Whether there is nothing to go back to."""
    return _before(state) is None


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


def _before(state: SetupState) -> SetupPage | None:
    if state.step == "colour" and state.came == "camera":  # its seat was tapped in the picture
        return "camera"
    if state.came is not None and state.step in ASIDE:
        return state.came
    if state.step in state.unclear:
        return "width"  # the picture can be taken again
    if state.step in INSIDE:
        return INSIDE[state.step]
    if state.step == "welcome":
        return None
    if state.again and state.step != "ready":
        return "ready"
    if state.step == "ready" and (state.families or state.changing):
        return "welcome" if state.families else None
    asked = asked_of(state)
    at = asked.index(state.step)
    if at == 0:
        return "welcome" if state.families else None
    return asked[at - 1]


def back(state: SetupState) -> SetupState:
    """The step before; on the first page, the wish to leave."""
    before = _before(state)
    return replace(state, wish="leave") if before is None else _at(state, before)


def next_step(state: SetupState) -> SetupState:
    """The step after; on the last page, the wish to play."""
    if state.step == "pawns" and kind_asked(state):
        return state  # nothing is proposed that could be agreed to
    if state.step == "pawns" and state.pawns is not None:
        state = replace(state, corrected=state.corrected | {"pawns"})  # what was proposed is agreed to
    if state.step == "ready" and waits(state):
        return replace(state, step="waiting")
    if state.step in ("ready", "ending", "waiting"):
        return replace(state, wish="play", warned=state.step == "ending")
    if state.came == "waiting" or (state.step in ("pawns", "declare") and state.came is not None):
        return replace(state, step=state.came, came=None)
    asked = asked_of(state)
    after: SetupPage = (
        "ready" if state.again or state.step not in asked else asked[asked.index(state.step) + 1]
    )
    return replace(state, step=after, came=None)


def _at(state: SetupState, step: SetupPage) -> SetupState:
    came = None if step == state.came else state.came
    return replace(state, step=step, came=came, typed="")
