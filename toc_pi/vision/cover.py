"""What covers the board without being a pawn: hands and arms, cups, cards; judged from one picture.

A small picture is compared with the set-up's. Light changes brightness, colours' ratios little and only
from lamp to sky, and keeps every hole, line and stripe where it was; what lies over them doesn't. Whatever
comes in from the picture's edge and reaches the board is an arm; what lies on the board alone is a thing.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import DARKEST
from calibration.patches import Mask, Singles
from toc_pi.vision.backdrop import (
    COARSE,
    LOG,
    RATIOS,
    Backdrop,
    find_clipped,
    shrink,
)
from toc_pi.vision.eye import Eye

Image = NDArray[np.uint8]
Hand = Literal["", "beside", "across", "over"]

_NOISE = 1.5  # grey levels at least, in the small picture
_WINDOW, _PATCH = 9, 5  # px: what counts as structure, and over how much of it is compared
_STRUCTURE = 0.07  # logarithm, the least that is compared
_LOST, _KEPT = 0.6, 0.35  # share of the structure that has gone: most of it, little of it
_TAKEN = 0.55  # how alike what has changed and what has gone are; a shadow's edge is like nothing
_VOTE = 11  # px: where little is lost and much is kept nothing covers
_LIGHT_TINT = (0.08, 0.3)  # how much light changes the ratios, a unit of brightness: any way, to the sky
_TO_SKY = (-0.66, 0.75)  # that way, in red to green and blue to green
_USUAL = 0.02  # median change of the ratios in a clean picture
_STRONG = (0.18, -1.3)  # colour's ratios, brightness: not explained by light
_GLARING = 1.0  # brighter than a sun stripe makes it
_WEAK = (0.07, -0.8)
_WIDE = 0.12  # colour's ratios: strong, where it is so over a wide patch
_WIDELY = np.ones((5, 5), np.uint8)
_COLOURED = 0.5  # of what has gone under a hand, at least so much is of another colour
_DIMMED, _TINTED = 0.5, 0.1  # brightness and colour together
_CHANGED = (0.05, 0.13)  # colour, brightness: what a hand may reach over, once there is one
_DENSE = 0.04  # share of an arm's pixels that are strong, at least,
_SOLID = 90  # or so many in one piece: the rest may be the arm's shadow, or another
_SHARP, _SHARPLY = 0.6, 0.22  # of a change of brightness within 5 px; of an arm's outline that is so
_LIGHT = 4, 30  # so many times what has gone, and so many pixels more, are kept where only light changed
_GAP = 9  # px: parts of one arm may lie so far apart
_ARM = 20, 60  # strong pixels of an arm at least: where its colour shows, else
_TOUCH = 3  # pixels of the picture's edge
_CUT = 8  # pixels of the board's edge, where nothing beside it is known
_HAND, _HELD = 90, 40  # strong pixels of a hand whose arm can't be seen; of those, on the board itself
_THING = 6  # strong pixels of a thing at least
_BESIDE = 0.3  # share of the points beside a hole's body that a thing covers: the hole is hidden
_NEAR_A_HAND = 0.1  # the same for a hand
_MARGIN = 9  # px around a hand
_ROUNDS = 3
_STEPS, _DEEP = 100.0, 38.0  # of a logarithm's unit as bytes, without and with a sign
_SKYWARD = np.array([_TO_SKY, (_TO_SKY[1], -_TO_SKY[0])], np.float32) @ RATIOS
_GREY = np.full((1, 3), 1 / 3, np.float32)


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the board.

    Attributes:
        hand: what looks like an arm: "over" the board, coming in from the picture's edge; "across" the
            board's edge, from where can't be seen; "beside" the board; or "" for none.
        hidden: holes with something over or beside them that is no pawn, and those near a hand.
        share: of the board that is covered.
    """

    hand: Hand
    hidden: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class _Difference:
    """What another light doesn't explain, (h, WIDTH) uint8 0 or 1 each.

    Attributes:
        weak, strong: a little, surely.
        lost: where holes, lines or stripes have gone; old shadows' edges too.
        kept: where they are as they were.
        tinted: of another colour, at least a little.
        changed: whatever isn't as it was, shadows too.
        dim, tint: (h, WIDTH) float32, logarithms of how much brighter it is, how much of another colour.
    """

    weak: Image
    strong: Image
    lost: Image
    kept: Image
    tinted: Image
    changed: Image
    dim: Singles
    tint: Singles


