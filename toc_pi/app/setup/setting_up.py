"""The set-up of a table: taps go in, the next step and the answers come out; nothing is drawn.

What each key does is in one table, `_TAPS`; the order of the steps is in `setup_steps`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from calibration.appearance.pawn_size import USUAL as USUAL_SIZES
from calibration.holes import Seat
from calibration.new_board.learn import CAMPS, BoardDescription
from calibration.new_board.numbering import HOME_ENTRIES
from toc_pi.app.setup.answers import (
    Answers,
    seatings,
    seats_on,
    with_chair,
    with_colour,
    with_house_rule,
    with_level,
    with_name,
    with_nobody,
)
from toc_pi.app.setup.live_view import SeenPawns
from toc_pi.app.setup.setup_steps import (
    CHANGED,
    PROPOSED,
    SettingUp,
    Step,
    back,
    kind_asked,
    onward,
    waits,
)
from toc_pi.languages import FACES, language_in
from toc_pi.store.settings import DECLARING, HINTS, LETTERS, LOUDNESS, NO_CAMERA, TURNS
from toc_pi.store.table_settings import LONGEST_NAME, chosen

WIDTH_MM = (200.0, 1200.0)
"""Smallest and largest width of a board that is learnt."""
ABC = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ACCENTS = tuple("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆÑÁÍÓÚ’")
SPACE, ERASE, OTHER_LETTERS = "space", "erase", "letters"
USUAL = Answers()
Act = Callable[[SettingUp, str], SettingUp]
"""What a tap on a key does, given what follows the colon in the key's name."""
LEVELS: Mapping[str, float] = {"dark": 0.15, "middle": 0.5, "bright": 1.0}
"""Brightness levels of the screen, 0 to 1."""


def begin(
    families: tuple[Answers, ...] = (),
    present: Answers = USUAL,
    *,
    cameras: tuple[str, ...] = ("auto",),
    step: Step | None = None,
) -> SettingUp:
    """The first page.

    Args:
        families: tables that were here before, the last one first.
        present: the answers so far: the settings in force, or those that are known before the first set-up.
        cameras: the possible cameras, as settings name them.
        step: the page to show first, to change the answers in force; None to choose or describe a table.
    """
    if step is not None:
        return SettingUp(present, step, again=True, changing=True, cameras=cameras, corrected=PROPOSED)
    first: Step = "welcome" if families else "language"
    answers = families[0] if families else present
    return SettingUp(answers, first, families, again=bool(families), cameras=cameras)


def tap(state: SettingUp, key: str) -> SettingUp:
    """The set-up after a tap; an unknown key changes nothing."""
    if key == "back":
        return back(state)
    if key == "next" and state.step == "width":
        return replace(state, step="board", tapped=None, unclear=(), wish="learn")
    if key == "next" and state.step in (*CHANGED, "learnt", "waiting"):
        return onward(replace(state, step="board") if state.step == "learnt" else state)
    kind, _, which = key.partition(":")
    act = _TAPS.get((state.step, kind))
    return state if act is None else act(state, which)


def half_learnt(state: SettingUp, tapped: BoardDescription, unclear: tuple[Step, ...]) -> SettingUp:
    """The state after a new board was tapped in a picture that doesn't tell everything: the rest is asked."""
    return replace(state, step=unclear[0], tapped=tapped, unclear=unclear, wish="")


def learnt(state: SettingUp, board: str, tapped: BoardDescription) -> SettingUp:
    """The state after a new board was learnt by taps: it becomes this table's.

    Args:
        state: of the set-up.
        board: the path of its file.
        tapped: what it was learnt from, and what was seen of it.
    """
    seats_on.cache_clear()
    state = _with_board(replace(state, wish=""), board)
    return replace(state, step="learnt", tapped=tapped, unclear=())


