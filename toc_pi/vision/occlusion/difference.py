"""Background subtraction that is robust against light: what differs from the background for other reasons.

Light changes brightness; it changes colour ratios little, and mostly along the axis from lamp to sky; and it
keeps every hole, line and stripe in place. Things over them don't. All lengths are px of the small picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.looks import DARKEST
from calibration.arrays import Image, Mask, Singles
from toc_pi.vision.occlusion.background import (
    COARSE,
    LOG,
    PATCH,
    RATIOS,
    Background,
    find_overexposed,
    shrink,
)
from toc_pi.vision.planes import TO_SKY, Pyramid

WIDELY = np.ones((4, 4), np.uint8)  # px: what fills such a square is wide
_NOISE = 1.5  # grey levels: minimum noise of the small picture
_FEW, _CALM = 2, 5  # local light: scale of the picture in thirds, and px of the median there
_STRUCTURE = 0.07  # logarithm: weaker structure isn't compared
_LOST, _KEPT = 0.6, 0.35  # share of the structure that has vanished: lost above, kept below
_TAKEN = 0.55  # correlation of the change with the vanished structure; a shadow's edge has none
_NEW = 0.2, 2.0  # new lines, as fingers make them: least logarithm, and multiple of the former structure
# Some evidence is used only while the light is constant: then only a small share of the picture has changed.
_REST_SHARE = 0.04  # largest share for any change of colour to count beside the board
_CALM_SHARE = 0.08  # largest share for new lines to count there
# Largest share for that if one piece at the picture's edge, maybe a hand, is nearly all of it: the rest is
# less than _REST_SHARE.
_HAND_SHARE = 0.25
# Px around lost structure of the table in which the colour must have changed
_AROUND = np.ones((9, 9), np.uint8)
_VOTE, _BALLOT = (9, 9), 100  # px: window in which lost pixels must outnumber kept ones; weight of each
_LIGHT_TINT = (0.08, 0.3)  # change of ratios per unit of brightness: in any direction, towards the sky
_USUAL = 0.02  # median change of the ratios in a picture of good quality
_STRONG = (0.18, -1.3)  # colour ratios, log brightness: surely not explained by light
_COMPRESSION = 1.5  # grey levels: error of a channel by compression
# The board's shadow on the table is darker by _SHADOW (log brightness) over the share _SHADOW_SHARE of the
# places where it may fall: an arm is narrower.
_SHADOW = 0.3
_SHADOW_SHARE = 0.1
_BRIGHTER = 0.12  # log brightness: where shade has gone
_GLARING = 1.0  # log brightness: brighter than a stripe of sun
_WEAK = (0.07, -0.8)  # colour ratios, log brightness: possibly not explained by light
_WIDE = 0.12  # colour ratios: strong if over a wide patch
_DIMMED, _TINTED = 0.5, 0.05  # brightness and colour together
_CHANGED = 0.13  # log brightness: a change that may be part of a hand
_ROUNDS = 3  # of the robust fit of the light
_FAR = 0.08  # logarithm: scale of the robust weights when the light is fitted
_STEPS, _DEEP = 100.0, 38.0  # bytes per unit of the logarithm, unsigned and signed
_SKYWARD = np.array([TO_SKY, (TO_SKY[1], -TO_SKY[0])], np.float32) @ RATIOS
_GREY = np.full((1, 3), 1 / 3, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What light doesn't explain; (h, WIDTH) uint8 masks, 0 or 1.

    Attributes:
        weak, strong: possibly, and surely, changed by a thing.
        structure_lost: where structure of the board has vanished, or of the table together with a change of
            colour.
        structure_kept: where structure of the board is unchanged.
        brightness_change, colour_change: (h, WIDTH) float32, change of log brightness, and of colour ratios.
    """

    weak: Image
    strong: Image
    structure_lost: Image
    structure_kept: Image
    brightness_change: Singles
    colour_change: Singles