def find_cover(image: Image, held: frozenset[str], eye: Eye, backdrop: Backdrop) -> Cover:
    """Find what covers the board.

    Args:
        image: (h, w, 3).
        held: holes whose pawns explain what is seen there.
        eye: tables of the pose.
        backdrop: of the same pose.
    """
    seen = _unexplained(image, backdrop, max(_NOISE, eye.calibration.looks.noise))
    free = np.ones_like(seen.weak)
    for hole, outline in zip(eye.places.names, backdrop.outlines, strict=True):
        if hole in held:
            cv2.fillConvexPoly(free, outline, 0)
    speck = np.ones((2, 2), np.uint8)
    strong = np.asarray(cv2.morphologyEx(seen.strong & free, cv2.MORPH_OPEN, speck), np.uint8)
    share = float(strong[backdrop.board].mean())
    if cv2.countNonZero(strong) < _THING:
        return Cover("", frozenset(), share)
    weak = np.asarray(cv2.morphologyEx(seen.weak & free, cv2.MORPH_OPEN, speck), np.uint8) | strong
    things = _find_things(weak, strong, seen, backdrop)
    # What a hand shows of pawns that it doesn't hold must not cut its arm through.
    whole = np.asarray(cv2.morphologyEx(seen.weak, cv2.MORPH_OPEN, speck), np.uint8) | strong
    hand, arms = _find_arms(whole, strong, seen.lost & free, seen, backdrop)
    covered = things.ravel()[backdrop.beside].mean(axis=1) > _BESIDE
    if hand:
        reach = _reach(arms, seen.changed)
        covered |= reach.ravel()[backdrop.beside].mean(axis=1) > _NEAR_A_HAND
    hidden = frozenset(hole for hole, over in zip(eye.places.names, covered, strict=True) if over)
    return Cover(hand, hidden, share)


def _unexplained(image: Image, backdrop: Backdrop, noise: float) -> _Difference:
    """Compare a picture with the backdrop, as another light would show that."""
    small = shrink(image)
    now = small.astype(np.float32)
    gain = _gain(now, backdrop)
    then = cv2.multiply(backdrop.small, gain, dst=gain)
    grey, was = cv2.transform(now, _GREY), cv2.transform(then, _GREY)
    before = np.asarray(cv2.log(was + np.float32(DARKEST)), np.float32)
    dim = np.asarray(cv2.log(grey + np.float32(DARKEST)), np.float32) - before
    depth = np.abs(dim)
    level = np.float32(noise) / (cv2.min(grey, was) + np.float32(DARKEST))
    clear = (find_clipped(small) | backdrop.clipped) == 0
    # A pixel's own brightness tells the light on it; what is left then is another colour.
    lit = cv2.divide(grey + np.float32(1), was + np.float32(1))
    # In place: fresh memory for each step would cost more than the steps.
    lit_all = cv2.cvtColor(lit, cv2.COLOR_GRAY2BGR, dst=now)
    expected = np.asarray(cv2.multiply(then, lit_all, dst=then), np.float32)
    expected += np.float32(DARKEST)
    cv2.log(expected, dst=expected)
    apart = cv2.subtract(cv2.LUT(small, LOG, dst=now), expected, dst=expected)
    colours = apart.reshape(-1, 3)
    along, across = ((colours @ way).reshape(dim.shape) for way in _SKYWARD)
    raw = np.asarray(cv2.magnitude(along, across), np.float32)
    # A film pressed hard, or a noisy one, changes colours everywhere a little.
    usual = np.float32(2.5) * max(float(np.median(raw[COARSE])) - _USUAL, 0.0)
    # Shadows are bluer and sun is warmer; what is both darker and warmer is no shadow.
    in_light, to_sky = np.float32(_LIGHT_TINT[0]) * depth, np.float32(_LIGHT_TINT[1]) * depth
    allowed = cv2.max(in_light, np.copysign(to_sky, -dim * along))
    tint = cv2.magnitude(np.maximum(np.abs(along) - allowed, 0), np.maximum(np.abs(across) - in_light, 0))
    tints = _coded(tint - 2 * level - (backdrop.rough + usual))
    tints[~clear] = 0
    darker, brighter = _coded(-dim), _coded(dim)
    sure = (tints > _code(_STRONG[0])) | (darker > _code(-_STRONG[1]))
    sure |= (brighter > _code(_GLARING)) & clear
    lost, kept = _lost(before, dim, level, clear)
    wide = _opened(tints > _code(_WIDE)) | _opened(lost)
    tinted = tints > _code(_WEAK[0])
    weak = sure | lost | tinted | (darker > _code(-_WEAK[1]))
    weak |= ((darker | brighter) > _code(_DIMMED)) & (_coded(raw) > _code(_TINTED))
    changed = weak | (tints > _code(_CHANGED[0])) | (_coded(depth - 2 * level) > _code(_CHANGED[1]))
    trusted = backdrop.trusted
    # The board's side is in deep shadow now and in full light then: alone it says nothing.
    strong = (sure | wide) & trusted & ~backdrop.side
    return _Difference(
        weak & trusted,
        np.asarray(strong),
        lost & trusted,
        kept & trusted,
        tinted & trusted,
        changed & trusted,
        dim,
        raw,
    )


