"""The errors of describing a board and of finding it."""


class BadBoard(Exception):
    """A board file has values that no board can have; the message names file, key and what is allowed."""


class CannotSee(Exception):
    """The picture doesn't show what is needed; the message is advice that a person can follow."""


NOT_FOUND = "the board isn't found: check the board's name, show all of it, take hands and cloths away"
