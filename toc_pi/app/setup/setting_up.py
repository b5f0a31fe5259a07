"""What a tap does in the set-up of a table, and what the camera sees: from one state to the next.

Each key of a page (`setup_pages`) carries what a tap on it does; the order of the steps is in `setup_steps`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from calibration.appearance.pawn_set import USUAL as USUAL_SIZES
from calibration.holes import Seat
from calibration.new_board.description import BoardDescription
from toc_pi.app.setup.answers import (
    Answers,
    at_seats,
    seats_on,
    with_colour,
    with_house_rule,
    with_name,
    with_nobody,
    without,
)
from toc_pi.app.setup.setup_steps import (
    PROPOSED,
    SeenPawns,
    SetupPage,
    SetupState,
    back,
    back_to,
    is_aside,
    kind_asked,
    next_step,
    opened,
    waits,
)
from toc_pi.screen.pages.page import Key
from toc_pi.store.reading import Allowed
from toc_pi.store.table_config import LONGEST_NAME, NO_CAMERA, TURNS

WIDTH_MM = (200.0, 1200.0)
"""Smallest and largest width of a board that is learnt."""
ABC = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ERASE, OTHER_LETTERS = "erase", "letters"
ACCENTS = tuple("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆÑÁÍÓÚÅØ’")
USUAL = Answers()
Act = Callable[[SetupState], SetupState]
"""What a tap on a key does."""
OF_A_PLACE = ("corners", "focal")
"""Settings that depend on the camera's place."""


def begin(
    families: tuple[Answers, ...] = (),
    present: Answers = USUAL,
    *,
    cameras: tuple[str, ...] = ("auto",),
    step: SetupPage | None = None,
) -> SetupState:
    """The first page.

    Args:
        families: tables that were here before, the last one first.
        present: the answers so far: the settings in force, or those that are known before the first set-up.
        step: the page to show first, to change the answers in force; None to choose or describe a table.
    """
    if step is not None:
        past: tuple[SetupPage, ...] = () if step == "ready" else ("ready",)
        return SetupState(present, step, past=past, changing=True, cameras=cameras, corrected=PROPOSED)
    first: SetupPage = "welcome" if families else "language"
    answers = families[0] if families else present
    return SetupState(answers, first, families, cameras=cameras)


def tap(state: SetupState, key: Key) -> SetupState:
    """The set-up after a tap; a key that only tells something changes nothing."""
    act = cast("Act | None", key.tap)
    return state if act is None else act(state)


def go_on(state: SetupState) -> SetupState:
    """The page is done."""
    if state.step == "width":
        return replace(back_to(state, "board"), tapped=None, unclear=(), wish="learn")
    return next_step(back_to(state, "board") if state.step == "learnt" else state)


def answer(name: str, value: object) -> Act:
    """Gives an answer."""
    return lambda state: state.answered(**{name: value})


def answer_alone(name: str, value: object) -> Act:
    """Gives the only answer that a page asks for, and goes on."""
    return lambda state: next_step(state.answered(**{name: value}))


def half_learnt(state: SetupState, tapped: BoardDescription, unclear: tuple[SetupPage, ...]) -> SetupState:
    """The state after a new board was tapped in a picture that doesn't tell everything: the rest is asked."""
    asked = opened(opened(state, "width"), unclear[0])  # the picture can be taken again
    return replace(asked, tapped=tapped, unclear=unclear, wish="")


def learnt(state: SetupState, board: str, tapped: BoardDescription) -> SetupState:
    """The state after a new board was learnt by taps, now in a file of this path: it becomes this table's."""
    seats_on.cache_clear()
    return replace(opened(_with_board(state, board), "learnt"), tapped=tapped, unclear=(), wish="")


def seen_table(state: SetupState, board: str, pawns: SeenPawns | None, *, cards: bool = False) -> SetupState:
    """The state after the camera has looked: it proposes whatever people didn't choose themselves.

    Args:
        cards: whether cards lie beside the board that it could read.
    """
    if cards and "declare" not in state.corrected and not state.proposes_cards:
        state = replace(state.answered(declare="camera"), proposes_cards=True)
    if (board, pawns) != (state.board, state.pawns):
        state = _proposed(state, board, pawns)
    if state.step != "waiting":
        return state
    if not waits(state):  # it waited for the camera alone
        return replace(state, wish="play")
    seen = state.pawns is not None and not state.pawns.advice and state.board == state.answers.board
    return opened(state, "pawns") if seen and kind_asked(state) else state


def _proposed(state: SetupState, board: str, pawns: SeenPawns | None) -> SetupState:
    corrected = state.corrected
    if "board" not in corrected:
        state = _with_board(state, board)
    state, answers = replace(state, board=board, pawns=pawns), state.answers
    if pawns is None or board != answers.board:
        return state
    if "colours" not in corrected and pawns.colours:
        empty = pawns.empty if len(answers.seats) - len(pawns.empty) > 1 else frozenset()
        answers = replace(answers, colours=dict(pawns.colours), empty=empty)
    if "pawns" not in corrected:
        white = answers.pawns.white_face or pawns.kind.white_face
        answers = replace(answers, pawns=replace(pawns.kind, white_face=white))
    return replace(state, answers=answers)


def tapped_corners(state: SetupState, corners: tuple[tuple[float, float], ...]) -> SetupState:
    """The state after the board's corners were tapped in the picture."""
    others = {**state.answers.others, "corners": [list(corner) for corner in corners]}
    return replace(state.answered(others=others), wish="")