def _opened(mask: Mask) -> Mask:
    """What is wide of a mask."""
    return np.asarray(cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, _WIDELY) > 0)


def _code(value: float) -> int:
    return round(_STEPS * value)


def _coded(values: Singles) -> Image:
    """Logarithms as bytes, which are compared many times faster; 0 below 0."""
    return np.asarray(cv2.convertScaleAbs(np.maximum(values, 0), alpha=_STEPS), np.uint8)


def _lost(before: Singles, dim: Singles, level: Singles, clear: Mask) -> tuple[Mask, Mask]:
    """Where holes, lines or stripes have gone, and where they are as they were.

    Args:
        before: logarithm of the brightness that is expected.
        dim: how much darker or brighter it is.
        level: noise in it.
        clear: where it can be told.
    """
    clear = np.asarray(cv2.erode(clear.view(np.uint8), np.ones((_PATCH, _PATCH), np.uint8)) > 0)
    fine = before - cv2.blur(before, (_WINDOW, _WINDOW))
    gone = dim - _middling(dim)
    patch = (_PATCH, _PATCH)
    power = cv2.blur(cv2.multiply(fine, fine), patch)
    taken = -cv2.blur(cv2.multiply(fine, gone), patch)
    other = cv2.blur(cv2.multiply(gone, gone), patch)
    textured = (power > np.maximum(4 * level * level, np.float32(_STRUCTURE**2))) & clear
    lost = textured & (taken > np.float32(_LOST) * power)
    lost &= taken * taken > np.float32(_TAKEN**2) * power * other
    kept = textured & (taken < np.float32(_KEPT) * power)
    if not lost.any():
        return np.asarray(lost), np.asarray(kept)
    votes = cv2.blur(lost.view(np.uint8) * np.uint8(200), (_VOTE, _VOTE))
    lost &= votes > cv2.blur(kept.view(np.uint8) * np.uint8(200), (_VOTE, _VOTE))
    return np.asarray(lost), np.asarray(kept)


