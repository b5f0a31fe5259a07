"""How likely what people do is: two explanations of an evening compared, whose odds follow from the weights.

Each weight of the table in docs/referee.md is a factor of some odds here; none may change by ten unnoticed.
"""

from math import exp, inf

import pytest
from sitting import Sitting, seen_at

START = "a3:a b5:b c5:c d5:d"
EIGHT = ("1:8", "a11:a b5:b c5:c d5:d")
WITHOUT_B = ("1:8", "a11:a c5:c")
AFTERWARDS = (  # four turns whose cards are laid after their moves
    *("a11:a b5:b c5:c d5:d", "0.6s", "1:8", "1s", "a11:a b11:b c5:c d5:d", "0.6s", "2:6", "1s"),
    *("a11:a b11:b c7:c d5:d", "0.6s", "3:2", "1s", "a11:a b11:b c7:c d7:d", "0.6s", "4:2", "1s"),
)
BY_B, BY_C = "a11:a b11:b c5:c d5:d", "a11:a b5:b c14:c d5:d"
TOLERANCE = 3.0


def after(rules: str, begin: str, *steps: str) -> Sitting:
    """A table after some steps: a card (number and rank, none if it can't be read), a pause, a move."""
    table = seen_at(begin, rules)
    for step in steps:
        number, _, card = step.partition(":")
        if step.endswith("s"):
            table.wait(float(step.removesuffix("s")))
        elif number.isdigit():
            table.laid(int(number), card)
        else:
            table.move(step)
    return table


@pytest.mark.parametrize(
    ("steps", "one", "other", "odds"),
    [
        # A wrong move; or its card was missed, must be played, or is none.
        ((*EIGHT, "2:9", BY_B), "flagged b 9 ('wrong-distance',)", "2b card 6(0,) | c c:9", 10.0),
        ((*EIGHT, "2:9", BY_B), "flagged b 9 ('wrong-distance',)", "flagged b 9 ('must-play',)", 100.0),
        ((*EIGHT, "2:9", BY_B), "flagged b 9 ('wrong-distance',)", "8(1,) | b $", 51.0),
        (("1:5", "a3:a b5:b c5:c d14:d"), "('wrong-distance',)", "('must-play',)", 300.0),
        (("1:5", "a7:a b5:b c5:c d5:d"), "('wrong-pawn', 'wrong-distance')", "('must-play',)", 100.0),
        # The same where somebody may have miscounted: off by two holes, not by three.
        ((*EIGHT, "2:8", BY_B), "flagged b 8 ('wrong-distance',)", "flagged b 8 ('must-play',)", 500.0),
        # Another player's pawn; or that one has played out of turn.
        ((*EIGHT, "2:9", BY_C), "flagged b 9 ('wrong-pawn',)", "2c card 9(2,) | d", 20.0),
        # The player can't play the card: laid down; or was passed by, laid another, or has moved wrongly.
        ((*WITHOUT_B, "2:9", "a11:a c14:c"), "2b discard 9(2,) | c", "2c card 9(2,) | d", 3.3),
        ((*WITHOUT_B, "2:9", "a11:a c14:c"), "2b discard 9(2,)", "2b discard (0,), 3c card 9(2,)", 13.3),
        ((*WITHOUT_B, "2:9", "a11:a c14:c"), "2b discard 9(2,)", "flagged b 9", 55.0),
        # A card is laid down that must be played; or its move is to come, or it is none.
        ((*EIGHT, "2:6", "3:9", BY_C, "1s"), "2b discard 6(2,)!, 3c card 9", "| b b:6(2,) c:9", 31.0),
        ((*EIGHT, "2:6", "3:9", BY_C, "1s"), "2b discard 6(2,)!, 3c card 9", "flagged b 9", 100.0),
        # A move waits for its card, or nobody has seen it.
        ((*EIGHT, BY_B, "1.2s"), "8(1,) | b $", "2b card 6(0,)", 33.0),
        ((*EIGHT, BY_B, "5s"), "8(1,) | b $", "2b card 6(0,)", 3.0),
        (("1:9", "a9:a b5:b c5:c d5:d"), "flagged a 9 ('wrong-distance',)", "1a card 6(0,)", 6.2),
        ((*AFTERWARDS, "a14:a b11:b c7:c d7:d", "0.9s"), "4d card 2(4,) | a $", "5a card 3(0,)", 110.0),
        ((*AFTERWARDS, "a14:a b11:b c7:c d7:d", "4s"), "4d card 2(4,) | a $", "5a card 3(0,)", 4.9),
        # A card that can't be read is the move's, or a shadow.
        ((*EIGHT, "2:", "0.5s", "3:6", BY_B, "1s"), "2b card 6(2,)", "2b card 6(3,)", 5.1),
    ],
)
def test_odds_of_two_explanations_follow_from_what_people_do(
    steps: tuple[str, ...], one: str, other: str, odds: float
) -> None:
    begin = "a3:a c5:c" if steps[:2] == WITHOUT_B else START
    stories = after("toc", begin, *steps).referee.filter.stories
    first, second = (
        max((story.merit for story in stories if what in f"{story}$"), default=-inf) for what in (one, other)
    )
    assert odds / TOLERANCE < exp(first - second) < odds * TOLERANCE, "\n".join(map(str, stories))
