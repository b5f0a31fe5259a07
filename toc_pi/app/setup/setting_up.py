"""The set-up of a table: taps go in, the next step and the answers come out; nothing is drawn.

What each key does is in one table, `_TAPS`; the order of the steps is in `setup_steps`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from calibration.appearance.pawn_set import USUAL as USUAL_SIZES
from calibration.holes import Seat
from calibration.new_board.description import CAMPS, HOME_ENTRIES, BoardDescription
from toc_pi.app.setup.answers import (
    USUAL_COLOURS,
    Answers,
    at_seats,
    seatings,
    seats_on,
    with_chair,
    with_colour,
    with_house_rule,
    with_level,
    with_name,
    with_nobody,
    without,
)
from toc_pi.app.setup.setup_steps import (
    CHANGED,
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
from toc_pi.app.shared_keys import LEVELS
from toc_pi.languages import FACES, language_in
from toc_pi.store.reading import chosen
from toc_pi.store.table_config import DECLARING, HINTS, LETTERS, LONGEST_NAME, LOUDNESS, NO_CAMERA, TURNS

WIDTH_MM = (200.0, 1200.0)
"""Smallest and largest width of a board that is learnt."""
ABC = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ACCENTS = tuple("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆÑÁÍÓÚÅØ’")
SPACE, ERASE, OTHER_LETTERS = "space", "erase", "letters"
USUAL = Answers()
Act = Callable[[SetupState, str], SetupState]
"""What a tap on a key does, given what follows the colon in the key's name."""
ENTRIES = tuple(map(str, HOME_ENTRIES))
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


def tap(state: SetupState, key: str) -> SetupState:
    """The set-up after a tap; an unknown key changes nothing."""
    if key == "back":
        return back(state)
    if key == "next" and state.step == "width":
        return replace(back_to(state, "board"), tapped=None, unclear=(), wish="learn")
    if key == "next" and state.step in (*CHANGED, "learnt", "waiting"):
        return next_step(back_to(state, "board") if state.step == "learnt" else state)
    kind, _, which = key.partition(":")
    act = _TAPS.get((state.step, kind))
    return state if act is None else act(state, which)


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


def _same(state: SetupState, which: str) -> SetupState:
    at = int(which) if which.isdecimal() and int(which) < len(state.families) else 0
    return replace(state, answers=state.families[at], wish="play")


def _fresh(state: SetupState, _: str) -> SetupState:
    kept = {key: getattr(state.answers, key) for key in ("language", "camera", "letters", "turned", "faces")}
    return replace(opened(state, "language"), answers=Answers(**kept), corrected=frozenset())


def _camera(state: SetupState, which: str) -> SetupState:
    if not which:
        return opened(state, "cameras")
    state = state.answered(camera=which, others=without(state.answers, *OF_A_PLACE))
    place: SetupPage = "waiting" if "waiting" in (state.step, *state.past) else "camera"
    state = replace(back_to(state, place), board="", pawns=None)
    return next_step(state) if which == NO_CAMERA else state


def _board(state: SetupState, which: str) -> SetupState:
    if which == "learn":
        return opened(state, "width")
    return next_step(replace(_with_board(state, which), corrected=state.corrected | {"board"}))


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


def _width(state: SetupState, which: str) -> SetupState:
    return replace(state, width_mm=min(max(state.width_mm + 10.0 * float(which), WIDTH_MM[0]), WIDTH_MM[1]))


def _told(**what: Callable[[str], Any]) -> Act:
    """Describes a new board: after the last answer its holes are looked for again."""

    def act(state: SetupState, which: str) -> SetupState:
        if state.tapped is None:
            return state
        tapped = replace(state.tapped, **{key: value(which) for key, value in what.items()})
        if not state.unclear and tapped == state.tapped:
            return back_to(state, "learnt")
        unclear = tuple(step for step in state.unclear if step != state.step)
        state = replace(state, tapped=tapped, unclear=unclear)
        if unclear:
            return replace(state, step=unclear[0])
        return replace(back_to(state, "board"), wish="learn")

    return act


def _seat(state: SetupState, which: str) -> SetupState:
    if which not in state.answers.seats:
        return state
    step: SetupPage = (
        "colour" if state.step == "camera" else "seat"
    )  # in the picture only a colour can be wrong
    return replace(opened(state, step), seat=Seat(which))


def _pawns(state: SetupState, which: str) -> SetupState:
    present = state.answers.pawns
    usual = next((one for one in USUAL_SIZES if one.kind == which and one.kind != present.kind), present)
    state = replace(state, corrected=state.corrected | {"pawns"})
    return next_step(state.answered(pawns=replace(usual, white_face=present.white_face)))


def _colour(state: SetupState, which: str) -> SetupState:
    if state.seat is None or which not in USUAL_COLOURS:
        return state
    corrected = state.corrected | {"colours", state.seat}
    answers = with_colour(state.answers, state.seat, which)
    seen = {} if state.pawns is None or state.board != answers.board else state.pawns.colours
    for seat in sorted({*seen} - corrected):
        # What was swapped away by an earlier choice comes back once it is free.
        if seen[seat] not in answers.colours.values():
            answers = with_colour(answers, seat, seen[seat])
    return back(replace(state, answers=answers, corrected=corrected))


def _chair(state: SetupState, which: str) -> SetupState:
    """Who plays a seat: a person, the program, or nobody."""
    if state.seat is None:
        return state
    if which != "nobody":
        answers = with_chair(state.answers, state.seat, int(which))
    elif state.seat in state.answers.empty:
        answers = state.answers
    else:
        answers = with_nobody(state.answers, state.seat)
    return back(replace(state, answers=answers))


