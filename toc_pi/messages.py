"""What a room says to people: a sentence with blanks and what goes into them; its language is chosen later.

A message reads in English, and remembers its sentence and its details apart: so it is found in a catalogue by
the sentence, whatever the details are, and a detail may be a message itself.
"""

from collections.abc import Iterable, Mapping


class Message(str):
    """A sentence of the program with its blanks filled, in English.

    Attributes:
        msgid: the sentence with its blanks in braces, as catalogues name it.
        values: what is in each blank.
    """

    msgid: str
    values: Mapping[str, str]

    def __new__(cls, msgid: str, values: Mapping[str, str]) -> "Message":
        """Fill the blanks."""
        made = super().__new__(cls, msgid.format(**values))
        made.msgid, made.values = msgid, dict(values)
        return made

    def __str__(self) -> str:
        """Itself: an error that carries a message hands it on whole."""
        return self

    def __reduce__(self) -> tuple[type["Message"], tuple[str, dict[str, str]]]:
        """Another process gets it whole, too."""
        return Message, (self.msgid, dict(self.values))


def said(msgid: str, /, **values: object) -> Message:
    """A message.

    Args:
        msgid: a sentence with blanks, `{path}: there is no such film`.
        values: what goes into each blank; an error stands for its own message.
    """
    return Message(msgid, {name: str(value) for name, value in values.items()})


def joined(messages: Iterable[str]) -> str:
    """Several messages on one line, as one; "" for none."""
    first, *rest = [*messages] or [""]
    return said("{first}; {rest}", first=first, rest=joined(rest)) if rest else first


def on_one_line(message: str) -> str:
    """A message without the line breaks and blanks that details brought along."""
    if isinstance(message, Message):
        return Message(message.msgid, {name: on_one_line(value) for name, value in message.values.items()})
    return " ".join(message.split())
