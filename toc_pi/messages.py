"""Messages to people: a sentence with placeholders and their values; the language is chosen later.

A message is an English string that also keeps sentence and values separately, so that it can be looked up in
a catalogue by its sentence; a value may be a message itself.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath

# Control characters, and marks that turn the direction of writing: invisible, and able to hide others.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


MAX_JOINED = 20
"""The most messages that are joined; a file may have ten thousand faults."""


class Message(str):
    """An English sentence with its placeholders filled.

    Attributes:
        msgid: the sentence with placeholders in braces, the key in catalogues.
        values: of the placeholders.
    """

    msgid: str
    values: Mapping[str, str]

    def __new__(cls, msgid: str, values: Mapping[str, str]) -> "Message":
        """Fill the placeholders."""
        made = super().__new__(cls, msgid.format(**values))
        made.msgid, made.values = msgid, dict(values)
        return made

    def __str__(self) -> str:
        """Itself, so that `str(error)` of an error raised with a message is that message."""
        return self

    def __reduce__(self) -> tuple[type["Message"], tuple[str, dict[str, str]]]:
        """Pickle sentence and values."""
        return Message, (self.msgid, dict(self.values))


def said(msgid: str, /, **values: object) -> Message:
    """Make a message.

    Args:
        msgid: a sentence with placeholders, `{path}: there is no such film`.
        values: of the placeholders; an error stands for its message.
    """
    return Message(msgid, {name: _shown(value) for name, value in values.items()})


LONGEST_PATH = 1000  # characters; a longer one would hide the message's end


def _shown(value: object) -> str:
    text = str(value)
    is_long = isinstance(value, PurePath) and len(text) > LONGEST_PATH
    return f"{text[: LONGEST_PATH // 5]}…" if is_long else text


class MessageError(Exception):
    """An error whose one line is a message: a sentence, and the values of its placeholders."""

    def __init__(self, msgid: str, /, **values: object) -> None:
        super().__init__(said(msgid, **values) if values else msgid)


def joined(messages: Iterable[str]) -> str:
    """Join messages into one, on one line; "" for none. Of very many, only the first are told."""
    told = [*messages]
    if len(told) > MAX_JOINED:
        told[MAX_JOINED:] = [said("{count} more", count=len(told) - MAX_JOINED)]
    whole = told.pop() if told else ""
    for first in reversed(told):
        whole = said("{first}; {rest}", first=first, rest=whole)
    return whole


def on_one_line(message: str) -> str:
    """A message with line breaks and runs of blanks in its values replaced by single blanks."""
    if isinstance(message, Message):
        return Message(message.msgid, {name: on_one_line(value) for name, value in message.values.items()})
    return " ".join(message.split())


def with_hidden_shown(text: str) -> str:
    """A text with control characters and marks of direction written as JSON does, `\\u202e`."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
