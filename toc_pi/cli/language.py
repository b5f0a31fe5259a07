"""Which language a person's environment asks for."""

import os
from typing import Literal


def spoken() -> Literal["en", "fr"]:
    """One of the languages that there are words for; English where the environment asks for none of them."""
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "fr" if asked[:2] == "fr" else "en"
