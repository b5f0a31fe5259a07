"""The set-up's pages of camera, board and pawns, and what a tap on each key does."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from calibration.appearance.pawn_set import KINDS
from calibration.board.board_file import shipped_boards
from calibration.new_board.description import CAMPS, HOME_ENTRIES
from toc_pi.app.setup.answers import Answers, colour_at
from toc_pi.app.setup.setting_up import (
    answer_alone,
    describe,
    take_board,
    take_camera,
    take_pawns,
    widen,
)
from toc_pi.app.setup.setup_steps import CameraStatus, SetupPage, SetupState, kind_asked, opened
from toc_pi.app.setup.table_summary import SAMPLE_FILM, board_line, board_name, camera_name
from toc_pi.app.shared_keys import choices
from toc_pi.languages import Texts
from toc_pi.screen.pages.page import Key
from toc_pi.store.table_config import NO_CAMERA


def camera_keys(state: SetupState, words: Texts, look: CameraStatus) -> Iterator[Key]:
    """What may be done beside the picture: nothing seen, no board found, or its pawns and cards."""
    key, answers = words["key"], state.answers
    if not look.pictures:
        for name, label in ((NO_CAMERA, key["none"]), (f"film {SAMPLE_FILM}", words["cameras"]["sample"])):
            yield Key(f"camera:{name}", label, tap=partial(take_camera, name=name))
        return
    if not look.board:
        yield Key("corners", key["corners"], tap=partial(replace, wish="corners"))
    yield Key("go:board", key["other_board"], tap=partial(opened, step="board"))
    if look.board and state.pawns is not None:
        kind, height = words["pawns"][answers.pawns.kind], round(answers.pawns.height)
        size = words["pawns"]["size"].format(kind=kind, height=height)
        yield Key("go:pawns", f"{size} ?" if kind_asked(state) else size, tap=partial(opened, step="pawns"))
    if look.board and state.proposes_cards:
        yield Key(
            "go:declare",
            words["ready"]["declare"],
            words["declare"][answers.declare],
            tap=partial(opened, step="declare"),
        )


def cameras(state: SetupState, words: Texts) -> Iterator[Key]:
    """The cameras that may be chosen, and none."""
    names = (*state.cameras, NO_CAMERA)
    own = state.answers.camera
    for name in names if own in names else (own, *names):
        below = words["cameras"].get(f"{name.partition(' ')[0]}_below", "")
        yield Key(
            f"camera:{name}",
            camera_name(name, words),
            below,
            own == name,
            tap=partial(take_camera, name=name),
        )


def boards(state: SetupState, words: Texts) -> Iterator[Key]:
    """The boards that ship, the table's own, and one to be learnt."""
    own = state.answers.board
    for name in (*(() if own in shipped_boards() else (own,)), *shipped_boards()):
        line = board_line(name, words)
        yield Key(
            f"board:{name}",
            board_name(name, words),
            line,
            on=name == own,
            board=name if line else "",
            tap=partial(take_board, name=name),
        )
    if not state.answers.without_camera:
        yield Key(
            "board:learn",
            words["key"]["learn"],
            words["key"]["learn_below"],
            tap=partial(opened, step="width"),
        )


def width(state: SetupState, words: Texts) -> Iterator[Key]:
    """A new board's width, and by how much it may be changed."""
    yield Key("wide", words["seat"]["wide"].format(width=round(state.width_mm / 10)), plain=True)
    for step in (-10, 10, -1, 1):
        yield Key(
            f"width:{step}",
            words["seat"]["wide"].format(width=f"{step:+d}".replace("-", "−")),
            tap=partial(widen, by_cm=step),
        )


def camps(state: SetupState, words: Texts) -> Iterator[Key]:
    """Where pawns wait on a new board."""
    own = "" if state.tapped is None else state.tapped.camps
    yield from choices("camps", CAMPS, own, words, lambda _, which: partial(describe, camps=which))


def entries(state: SetupState, words: Texts) -> Iterator[Key]:
    """Where pawns turn into their homes on a new board."""
    own = "" if state.tapped is None else str(state.tapped.home_entry)
    entries = {str(entry): entry for entry in HOME_ENTRIES}
    yield from choices(
        "entry", entries, own, words, lambda _, one: partial(describe, home_entry=entries[str(one)])
    )


def learnt(state: SetupState, words: Texts) -> Iterator[Key]:
    """What the picture shows of a new board, or people have said."""
    if state.tapped is not None:
        found: Mapping[SetupPage, str] = {"camps": state.tapped.camps, "entry": str(state.tapped.home_entry)}
        for step, which in found.items():
            yield Key(f"{step}:", words["learnt"][step], words[step][which], tap=partial(opened, step=step))


def pawn_kinds(state: SetupState, words: Texts) -> Iterator[Key]:
    """The kinds of pawns."""
    own = "" if kind_asked(state) else state.answers.pawns.kind
    colour = _of_a_pawn(state.answers)
    for kind in KINDS:
        yield Key(
            f"pawns:{kind}",
            words["pawns"][kind],
            on=kind == own,
            pawn=kind,
            colour=colour,
            tap=partial(take_pawns, kind=kind),
        )


def sides(state: SetupState, words: Texts) -> Iterator[Key]:
    """Whether pawns have a white face."""
    texts, pawns = words["pawns"], state.answers.pawns
    for key, name, colour, on in (
        ("yes", "white", "white", pawns.white_face),
        ("no", "plain", _of_a_pawn(state.answers), not pawns.white_face),
    ):
        yield Key(
            f"white:{key}",
            texts[name],
            texts[f"{name}_below"],
            on,
            pawn=pawns.kind,
            colour=colour,
            tap=answer_alone("pawns", replace(pawns, white_face=key == "yes")),
        )


def _of_a_pawn(answers: Answers) -> str:
    """The colour of some pawn on the table that isn't white."""
    return next(one for seat in answers.seats if (one := colour_at(answers, seat)) != "white")
