"""The appearance model in a light that changes colours by more than a gain (see `colour_transform`)."""

from dataclasses import replace

import numpy as np

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import Singles
from toc_pi.vision.appearance_model import FADED, AppearanceModel
from toc_pi.vision.colour_transform import ColourTransform, apply_transform
from toc_pi.vision.pattern import find_hollow, find_pattern
from toc_pi.vision.planes import to_ratios

_UNPREDICTED = (
    0.25  # share of a colour change that the transform's terms don't predict; measured on painted pawns
)


def transform_model(model: AppearanceModel, transform: ColourTransform) -> AppearanceModel:
    """The appearance model in another light; variances grow by the uncertainty of the transform.

    Args:
        model: the appearance model in the set-up's light.
        transform: from the set-up's light to the other one.
    """
    wood = model.reference_colours.wood
    on_body = model.hole
    empty, board_doubt = _transform(model.empty, wood[:, :, None], transform)
    bodies, doubt = _transform(model.bodies, wood[:, None, on_body], transform)
    own, own_doubt = _transform(model.unmoved.bodies, wood[:, on_body], transform)
    pattern = find_pattern(empty)
    around = empty[:, :, model.around]
    ratios = to_ratios(around)
    paint = model.paint
    if len(paint.rows):
        colours, _ = _transform(paint.colours, wood[:, None, paint.rows], transform)
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


def _transform(values: Singles, wood: Singles, transform: ColourTransform) -> tuple[Singles, Singles]:
    """Grey levels in that light, and the variance of their ratios due to the transform.

    Args:
        values: (3, …) grey levels at set-up.
        wood: (3, …) of the wood beside, broadcastable.
        transform: to that light.
    """
    flat = values.reshape(3, -1)
    beside = np.ascontiguousarray(np.broadcast_to(wood, values.shape), np.float32).reshape(3, -1)
    logs, slope = apply_transform(flat, beside, transform.terms)
    before = np.log(np.maximum(flat, np.float32(0)) + np.float32(DARKEST))
    doubt = np.empty_like(logs)
    for own in range(3):
        reach = transform.covariance[own].astype(np.float32) @ slope[own]
        doubt[own] = (reach * slope[own]).sum(axis=0)
    doubt += (np.float32(_UNPREDICTED) * (logs - before)) ** 2
    blue, green, red = doubt
    ratios = np.stack([(blue + green + red) / 9, red + green, blue + green])
    levels = np.maximum(np.exp(logs) - np.float32(DARKEST), np.float32(0))
    return levels.reshape(values.shape), ratios.reshape(values.shape)
