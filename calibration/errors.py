"""What can go wrong while a board is described or looked for."""


class BadBoard(Exception):
    """A board file says something that no board can be; the message names file, key and what is allowed."""


class CannotSee(Exception):
    """The picture doesn't show what is needed; the message is advice that a person can follow."""