def find_difference(image: Image | Pyramid, background: Background, noise: float) -> Difference:
    """Compare a picture with the background under its own light.

    Args:
        image: (h, w, 3).
        background: of the same pose.
        noise: grey levels, the sensor's.
    """
    small = shrink(image)
    now = small.astype(np.float32)
    gain = _gain(now, background)
    then = cv2.multiply(background.small, gain, dst=gain)
    grey, was = cv2.transform(now, _GREY), cv2.transform(then, _GREY)
    before = np.asarray(cv2.log(was + np.float32(DARKEST)), np.float32)
    brightness_change = np.asarray(cv2.log(grey + np.float32(DARKEST)), np.float32) - before
    depth = np.abs(brightness_change)
    darkest = np.asarray(cv2.min(grey, was), np.float32)
    darkest += np.float32(DARKEST)
    noise_level = np.divide(np.float32(2 * max(_NOISE, noise)), darkest, out=darkest)
    clear = (find_overexposed(small) | background.overexposed) == 0
    # A pixel's brightness gives the light on it; the rest is a change of colour.
    lit = cv2.divide(grey + np.float32(1), was + np.float32(1))
    # In place: allocating memory for each step would cost more than the steps.
    lit_all = cv2.cvtColor(lit, cv2.COLOR_GRAY2BGR, dst=now)
    expected = np.asarray(cv2.multiply(then, lit_all, dst=then), np.float32)
    expected += np.float32(DARKEST)
    cv2.log(expected, dst=expected)
    residual = cv2.subtract(cv2.LUT(small, LOG, dst=now), expected, dst=expected)
    along, across = (np.asarray(cv2.transform(residual, way[None]), np.float32) for way in _SKYWARD)
    colour_change = np.asarray(cv2.magnitude(along, across), np.float32)
    # Strong compression, or noise, changes colours a little everywhere.
    noise_tint = np.float32(2.5) * max(_fast_median(colour_change[COARSE].ravel()) - _USUAL, 0.0)
    # Shadows are bluer and sun is warmer; something darker and warmer is no shadow.
    allowed_across = np.float32(_LIGHT_TINT[0]) * depth
    skyward = cv2.multiply(brightness_change, along)
    cv2.threshold(skyward, 0, _LIGHT_TINT[1] - _LIGHT_TINT[0], cv2.THRESH_BINARY_INV, dst=skyward)
    allowed_along = np.asarray(skyward, np.float32)
    allowed_along *= depth
    allowed_along += allowed_across
    for part, most in ((along, allowed_along), (across, allowed_across)):
        np.abs(part, out=part)
        part -= most
        cv2.threshold(part, 0, 0, cv2.THRESH_TOZERO, dst=part)
    unexplained_tint = np.asarray(cv2.magnitude(along, across), np.float32)
    excess = np.asarray(cv2.subtract(unexplained_tint, background.colour_roughness, dst=along), np.float32)
    excess -= noise_level
    excess -= noise_tint
    if background.median_shade:
        excess -= _compression_error(small, background)
    tints = _to_bytes(excess)
    tints[~clear] = 0
    darker, brighter = _to_bytes(-brightness_change), _to_bytes(brightness_change)
    surely_changed = (tints > _to_byte(_STRONG[0])) | (darker > _to_byte(-_STRONG[1]))
    # Any part of the background may have been in such shade.
    surely_changed |= (brighter > _to_byte(_GLARING + background.median_shade)) & clear
    structure_lost, structure_kept, new_structure = _compare_structure(
        background, brightness_change, noise_level, clear
    )
    # Where a stripe of shade has moved away, the board is brighter, with its own colour.
    structure_lost &= (background.shade_depth == 0) | (brighter < _to_byte(_BRIGHTER)) | (tints > 0)
    tinted = tints > _to_byte(_WEAK[0])
    changed = _to_bytes(depth - noise_level) > _to_byte(_CHANGED)
    share = _share_in(background.known, changed)
    if share < _REST_SHARE:
        surely_changed |= _wide_parts(tinted) & background.table
    if share < _CALM_SHARE or (
        share < _HAND_SHARE and _is_one_hand(changed.view(np.uint8) & background.known, share)
    ):
        surely_changed |= new_structure & background.table
    # Structure on the board is drawn there; beside it, it may have been a shadow; at its edge anything.
    board = background.board_interior & (background.inpainted == 0)
    near = tinted if background.median_shade else cv2.dilate(tinted.view(np.uint8), _AROUND) > 0
    table = background.table & near
    lost, kept = structure_lost & (board | table), structure_kept & board
    wide = _wide_parts(tints > _to_byte(_WIDE)) | _wide_parts(lost)
    weak = surely_changed | structure_lost | tinted | (darker > _to_byte(-_WEAK[1]))
    weak |= ((darker | brighter) > _to_byte(_DIMMED)) & (_to_bytes(unexplained_tint) > _to_byte(_TINTED))
    known = background.known
    # The board's side, and the table beside it, change between deep shadow and full light: not evidence
    # alone.
    shadow = _shadow(darker, background.shadow_reach) | (background.board_side > 0)
    strong = (surely_changed | wide) & known & ~shadow
    return Difference(
        weak & known,
        np.asarray(strong),
        lost & known,
        kept & known,
        brightness_change,
        colour_change,
    )