def _middling(dim: Singles) -> Singles:
    """The light around each pixel: a median, which follows a shadow's straight edge as a mean wouldn't."""
    height, width = dim.shape
    half = cv2.resize(dim, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    coded = (half * np.float32(_DEEP) + np.float32(128)).clip(0, 255).astype(np.uint8)
    calm = cv2.medianBlur(coded, _WINDOW // 2 + 1).astype(np.float32)
    full = cv2.resize(calm, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray((full - np.float32(128)) * np.float32(1 / _DEEP), np.float32)


def _gain(now: Singles, backdrop: Backdrop) -> Singles:
    """(h, WIDTH, 3): how the light changed, a quadratic over the picture fitted to most of it."""
    few = now[COARSE]
    change = np.log(few + np.float32(4)).reshape(-1, 3) - backdrop.logs
    known, terms = backdrop.known, backdrop.terms
    fit = np.zeros((6, 3), np.float32)
    fit[0] = np.median(change[known], axis=0)
    stiff = np.diag([0.0, 1.0, 1.0, 4.0, 4.0, 4.0]).astype(np.float32) * np.float32(0.01 * known.sum())
    for _ in range(_ROUNDS):
        off = np.abs(change - terms @ fit).max(axis=1)
        weighted = terms * (known / (1.0 + (off / 0.08) ** 2)).astype(np.float32)[:, None]
        fit = np.linalg.solve(terms.T @ weighted + stiff, weighted.T @ change).astype(np.float32)
    coarse = np.exp(terms @ fit).reshape(few.shape)
    size = (now.shape[1], now.shape[0])
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _join(weak: Image) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Label what hangs together, small gaps bridged: (labels, areas)."""
    rim = cv2.copyMakeBorder(weak, _GAP, _GAP, _GAP, _GAP, cv2.BORDER_REPLICATE)
    round_block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP, _GAP))
    closed = cv2.morphologyEx(rim, cv2.MORPH_CLOSE, round_block)
    joined = np.ascontiguousarray(closed[_GAP:-_GAP, _GAP:-_GAP])
    number, labels = cv2.connectedComponents(joined, connectivity=8)
    areas = np.bincount(labels.ravel(), minlength=number)
    areas[0] = 0
    return np.asarray(labels, np.int32), areas


def _find_things(weak: Image, strong: Image, seen: _Difference, backdrop: Backdrop) -> Image:
    """The pixels of things that cover some of the board."""
    labels, areas = _join(weak)
    loud, on, gone, stays = _count(
        labels, areas, strong, backdrop.board, seen.lost & strong, seen.kept & strong
    )
    things = (loud >= _THING) & (loud >= _DENSE * areas) & (on > 0) & (areas > 0)
    things &= ~_is_light(gone, stays)
    return np.asarray(things.astype(np.uint8)[labels])


def _is_light(gone: NDArray[np.int64], stays: NDArray[np.int64]) -> Mask:
    """Whether pieces are but another light: the lines and holes below are all there.

    A lamp's reflection on a dark board changes colours as much as a hand does.
    """
    return np.asarray(stays > _LIGHT[0] * (gone + _LIGHT[1]))


def _count(
    labels: NDArray[np.int32], areas: NDArray[np.int64], *masks: Image | Mask
) -> tuple[NDArray[np.int64], ...]:
    """How many pixels of each piece lie in each mask; at most eight of them, counted in one pass.

    Args:
        labels: (h, WIDTH), of pieces.
        areas: (pieces,).
        masks: (h, WIDTH) each, bool or 0 and 1.
    """
    bits = np.zeros(labels.shape, np.uint8)
    for place, mask in enumerate(masks):
        bits |= mask.view(np.uint8) << np.uint8(place)
    every = 1 << len(masks)
    pairs = np.bincount((labels * np.int32(every) + bits).ravel(), minlength=every * len(areas))
    pairs = pairs.reshape(len(areas), every)
    return tuple(
        pairs[:, np.flatnonzero(np.arange(every) & (1 << place))].sum(axis=1) for place in range(len(masks))
    )


def _find_arms(
    weak: Image, strong: Image, lost: Image, seen: _Difference, backdrop: Backdrop
) -> tuple[Hand, Image]:
    """Whether an arm is in the picture, and its pixels."""
    labels, areas = _join(weak)
    core = np.asarray(cv2.morphologyEx(strong, cv2.MORPH_OPEN, _WIDELY), np.uint8)
    gone = np.asarray(cv2.subtract(lost, strong), np.uint8)
    sure, lines, only_lines, tint, solid, stays = _count(
        labels, areas, strong, lost, gone, seen.tinted, core, seen.kept & strong
    )
    # Lines that have gone without a trace of another colour may have been the edges of shadows.
    coloured = tint >= _COLOURED * lines
    loud = sure + np.where(coloured, only_lines, 0)
    enough = ((loud >= _DENSE * areas) | (solid >= _SOLID)) & (loud >= _ARM[0]) & (areas > 0)
    enough &= ~_is_light(lines - only_lines, stays)
    if not enough.any():
        return "", np.zeros_like(weak)
    ring, sharp = _edges(strong, seen)
    inside = strong & backdrop.face
    near, on, edge, rim, around, sharply, within = _count(
        labels, areas, backdrop.near, backdrop.board, backdrop.edge, backdrop.rim, ring, sharp, inside
    )
    enough &= (near > 0) & (sharply >= _SHARPLY * around)
    reaching = enough & (loud >= np.where(coloured, *_ARM)) & (edge >= _TOUCH)
    across = enough & (loud >= _HAND) & ((within >= _HELD) & (on < areas) | (rim >= _CUT)) & ~reaching
    hand: Hand = ""
    if (reaching & (on > 0)).any():
        hand = "over"
    elif across.any():
        hand = "across"
    elif reaching.any():
        hand = "beside"
    return hand, np.asarray((reaching | across).astype(np.uint8)[labels])


def _edges(strong: Image, seen: _Difference) -> tuple[Image, Image]:
    """Where what is strong ends, and where it does so within a few pixels: a lamp's reflection doesn't."""
    ring = np.asarray(cv2.subtract(cv2.dilate(strong, np.ones((3, 3), np.uint8)), strong), np.uint8)
    return ring, ring & (_is_sharp(seen.dim) | _is_sharp(seen.tint))


def _is_sharp(values: Singles) -> Image:
    """1 where most of a change happens within 5 px."""
    step = cv2.morphologyEx(values, cv2.MORPH_GRADIENT, _WIDELY)
    most = np.asarray(cv2.dilate(np.abs(values), _WIDELY))
    return (np.asarray(step) > most * np.float32(_SHARP)).view(np.uint8)


def _reach(arms: Image, changed: Image) -> Image:
    """All that a hand may cover or darken: what has changed and hangs together with it, and a margin."""
    thick = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(np.asarray(thick, np.uint8) | arms, connectivity=8)
    mine = np.zeros(count, np.uint8)
    mine[labels[arms > 0]] = 1
    round_block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * _MARGIN + 1, 2 * _MARGIN + 1))
    return np.asarray(cv2.dilate(mine[labels], round_block), np.uint8)
