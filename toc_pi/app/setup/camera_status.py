"""What the camera sees of the table during set-up, and the sentence that says what to do about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.holes import Seat
from calibration.pose.found_pose import NOT_FOUND
from toc_pi.app.setup.setup_steps import SettingUp
from toc_pi.app.setup.table_summary import Words, board_name, colour_word
from toc_pi.languages import capital, load_texts, translated

NARROWEST_HOLE_PX = 5.5
"""Narrower farthest holes are reported: in the eight well-read films of boards it is 5.8 to 10.6 px wide."""
LOWEST_DEG = 40.0
"""Lower elevations of the camera are reported: pawns hide other pawns (the same films)."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The camera's current view of the table.

    Attributes:
        fault: the camera's fault, a key of the window's texts; "" for none.
        advice: what a person can do about the picture; "" once the board is found.
        board: the name of the found board; "" for none.
        hole_px: width of its farthest hole, px.
        elevation_deg: the camera's elevation above the board, degrees.
        whole: whether the whole board is in the picture.
        pictures: whether any picture has arrived.
        seats: where each seat is in the picture, px; empty while the board isn't found.
    """

    fault: str = ""
    advice: str = ""
    board: str = ""
    hole_px: float = 0.0
    elevation_deg: float = 90.0
    whole: bool = True
    pictures: bool = False
    seats: Mapping[Seat, tuple[float, float]] = field(default_factory=dict)


def camera_sentence(look: CameraStatus, state: SettingUp, words: Words) -> str:
    """A sentence about the camera's view and what to do about it."""
    live, answers = words["live"], state.answers
    if look.fault:
        if look.fault == "missing":
            return live["missing"]
        faults = load_texts("screen", answers.language)["fault"]
        return f"{faults[look.fault]}. {faults[f'{look.fault}_below']}"
    if not look.pictures:
        return live["opening"]
    if not look.board:
        if look.advice == NOT_FOUND:
            return live["unknown"]  # the board's name isn't chosen yet
        translation = translated(look.advice, answers.language) or live["looking"]
        return capital(translation)
    found = live["found"].format(board=board_name(look.board, words))
    if look.board != answers.board:
        return f"{found} {live['other']}"
    if not look.whole:
        return f"{found} {live['unseen']}"
    if look.hole_px < NARROWEST_HOLE_PX:
        return f"{found} {live['far']}"
    if look.elevation_deg < LOWEST_DEG:
        return f"{found} {live['flat']}"
    return f"{found} {_pawns_sentence(state, words)}"


def _pawns_sentence(state: SettingUp, words: Words) -> str:
    """What is seen of the pawns, and what to do about it."""
    live, pawns, answers = words["live"], state.pawns, state.answers
    if pawns is None:
        return live["pawns"]
    if pawns.advice:
        return capital(translated(pawns.advice, answers.language))
    if pawns.alike:
        one, other = (colour_word(answers, seat).lower() for seat in pawns.alike[0])
        return capital(live["alike"].format(one=one, other=other))
    doubted = [colour_word(answers, seat).lower() for seat in sorted(pawns.unsure)]
    if doubted and "colours" not in state.corrected:
        return live["unsure"].format(colours=", ".join(doubted))
    return live["correct"]
