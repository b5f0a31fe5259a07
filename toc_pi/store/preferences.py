"""Preferences: choices independent of the game, read from settings and made in the set-up."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from calibration.holes import Seat
from toc_pi.languages import FACES, LANGUAGES, Faces, Language
from toc_pi.store.table_settings import SettingsReader

Loudness = Literal["off", "low", "full"]
LOUDNESS: tuple[Loudness, ...] = ("off", "low", "full")
Declaring = Literal["free", "strict"]
DECLARING: tuple[Declaring, ...] = ("free", "strict")
"""`free`: cards may be declared after the move, or not at all; `strict`: before each move."""
Hints = Literal["silent", "asked", "first", "shown"]
HINTS: tuple[Hints, ...] = ("silent", "asked", "first", "shown")
HINT_LIMITS = (0, 1, 3, 5, 10)
"""How many hints a player may ask for in a game; 0 for any number."""
STRENGTHS = (1, 2, 3)
"""Playing strengths of the program for an empty chair."""
Letters = Literal["normal", "large"]
LETTERS: tuple[Letters, ...] = ("normal", "large")
TURNS = (0, 90, 180, 270)
"""Rotations of a panel, degrees clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The preferences, with defaults.

    Attributes:
        language: of every sentence.
        camera: `auto` (the Pi's, else a USB one), `pi`, `usb N`, `film PATH`, or `none` to play by touch.
        sound: how loud tones and speech are.
        speech: whether turns, cards and verdicts are spoken.
        declare: whether cards are declared before each move (`strict`) or optionally (`free`).
        hints: how much is explained: nothing extra (`silent`), on request (`asked`), each kind of thing the
            `first` time, or everything a card may do (`shown`).
        letters: text size.
        turned: clockwise rotation of the screen's picture, degrees.
        levels: how much is explained to a player alone, by seat.
        hint_limit: how many hints a player may ask for in a game; 0 for any number.
        chairs: seats played by the program, with its strength, 1 to 3.
        faces: the letters of the pack's jack, queen and king: `JQK`, or `VDR`.
    """

    language: Language = "en"
    camera: str = "auto"
    sound: Loudness = "low"
    speech: bool = True
    declare: Declaring = "free"
    hints: Hints = "asked"
    letters: Letters = "normal"
    turned: int = 0
    levels: Mapping[Seat, Hints] = field(default_factory=dict)
    hint_limit: int = 0
    chairs: Mapping[Seat, int] = field(default_factory=dict)
    faces: Faces = "JQK"

    def chosen(self) -> dict[str, Any]:
        """Each choice by its key."""
        return {key: getattr(self, key) for key in PREFERENCES}


PREFERENCES = tuple(part.name for part in fields(Preferences))
"""Their keys in settings."""

USUAL = Preferences()


def read_preferences(reader: SettingsReader) -> Preferences:
    """Read the preferences from settings."""
    return Preferences(
        language=reader.choice("language", LANGUAGES, USUAL.language),
        camera=reader.text("camera", USUAL.camera) or USUAL.camera,
        sound=reader.choice("sound", LOUDNESS, USUAL.sound),
        speech=reader.flag("speech", USUAL.speech),
        declare=reader.choice("declare", DECLARING, USUAL.declare),
        hints=reader.choice("hints", HINTS, USUAL.hints),
        letters=reader.choice("letters", LETTERS, USUAL.letters),
        turned=reader.choice("turned", TURNS, USUAL.turned),
        levels=reader.by_seat("levels", HINTS),
        hint_limit=reader.choice("hint_limit", HINT_LIMITS, USUAL.hint_limit),
        chairs=reader.by_seat("chairs", STRENGTHS),
        faces=reader.choice("faces", FACES, USUAL.faces),
    )
