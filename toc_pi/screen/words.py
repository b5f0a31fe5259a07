"""The window's words in a language, and the names of a scene's seats."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from calibration.holes import Seat
from toc_pi.languages import Language
from toc_pi.screen.scene import Scene

Words = Mapping[str, Mapping[str, str]]


@cache
def load_words(language: Language) -> Words:
    """The window's words in a language."""
    source = resources.files("toc_pi.texts").joinpath(f"screen.{language}.toml")
    return tomllib.loads(source.read_text("utf-8"))


def name_of(scene: Scene, seat: Seat) -> str:
    """The name of a seat: its colour."""
    colour = scene.colours.get(seat, seat)
    return load_words(scene.language)["colours"].get(colour, colour)


def person_at(scene: Scene, seat: Seat) -> str:
    """Who sits at a seat: a name, or the seat's colour."""
    return scene.names.get(seat) or name_of(scene, seat)