def _shadow(darker: Image, cast: Image) -> Mask:
    """Where the board's own shadow now falls on the table."""
    dark = (darker > _to_byte(_SHADOW)).view(np.uint8) & cast
    least = _SHADOW_SHARE * cv2.countNonZero(cast)
    if cv2.countNonZero(dark) < least:
        return np.zeros(dark.shape, np.bool_)
    _, pieces, sizes, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    long = sizes[:, cv2.CC_STAT_AREA] >= least
    long[0] = False
    return np.asarray(long[pieces])


def _compression_error(small: Image, background: Background) -> Singles:
    """(h, WIDTH) error of the colour ratios of dark, saturated pixels by compression."""
    blue, green, red = cv2.split(small)
    least = cv2.min(cv2.min(blue, green), red).astype(np.float32)
    return np.asarray(
        np.float32(_COMPRESSION) / (np.minimum(least, background.channel_minimum) + np.float32(DARKEST))
    )


def _wide_parts(mask: Mask) -> Mask:
    """The wide parts of a mask."""
    return open_mask(mask.view(np.uint8), WIDELY) > 0


def open_mask(mask: Image, block: Image) -> Image:
    """Morphological opening of a mask by a block."""
    thin = cv2.erode(mask, block)
    # A block of even size has no centre: dilation uses the opposite anchor.
    height, width = block.shape
    back = ((width - 1) // 2, (height - 1) // 2)
    return np.asarray(cv2.dilate(thin, block, anchor=back), np.uint8)


def _to_byte(value: float) -> int:
    return round(_STEPS * value)


def _to_bytes(values: Singles) -> Image:
    """Logarithms as bytes, which are compared many times faster; negative ones are 0."""
    return np.asarray(cv2.convertScaleAbs(_clip_negative(values), alpha=_STEPS), np.uint8)


def _clip_negative(values: Singles) -> Singles:
    """Values, with negative ones set to 0."""
    return np.asarray(cv2.threshold(values, 0, 0, cv2.THRESH_TOZERO)[1], np.float32)


def _fast_median(values: Singles) -> float:
    """The median, or its upper neighbour: many times faster than the exact one."""
    half = len(values) // 2
    return float(np.partition(values, half)[half])


def _share_in(whole: Image, mask: Mask) -> float:
    """Share of a mask that lies in another."""
    return cv2.countNonZero(whole & mask) / max(1, cv2.countNonZero(whole))


def _is_one_hand(changed: Image, share: float) -> bool:
    """Whether changed pixels may be a hand: nearly all are one piece that touches the picture's edge.

    Args:
        changed: (h, WIDTH), 0 or 1.
        share: of the picture that has changed.
    """
    pieces = cv2.connectedComponents(changed, connectivity=8)[1]
    areas = np.bincount(pieces.ravel())
    areas[0] = 0
    rim = np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])
    return bool(share * (1 - areas[rim].max() / areas.sum()) < _REST_SHARE)


