"""Translates one-line messages (errors and advice) into a person's language.

A message keeps its sentence and its values separately (`messages`); translations are gettext catalogues, one
file for each language: `texts/locale/fr/LC_MESSAGES/toc-pi.po`, compiled by `tools/catalogues.py`.
"""

import gettext
from functools import cache
from importlib.resources import files

from toc_pi.messages import Message

# Name and folder of the gettext catalogues.
DOMAIN = "toc-pi"
LOCALES = str(files("toc_pi.texts") / "locale")


def translated(message: str, language: str) -> str:
    """Translate a message.

    Args:
        message: a `Message`, or a plain text.
        language: "en" or "fr".

    Returns:
        The translation with the same values (paths, numbers); values that are messages are translated, too. A
        sentence missing from the catalogue stays English.
    """
    if not message:
        return message
    find = _catalogue(language).gettext
    if not isinstance(message, Message):
        return find(message)
    values = {name: translated(value, language) for name, value in message.values.items()}
    return find(message.msgid).format(**values)


def speak_with_gettext() -> None:
    """Translate argparse's messages by the same catalogues, in the environment's language."""
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALES, [language], fallback=True)