def seen_table(state: SettingUp, board: str, pawns: SeenPawns | None) -> SettingUp:
    """The state after the camera has looked: it proposes whatever people didn't choose themselves.

    Args:
        state: of the set-up.
        board: that is found in the picture.
        pawns: what is seen of the pawns; None while that isn't known.
    """
    if (board, pawns) == (state.board, state.pawns):
        return _begun_if_seen(state)
    corrected = state.corrected
    if "board" not in corrected:
        state = replace(_with_board(state, board), step=state.step)
    state = replace(state, board=board, pawns=pawns)
    if pawns is None or board != state.answers.board:
        return _begun_if_seen(state)
    answers = state.answers
    if "colours" not in corrected and pawns.colours:
        empty = pawns.empty if len(answers.seats) - len(pawns.empty) > 1 else frozenset()
        answers = replace(answers, colours=dict(pawns.colours), empty=empty)
    if "pawns" not in corrected:
        white = answers.pawns.white_face or pawns.kind.white_face
        answers = replace(answers, pawns=replace(pawns.kind, white_face=white))
    return _begun_if_seen(replace(state, answers=answers))


def _begun_if_seen(state: SettingUp) -> SettingUp:
    """A set-up that waited for the camera alone is over once everything is seen, or said."""
    if state.step != "waiting":
        return state
    if not waits(state):
        return replace(state, wish="play")
    seen = state.pawns is not None and not state.pawns.advice and state.board == state.answers.board
    return replace(state, step="pawns", came="waiting") if seen and kind_asked(state) else state


def tapped_corners(state: SettingUp, corners: tuple[tuple[float, float], ...]) -> SettingUp:
    """The state after the board's corners were tapped in the picture."""
    others = {**state.answers.others, "corners": [list(corner) for corner in corners]}
    return replace(state, answers=replace(state.answers, others=others), wish="")


def _same(state: SettingUp, which: str) -> SettingUp:
    at = int(which) if which.isdecimal() and int(which) < len(state.families) else 0
    return replace(state, answers=state.families[at], wish="play")


def _fresh(state: SettingUp, _: str) -> SettingUp:
    kept = {key: getattr(state.answers, key) for key in ("language", "camera", "letters", "turned", "faces")}
    return replace(state, answers=Answers(**kept), step="language", again=False, corrected=frozenset())


def _language(state: SettingUp, which: str) -> SettingUp:
    language = language_in(which)
    return onward(replace(state, answers=replace(state.answers, language=language)))


def _camera(state: SettingUp, which: str) -> SettingUp:
    waiting = "waiting" in (state.step, state.came)
    if not which:
        return replace(state, step="cameras", came="waiting" if waiting else None)
    chosen_one = _with_camera(replace(state, step="waiting" if waiting else "camera", came=None), which)
    return onward(chosen_one) if which == NO_CAMERA else chosen_one


def _with_camera(state: SettingUp, camera: str) -> SettingUp:
    answers = replace(state.answers, camera=camera, others=_unplaced(state.answers))
    return replace(state, answers=answers, board="", pawns=None)


def _unplaced(answers: Answers) -> dict[str, object]:
    """The other settings without those that depend on the camera's place."""
    return {key: value for key, value in answers.others.items() if key not in ("corners", "focal")}


def _board(state: SettingUp, which: str) -> SettingUp:
    if which == "learn":
        return replace(state, step="width")
    state = replace(_with_board(state, which), corrected=state.corrected | {"board"})
    return onward(state)


def _with_board(state: SettingUp, board: str) -> SettingUp:
    if board == state.answers.board:
        return replace(state, step="board")
    answers = replace(state.answers, board=board, empty=frozenset(), others=_unplaced(state.answers))
    state = replace(state, corrected=state.corrected & {"board", "pawns"})
    seats = answers.seats
    kept = {
        name: {seat: value for seat, value in table.items() if seat in seats}
        for name, table in (("colours", answers.colours), ("names", answers.names))
    }
    first = answers.first if answers.first in seats else seats[0]
    return replace(
        state,
        step="board",
        answers=replace(answers, colours=kept["colours"], names=kept["names"], first=first),
    )


