"""The answers about one seat of a table: its colour, its player, and the player's help level."""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.app.answers import USUAL_COLOURS, Answers, colour_at
from toc_pi.store.preferences import HINTS, STRENGTHS


def with_colour(answers: Answers, seat: Seat, colour: str) -> Answers:
    """The answers with a colour for a seat; a seat that had it gets this seat's."""
    if colour not in USUAL_COLOURS:
        return answers
    colours = {one: colour_at(answers, one) for one in answers.seats}
    colours |= {other: colours[seat] for other, present in colours.items() if present == colour}
    return replace(answers, colours={**colours, seat: colour})


def with_name(answers: Answers, seat: Seat, name: str) -> Answers:
    """The answers with a player's name; "" for none."""
    others = {one: known for one, known in answers.names.items() if one != seat}
    names = {**others, seat: name} if name else others
    return replace(answers, names=names, empty=answers.empty - {seat})


def with_nobody(answers: Answers, seat: Seat) -> Answers:
    """The answers with a seat emptied or filled again; at least two play, and not all are the program."""
    empty = answers.empty ^ {seat}
    played = [one for one in answers.seats if one not in empty]
    chairs = {one: strength for one, strength in answers.chairs.items() if one in played}
    if len(played) < 2 or len(chairs) == len(played):
        return answers
    return replace(answers, empty=empty, chairs=chairs)


def with_level(answers: Answers, seat: Seat, level: str) -> Answers:
    """The answers with a help level for one player; any other word removes the player's own level."""
    others = {one: known for one, known in answers.levels.items() if one != seat}
    own = next((one for one in HINTS if one == level), None)
    return replace(answers, levels=others if own is None else {**others, seat: own})


def with_chair(answers: Answers, seat: Seat, strength: int) -> Answers:
    """The answers with a seat played by the program at a strength; 0 for a person. One stays a person."""
    others = {one: known for one, known in answers.chairs.items() if one != seat}
    if strength in STRENGTHS:
        if all(one in others or one == seat for one in answers.played):
            return answers
        others[seat] = strength
    return replace(answers, chairs=others, empty=answers.empty - {seat})
