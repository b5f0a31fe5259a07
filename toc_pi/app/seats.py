"""What is answered about one seat of a table: its colour, who plays it, and how much help he wants."""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.app.answers import USUAL_COLOURS, Answers, colour_at
from toc_pi.store.preferences import HINTS, STRENGTHS


def with_colour(answers: Answers, seat: Seat, colour: str) -> Answers:
    """With a colour for a seat; whoever has it gets this seat's."""
    if colour not in USUAL_COLOURS:
        return answers
    colours = {one: colour_at(answers, one) for one in answers.seats}
    colours |= {other: colours[seat] for other, present in colours.items() if present == colour}
    return replace(answers, colours={**colours, seat: colour})


def with_name(answers: Answers, seat: Seat, name: str) -> Answers:
    """With a name of who sits there; "" for none."""
    others = {one: known for one, known in answers.names.items() if one != seat}
    names = {**others, seat: name} if name else others
    return replace(answers, names=names, empty=answers.empty - {seat})


def with_nobody(answers: Answers, seat: Seat) -> Answers:
    """With nobody at a seat, or with somebody again; two play at least, and one of them isn't the program."""
    empty = answers.empty ^ {seat}
    played = [one for one in answers.seats if one not in empty]
    chairs = {one: strength for one, strength in answers.chairs.items() if one in played}
    if len(played) < 2 or len(chairs) == len(played):
        return answers
    return replace(answers, empty=empty, chairs=chairs)


def with_level(answers: Answers, seat: Seat, level: str) -> Answers:
    """With a level of help for one player; without a word of his own, as much as all."""
    others = {one: known for one, known in answers.levels.items() if one != seat}
    own = next((one for one in HINTS if one == level), None)
    return replace(answers, levels=others if own is None else {**others, seat: own})


def with_chair(answers: Answers, seat: Seat, strength: int) -> Answers:
    """With a seat that the program plays, so well; 0 for a person. People play one seat at least."""
    others = {one: known for one, known in answers.chairs.items() if one != seat}
    if strength in STRENGTHS:
        if all(one in others or one == seat for one in answers.played):
            return answers
        others[seat] = strength
    return replace(answers, chairs=others, empty=answers.empty - {seat})
