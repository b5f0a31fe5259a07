"""The set-up of a table: taps go in, the next step and the answers come out; nothing is drawn.

What each key does is in one table, `_TAPS`; the order of the steps is in `setup_steps`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.holes import Seat
from toc_pi.app.answers import Answers, chosen, seatings, seats_on, with_house_rule
from toc_pi.app.seats import with_chair, with_colour, with_level, with_name, with_nobody
from toc_pi.app.setup_steps import ORDER, SettingUp, Step, back, onward
from toc_pi.faces import FACES, Faces
from toc_pi.languages import Language, language_in
from toc_pi.store.preferences import DECLARING, HINTS, LETTERS, LOUDNESS, TURNS
from toc_pi.store.settings import NO_CAMERA
from toc_pi.store.table_settings import LONGEST_NAME

WIDTHS_CM = (25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80)
ABC = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ACCENTS = tuple("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆÑÁÍÓÚ’")
SPACE, ERASE, OTHER_LETTERS = "space", "erase", "letters"
LEVELS: Mapping[str, float] = {"dark": 0.15, "middle": 0.5, "bright": 1.0}
"""Brightness levels of the screen, 0 to 1."""


def begin(
    families: tuple[Answers, ...] = (),
    *,
    now: Answers | None = None,
    language: Language = "en",
    faces: Faces = "JQK",
    cameras: tuple[str, ...] = ("auto",),
    step: Step | None = None,
) -> SettingUp:
    """The first page.

    Args:
        families: tables that were here before, the last one first.
        now: the answers in force, if they are to be changed.
        language: the default language.
        faces: the default names of the face cards.
        cameras: the possible cameras, as settings name them.
        step: the page to show first.
    """
    answers = now or (families[0] if families else Answers(language=language, faces=faces))
    first: Step = step or ("welcome" if families else "language")
    return SettingUp(
        answers,
        first,
        () if now else families,
        again=bool(families or now),
        changing=now is not None,
        cameras=cameras,
    )


def tap(state: SettingUp, key: str) -> SettingUp:
    """The set-up after a tap; an unknown key changes nothing."""
    if key == "back":
        return back(state)
    if key == "next" and state.step in ORDER:
        return onward(state)
    kind, _, which = key.partition(":")
    act = _TAPS.get((state.step, kind))
    return state if act is None else act(state, which)


def learnt(state: SettingUp, board: str) -> SettingUp:
    """The state after a new board was learnt by taps: it becomes this table's."""
    seats_on.cache_clear()
    return _with_board(replace(state, wish=""), board)


def seen_board(state: SettingUp, board: str) -> SettingUp:
    """The state after the camera has found a board, on the page of the camera."""
    return replace(_with_board(state, board), step=state.step)


def tapped_corners(state: SettingUp, corners: tuple[tuple[float, float], ...]) -> SettingUp:
    """The state after the board's corners were tapped in the picture."""
    others = {**state.answers.others, "corners": [list(corner) for corner in corners]}
    return replace(state, answers=replace(state.answers, others=others), wish="")


def _same(state: SettingUp, which: str) -> SettingUp:
    at = int(which) if which.isdecimal() and int(which) < len(state.families) else 0
    return replace(state, answers=state.families[at], wish="play")


def _change(state: SettingUp, _: str) -> SettingUp:
    return replace(state, step="ready", again=True)


def _fresh(state: SettingUp, _: str) -> SettingUp:
    return replace(
        state,
        answers=Answers(
            language=state.answers.language,
            camera=state.answers.camera,
            letters=state.answers.letters,
            turned=state.answers.turned,
            faces=state.answers.faces,
        ),
        step="language",
        again=False,
    )


def _language(state: SettingUp, which: str) -> SettingUp:
    language = language_in(which)
    return onward(replace(state, answers=replace(state.answers, language=language)))


def _camera(state: SettingUp, which: str) -> SettingUp:
    if which == "other":
        at = state.cameras.index(state.answers.camera) if state.answers.camera in state.cameras else -1
        return _with_camera(state, state.cameras[(at + 1) % len(state.cameras)])
    if which == "none":
        return onward(_with_camera(state, NO_CAMERA))
    return _with_camera(state, which)


def _with_camera(state: SettingUp, camera: str) -> SettingUp:
    answers = replace(state.answers, camera=camera, others=_unplaced(state.answers))
    return replace(state, answers=answers)


