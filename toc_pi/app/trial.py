"""A picture for testing screen and touch: every seat's sign and colour, and one question."""

import time
from contextlib import closing

from calibration.board.board_file import load_board
from calibration.holes import camp_holes, seats_of, start_hole
from toc_pi.languages import Language, translated
from toc_pi.referee.effects import Question, Turn
from toc_pi.referee.events import Seen
from toc_pi.screen.changes import after
from toc_pi.screen.palette import COLOURS
from toc_pi.screen.scene import Scene, opening
from toc_pi.screen.window import Quit, Tapped, Window

POLL_S = 0.02  # between two looks for taps
# Asked below the picture.
QUESTION = "Can you tell all colours and signs apart, and is the picture sharp?"


def trial_scene(language: Language = "en") -> Scene:
    """All eight seats, three pawns of each in its camp, one on its start hole, and a question."""
    board = load_board("octagon-70")
    seats = seats_of(board.seats)
    holes = {hole: seat for seat in seats for hole in (*camp_holes(seat)[1:], start_hole(seat))}
    scene = after(opening(board, dict(zip(seats, COLOURS, strict=True)), language), Seen(0.0, holes))
    scene = after(scene, Turn(0.0, 1, seats[0]))
    asked = Question(0.0, 1, "what-happened", {}, ("yes", "no"))
    return after(scene, asked, translated(QUESTION, language))


def try_screen(seconds: float, language: Language = "en") -> str:
    """Show it until something is tapped or the time is over.

    Returns:
        The label of what was tapped; empty for nothing.

    Raises:
        NoDisplay: there is no display.
    """
    scene = trial_scene(language)
    until = time.monotonic() + seconds
    with closing(Window(title="toc-pi test screen")) as window:
        window.show(scene)
        while time.monotonic() < until:
            for event in window.events():
                if isinstance(event, Quit):
                    return ""
                if isinstance(event, Tapped):
                    return event.choice.removeprefix("answer:")
            time.sleep(POLL_S)
    return ""
