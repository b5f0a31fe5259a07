"""A separate program for the tests of a real window: opens one, waits for a tap, saves a picture.

Its arguments: where to save the picture, and for how many seconds to wait. It prints `ready DRIVER`, then
each event on a line.
"""

import sys
import time
from pathlib import Path

from screen_table import COLOURS, board, standing

from calibration.holes import Seat
from toc_pi.effects import Question, Turn
from toc_pi.events import Seen
from toc_pi.screen.changes import after
from toc_pi.screen.display import driver
from toc_pi.screen.scene import opening
from toc_pi.screen.window import Quit, Window

PATIENCE_S = float(sys.argv[2])


def say(*words: object) -> None:
    """Print a line for the test, unbuffered."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


scene = opening(board(), COLOURS)
scene = after(scene, Seen(0.0, standing("a0:a b3:b")))
scene = after(scene, Turn(0.0, 1, Seat("a")))
scene = after(scene, Question(1.0, 1, "what-happened", {}, ("yes", "no")), "Did yellow go from b3 to b10?")
window = Window()
window.show(scene)
say("ready", driver())
until = time.monotonic() + PATIENCE_S
closed = False
while not closed and time.monotonic() < until:
    for event in window.events():
        say(event)
        closed = isinstance(event, Quit)
    time.sleep(0.01)
window.save(Path(sys.argv[1]))
window.close()
window.close()
