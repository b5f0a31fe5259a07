"""The program's languages: choosing one, translating messages, elision, and the letters printed on cards."""

import gettext
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Literal, get_args

from toc_pi.messages import Message

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


def language_in(place: str) -> Language:
    """The language of a locale (`fr_CA.UTF-8`) or a code (`fr`); English if it isn't supported."""
    return next((one for one in LANGUAGES if one == place[:2]), "en")


def locale() -> str:
    """The locale of the environment, such as `fr_CA.UTF-8`; "" for none."""
    return os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""


def spoken() -> Language:
    """The environment's language if it is supported, else English."""
    return language_in(locale())


SHORTENED: Mapping[str, Mapping[str, str]] = {"fr": {"de": "d'", "que": "qu'"}}
"""For each language, the words that are elided before a vowel, with their short forms."""

_VOWELS = "aàâeéèêëiîïoôöuùûüyhœæ"
"""The h of names is nearly always mute: d'Hélène, d'Hugo."""


def filled(sentence: str, values: Mapping[str, object], language: str) -> str:
    """A sentence with its placeholders filled, and words before them elided."""
    text = ""
    for words, name, form, _ in Formatter().parse(sentence):
        value = "" if name is None else format(values[name], form or "")
        if value[:1].lower() in tuple(_VOWELS):
            for word, short in SHORTENED.get(language, {}).items():
                words = re.sub(rf"\b({word}) $", short, words)
        text += words + value
    return text


HOLE_NAME = re.compile(r"\b[a-h](?:H[1-4]|\d{1,2})\b")
"""A hole's name in a sentence."""


def capital(sentence: str) -> str:
    """The sentence with a capital first letter; a hole's name is never capital."""
    return sentence if HOLE_NAME.match(sentence) else sentence[:1].upper() + sentence[1:]


Faces = Literal["JQK", "VDR"]
FACES: tuple[Faces, ...] = ("JQK", "VDR")
"""The letters of jack, queen and king on packs."""

_RANKS = "JQK"  # as the rules name them


def face_of(card: str, faces: str = _RANKS) -> str:
    """A rank as printed on the card; a joker is a star, `faces` are the letters of jack, queen and king."""
    if card == "*":
        return "★"
    return faces[_RANKS.index(card)] if card and card in _RANKS else card


def usual_faces(place: str) -> Faces:
    """The usual pack of a locale: J, Q, K in `fr_CA.UTF-8`, V, D, R in the French of Europe."""
    return "VDR" if place[:5] in ("fr_FR", "fr_BE", "fr_CH", "fr_LU", "fr_MC") else "JQK"


_OF_QUEBEC = re.compile(r"\bpig(?=(?:er?|ez|ées?)\b)")
"""To draw a card, as said in Quebec: « piger »."""


def as_said_in(place: str, sentence: str) -> str:
    """A sentence in the words of a locale: where French is that of Europe, cards are drawn by « piocher »."""
    return _OF_QUEBEC.sub("pioch", sentence) if usual_faces(place) == "VDR" else sentence


DOMAIN = "toc-pi"
LOCALES = str(files("toc_pi.texts") / "locale")


def translated(message: str, language: str) -> str:
    """A message, or a plain text, in a language.

    Values (paths, numbers) stay as they are, but those that are messages are translated, too. A sentence that
    the catalogue lacks stays English.
    """
    if not message:
        return message
    find = _catalogue(language).gettext
    if not isinstance(message, Message):
        return find(message)
    values = {name: translated(value, language) for name, value in message.values.items()}
    return find(message.msgid).format(**values)


Texts = Mapping[str, Mapping[str, str]]
"""Sentences by part and key, with placeholders."""


@cache
def load_texts(name: str, language: str) -> Texts:
    """The sentences of `texts/NAME.toml`, translated with `NAME.part.key` as context; French as said here."""
    find, place = _catalogue(language).pgettext, locale()
    parts = tomllib.loads((files("toc_pi.texts") / f"{name}.toml").read_text(encoding="utf-8"))
    return {
        part: {
            key: as_said_in(place, find(f"{name}.{part}.{key}", sentence)) for key, sentence in said.items()
        }
        for part, said in parts.items()
    }


def explained(text: str, language: str) -> str:
    """A settings file with its comments in a language."""
    find = _catalogue(language).pgettext
    return re.sub("(?<=# ).+", lambda comment: find("example", comment[0]), text)


def colour_name(colour: str, language: str) -> str:
    """A colour in words; what is no known colour stays as it is."""
    return load_texts("names", language)["colours"].get(colour, colour)


def listed(words: Sequence[str], language: str, last: Literal["and", "or"] = "and") -> str:
    """Words as a list: "red, blue and green"."""
    parts = filter(None, (", ".join(words[:-1]), *words[-1:]))
    return load_texts("names", language)["lists"][last].join(parts)


def speak_with_gettext() -> None:
    """Translate argparse's messages by the same catalogues, into the language of all other messages."""
    os.environ["LANGUAGE"] = spoken()  # gettext prefers it to the locale, and it may name several languages
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALES, [language], fallback=True)
