"""The layout and texts of the tapping window, as data: a bar at the top, the picture below.

On a tall screen the keys have a row of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from toc_pi.languages import Language
from toc_pi.screen.frames import Rect, finger_of
from toc_pi.screen.tapping import STARTS, Point, Tapping
from toc_pi.screen.words import load_words

MOST_BAR = 84.0
"""Largest height of the bar, px: a mouse needs no larger keys."""
GAP = 6.0
"""Space between keys, px."""
BUTTON_SHARE = 0.155
"""Width of a key, as a share of the canvas's; never narrower than a finger."""
NAMED_GUESSES = 6
"""Maximum number of guessed holes that are named."""
REACH = 16.0
"""How far beside a tap or hole a touch picks it up, px of the canvas."""
KEYS = ("back", "done", "leave")
"""From left to right."""


@dataclass(frozen=True, slots=True)
class TapPlaces:
    """The layout of the canvas, px.

    Attributes:
        words: of the sentence.
        buttons: by key: `back`, `done`, `leave`.
        bar: bottom of the bar, px.
        picture: of the whole picture.
        scale: px of the canvas for one of the picture.
    """

    words: Rect
    buttons: dict[str, Rect]
    bar: float
    picture: Rect
    scale: float

    def on_canvas(self, place: Point) -> Point:
        """A place of the picture on the canvas."""
        return (
            self.picture.left + (place[0] + 0.5) * self.scale,
            self.picture.top + (place[1] + 0.5) * self.scale,
        )

    def in_picture(self, at: Point) -> Point:
        """The place in the picture of a point of the canvas."""
        return (
            (at[0] - self.picture.left) / self.scale - 0.5,
            (at[1] - self.picture.top) / self.scale - 0.5,
        )


def place_taps(canvas: tuple[int, int], picture: tuple[int, int]) -> TapPlaces:
    """Place bar and picture on a canvas.

    Args:
        canvas: (width, height), px.
        picture: (width, height), px.
    """
    width, height = canvas
    row = min(finger_of(canvas) + GAP, MOST_BAR)
    tall = height > width
    wide = (width - GAP) / len(KEYS) - GAP if tall else max(BUTTON_SHARE * width, finger_of(canvas))
    lefts = {key: width - (len(KEYS) - number) * (wide + GAP) for number, key in enumerate(KEYS)}
    bar = 2 * row if tall else row
    scale = min(width / picture[0], (height - bar) / picture[1])
    size = picture[0] * scale, picture[1] * scale
    return TapPlaces(
        words=Rect(2 * GAP, 0, (width if tall else lefts["back"]) - 4 * GAP, row),
        buttons={key: Rect(left, bar - row + GAP / 2, wide, row - GAP) for key, left in lefts.items()},
        bar=bar,
        picture=Rect((width - size[0]) / 2, bar + (height - bar - size[1]) / 2, *size),
        scale=scale,
    )


def place_loupe(canvas: tuple[int, int], places: TapPlaces, at: Point, radius: float) -> Point:
    """The centre of the magnifier for a point: beside the finger, inside the canvas."""
    away = 1.65 * radius
    x, y = (min(max(at[axis], radius), canvas[axis] - radius) for axis in (0, 1))
    if at[1] - away >= places.bar + radius:
        return x, at[1] - away
    if at[1] + away <= canvas[1] - radius:
        return x, at[1] + away
    return (at[0] - away if at[0] > canvas[0] / 2 else at[0] + away), y


# The sentence that is shown once enough points are tapped, by what is tapped.
_ENOUGH = {
    "outline": "outline_more",
    "starts": "starts_enough",
    "holes": "holes_enough",
    "areas": "areas_enough",
}


def ask(state: Tapping, language: Language) -> str:
    """The sentence that says what to do next."""
    words = load_words(language)["tapping"]
    if state.trouble:
        return words["trouble"]
    if state.found is not None:
        guessed = [hole for hole in state.found.holes if hole in state.found.guessed]
        return (
            words["review_guessed"].format(names=_listed(guessed, words["and_more"]))
            if guessed
            else words["review"]
        )
    row = state.row
    if row is None:
        return words["wait"]
    count = len(state.taps[state.at])
    if state.is_full:
        return words["full"]
    name = {"name": row.name(count), "number": count + 1}
    asked = "starts_next" if row is STARTS and count else row.key
    key = _ENOUGH.get(row.key) if state.is_enough else asked
    return words[key or row.key].format(**name)


def label(key: str, state: Tapping, language: Language) -> str:
    """The label of a button."""
    words = load_words(language)["tapping"]
    return words["accept" if key == "done" and state.found is not None else key]


def can(key: str, state: Tapping) -> bool:
    """Whether a button is enabled."""
    if key == "done":
        return state.is_enough
    return key == "leave" or state.found is not None or any(state.taps)


def _listed(names: Sequence[str], more: str) -> str:
    if len(names) <= NAMED_GUESSES:
        return ", ".join(names)
    return more.format(names=", ".join(names[:NAMED_GUESSES]), count=len(names) - NAMED_GUESSES)
