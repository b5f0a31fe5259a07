"""Sentences that warn people before a game about what a calibration can hardly see."""

from calibration.setup.calibration_file import Calibration
from toc_pi.phrases import Phrases
from toc_pi.vision.reliability import reliability_warnings


def warnings_of(found: Calibration, camouflaged: tuple[str, ...], phrases: Phrases) -> tuple[str, ...]:
    """Warnings of pawns that look alike or like the paint of their holes, small holes, and too much noise."""
    pairs = (phrases.alike(one, other) for one, other in found.looks.alike)
    painted = [phrases.camouflaged(camouflaged)] if camouflaged else []
    return (*pairs, *painted, *(phrases.say(doubt) for doubt in reliability_warnings(found)))
