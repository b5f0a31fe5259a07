"""What covers the board without being a pawn: hands and arms, cups, cards; judged from one picture.

A small picture is compared with the set-up's. Light changes brightness, hardly the colours' ratios, and
keeps every hole, line and stripe where it was; what lies over them doesn't. Whatever comes in from the
picture's edge and reaches the board is an arm; what lies on the board alone is a thing.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import DARKEST
from calibration.lens import project
from calibration.patches import Mask, Singles
from toc_pi.vision.eye import Eye, Indices

Image = NDArray[np.uint8]
Hand = Literal["", "beside", "across", "over"]

WIDTH = 320
_NOISE = 1.5  # grey levels at least, in the small picture
_CLIPPED = 248.0
_WINDOW, _PATCH = 9, 5  # px: what counts as structure, and over how much of it is compared
_STRUCTURE = 0.07  # logarithm, the least that is compared
_KEPT = 0.3  # share of the structure that must be there still
_EDGE = 4.0  # times the structure's power: a new edge, a shadow's perhaps, drowns it
_LIGHT_TINT = 0.16  # how much another light changes the ratios, a unit of brightness
_USUAL = 0.02  # median change of the ratios in a clean picture
_DENSE = 0.05  # share of an arm's pixels that are strong, at least
_STRONG = (0.18, -1.3)  # colour's ratios, brightness: not explained by light
_GLARING = 1.0  # brighter than a sun stripe makes it
_WEAK = (0.07, -0.8)
_DIMMED, _TINTED = 0.5, 0.1  # brightness and colour together
_GAP = 9  # px: parts of one arm may lie so far apart
_ARM = 25  # strong pixels of an arm at least
_TOUCH = 3  # pixels of the picture's edge
_NEAR = 60  # px from the board
_HANDS: tuple[Hand, ...] = ("", "beside", "across", "over")
_HAND = 90  # strong pixels of a hand whose arm can't be seen
_BESIDE = 0.3  # share of the points beside a hole's body that a thing covers: the hole is hidden
_EVERY = 6  # px: the light is fitted on so coarse a grid


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The set-up's picture made small, for one pose.

    Attributes:
        small: (h, WIDTH, 3) float32, BGR.
        ratios: three (h, WIDTH) float32: brightness, red to green, blue to green.
        rough: (h, WIDTH) float32, how much colours change within a pixel.
        structure, power: (h, WIDTH) float32, fine structure and its power.
        clipped: (h, WIDTH) bool, where it was too bright to tell a colour.
        board: (h, WIDTH) bool, where the board or a pawn on it is seen.
        trusted: (h, WIDTH) bool, where the backdrop is known.
        outlines: for each hole the outline of a pawn there, px of the small picture.
        beside: (holes, m) indices into the small picture of points beside each hole's body.
        terms: (k, 6) a quadratic over the coarse grid; full: the same over all pixels.
    """

    small: Singles
    ratios: tuple[Singles, Singles, Singles]
    rough: Singles
    structure: Singles
    power: Singles
    clipped: Mask
    board: Mask
    trusted: Mask
    outlines: tuple[NDArray[np.int32], ...]
    beside: Indices
    terms: Singles
    full: Singles


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the board.

    Attributes:
        hand: what looks like an arm: "over" the board, coming in from the picture's edge; "across" the
            board's edge, from where can't be seen; "beside" the board; or "" for none.
        hidden: holes with something over or beside them that is no pawn.
        share: of the board that is covered.
    """

    hand: Hand
    hidden: frozenset[str]
    share: float


def hang_backdrop(eye: Eye, trust_table: bool = True) -> Backdrop:
    """Make the small pictures that covers are found against.

    Args:
        eye: tables of the pose.
        trust_table: whether what lies beside the board is where it was at set-up.
    """
    looks = eye.calibration.looks
    height, width = looks.empty.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    scale = WIDTH / width
    small = cv2.resize(looks.empty, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    bright, red, blue = _ratios(small)
    block = np.ones((3, 3), np.uint8)
    rough = 0.5 * (
        (cv2.dilate(red, block) - cv2.erode(red, block)) + (cv2.dilate(blue, block) - cv2.erode(blue, block))
    )
    structure = bright - cv2.blur(bright, (_WINDOW, _WINDOW))
    power = cv2.blur(structure * structure, (_PATCH, _PATCH))
    mask = board_mask(eye, size, scale)
    outlines = tuple(
        np.asarray(
            cv2.convexHull(((points[inside] + 0.5) * scale - 0.5).astype(np.float32)).round(), np.int32
        )
        for points, inside in zip(eye.places.points, eye.places.inside, strict=True)
    )
    beside = np.clip(((eye.places.points[:, eye.around] + 0.5) * scale - 0.5).round(), 0, None).astype(
        np.intp
    )
    columns, rows = np.minimum(beside[..., 0], size[0] - 1), np.minimum(beside[..., 1], size[1] - 1)
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    x, y = x / WIDTH - np.float32(0.5), y / WIDTH - np.float32(0.28)
    full = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    return Backdrop(
        small,
        (bright, red, blue),
        np.asarray(rough, np.float32),
        np.asarray(structure, np.float32),
        np.asarray(power, np.float32),
        _clipped(small),
        mask,
        mask | trust_table,
        outlines,
        rows * WIDTH + columns,
        np.ascontiguousarray(full[::_EVERY, ::_EVERY].reshape(-1, 6)),
        np.ascontiguousarray(full.reshape(-1, 6)),
    )


def board_mask(eye: Eye, size: tuple[int, int], scale: float) -> Mask:
    """Which pixels of a small picture show the board, or a pawn that stands on it."""
    outline = eye.calibration.board.outline
    seen = np.zeros((size[1], size[0]), np.uint8)
    for z in (0.0, -0.5 * eye.calibration.pawns.height):
        corners = project(np.array([[x, y, z] for x, y in outline]), eye.pose) * scale
        cv2.fillPoly(seen, [corners.round().astype(np.int32)], 1)
    return np.asarray(seen > 0)


def find_cover(image: Image, held: frozenset[str], eye: Eye, backdrop: Backdrop) -> Cover:
    """Find what covers the board.

    Args:
        image: (h, w, 3).
        held: holes whose pawns explain what is seen there.
        eye: tables of the pose.
        backdrop: of the same pose.
    """
    weak, strong = _unexplained(image, backdrop, max(_NOISE, eye.calibration.looks.noise))
    for index, hole in enumerate(eye.places.names):
        if hole in held:
            for part in (weak, strong):
                cv2.fillConvexPoly(part, backdrop.outlines[index], 0)
                cv2.polylines(part, [backdrop.outlines[index]], True, 0, 5)
    speck = np.ones((2, 2), np.uint8)
    strong = np.asarray(cv2.morphologyEx(strong, cv2.MORPH_OPEN, speck), np.uint8)
    weak = np.asarray(cv2.morphologyEx(weak | strong, cv2.MORPH_OPEN, speck), np.uint8)
    hand, things = _sort(weak, strong, backdrop)
    beside = things.ravel()[backdrop.beside].mean(axis=1)
    hidden = frozenset(hole for hole, share in zip(eye.places.names, beside, strict=True) if share > _BESIDE)
    return Cover(hand, hidden, float(strong[backdrop.board].mean()))


def _ratios(values: Singles) -> tuple[Singles, Singles, Singles]:
    logs = np.asarray(cv2.log(values + np.float32(DARKEST)), np.float32)
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return (blue + green + red) / np.float32(3), red - green, blue - green


def _clipped(small: Singles) -> Mask:
    brightest = np.maximum(np.maximum(small[..., 0], small[..., 1]), small[..., 2])
    return np.asarray(brightest > _CLIPPED)


def _unexplained(image: Image, backdrop: Backdrop, noise: float) -> tuple[Image, Image]:
    """Pixels that another light doesn't explain: (weakly, strongly), 0 or 1."""
    height = backdrop.small.shape[0]
    small = cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    gain = _gain(small, backdrop)
    bright, red, blue = _ratios(small)
    then_bright, then_red, then_blue = _ratios(backdrop.small * cv2.exp(gain))
    level = np.float32(noise) * cv2.exp(-np.minimum(bright, then_bright))
    dim = bright - then_bright
    raw = cv2.magnitude(red - then_red, blue - then_blue)
    # A film pressed hard, or a noisy one, changes colours everywhere a little.
    usual = np.float32(2.5) * max(float(np.median(raw[::_EVERY, ::_EVERY])) - _USUAL, 0.0)
    tint = raw - np.float32(_LIGHT_TINT) * np.abs(dim) - 2 * level - np.float32(0.25) * backdrop.rough - usual
    clipped = _clipped(small) | backdrop.clipped
    tint[clipped] = 0
    fine = bright - cv2.blur(bright, (_WINDOW, _WINDOW))
    alike = cv2.blur(fine * backdrop.structure, (_PATCH, _PATCH))
    busy = cv2.blur(fine * fine, (_PATCH, _PATCH)) > np.float32(_EDGE) * backdrop.power
    least = np.maximum(np.float32(_STRUCTURE**2), (2 * level) ** 2)
    lost = (backdrop.power > least) & (alike < np.float32(_KEPT) * backdrop.power) & ~clipped & ~busy
    strong = (tint > _STRONG[0]) | (dim < _STRONG[1]) | ((dim > _GLARING) & ~clipped) | lost
    weak = strong | (tint > _WEAK[0]) | (dim < _WEAK[1]) | ((np.abs(dim) > _DIMMED) & (raw > _TINTED))
    return (weak & backdrop.trusted).astype(np.uint8), (strong & backdrop.trusted).astype(np.uint8)


