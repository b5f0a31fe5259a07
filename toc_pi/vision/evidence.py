"""Likelihoods of the points of each hole's sampling grid, under the empty board and under each pawn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.colours import DARKEST, TO_SKY
from calibration.arrays import Image, Indices, Mask, Singles
from calibration.camera import noise_table
from toc_pi.vision.appearance_model import FADED, AppearanceModel, empty_board
from toc_pi.vision.board_likelihood import evaluate_board
from toc_pi.vision.colour_transform import ColourTransform, apply_transform, estimate_transform, find_outliers
from toc_pi.vision.pawn_likelihood import evaluate_pawns, pawn_points
from toc_pi.vision.planes import (
    counts,
    measure_fine_detail,
    shows_pattern,
    sum_points,
)

_UNPREDICTED = 0.25  # share of a colour change that the transform doesn't predict; measured on painted pawns


def transform_model(model: AppearanceModel, transform: ColourTransform) -> AppearanceModel:
    """The appearance model in another light; its variances grow by the transform's uncertainty."""
    wood = model.reference_colours.wood
    on_body = model.points.hole
    levels, board_variance = _transform(model.empty.levels, wood[:, :, None], transform)
    bodies, pawn_variance = _transform(model.pawns.levels, wood[:, None, on_body], transform)
    unmoved, unmoved_variance = _transform(model.pawns.unmoved.bodies, wood[:, on_body], transform)
    inpainted = model.empty.inpainted
    if len(inpainted.rows):
        colours, _ = _transform(inpainted.colours, wood[:, None, inpainted.rows], transform)
        inpainted = replace(inpainted, colours=colours)
    board_variance += model.empty.variance
    empty = empty_board(levels, board_variance, inpainted, model.points, model.surrounding_points)
    stood, pawns = model.pawns.unmoved, model.pawns
    stood = replace(stood, bodies=unmoved, variance=stood.variance + unmoved_variance)
    pawns = replace(pawns, levels=bodies, variance=pawns.variance + pawn_variance, unmoved=stood)
    return replace(model, empty=empty, pawns=pawns)


def _transform(values: Singles, wood: Singles, transform: ColourTransform) -> tuple[Singles, Singles]:
    """Grey levels (3, …) in that light, and the variance of their ratios due to the transform.

    `wood` are those of the wood beside, broadcastable.
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


_PLAIN = 2.2  # a hole whose mean misfit under the empty board is smaller than this holds no pawn
_NOISY = 3.0  # grey levels: with this much noise the board explains nearly anything
_QUIET = 0.3  # quantile over places from which the noise is estimated
_FINEST = 0.1  # grey levels: lower bound of the set-up's fine detail
_LOST = 0.6  # a sharp picture has at least this share of the set-up's fine detail
_CLIPPED = 250  # grey level from which a pixel is overexposed
_CLIPPED_SHARE = 0.3  # share of overexposed points from which a channel is a lower bound only
_ALIKE_POINTS = 0.15  # logarithm: scatter of points around a hole in one light, apart from noise
_ALIKE_HOLES = 0.15  # logarithm: scatter of neighbouring holes in one light
_TRIED = 2  # one in this many points around a hole is tried as their usual light: all give the same light
_NOISES = 2.0  # scatter caused by the sensor's noise, in its standard deviations
_SUNNY, _SUNNY_SHARE = 0.4, 0.1  # logarithm by which this share of the ground beside sunny holes is brighter
# A change of the light's colour farther than this (log ratios) from the line between lamp and sky is a
# reflection; changes of real light stay below 0.25.
_REFLECTION = 0.6
# The logarithms of all grey levels, with the offset for comparisons and the one for the gain.
_GREYS = np.arange(256, dtype=np.float32)
_LOGS = np.log(_GREYS + np.float32(DARKEST))
_FADED_LOGS = np.log(_GREYS + np.float32(FADED))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Log likelihoods of the points on the bodies of the holes that may hold a pawn.

    Attributes:
        candidates: (k) holes that may hold a pawn; all others are certainly empty.
        first: (k + 1) where the points of each begin.
        board: (n) float32, of the empty board.
        states: (states, n): each pawn; with white faces, each pawn that shows white; then something else.
        board_misfit, state_misfit: squared misfits of the same points, capped.
        in_hole: (n) which points are on the hole itself, dark if it is empty.
        bonus: (k) evidence for a pawn from points beside the body: without a shadow they look as usual.
        pattern_shown: (holes) which show their empty board's pattern, as it was seen or inpainted.
        pattern_kept: (k) holes that show the same pattern as when they were empty.
        not_overexposed: (holes) share of points that aren't overexposed, on the body or around it, whichever
            is less; 0 for a possible pawn where a reflection covers all colours.
        gain: (3, holes) how the light has changed since the set-up, BGR logarithms.
        ratios: (3, holes, POINTS) float32, brightness, red to green and blue to green as seen, logarithms.
        noise_variance: (holes, POINTS) float32, of the sensor's noise, relative to brightness.
        blur: how much of the fine detail is lost, 0 to 1.
        outliers: (m) which of the points `ReferenceColours.subset` look different.
    """

    candidates: Indices
    first: Indices
    board: Singles
    states: Singles
    board_misfit: Singles
    state_misfit: Singles
    in_hole: Mask
    bonus: Singles
    pattern_shown: Mask
    pattern_kept: Mask
    not_overexposed: Singles
    gain: Singles
    ratios: Singles
    noise_variance: Singles
    blur: float
    outliers: Mask


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """The change of light at each hole since the set-up, smooth over the board.

    Attributes:
        gain: (3, holes) BGR logarithms.
        sunny: (holes) whether some of the ground around is much brighter.
        reflecting: (holes) whether the board's colour has changed beyond what light explains (a
            reflection).
    """

    gain: Singles
    sunny: Mask
    reflecting: Mask


