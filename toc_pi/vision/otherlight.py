"""A pose's tables in a light that changes colours by more than a gain (see `tone`)."""

from dataclasses import replace

import numpy as np

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import Singles
from toc_pi.vision.appearance_model import FADED, AppearanceModel
from toc_pi.vision.pattern import find_hollow, find_pattern
from toc_pi.vision.planes import to_ratios
from toc_pi.vision.tone import Tone, toned

_UNEVEN = 0.25  # share of a colour change that the tone's terms don't predict; measured on painted pawns


def eye_in(model: AppearanceModel, tone: Tone) -> AppearanceModel:
    """The tables in another light; variances grow by the uncertainty of the tone.

    Args:
        model: the appearance model in the set-up's light.
        tone: of the other light.
    """
    wood = model.known.wood
    on_body = model.hole
    empty, board_doubt = _shown(model.empty, wood[:, :, None], tone)
    bodies, doubt = _shown(model.bodies, wood[:, None, on_body], tone)
    own, own_doubt = _shown(model.unmoved.bodies, wood[:, on_body], tone)
    pattern = find_pattern(empty)
    around = empty[:, :, model.around]
    ratios = to_ratios(around)
    paint = model.paint
    if len(paint.rows):
        colours, _ = _shown(paint.colours, wood[:, None, paint.rows], tone)
        paint = replace(paint, colours=colours)
    return replace(
        model,
        empty=empty,
        pattern=pattern,
        wide=model.wide + board_doubt,
        paint=paint,
        hollow=(find_hollow(pattern) & ~paint.unseen[:, None])[model.hole, model.point],
        before=np.log(around + np.float32(FADED)),
        wood=np.stack([np.median(plane, axis=1) for plane in ratios]),
        bodies=bodies,
        spread=model.spread + doubt,
        unmoved=replace(model.unmoved, bodies=own, spread=model.unmoved.spread + own_doubt),
    )


def _shown(values: Singles, wood: Singles, tone: Tone) -> tuple[Singles, Singles]:
    """Grey levels in that light, and the variance of their ratios due to the tone.

    Args:
        values: (3, …) grey levels at set-up.
        wood: (3, …) of the wood beside, broadcastable.
        tone: of the light.
    """
    flat = values.reshape(3, -1)
    beside = np.ascontiguousarray(np.broadcast_to(wood, values.shape), np.float32).reshape(3, -1)
    logs, slope = toned(flat, beside, tone.terms)
    before = np.log(np.maximum(flat, np.float32(0)) + np.float32(DARKEST))
    doubt = np.empty_like(logs)
    for own in range(3):
        reach = tone.doubt[own].astype(np.float32) @ slope[own]
        doubt[own] = (reach * slope[own]).sum(axis=0)
    doubt += (np.float32(_UNEVEN) * (logs - before)) ** 2
    blue, green, red = doubt
    ratios = np.stack([(blue + green + red) / 9, red + green, blue + green])
    levels = np.maximum(np.exp(logs) - np.float32(DARKEST), np.float32(0))
    return levels.reshape(values.shape), ratios.reshape(values.shape)
