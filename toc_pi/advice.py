"""What went wrong and what to do about it, in a person's language: one-line messages carry no language.

Each says its sentence and its details apart (`messages`); the sentences of other languages are gettext
catalogues, one file a language: `texts/locale/fr/LC_MESSAGES/toc-pi.po`, compiled by `tools/catalogues.py`.
"""

import gettext
from functools import cache
from importlib.resources import files

from toc_pi.messages import Message

DOMAIN = "toc-pi"
LOCALES = str(files("toc_pi.texts") / "locale")


def translated(message: str, language: str) -> str:
    """A message of the program in a language.

    Args:
        message: what a room said; a text without details is a message, too.
        language: "en" or "fr".

    Returns:
        The same in that language, its details (paths, numbers) as they were; details that are messages
        themselves are translated, too. A sentence that the catalogue doesn't have stays English.
    """
    if not message:
        return message
    find = _catalogue(language).gettext
    if not isinstance(message, Message):
        return find(message)
    values = {name: translated(value, language) for name, value in message.values.items()}
    return find(message.msgid).format(**values)


def speak_with_gettext() -> None:
    """Let Python's own command-line messages come from the same catalogues, as the environment asks."""
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALES, [language], fallback=True)
