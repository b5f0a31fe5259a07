"""Errors in board descriptions and in finding the board."""


class BadBoard(Exception):
    """A board file has impossible values; the message names file, key and allowed values."""


class CannotSee(Exception):
    """The picture doesn't show what is needed; the message is advice for the players."""


NOT_FOUND = "the board isn't found: check the board's name, show all of it, take hands and cloths away"
