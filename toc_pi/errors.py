"""What a person or a disk can get wrong; `cli/main.py` turns each into an exit status."""

LONGEST_NAME = 200


def short(name: object) -> str:
    """A name that somebody gave, as a message says it: nobody reads 300 letters."""
    text = str(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


class BadInput(Exception):
    """Wrong use or bad input: one line that says where, what was found and what is allowed."""


class DamagedStore(Exception):
    """Stored data is damaged: what was put aside, and where."""