def _gain(small: Singles, backdrop: Backdrop) -> Singles:
    """(h, WIDTH, 3): how the light changed, a quadratic over the picture fitted to most of it."""
    now = small[::_EVERY, ::_EVERY].reshape(-1, 3) + np.float32(4)
    then = backdrop.small[::_EVERY, ::_EVERY].reshape(-1, 3) + np.float32(4)
    change = np.asarray(cv2.log(now / then), np.float32)
    known = backdrop.trusted[::_EVERY, ::_EVERY].ravel()
    fit = np.zeros((6, 3), np.float32)
    fit[0] = np.median(change[known], axis=0)
    stiff = np.diag([0.0, 1.0, 1.0, 4.0, 4.0, 4.0]).astype(np.float32) * np.float32(0.01 * known.sum())
    for _ in range(3):
        apart = np.abs(change - backdrop.terms @ fit)
        off = np.maximum(np.maximum(apart[:, 0], apart[:, 1]), apart[:, 2])
        trust = known / (1.0 + (off / np.float32(0.08)) ** 2)
        weighted = backdrop.terms * trust[:, None].astype(np.float32)
        fit = np.linalg.solve(backdrop.terms.T @ weighted + stiff, weighted.T @ change).astype(np.float32)
    return np.asarray(backdrop.full @ fit, np.float32).reshape(small.shape)


