"""The steps of a table's set-up, their order, what the camera sees meanwhile, and the state between them.

The first time only what neither the camera nor the program can know is asked, a page each. Everything else
has a default, and a line on the last page. Later all answers are on that page, and a known table begins with
one tap.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from calibration.appearance.pawn_set import PawnSet
from calibration.holes import Seat
from calibration.new_board.description import BoardDescription
from toc_pi.app.setup.answers import A, Answers, seatings
from toc_pi.rules.ruleset import load_ruleset

if TYPE_CHECKING:  # not needed for the first page; the second one loads OpenCV
    from calibration.setup.card_place import PileAdvice
    from calibration.setup.correction import Correction

# fmt: off
SetupPage = Literal[
    "welcome", "language", "camera", "cameras", "board", "width", "camps", "entry", "learnt", "pawns", "side",
    "players", "seat", "name", "colour", "level", "chair", "teams", "rules", "house", "house-group", "first",
    "declare", "hints", "sound", "screen", "ready", "read", "ending", "waiting",
]
# fmt: on
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
class SeenPawns:
    """What a picture shows of the pawns in their camps.

    Attributes:
        colours: the word for the colour of each seat's pawns; empty where they aren't in their camps.
        empty: seats that have no pawns.
        alike: pairs of seats whose pawns can't be told apart.
        unsure: seats whose pawns may well be called by another colour.
        advice: what a person can do if they can't be judged; "" if they can.
    """

    colours: Mapping[Seat, str]
    kind: PawnSet
    empty: frozenset[Seat] = frozenset()
    alike: tuple[tuple[Seat, Seat], ...] = ()
    unsure: frozenset[Seat] = frozenset()
    kind_sure: bool = True
    advice: str = ""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The camera's current view of the table.

    Attributes:
        fault: the camera's fault, a key of the window's texts; "" for none.
        advice: what a person can do about the picture; "" once the board is found.
        board: the name of the found board; "" for none.
        correction: of the camera's place; None if it stands well.
        pile: where to lay the cards, if the camera is to read them; None if it doesn't stand well.
        cards: whether cards lie beside the board that the camera could read.
        pictures: whether any picture has arrived.
        seats: where each seat is in the picture, px; empty while the board isn't found.
    """

    fault: str = ""
    advice: str = ""
    board: str = ""
    correction: "Correction | None" = None
    pile: "PileAdvice | None" = None
    cards: bool = False
    pictures: bool = False
    seats: Mapping[Seat, tuple[float, float]] = field(default_factory=dict)


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
    seat: Seat = A
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


def opened(state: SetupState, step: SetupPage, **changes: Any) -> SetupState:
    """Another page, which leads back to this one."""
    return replace(state, **{"step": step, "past": (*state.past, state.step), "typed": "", **changes})


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