def compute_evidence(image: Image, model: AppearanceModel) -> tuple[Evidence, AppearanceModel]:
    """Compute the evidence of one picture, allowing for a colour transform.

    Returns:
        The evidence, and the model it was computed with: the given one, or that in another light.
    """
    channels = [np.asarray(plane, np.uint8) for plane in cv2.split(model.sample(image))]
    blue, green, red = channels
    logs, ratios = _logs_and_ratios(channels)
    sensor_noise, blur = _noise_and_blur(image, model)
    looks = model.calibration.looks
    noise_by_grey = noise_table(looks.noise, looks.noise_by_grey) * np.float32(sensor_noise / looks.noise)
    light = _estimate_light(channels, noise_by_grey, model)
    transform, outliers = estimate_transform(logs, light.gain, model.reference_colours, blur, noise_by_grey)
    if transform is not None:
        model = transform_model(model, transform)
        light = _estimate_light(channels, noise_by_grey, model)
        outliers = find_outliers(logs, light.gain, model.reference_colours, transform, noise_by_grey)
    gain = light.gain
    noise_variance = np.asarray(cv2.exp(np.float32(-2) * ratios[0]), np.float32)
    noise_variance *= cv2.LUT(green, noise_by_grey * noise_by_grey)
    not_overexposed = _not_overexposed(np.minimum(np.minimum(blue, green), red), model)
    plain_misfit = _PLAIN * (1.0 - blur) / (1.0 + (sensor_noise / _NOISY) ** 2)
    pattern_shown = shows_pattern(ratios[0], model.empty.pattern, model.grids.inside)
    pattern_kept = pattern_shown & ~model.never_seen
    board = evaluate_board(ratios, noise_variance, gain, blur, plain_misfit, pattern_kept, model)
    candidates = np.flatnonzero(((board.mean_misfit > plain_misfit) & ~board.surely_empty) | model.never_seen)
    pattern_kept = pattern_kept[candidates]
    not_overexposed[candidates[light.reflecting[candidates] & ~pattern_kept]] = 0.0
    points = pawn_points(candidates, light.sunny, model)
    likelihoods, misfits = evaluate_pawns(ratios, noise_variance, gain, points, model)
    evidence = Evidence(
        candidates,
        points.first,
        board.log_likelihood(points.indices, model),
        likelihoods,
        board.misfit[points.indices],
        misfits,
        model.empty.in_hole[points.indices],
        board.bonus[candidates],
        pattern_shown,
        pattern_kept,
        not_overexposed,
        gain,
        ratios,
        noise_variance,
        blur,
        outliers,
    )
    return evidence, model


def _logs_and_ratios(channels: Sequence[NDArray[np.uint8]]) -> tuple[Singles, Singles]:
    """(3, holes, POINTS) each: logarithms of blue, green and red; and brightness with two colour ratios."""
    logs = np.empty((3, *channels[0].shape), np.float32)
    for plane, levels in zip(logs, channels, strict=True):
        cv2.LUT(levels, _LOGS, dst=plane)
    ratios = np.empty(logs.shape, np.float32)
    np.add(logs[0], logs[1], out=ratios[0])
    ratios[0] += logs[2]
    ratios[0] *= np.float32(1 / 3)
    np.subtract(logs[2], logs[1], out=ratios[1])
    np.subtract(logs[0], logs[1], out=ratios[2])
    return logs, ratios


