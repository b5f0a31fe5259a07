"""Small networks that classify each pixel of the field as free, covered by an arm, or covered by a thing.

Their input is the field now and when it was free, both as logarithms without their common light. They were
trained by research/train_cover.py on synthetic pictures only. Trained separately, they make different errors,
so their outputs are averaged (an ensemble). A far smaller one (research/train_glance.py), the prefilter, runs
first. If it detects nothing anywhere in the field, the others aren't evaluated: this is so in most pictures
without a hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image, Mask, Singles
from toc_pi.vision.planes import Pyramid, build_pyramid

SIZE = 144  # side of the network's square input, px; its output is half as large
MARGIN = 0.18  # margin around the field, as a share of its width and height
PLANES = 7  # input channels of the network
_DARKEST = 10.0  # grey levels added before a logarithm, so that noise in the dark isn't amplified
# The logarithm of each grey level.
_LOG = np.log(np.arange(256, dtype=np.float32).clip(1) + np.float32(_DARKEST)).reshape(1, 256)
_HALVE_FROM = 2.5  # a picture at least this many times too large is halved first: far cheaper than one step
_SAMPLED = (slice(1, None, 3),) * 2  # the pixels from which the common light is measured
_PREFILTER_LIMIT = -1.5
"""The prefilter detects nothing if its log odds of a cover are lower than this in every cell of the field.