def _width(state: SettingUp, which: str) -> SettingUp:
    return replace(state, width_mm=min(max(state.width_mm + 10.0 * float(which), WIDTH_MM[0]), WIDTH_MM[1]))


def _camps(state: SettingUp, which: str) -> SettingUp:
    return _told(state, camps=chosen(CAMPS, which, CAMPS[0]))


def _entry(state: SettingUp, which: str) -> SettingUp:
    return _told(state, home_entry=next((one for one in HOME_ENTRIES if str(one) == which), HOME_ENTRIES[0]))


def _told(state: SettingUp, **what: Any) -> SettingUp:
    """A new board as somebody has described it: after the last answer its holes are looked for again."""
    if state.tapped is None:
        return state
    tapped = replace(state.tapped, **what)
    if not state.unclear and tapped == state.tapped:
        return replace(state, step="learnt")
    unclear = tuple(step for step in state.unclear if step != state.step)
    state = replace(state, tapped=tapped, unclear=unclear)
    return replace(state, step=unclear[0]) if unclear else replace(state, step="board", wish="learn")


def _seat(state: SettingUp, which: str) -> SettingUp:
    if which not in state.answers.seats:
        return state
    return replace(state, step="seat", seat=Seat(which), came=state.step)


def _pawns(state: SettingUp, which: str) -> SettingUp:
    present = state.answers.pawns
    usual = next((one for one in USUAL_SIZES if one.kind == which and one.kind != present.kind), present)
    answers = replace(state.answers, pawns=replace(usual, white_face=present.white_face))
    return replace(state, answers=answers, corrected=state.corrected | {"pawns"})


def _white(state: SettingUp, which: str) -> SettingUp:
    pawns = replace(state.answers.pawns, white_face=which == "yes")
    return onward(replace(state, answers=replace(state.answers, pawns=pawns)))


def _colour(state: SettingUp, which: str) -> SettingUp:
    if state.seat is None:
        return state
    corrected = state.corrected | {"colours", state.seat}
    answers = with_colour(state.answers, state.seat, which)
    seen = {} if state.pawns is None or state.board != answers.board else state.pawns.colours
    for seat in sorted({*seen} - corrected):
        # What was swapped away by an earlier choice comes back once it is free.
        if seen[seat] not in answers.colours.values():
            answers = with_colour(answers, seat, seen[seat])
    return replace(state, answers=answers, corrected=corrected)


def _name(state: SettingUp, _: str) -> SettingUp:
    typed = state.answers.names.get(state.seat, "") if state.seat is not None else ""
    return replace(state, step="name", typed=typed, accents=False)


def _nobody(state: SettingUp, _: str) -> SettingUp:
    return state if state.seat is None else replace(state, answers=with_nobody(state.answers, state.seat))


def _level(state: SettingUp, which: str) -> SettingUp:
    if not which or state.seat is None:
        return replace(state, step="level")
    return replace(state, answers=with_level(state.answers, state.seat, which), step="seat")


def _chair(state: SettingUp, which: str) -> SettingUp:
    if not which or state.seat is None:
        return replace(state, step="chair")
    return replace(state, answers=with_chair(state.answers, state.seat, int(which)), step="seat")


def _letter(state: SettingUp, which: str) -> SettingUp:
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


def _named(state: SettingUp, _: str) -> SettingUp:
    if state.seat is None:
        return state
    answers = with_name(state.answers, state.seat, state.typed.strip(" -"))
    return replace(state, answers=answers, step=state.came or "players", came=None, typed="")


def _teams(state: SettingUp, which: str) -> SettingUp:
    if which not in seatings(state.answers):
        return state
    return onward(replace(state, answers=replace(state.answers, seating=which)))


def _rules(state: SettingUp, which: str) -> SettingUp:
    answers = state.answers
    if which != answers.rules or "ruleset" in answers.others:
        others = {key: value for key, value in answers.others.items() if key != "ruleset"}
        answers = replace(answers, rules=which, house=(), others=others)
    return onward(replace(state, answers=answers))


def _house(state: SettingUp, which: str) -> SettingUp:
    return replace(state, answers=with_house_rule(state.answers, which))