def _not_overexposed(darkest: Image, model: AppearanceModel) -> Singles:
    """(holes) share of the points that aren't overexposed, on the body or around it."""
    if int(darkest.max()) < _CLIPPED:
        return np.ones(len(darkest), np.float32)
    clipped = (darkest >= _CLIPPED).astype(np.float32)
    first = model.points.first
    body = np.add.reduceat(clipped[model.points.hole, model.points.point], first[:-1]) / counts(first)
    return np.asarray(1.0 - np.maximum(body, clipped[:, model.surrounding_points].mean(axis=1)), np.float32)


def _estimate_light(
    channels: Sequence[NDArray[np.uint8]], noise_by_grey: Singles, model: AppearanceModel
) -> _Light:
    """Measure the light on the ground around each hole.

    `channels` are blue, green and red, (holes, POINTS) each; `noise_by_grey` is (256), a standard deviation.
    """
    surroundings = np.array([plane.take(model.surrounding_points, 1) for plane in channels])
    change = np.asarray(cv2.LUT(surroundings.reshape(3, -1), _FADED_LOGS), np.float32).reshape(
        surroundings.shape
    )
    change -= model.empty.surrounding_logs
    brightness = sum_points(surroundings.astype(np.float32)).sum(axis=0) / np.float32(
        3 * surroundings.shape[2]
    ) + np.float32(FADED)
    noise = np.float32(_NOISES) * noise_by_grey.take(brightness.astype(np.intp), mode="clip") / brightness
    per_hole = _mode(change, np.hypot(np.float32(_ALIKE_POINTS), noise), _TRIED)
    # An overexposed channel gives too low a value: the others are a lower bound for it.
    if int(surroundings.max()) >= _CLIPPED:
        clipped = (surroundings >= _CLIPPED).mean(axis=2) > _CLIPPED_SHARE
        brightest = np.where(clipped, -np.inf, per_hole).max(axis=0)
        per_hole = np.where(clipped, np.maximum(per_hole, brightest), per_hole)
    gain = _mode(per_hole.take(model.neighbours, 1), np.full_like(brightness, _ALIKE_HOLES))
    sunny = gain.sum(axis=0) / np.float32(3) + np.hypot(np.float32(_SUNNY), noise)
    brighter = change[0] + change[1] + change[2] > np.float32(3) * sunny[:, None]
    red, blue = gain[2] - gain[1], gain[0] - gain[1]
    distance = np.abs(red * TO_SKY[1] - blue * TO_SKY[0])
    return _Light(
        gain,
        np.asarray(brighter.sum(axis=1) > _SUNNY_SHARE * brighter.shape[1]),
        np.asarray(distance > np.hypot(np.float32(_REFLECTION), noise)),
    )


def _mode(values: Singles, scatter: Singles, step: int = 1) -> Singles:
    """(3, holes): the mode of BGR logarithms (3, holes, n) along the last axis: the most frequent light.

    A median would be a mixture of two lights where a shadow's edge crosses. `scatter`, (holes), is the one
    within one light; one in `step` values is tried as the mode.
    """
    rows = values / scatter[:, None]
    square = rows * rows
    # One product of matrices gives all squared distances: far cheaper than adding up their parts.
    right = np.empty((rows.shape[1], 5, rows.shape[2]), np.float32)
    right[:, :3] = rows.swapaxes(0, 1)
    right[:, 3] = 1
    right[:, 4] = square[0] + square[1] + square[2]
    left = right[:, [0, 1, 2, 4, 3], ::step]
    left[:, :3] *= -2
    similarity = left.swapaxes(1, 2) @ right
    similarity *= similarity
    similarity += np.float32(1)
    np.divide(np.float32(1), similarity, out=similarity)
    best = sum_points(similarity).argmax(axis=1)
    weight = similarity[np.arange(len(best)), best]
    return sum_points(values * weight) / sum_points(weight)


def _quantile(values: Singles, share: float) -> float:
    """The nearest-rank quantile: many times faster than an interpolated one."""
    place = round(share * (len(values) - 1))
    return float(np.partition(values, place)[place])


def _noise_and_blur(image: Image, model: AppearanceModel) -> tuple[float, float]:
    """The sensor's noise in grey levels, and how much of the fine detail is lost, 0 to 1."""
    detail, brightness = measure_fine_detail(image)[:, model.detail_known]
    reference_detail, reference_brightness = model.fine_detail[:, model.detail_known]
    reference_detail = reference_detail * ((brightness + FADED) / (reference_brightness + FADED))
    added = _quantile(detail**2 - reference_detail**2, _QUIET)
    kept_share = _quantile(detail / np.maximum(reference_detail, _FINEST), 0.5)
    noise = float(np.hypot(model.calibration.looks.noise, np.sqrt(max(0.0, added))))
    return noise, max(0.0, 1.0 - kept_share / _LOST)