Measured on 1,748 comparisons in 12 films, four of them dim and two of webcams. Of 1,176 in which the others
detect nothing, it skips 67 %. Of 572 in which they detect something, it skips three, of one or two cells. The
faintest hand has -0.6; in 111 photographs of games with people at the rim it has 1.3.
"""

CELL = 4  # side of a cell of the small network's output, in px of the others'
_SHIPPED = ("cover-1.onnx", "cover-2.onnx")  # from research/train_cover.py; their outputs are averaged
_PREFILTER = "cover-glance.onnx"  # the small network, from research/train_glance.py
_IN_USE: list["_Networks"] = []  # at most one, loaded on first use


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """The part of a camera's pictures that is the network's input.

    Attributes:
        left, top, width, height: px of the picture; it may reach beyond its edges.
        field: (SIZE / 2, SIZE / 2) bool, the playing field in it.
        seen: (SIZE, SIZE) bool, where the crop is inside the picture.
    """

    left: float
    top: float
    width: float
    height: float
    field: Mask
    seen: Mask

    def take(self, picture: Image | Pyramid) -> Image:
        """(SIZE, SIZE, 3), black beyond the picture's edge."""
        pyramid = build_pyramid(picture)
        times = _halvings(self.width), _halvings(self.height)
        small = pyramid.take(min(times))
        # px of the picture for one px of the small one
        by_x, by_y = (pyramid.whole.shape[axis] / small.shape[axis] for axis in (1, 0))
        left, top = max(0, int(self.left / by_x)), max(0, int(self.top / by_y))
        right, bottom = int((self.left + self.width) / by_x) + 2, int((self.top + self.height) / by_y) + 2
        part = small[top:bottom, left:right]
        more = tuple(2 ** (own - min(times)) for own in times)
        if times[0] != times[1]:  # a field that is foreshortened much more in one direction
            size = tuple(max(1, part.shape[1 - axis] // more[axis]) for axis in (0, 1))
            part = part[: size[1] * more[1], : size[0] * more[0]]
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        across, down = SIZE / self.width, SIZE / self.height
        move = np.array(
            [
                [across * by_x * more[0], 0, ((left + 0.5 * more[0]) * by_x - self.left) * across - 0.5],
                [0, down * by_y * more[1], ((top + 0.5 * more[1]) * by_y - self.top) * down - 0.5],
            ],
            np.float32,
        )
        return np.asarray(cv2.warpAffine(part, move, (SIZE, SIZE), flags=cv2.INTER_LINEAR), np.uint8)


def _halvings(length: float) -> int:
    """How often a picture is halved before `length` px of it are scaled to SIZE."""
    times = 0
    while length / SIZE / 2**times >= _HALVE_FROM:
        times += 1
    return times


def crop_around(field: list[NDArray[np.floating]], size: tuple[int, int], rim: int = 0) -> Crop:
    """The crop around a field made up of outlines, (n, 2) px each.

    Args:
        size: (width, height) of the pictures.
        rim: margin of the field, in px of the network's output.
    """
    points = np.concatenate(field)
    low, high = points.min(axis=0), points.max(axis=0)
    left, top = (float(value) for value in low - MARGIN * (high - low))
    width, height = (float(value) for value in (1 + 2 * MARGIN) * (high - low))
    half = SIZE // 2
    scale = np.array([half / width, half / height])
    mask = np.zeros((half, half), np.uint8)
    for outline in field:
        seen = (outline - (left, top)) * scale - 0.5
        cv2.fillConvexPoly(mask, cv2.convexHull(seen.round().astype(np.int32)), 1)
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(joined, contours, -1, 1, cv2.FILLED)
    x = left + (np.arange(SIZE) + 0.5) * (width / SIZE)
    y = top + (np.arange(SIZE) + 0.5) * (height / SIZE)
    inside = ((y >= 0) & (y < size[1]))[:, None] & ((x >= 0) & (x < size[0]))
    grown = cv2.dilate(joined, np.ones((2 * rim + 1, 2 * rim + 1), np.uint8))
    return Crop(left, top, width, height, grown > 0, inside)


def to_planes(now: Image, then: Image, field: Mask, seen: Mask) -> Singles:
    """(PLANES, h, w): log of now, and of now / then, minus their medians in the field; the known mask.

    Args:
        now, then: (h, w, 3); then is black where it is unknown.
        field: (h, w), where the medians are taken.
        seen: (h, w), where now shows the picture.
    """
    out = np.empty((PLANES, *now.shape[:2]), np.float32)
    own, apart = out[:3], out[3:6]
    before = np.empty_like(own)
    was = cv2.split(then)
    for planes, picture in ((own, cv2.split(now)), (before, was)):
        for plane, levels in zip(planes, picture, strict=True):
            cv2.LUT(levels, _LOG, dst=plane)
    np.subtract(own, before, out=apart)
    known = seen & (cv2.max(cv2.max(*was[:2]), was[2]) > 0)
    few = field[_SAMPLED] & seen[_SAMPLED]
    for planes, places, mask in ((own, few, seen), (apart, few & known[_SAMPLED], known)):
        sampled = planes[:, *_SAMPLED].reshape(3, -1).take(np.flatnonzero(places), 1)
        planes -= _medians(sampled)[:, None, None]
        planes *= mask
    out[6] = known
    return out


def _medians(values: Singles) -> Singles:
    """(k) the median of each row of (k, n), 0 if n is 0; several times faster than numpy's."""
    count = values.shape[1]
    if not count:
        return np.zeros(len(values), np.float32)
    low, high = (count - 1) // 2, count // 2
    ordered = np.partition(values, (low, high), axis=1)
    return (ordered[:, low] + ordered[:, high]) / np.float32(2)


def find_covers(now: Image, then: Image, crop: Crop) -> tuple[Singles, Singles]:
    """The probabilities of an arm, and of a thing, at each place: (SIZE / 2, SIZE / 2) each, 0 to 1.

    `now` is the crop of a picture, `then` of the free field, black where it is unknown.
    """
    field = cv2.resize(crop.field.view(np.uint8), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST) > 0
    planes = to_planes(now, then, field, crop.seen)[None]
    networks = _networks()
    if networks.prefilter is not None:
        detected = _run(networks.prefilter, planes)[0] > _PREFILTER_LIMIT
        if not (detected.any() and (detected.repeat(CELL, 0).repeat(CELL, 1) & crop.field).any()):
            nothing = np.zeros(crop.field.shape, np.float32)
            return nothing, nothing
    logits = np.mean([_run(net, planes) for net in networks.averaged], axis=0)
    probabilities = np.exp(logits - logits.max(axis=0))
    probabilities /= probabilities.sum(axis=0)
    return probabilities[1], probabilities[2]


def _run(net: cv2.dnn.Net, planes: Singles) -> Singles:
    """A network's output: for most, (3, SIZE / 2, SIZE / 2) logits of nothing, an arm, a thing."""
    net.setInput(planes)
    return np.asarray(net.forward()[0], np.float32).copy()


@dataclass(frozen=True, slots=True, eq=False)
class _Networks:
    """Loaded networks.

    Attributes:
        averaged: those whose answers are averaged.
        prefilter: the small one that runs first; None if the others always run.
    """

    averaged: tuple[cv2.dnn.Net, ...]
    prefilter: cv2.dnn.Net | None


def use_networks(data: Iterable[bytes], prefilter: bytes | None = None) -> None:
    """Use other networks than the shipped ones, to measure them."""
    _IN_USE[:] = [_Networks(tuple(map(_load, data)), None if prefilter is None else _load(prefilter))]


def _load(data: bytes) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def _networks() -> _Networks:
    if not _IN_USE:
        folder = resources.files("toc_pi.vision.occlusion")
        shipped = (folder.joinpath(name).read_bytes() for name in _SHIPPED)
        use_networks(shipped, folder.joinpath(_PREFILTER).read_bytes())
    return _IN_USE[0]