def _first(state: SettingUp, which: str) -> SettingUp:
    return onward(replace(state, answers=replace(state.answers, first=Seat(which))))


def _speech(state: SettingUp, _: str) -> SettingUp:
    return replace(state, answers=replace(state.answers, speech=not state.answers.speech))


def _bright(state: SettingUp, which: str) -> SettingUp:
    return replace(state, brightness=LEVELS.get(which, state.brightness))


def _turn(state: SettingUp, _: str) -> SettingUp:
    turned = TURNS[(TURNS.index(state.answers.turned) + 1) % len(TURNS)]
    return replace(state, answers=replace(state.answers, turned=turned))


def _go(state: SettingUp, which: str) -> SettingUp:
    return next((replace(state, step=step, again=True) for step in CHANGED if step == which), state)


def _go_aside(state: SettingUp, which: str) -> SettingUp:
    """From the camera's page to a board or pawns that people choose themselves."""
    return next(
        (replace(state, step=step, came=state.step) for step in ("board", "pawns") if step == which), state
    )


def _answer(key: str, allowed: tuple[Any, ...], *, further: bool = False) -> Act:
    """Sets an answer to one of some values, and goes on to the next page if that is all the page asks."""

    def act(state: SettingUp, which: str) -> SettingUp:
        value = chosen(allowed, which, getattr(state.answers, key))
        state = replace(state, answers=replace(state.answers, **{key: value}))
        return onward(state) if further else state

    return act


def _open(step: Step, **changes: Any) -> Act:
    """Opens a page; what is to be seen there is named after the key's colon."""
    return lambda state, which: replace(state, step=step, group=which, **changes)


# What a key does, by the page and the first part of the key's name.
_TAPS: Mapping[tuple[Step, str], Act] = {
    ("welcome", "same"): _same,
    ("welcome", "change"): _open("ready", again=True, corrected=PROPOSED),
    ("welcome", "fresh"): _fresh,
    ("language", "language"): _language,
    ("camera", "camera"): _camera,
    ("camera", "corners"): lambda state, _: replace(state, wish="corners"),
    ("camera", "seat"): _seat,
    ("camera", "go"): _go_aside,
    ("waiting", "camera"): _camera,
    ("waiting", "corners"): lambda state, _: replace(state, wish="corners"),
    ("waiting", "go"): _go_aside,
    ("cameras", "camera"): _camera,
    ("board", "board"): _board,
    ("width", "width"): _width,
    ("camps", "camps"): _camps,
    ("entry", "entry"): _entry,
    ("learnt", "camps"): _open("camps"),
    ("learnt", "entry"): _open("entry"),
    ("pawns", "pawns"): _pawns,
    ("pawns", "white"): _white,
    ("players", "seat"): _seat,
    ("seat", "colour"): _colour,
    ("seat", "name"): _name,
    ("seat", "nobody"): _nobody,
    ("seat", "level"): _level,
    ("seat", "chair"): _chair,
    ("level", "level"): _level,
    ("chair", "chair"): _chair,
    ("name", "letter"): _letter,
    ("name", "named"): _named,
    ("teams", "teams"): _teams,
    ("rules", "rules"): _rules,
    ("rules", "read"): _open("read"),
    ("read", "read"): _open("read"),
    ("ending", "yes"): lambda state, _: onward(state),
    ("house", "group"): _open("house-group"),
    ("house-group", "house"): _house,
    ("first", "first"): _first,
    ("declare", "declare"): _answer("declare", DECLARING, further=True),
    ("declare", "faces"): _answer("faces", FACES),
    ("hints", "hints"): _answer("hints", HINTS, further=True),
    ("sound", "sound"): _answer("sound", LOUDNESS),
    ("sound", "speech"): _speech,
    ("screen", "letters"): _answer("letters", LETTERS),
    ("screen", "bright"): _bright,
    ("screen", "turn"): _turn,
    ("language", "turn"): _turn,
    ("ready", "go"): _go,
}
