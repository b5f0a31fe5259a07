"""Whether two still pictures show the same scene in another light.

Shadows and reflections change brightness and colours; holes, rims and pawns stay in place. So the pattern of
each hole's grid is compared by normalised cross-correlation of logarithms.
"""

from collections.abc import Set

import cv2
import numpy as np

from calibration.arrays import Image, Singles
from toc_pi.vision.appearance_model import FADED, AppearanceModel

_LEAST_CORRELATION = 0.5  # least correlation of any grid; a pawn that came or left gives less
_USUAL_CORRELATION = 0.7  # least correlation of nine grids in ten


def is_same_scene(then: Image, now: Image, model: AppearanceModel, doubtful: Set[str]) -> bool:
    """Whether nothing but the light has changed.

    Args:
        then, now: (h, w, 3), still, from the model's pose.
        model: the appearance model.
        doubtful: holes that aren't compared.
    """
    compared = np.array([name not in doubtful for name in model.grids.names])
    if not compared.any():
        return False
    pattern_then, pattern_now = (_pattern(image, model)[compared] for image in (then, now))
    norms = np.sqrt((pattern_then * pattern_then).sum(axis=1) * (pattern_now * pattern_now).sum(axis=1))
    correlation = (pattern_then * pattern_now).sum(axis=1) / np.maximum(norms, 1e-6)
    return bool(
        correlation.min() >= _LEAST_CORRELATION and np.quantile(correlation, 0.1) >= _USUAL_CORRELATION
    )


def _pattern(image: Image, model: AppearanceModel) -> Singles:
    """(holes, 3 * POINTS): each grid's logarithms minus their mean."""
    sampled = cv2.remap(image, *model.sample_maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    logs = np.log(np.asarray(sampled, np.float32) + np.float32(FADED))
    logs -= logs.mean(axis=1, keepdims=True)
    return np.asarray(logs.reshape(len(logs), -1), np.float32)