def _compare_structure(
    background: Background, brightness_change: Singles, noise_level: Singles, clear: Mask
) -> tuple[Mask, Mask, Mask]:
    """Where structure (holes, lines, stripes) has vanished, is unchanged, or is new.

    Args:
        background: the background.
        brightness_change: change of log brightness.
        noise_level: twice its noise.
        clear: where the picture isn't overexposed.
    """
    clear = np.asarray(cv2.erode(clear.view(np.uint8), np.ones(PATCH, np.uint8)) > 0)
    change = _subtract_local_median(brightness_change)
    structure_power = background.structure_energy
    lost_power = -cv2.blur(cv2.multiply(background.fine_structure, change), PATCH)
    change_power = cv2.blur(cv2.multiply(change, change), PATCH)
    textured = (
        (structure_power > noise_level * noise_level) & (structure_power > np.float32(_STRUCTURE**2)) & clear
    )
    lost = textured & (lost_power > np.float32(_LOST) * structure_power)
    lost &= lost_power * lost_power > np.float32(_TAKEN**2) * structure_power * change_power
    kept = textured & (lost_power < np.float32(_KEPT) * structure_power)
    new = (
        clear
        & (change_power > np.float32(_NEW[0] ** 2))
        & (change_power > np.float32(_NEW[1]) * structure_power)
    )
    new &= change_power > np.float32(4) * noise_level * noise_level
    if not lost.any():
        return np.asarray(lost), np.asarray(kept), np.asarray(new)
    votes = cv2.addWeighted(lost.view(np.uint8), _BALLOT, kept.view(np.uint8), -_BALLOT, _BALLOT)
    lost &= cv2.blur(votes, _VOTE) > _BALLOT
    return np.asarray(lost), np.asarray(kept), np.asarray(new)


def _subtract_local_median(brightness_change: Singles) -> Singles:
    """Structure alone: the change without its local median.

    A median preserves the straight edge of a shadow, unlike a mean.
    """
    height, width = brightness_change.shape
    reduced = cv2.resize(
        brightness_change, (width * _FEW // 3, height * _FEW // 3), interpolation=cv2.INTER_LINEAR
    )
    # Logarithms of grey levels change by less than 128 / _DEEP, so no byte is negative.
    median_bytes = cv2.medianBlur(cv2.convertScaleAbs(reduced, alpha=_DEEP, beta=128), _CALM).astype(
        np.float32
    )
    median = cv2.resize(median_bytes, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(
        cv2.addWeighted(median, -1 / _DEEP, brightness_change, 1.0, 128 / _DEEP, dst=median), np.float32
    )


def _gain(now: Singles, background: Background) -> Singles:
    """(h, WIDTH, 3): the change of light, a quadratic over the picture, fitted robustly."""
    coarse_now = now[COARSE]
    # Axes: colours or terms, places.
    change = np.log(coarse_now.reshape(-1, 3).T + np.float32(4)) - background.coarse_logs
    known, terms = background.coarse_known, background.quadratic_terms
    change, terms = change[:, known], terms[:, known]
    coefficients = np.zeros((6, 3), np.float32)
    coefficients[0] = [_fast_median(plane) for plane in change]
    regularisation = np.diag(
        np.array([0.0, 1.0, 1.0, 4.0, 4.0, 4.0], np.float32) * np.float32(0.01 * terms.shape[1])
    )
    for _ in range(_ROUNDS):
        blue, green, red = np.abs(change - coefficients.T @ terms)
        residual = np.maximum(np.maximum(blue, green), red)
        residual *= np.float32(1 / _FAR)
        weighted = terms / (np.float32(1) + residual * residual)
        coefficients = np.asarray(
            cv2.solve(weighted @ terms.T + regularisation, weighted @ change.T)[1], np.float32
        )
    coarse_gain = np.exp(background.quadratic_terms.T @ coefficients).reshape(coarse_now.shape)
    size = (now.shape[1], now.shape[0])
    return np.asarray(cv2.resize(coarse_gain, size, interpolation=cv2.INTER_LINEAR), np.float32)
