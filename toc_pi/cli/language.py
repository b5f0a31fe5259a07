"""Which language a person's environment asks for."""

import os

from toc_pi.phrases import LANGUAGES


def spoken() -> str:
    """One of the languages that there are words for; English where the environment asks for none of them."""
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return asked[:2] if asked[:2] in LANGUAGES else "en"