def _sort(weak: Image, strong: Image, backdrop: Backdrop) -> tuple[Hand, Image]:
    """Whether an arm is in the picture, and the pixels of things that cover something."""
    around = _GAP
    wide = cv2.copyMakeBorder(weak, around, around, around, around, cv2.BORDER_REPLICATE)
    joined = cv2.morphologyEx(
        wide, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP, _GAP))
    )[around:-around, around:-around]
    joined = np.ascontiguousarray(joined)
    count, labels, figures, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    things = np.zeros_like(weak)
    if count == 1:
        return "", things
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    touching = np.bincount(edge, minlength=count)
    loud = np.bincount(labels[strong > 0], minlength=count)
    near = cv2.dilate(backdrop.board.astype(np.uint8), np.ones((2 * _NEAR + 1, 2 * _NEAR + 1), np.uint8))
    close = np.bincount(labels[near > 0], minlength=count)
    on = np.bincount(labels[backdrop.board], minlength=count)
    hand: Hand = ""
    for label in range(1, count):
        if loud[label] < 6 or not close[label]:
            continue
        if on[label] and loud[label] >= _DENSE * figures[label, cv2.CC_STAT_AREA]:
            things[labels == label] = 1
        if loud[label] >= max(_ARM, _DENSE * figures[label, cv2.CC_STAT_AREA]) and touching[label] >= _TOUCH:
            hand = "over" if on[label] else max(hand, "beside", key=_HANDS.index)
        elif loud[label] >= _HAND and on[label] > 0 and (on[label] < figures[label, cv2.CC_STAT_AREA]):
            hand = max(hand, "across", key=_HANDS.index)
    return hand, np.asarray((things > 0) & (joined > 0), np.uint8)