def start_afresh(state: SetupState) -> SetupState:
    """Another table: nothing is kept but what concerns the screen and the camera."""
    kept = {key: getattr(state.answers, key) for key in ("language", "camera", "letters", "turned", "faces")}
    return replace(opened(state, "language"), answers=Answers(**kept), corrected=frozenset())


def take_camera(state: SetupState, name: str) -> SetupState:
    """Look through this camera from now on."""
    state = state.answered(camera=name, others=without(state.answers, *OF_A_PLACE))
    place: SetupPage = "waiting" if "waiting" in (state.step, *state.past) else "camera"
    state = replace(back_to(state, place), board="", pawns=None)
    return next_step(state) if name == NO_CAMERA else state


def take_board(state: SetupState, name: str) -> SetupState:
    """Play on this board."""
    return next_step(replace(_with_board(state, name), corrected=state.corrected | {"board"}))


def _with_board(state: SetupState, board: str) -> SetupState:
    answers = state.answers
    if board == answers.board:
        return state
    seats = seats_on(board)
    state = replace(state, corrected=state.corrected & {"board", "pawns", "declare"})
    return state.answered(
        board=board,
        empty=frozenset(),
        others=without(answers, *OF_A_PLACE),
        colours=at_seats(seats, answers.colours),
        names=at_seats(seats, answers.names),
        first=answers.first if answers.first in seats else seats[0],
    )


def widen(state: SetupState, by_cm: float) -> SetupState:
    """The board that is to be learnt is wider."""
    return replace(state, width_mm=min(max(state.width_mm + 10.0 * by_cm, WIDTH_MM[0]), WIDTH_MM[1]))


def describe(state: SetupState, **what: Any) -> SetupState:
    """Tell about a new board what its picture doesn't; after the last answer its holes are found again."""
    if state.tapped is None:
        return state
    tapped = replace(state.tapped, **what)
    if not state.unclear and tapped == state.tapped:
        return back_to(state, "learnt")
    unclear = tuple(step for step in state.unclear if step != state.step)
    state = replace(state, tapped=tapped, unclear=unclear)
    return replace(state, step=unclear[0]) if unclear else replace(back_to(state, "board"), wish="learn")


def take_pawns(state: SetupState, kind: str) -> SetupState:
    """Play with pawns of this kind, of the usual size unless they are seen."""
    present = state.answers.pawns
    usual = next((one for one in USUAL_SIZES if one.kind == kind and one.kind != present.kind), present)
    state = replace(state, corrected=state.corrected | {"pawns"})
    return next_step(state.answered(pawns=replace(usual, white_face=present.white_face)))


def take_colour(state: SetupState, colour: str) -> SetupState:
    """The seat has this colour."""
    corrected = state.corrected | {"colours", state.seat}
    answers = with_colour(state.answers, state.seat, colour)
    seen = {} if state.pawns is None or state.board != answers.board else state.pawns.colours
    for seat in sorted({*seen} - corrected):
        # What was swapped away by an earlier choice comes back once it is free.
        if seen[seat] not in answers.colours.values():
            answers = with_colour(answers, seat, seen[seat])
    return back(replace(state, answers=answers, corrected=corrected))


def answer_of_seat(change: Callable[[Answers, Seat, Allowed], Answers], value: Allowed) -> Act:
    """Gives the only answer that a seat's page asks for, and goes back."""
    return lambda state: back(replace(state, answers=change(state.answers, state.seat, value)))


def leave_empty(state: SetupState) -> SetupState:
    """Nobody plays the seat."""
    is_empty = state.seat in state.answers.empty
    return back(state if is_empty else replace(state, answers=with_nobody(state.answers, state.seat)))


def begin_name(state: SetupState) -> SetupState:
    """Type the name of the seat's player."""
    return opened(state, "name", typed=state.answers.names.get(state.seat, ""), accents=False)


def type_letter(state: SetupState, letter: str) -> SetupState:
    """Add a letter to the name: a capital one where a word begins."""
    typed = state.typed
    if len(typed) >= LONGEST_NAME or (letter in " -" and typed[-1:] in ("", " ", "-")):
        return state
    begins = typed[-1:] in ("", " ", "-", "’")
    return replace(state, typed=typed + (letter.upper() if begins else letter.lower()), accents=False)


def end_name(state: SetupState) -> SetupState:
    """The name is typed."""
    answers = with_name(state.answers, state.seat, state.typed.strip(" -"))
    return back_to(replace(state, answers=answers), "players")


def take_rules(state: SetupState, rules: str) -> SetupState:
    """Play by these rules; others than before bring no house rules along."""
    answers = state.answers
    if rules != answers.rules or "ruleset" in answers.others:
        state = state.answered(rules=rules, house=(), others=without(answers, "ruleset"))
    return next_step(state)


def turn_rule(state: SetupState, rule: str) -> SetupState:
    """Switch a house rule on or off."""
    return replace(state, answers=with_house_rule(state.answers, rule))


def take_declare(state: SetupState, declare: str) -> SetupState:
    """How cards are told; where the camera reads them, its page shows next where to lay them."""
    state = replace(state.answered(declare=declare), corrected=state.corrected | {"declare"})
    seen = declare == "camera" and not state.answers.without_camera and not is_aside(state)
    return replace(state, step="camera") if seen else next_step(state)


def turn(state: SetupState) -> SetupState:
    """Turn the picture on the screen by a quarter."""
    return state.answered(turned=TURNS[(TURNS.index(state.answers.turned) + 1) % len(TURNS)])
