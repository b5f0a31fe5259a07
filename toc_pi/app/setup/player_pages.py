"""The set-up's pages of players: seats, names, colours, chairs and help, and what a tap on each key does."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from calibration.board.board import Point
from calibration.holes import Seat
from toc_pi.app.setup.answers import USUAL_COLOURS, Answers, colour_at, with_chair, with_level
from toc_pi.app.setup.setting_up import (
    ABC,
    ACCENTS,
    ERASE,
    OTHER_LETTERS,
    answer_alone,
    answer_of_seat,
    begin_name,
    end_name,
    leave_empty,
    take_colour,
    type_letter,
)
from toc_pi.app.setup.setup_steps import CameraStatus, SetupState, back, opened
from toc_pi.app.setup.table_summary import colour_word
from toc_pi.app.shared_keys import choices
from toc_pi.languages import Texts, capital, colour_name
from toc_pi.screen.pages.page import Key
from toc_pi.store.table_config import HINTS, STRENGTHS


def seats_around(state: SetupState, words: Texts, look: CameraStatus) -> Iterator[Key]:
    """The seats around the board, as the camera sees them or as it is drawn: a is at the bottom."""
    seats = state.answers.seats
    seen = look.seats if look.board == state.answers.board else {}
    for number, seat in enumerate(seats):
        turn = math.pi * (0.5 + (2 * number + 1) / len(seats))
        place = seen.get(seat, (math.cos(turn), math.sin(turn)))
        yield replace(
            _person(state.answers, seat, f"seat:{seat}", words),
            at=place,
            tap=partial(opened, step="seat", seat=seat),
        )


def seat_sign(answers: Answers, seat: Seat, at: Point) -> Key:
    """A seat's sign in the picture: there only its colour can be wrong."""
    change = partial(opened, step="colour", seat=seat)
    return Key(f"seat:{seat}", "", seat=seat, colour=colour_at(answers, seat), at=at, tap=change)


def _person(answers: Answers, seat: Seat, key: str, words: Texts, on: bool | None = None) -> Key:
    colour = colour_word(answers, seat)
    nobody = seat in answers.empty
    strength = answers.chairs.get(seat)
    usual = colour if strength is None else words["chair"][f"strength{strength}"]
    name = words["seat"]["nobody"] if nobody else answers.names.get(seat, usual)
    return Key(key, name, f"{seat} · {colour}", on=on, seat=seat, colour=colour_at(answers, seat))


def seat_keys(state: SetupState, words: Texts) -> Iterator[Key]:
    """What may be changed of one seat."""
    answers, seat, key = state.answers, state.seat, words["key"]
    strength, level = answers.chairs.get(seat), answers.levels.get(seat)
    who = "nobody" if seat in answers.empty else "person" if strength is None else f"strength{strength}"
    yield Key("name", key["name"], answers.names.get(seat, "–"), tap=begin_name)
    yield Key(
        "colour:",
        key["colour"],
        colour_word(answers, seat),
        seat=seat,
        colour=colour_at(answers, seat),
        tap=partial(opened, step="colour"),
    )
    yield Key("chair", key["chair"], words["chair"][who], tap=partial(opened, step="chair"))
    if who == "person":
        yield Key(
            "level",
            key["level"],
            words["hints"]["table" if level is None else level],
            tap=partial(opened, step="level"),
        )


def colours(state: SetupState, words: Texts) -> Iterator[Key]:
    """The colours, each with whose it is now."""
    answers, seat = state.answers, state.seat
    owners = {colour_at(answers, one): one for one in answers.seats if one != seat}
    for colour in USUAL_COLOURS:
        owner = owners.get(colour)
        yield Key(
            f"colour:{colour}",
            capital(colour_name(colour, answers.language)),
            "" if owner is None else words["seat"]["owner"].format(seat=owner),
            on=colour == colour_at(answers, seat),
            colour=colour,
            tap=partial(take_colour, colour=colour),
        )


def levels(state: SetupState, words: Texts) -> Iterator[Key]:
    """How much help the person on a seat gets."""
    texts, own = words["hints"], state.answers.levels.get(state.seat)
    change = partial(answer_of_seat, with_level)
    below = texts["table_below"].format(level=texts[state.answers.hints])
    yield Key("level:table", texts["table"], below, on=own is None, tap=change("table"))
    yield from choices("level", HINTS, own or "", {"level": texts}, lambda _, level: change(str(level)))


def chairs(state: SetupState, words: Texts) -> Iterator[Key]:
    """Who plays a seat: a person, the computer, or nobody."""
    texts, seat = words["chair"], state.seat
    nobody, own = seat in state.answers.empty, state.answers.chairs.get(seat, 0)
    for one in (0, *STRENGTHS):
        name = f"strength{one}" if one else "person"
        yield Key(
            f"chair:{one}",
            texts[name],
            texts[f"{name}_below"],
            on=one == own and not nobody,
            tap=answer_of_seat(with_chair, one),
        )
    yield Key("chair:nobody", texts["nobody"], texts["nobody_below"], on=nobody, tap=leave_empty)


def alphabet(state: SetupState, words: Texts) -> Iterator[Key]:
    """The letters of a name."""
    key = words["key"]
    for letter in (*(ACCENTS if state.accents else ABC), "-"):
        yield Key(f"letter:{letter}", letter, tap=partial(type_letter, letter=letter))
    yield Key(f"letter:{ERASE}", key["erase"], tap=lambda now: replace(now, typed=now.typed[:-1]))
    yield Key("back", key["back"], tap=back)
    yield Key(
        f"letter:{OTHER_LETTERS}",
        key["letters" if state.accents else "accents"],
        tap=partial(replace, accents=not state.accents),
    )
    yield Key("letter:space", key["space"], tap=partial(type_letter, letter=" "))
    yield Key("named", key["done"], tap=end_name)


def who_begins(state: SetupState, words: Texts) -> Iterator[Key]:
    """Who plays first."""
    answers = state.answers
    for seat in answers.played:
        yield replace(
            _person(answers, seat, f"first:{seat}", words, on=seat == answers.first),
            tap=answer_alone("first", seat),
        )