def _name(state: SetupState, _: str) -> SetupState:
    typed = state.answers.names.get(state.seat, "") if state.seat is not None else ""
    return replace(opened(state, "name"), typed=typed, accents=False)


def _letter(state: SetupState, which: str) -> SetupState:
    typed = state.typed
    if which == ERASE:
        return replace(state, typed=typed[:-1])
    if which == OTHER_LETTERS:
        return replace(state, accents=not state.accents)
    letter = " " if which == SPACE else which
    if len(typed) >= LONGEST_NAME or len(letter) != 1 or (letter in " -" and typed[-1:] in ("", " ", "-")):
        return state
    begins = typed[-1:] in ("", " ", "-", "’")
    return replace(state, typed=typed + (letter.upper() if begins else letter.lower()), accents=False)


def _named(state: SetupState, _: str) -> SetupState:
    if state.seat is None:
        return state
    answers = with_name(state.answers, state.seat, state.typed.strip(" -"))
    return back_to(replace(state, answers=answers), "players")


def _rules(state: SetupState, which: str) -> SetupState:
    answers = state.answers
    if which != answers.rules or "ruleset" in answers.others:
        state = state.answered(rules=which, house=(), others=without(answers, "ruleset"))
    return next_step(state)


def _declare(state: SetupState, which: str) -> SetupState:
    """How cards are told; where the camera reads them, its page shows next where to lay them."""
    state = state.answered(declare=chosen(DECLARING, which, state.answers.declare))
    state = replace(state, corrected=state.corrected | {"declare"})
    seen = which == "camera" and not state.answers.without_camera and not is_aside(state)
    return replace(state, step="camera") if seen else next_step(state)


def _turn(state: SetupState, _: str) -> SetupState:
    return state.answered(turned=TURNS[(TURNS.index(state.answers.turned) + 1) % len(TURNS)])


def _answer(key: str, allowed: tuple[Any, ...], *, further: bool = False) -> Act:
    """Sets an answer to one of some values, and goes on to the next page if that is all the page asks."""

    def act(state: SetupState, which: str) -> SetupState:
        state = state.answered(**{key: chosen(allowed, which, getattr(state.answers, key))})
        return next_step(state) if further else state

    return act


def _level(state: SetupState, which: str) -> SetupState:
    if state.seat is None:
        return state
    return back(replace(state, answers=with_level(state.answers, state.seat, which)))


def _open(step: SetupPage, **changes: Any) -> Act:
    """Opens a page; what is to be seen there is named after the key's colon."""
    return lambda state, which: replace(opened(state, step), group=which, **changes)


def _go(*steps: SetupPage) -> Act:
    """Opens one of some pages."""
    return lambda state, which: next((opened(state, step) for step in steps if step == which), state)


_OF_PICTURE: Mapping[str, Act] = {
    "camera": _camera,
    "corners": lambda state, _: replace(state, wish="corners"),
    "go": _go("board", "pawns", "declare"),
}

# What a key does, by the page and the first part of the key's name.
_TAPS: Mapping[tuple[SetupPage, str], Act] = {
    ("welcome", "same"): _same,
    ("welcome", "change"): _open("ready", corrected=PROPOSED),
    ("welcome", "fresh"): _fresh,
    ("language", "language"): lambda state, which: next_step(state.answered(language=language_in(which))),
    ("language", "turn"): _turn,
    ("language", "test"): lambda state, _: replace(state, wish="test"),
    **{("camera", kind): act for kind, act in _OF_PICTURE.items()},
    **{("waiting", kind): act for kind, act in _OF_PICTURE.items()},
    ("camera", "seat"): _seat,
    ("cameras", "camera"): _camera,
    ("board", "board"): _board,
    ("width", "width"): _width,
    ("camps", "camps"): _told(camps=lambda which: chosen(CAMPS, which, CAMPS[0])),
    ("entry", "entry"): _told(home_entry=lambda which: int(chosen(ENTRIES, which, ENTRIES[0]))),
    ("learnt", "camps"): _open("camps"),
    ("learnt", "entry"): _open("entry"),
    ("pawns", "pawns"): _pawns,
    ("side", "white"): lambda state, which: next_step(
        state.answered(pawns=replace(state.answers.pawns, white_face=which == "yes"))
    ),
    ("players", "seat"): _seat,
    ("seat", "colour"): _open("colour"),
    ("seat", "name"): _name,
    ("colour", "colour"): _colour,
    ("seat", "level"): _open("level"),
    ("seat", "chair"): _open("chair"),
    ("level", "level"): _level,
    ("chair", "chair"): _chair,
    ("name", "letter"): _letter,
    ("name", "named"): _named,
    ("teams", "teams"): lambda state, which: (
        next_step(state.answered(seating=which)) if which in seatings(state.answers) else state
    ),
    ("rules", "rules"): _rules,
    ("rules", "read"): _open("read"),
    ("read", "read"): lambda state, which: replace(state, group=which),
    ("ending", "yes"): lambda state, _: next_step(state),
    ("house", "group"): _open("house-group"),
    ("house-group", "house"): lambda state, key: replace(state, answers=with_house_rule(state.answers, key)),
    ("first", "first"): lambda state, which: next_step(state.answered(first=Seat(which))),
    ("declare", "declare"): _declare,
    ("declare", "faces"): _answer("faces", FACES),
    ("hints", "hints"): _answer("hints", HINTS, further=True),
    ("sound", "sound"): _answer("sound", LOUDNESS),
    ("sound", "speech"): lambda state, _: state.answered(speech=not state.answers.speech),
    ("screen", "letters"): _answer("letters", LETTERS),
    ("screen", "bright"): lambda state, which: replace(state, brightness=LEVELS.get(which, state.brightness)),
    ("screen", "turn"): _turn,
    ("ready", "go"): _go(*CHANGED),
}
