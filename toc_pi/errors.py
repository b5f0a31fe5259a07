"""Errors by wrong input or damaged files; `cli/main.py` maps each to an exit status."""

from collections.abc import Iterable
from difflib import get_close_matches

from toc_pi.messages import MessageError, joined, said

LONGEST_NAME = 200  # characters of a wrong name in a message


def short(name: object) -> str:
    """A given name, shortened for a message."""
    text = str(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def did_you_mean(found: object, known: Iterable[str]) -> str:
    """A suggestion to follow an unknown word: `, perhaps quebec`; "" if none is similar."""
    by_small = {name.lower(): name for name in known}
    near = get_close_matches(str(found)[:LONGEST_NAME].lower(), by_small, n=1)
    return said(", perhaps {name}", name=by_small[near[0]]) if near else ""


class BadInput(MessageError):
    """Wrong use or bad input: one line that says where, what was found and what is allowed."""


class Faults(list[str]):
    """The faults of a file or a request, which are all told at once."""

    def fault(self, msgid: str, /, **values: object) -> None:
        """Note a fault: a sentence, and the values of its placeholders."""
        self.append(said(msgid, **values))

    def refuse(self) -> None:
        """Refuse what has faults.

        Raises:
            BadInput: with every fault, on one line.
        """
        if self:
            raise BadInput(joined(self))


def there_already(place: object) -> BadInput:
    """The error for writing a new file to a path that already exists."""
    return BadInput(
        "{path}: it already exists; nothing is overwritten, choose another name", path=short(place)
    )


class DamagedStore(MessageError):
    """Stored data is damaged: what was put aside, and where."""


class ClosedStore(DamagedStore):
    """Stored data can't be opened now, and may be whole: whose it is, and what to do."""
