"""Sentences that warn people before a game about what a calibration can hardly see."""

from calibration.setup.calibration_file import Calibration
from toc_pi.phrases import Phrases
from toc_pi.vision.camouflage import find_camouflaged
from toc_pi.vision.eye import open_eye
from toc_pi.vision.reliability import reliability_warnings


def warnings_of(found: Calibration, phrases: Phrases) -> tuple[str, ...]:
    """Warnings of pawns that look alike or like the paint of their holes, small holes, and too much noise."""
    pairs = (phrases.alike(one, other) for one, other in found.looks.alike)
    camouflaged = find_camouflaged(open_eye(found))
    painted = [phrases.camouflaged(camouflaged)] if camouflaged else []
    return (*pairs, *painted, *(phrases.say(doubt) for doubt in reliability_warnings(found)))
