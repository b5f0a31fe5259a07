"""Sentences that warn people before a game about what a calibration can hardly see."""

from calibration.setup.calibration_file import Calibration
from toc_pi.phrases import Phrases
from toc_pi.vision.trust import find_doubts


def warnings_of(found: Calibration, phrases: Phrases) -> tuple[str, ...]:
    """A sentence for each pair of pawns that look alike, for holes too small, and for too much noise."""
    pairs = (phrases.alike(one, other) for one, other in found.looks.alike)
    return (*pairs, *(phrases.say(doubt) for doubt in find_doubts(found)))