def _unplaced(answers: Answers) -> dict[str, object]:
    """The other settings without those that depend on the camera's place."""
    return {key: value for key, value in answers.others.items() if key not in ("corners", "focal")}


def _board(state: SettingUp, which: str) -> SettingUp:
    if which == "learn":
        return replace(state, step="width")
    return onward(_with_board(state, which))


def _with_board(state: SettingUp, board: str) -> SettingUp:
    if board == state.answers.board:
        return replace(state, step="board")
    answers = replace(state.answers, board=board, empty=frozenset(), others=_unplaced(state.answers))
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
    return replace(state, step="board", width_mm=10.0 * float(which), wish="learn")


def _seat(state: SettingUp, which: str) -> SettingUp:
    return replace(state, step="seat", seat=Seat(which))


def _colour(state: SettingUp, which: str) -> SettingUp:
    if state.seat is None:
        return state
    return replace(state, answers=with_colour(state.answers, state.seat, which))


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
    return replace(state, answers=answers, step="players", typed="")


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


def _read(state: SettingUp, which: str) -> SettingUp:
    return replace(state, step="read", group=which)


def _yes(state: SettingUp, _: str) -> SettingUp:
    return onward(state)


def _group(state: SettingUp, which: str) -> SettingUp:
    return replace(state, step="house-group", group=which)


def _first(state: SettingUp, which: str) -> SettingUp:
    return onward(replace(state, answers=replace(state.answers, first=Seat(which))))


def _faces(state: SettingUp, which: str) -> SettingUp:
    return replace(state, answers=replace(state.answers, faces=chosen(FACES, which, state.answers.faces)))


def _declare(state: SettingUp, which: str) -> SettingUp:
    declare = chosen(DECLARING, which, state.answers.declare)
    return onward(replace(state, answers=replace(state.answers, declare=declare)))


def _hints(state: SettingUp, which: str) -> SettingUp:
    hints = chosen(HINTS, which, state.answers.hints)
    return onward(replace(state, answers=replace(state.answers, hints=hints)))


def _sound(state: SettingUp, which: str) -> SettingUp:
    sound = chosen(LOUDNESS, which, state.answers.sound)
    return replace(state, answers=replace(state.answers, sound=sound))


def _speech(state: SettingUp, _: str) -> SettingUp:
    return replace(state, answers=replace(state.answers, speech=not state.answers.speech))


def _letters(state: SettingUp, which: str) -> SettingUp:
    letters = chosen(LETTERS, which, state.answers.letters)
    return replace(state, answers=replace(state.answers, letters=letters))


def _bright(state: SettingUp, which: str) -> SettingUp:
    return replace(state, brightness=LEVELS.get(which, state.brightness))


def _turn(state: SettingUp, _: str) -> SettingUp:
    turned = TURNS[(TURNS.index(state.answers.turned) + 1) % len(TURNS)]
    return replace(state, answers=replace(state.answers, turned=turned))


def _go(state: SettingUp, which: str) -> SettingUp:
    return next((replace(state, step=step, again=True) for step in ORDER if step == which), state)


def _corners(state: SettingUp, _: str) -> SettingUp:
    return replace(state, wish="corners")


# What a key does, by the page and the first part of the key's name.
_TAPS: Mapping[tuple[Step, str], Callable[[SettingUp, str], SettingUp]] = {
    ("welcome", "same"): _same,
    ("welcome", "change"): _change,
    ("welcome", "fresh"): _fresh,
    ("language", "language"): _language,
    ("camera", "camera"): _camera,
    ("camera", "corners"): _corners,
    ("board", "board"): _board,
    ("width", "width"): _width,
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
    ("rules", "read"): _read,
    ("read", "read"): _read,
    ("ending", "yes"): _yes,
    ("house", "group"): _group,
    ("house-group", "house"): _house,
    ("first", "first"): _first,
    ("declare", "declare"): _declare,
    ("declare", "faces"): _faces,
    ("hints", "hints"): _hints,
    ("sound", "sound"): _sound,
    ("sound", "speech"): _speech,
    ("screen", "letters"): _letters,
    ("screen", "bright"): _bright,
    ("screen", "turn"): _turn,
    ("language", "turn"): _turn,
    ("ready", "go"): _go,
}
