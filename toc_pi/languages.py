"""The languages of the program; all texts exist in each."""

from typing import Literal, get_args

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


def language_in(locale: str) -> Language:
    """The language of a locale (`fr_CA.UTF-8`) or a code (`fr`); English if it isn't supported."""
    return next((one for one in LANGUAGES if one == locale[:2]), "en")
