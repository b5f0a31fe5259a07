"""The appearance model in a light that changes colours by more than a gain (see `colour_transform`)."""

from dataclasses import replace

import numpy as np

from calibration.appearance.looks import DARKEST
from calibration.arrays import Singles
from toc_pi.vision.appearance_model import FADED, AppearanceModel
from toc_pi.vision.colour_transform import ColourTransform, apply_transform
from toc_pi.vision.pattern import find_dark_hole, find_pattern
from toc_pi.vision.planes import to_ratios

_UNPREDICTED = 0.25  # share of a colour change that the transform doesn't predict; measured on painted pawns


def transform_model(model: AppearanceModel, transform: ColourTransform) -> AppearanceModel:
    """The appearance model in another light; variances grow by the uncertainty of the transform.

    Args:
        model: the appearance model in the set-up's light.
        transform: from the set-up's light to the other one.
    """
    wood = model.reference_colours.wood
    on_body = model.hole
    empty, board_variance = _transform(model.empty, wood[:, :, None], transform)
    bodies, pawn_variance = _transform(model.bodies, wood[:, None, on_body], transform)
    unmoved, unmoved_variance = _transform(model.unmoved.bodies, wood[:, on_body], transform)
    pattern = find_pattern(empty)
    around = empty[:, :, model.surrounding_points]
    ratios = to_ratios(around)
    inpainted = model.inpainted
    if len(inpainted.rows):
        colours, _ = _transform(inpainted.colours, wood[:, None, inpainted.rows], transform)
        inpainted = replace(inpainted, colours=colours)
    return replace(
        model,
        empty=empty,
        pattern=pattern,
        variance=model.variance + board_variance,
        inpainted=inpainted,
        in_hole=(find_dark_hole(pattern) & ~inpainted.never_seen[:, None])[model.hole, model.point],
        surrounding_logs=np.log(around + np.float32(FADED)),
        wood_ratios=np.stack([np.median(plane, axis=1) for plane in ratios]),
        bodies=bodies,
        pawn_variance=model.pawn_variance + pawn_variance,
        unmoved=replace(model.unmoved, bodies=unmoved, variance=model.unmoved.variance + unmoved_variance),
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
    logs, derivatives = apply_transform(flat, beside, transform.terms)
    before = np.log(np.maximum(flat, np.float32(0)) + np.float32(DARKEST))
    variance = np.empty_like(logs)
    for channel in range(3):
        covariance_products = transform.covariance[channel].astype(np.float32) @ derivatives[channel]
        variance[channel] = (covariance_products * derivatives[channel]).sum(axis=0)
    variance += (np.float32(_UNPREDICTED) * (logs - before)) ** 2
    blue, green, red = variance
    ratios = np.stack([(blue + green + red) / 9, red + green, blue + green])
    levels = np.maximum(np.exp(logs) - np.float32(DARKEST), np.float32(0))
    return levels.reshape(values.shape), ratios.reshape(values.shape)
