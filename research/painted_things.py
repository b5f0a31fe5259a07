"""Things painted over still pictures of a board, in the picture's own light: flat things, cups, lying pawns.

Arms are in `painted_arms`. `Geometry` says which holes a thing hides.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from painted_arms import Map, cast_shadow, paint_masked_arm

from calibration.appearance.looks import body_hull
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import SamplingGrids, make_sampling_grids, profile
from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, project

Numbers = NDArray[np.integer[Any] | np.floating[Any]]

CARD_MM, PHONE_MM, CUP_MM = (57.0, 89.0), (71.0, 147.0), (76.0, 92.0)
MIN_ARM_MM2 = 600.0
CLEAR = 1.3  # least distance of a lying pawn to the others, in pawn diameters
TRIES = 60
FARTHEST_PX = 1e5
TURN = np.linspace(0, 2 * np.pi, 24, endpoint=False)
RING = np.column_stack([np.cos(TURN), np.sin(TURN)])


@dataclass(frozen=True, slots=True)
class Cover:
    """A picture with something painted over it.

    Attributes:
        image: (h, w, 3) BGR.
        mask: (h, w), above 0.5 inside the thing.
    """

    image: Image
    mask: Map


@dataclass(frozen=True, slots=True)
class Scene:
    """A clean picture with its pawns and its camera pose."""

    image: Image
    board: Board
    pose: Pose
    pawns: PawnSet
    holes: Mapping[str, str]


class Painter:
    """Paints things over a picture, at random places, sizes and colours."""

    def __init__(self, scene: Scene, rng: np.random.Generator) -> None:
        self._scene = scene
        self._rng = rng

    def covers(self) -> Mapping[str, Callable[[], Cover | None]]:
        """Paints what hides holes, by kind; None where there is no place for it."""
        return {
            "arm": self.arm,
            "card": self.card,
            "card on pawns": self.card_on_pawns,
            "phone": self.phone,
            "cup": self.cup,
        }

    def arm(self) -> Cover | None:
        """An arm with its hand."""
        scene = self._scene
        for _ in range(TRIES):
            image, mask, hidden = paint_masked_arm(scene.image, scene.board, scene.pose, self._rng)
            if hidden > MIN_ARM_MM2:
                return Cover(image, mask)
        return None

    def card(self) -> Cover | None:
        """A playing card that lies on the board between the pawns."""
        return self._flat(CARD_MM, self._card_face(), 0.4, on_pawns=False)

    def card_on_pawns(self) -> Cover | None:
        """A playing card that lies on top of pawns."""
        return self._flat(CARD_MM, self._card_face(), self._scene.pawns.height, on_pawns=True)

    def phone(self) -> Cover | None:
        """A telephone that lies on the board."""
        face = np.full((147, 71, 3), self._rng.uniform(10, 60), np.float32)
        cv2.rectangle(face, (4, 4), (66, 142), [float(self._rng.uniform(5, 90))] * 3, -1)
        return self._flat(PHONE_MM, face, 8.0, on_pawns=False)

    def cup(self) -> Cover | None:
        """A cup between the pawns that hides what is behind it."""
        scene, (across, tall) = self._scene, CUP_MM
        place = self._place(across / 2 + scene.pawns.diameter / 2, on_pawns=False)
        if place is None:
            return None
        rings = [np.column_stack([place + across / 2 * RING, np.full(len(RING), z)]) for z in (0.0, -tall)]
        foot, rim = (project(ring, scene.pose).astype(np.float32) for ring in rings)
        size = scene.image.shape[:2]
        mask = _filled(size, cv2.convexHull(np.concatenate([foot, rim])))
        colour = self._rng.uniform(20, 235, 3)
        side = np.linspace(1.1, 0.6, size[1])[None, :, None] * np.ones((*size, 1))
        face = colour * side
        inside = _filled(size, rim)[..., None]
        return self._laid(mask, face * (1 - 0.5 * inside), 0.4)

    def lying_pawn(self) -> Cover | None:
        """One more pawn, knocked over across an empty hole, away from all standing ones."""
        scene, rng = self._scene, self._rng
        holes, length = scene.board.holes, scene.pawns.height
        grids = make_sampling_grids(scene.board, scene.pose, scene.pawns)
        standing = [hole for hole in scene.holes if hole in holes]
        empty = [hole for hole in holes if hole not in scene.holes]
        others = np.array([holes[hole] for hole in standing])
        for _ in range(TRIES):
            way = rng.uniform(0, 2 * np.pi)
            goal = np.array(holes[empty[rng.integers(len(empty))]])
            along = np.array([np.cos(way), np.sin(way)])
            at = goal - along * length * rng.uniform(-0.1, 1.1)
            nearest = min(
                float(np.hypot(*(others - (at + along * length * share)).T).min()) for share in (0, 0.5, 1)
            )
            if nearest > CLEAR * scene.pawns.diameter:
                return _lie_down(scene, grids, standing[rng.integers(len(standing))], at, way, rng)
        return None

    def _card_face(self) -> Map:
        face = np.full((89, 57, 3), 238, np.float32)
        colour = (40.0, 30.0, 190.0) if self._rng.random() < 0.5 else (30.0, 30.0, 30.0)
        for _ in range(int(self._rng.integers(1, 11))):
            at = self._rng.integers((10, 12), (47, 77))
            cv2.circle(face, (int(at[0]), int(at[1])), 4, colour, -1, cv2.LINE_AA)
        return face

    def _flat(
        self, size_mm: tuple[float, float], face: Map, height: float, *, on_pawns: bool
    ) -> Cover | None:
        """A horizontal face at a height, mm."""
        scene, half = self._scene, np.array(size_mm) / 2
        place = self._place(float(np.hypot(*half)) + scene.pawns.diameter / 2, on_pawns=on_pawns)
        if place is None:
            return None
        angle = self._rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = place + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn.T
        seen = project(np.column_stack([corners, np.full(4, -height)]), scene.pose).astype(np.float32)
        rows, columns = face.shape[:2]
        own = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        width, tall = scene.image.shape[1::-1]
        painted = cv2.warpPerspective(face, cv2.getPerspectiveTransform(own, seen), (width, tall))
        return self._laid(_filled((tall, width), seen), painted, 0.3)

    def _place(self, clear_mm: float, *, on_pawns: bool) -> Floats | None:
        """The middle of a thing: near a hole, with no pawn within `clear_mm`, or on two or more pawns."""
        scene = self._scene
        holes = np.array(list(scene.board.holes.values()))
        taken = np.array([scene.board.holes[hole] for hole in scene.holes])
        for _ in range(TRIES):
            place = holes[self._rng.integers(len(holes))] + self._rng.uniform(-15, 15, 2)
            near = int((np.linalg.norm(taken - place, axis=1) < (25.0 if on_pawns else clear_mm)).sum())
            if near >= 2 if on_pawns else near == 0:
                return np.asarray(place, np.float64)
        return None

    def _laid(self, mask: Map, face: Numbers, shade: float) -> Cover:
        """The picture with a face laid over it, in the picture's own light."""
        image, rng = self._scene.image, self._rng
        light = float(np.quantile(image.mean(axis=2), 0.9)) / 230 * rng.uniform(0.7, 1.1)
        mm = self._scene.pose.focal / float(np.linalg.norm(self._scene.pose.camera))
        shadow = rng.uniform(0, shade) * cast_shadow(mask, mm, rng)[..., None]
        soft = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None]
        painted = face * light + rng.normal(0, 1.5, mask.shape)[..., None]
        out = image * (1 - shadow) * (1 - soft) + painted * soft
        return Cover(np.clip(out, 0, 255).astype(np.uint8), mask)


class Geometry:
    """Which pixels show each hole's disk and, where a pawn stands, its body."""

    def __init__(self, scene: Scene) -> None:
        board, pose, size = scene.board, scene.pose, scene.image.shape[:2]
        radius = board.hole_diameter / 2
        feet = flat(list(board.holes.values()))
        far = np.linalg.norm(pose.camera - feet, axis=1)
        self._disks, self._bodies = {}, {}
        for hole, foot in zip(board.holes, feet, strict=True):
            ring = np.column_stack([foot[:2] + radius * RING, np.zeros(len(RING))])
            self._disks[hole] = _filled(size, project(ring, pose)) > 0
            if hole in scene.holes:
                body = [
                    np.column_stack([foot[:2] + r * RING, np.full(len(RING), -z)])
                    for z, r in profile(scene.pawns)
                ]
                hull = cv2.convexHull(project(np.concatenate(body), pose).astype(np.float32))
                self._bodies[hole] = _filled(size, hull) > 0
        distance = dict(zip(board.holes, far, strict=True))
        self._before = {
            hole: np.any(
                [body for other, body in self._bodies.items() if distance[other] < distance[hole]]
                or [np.zeros(size, np.bool_)],
                axis=0,
            )
            for hole in board.holes
        }

    def by_pawns(self) -> Iterator[tuple[str, float, float]]:
        """Each hole with the least and the greatest share of it that pawns in front hide."""
        for hole in self._disks:
            yield hole, *self._shares(hole, self._before[hole])

    def by(self, mask: NDArray[np.bool_]) -> Iterator[tuple[str, float, float]]:
        """Each hole with the least and the greatest share of disk and pawn that a thing or pawns hide."""
        for hole in self._disks:
            least, _ = self._shares(hole, mask)
            yield hole, least, self._shares(hole, mask | self._before[hole])[1]

    def _shares(self, hole: str, mask: NDArray[np.bool_]) -> tuple[float, float]:
        parts = [part for part in (self._disks[hole], self._bodies.get(hole)) if part is not None]
        shares = [float(mask[part].mean()) if part.any() else 1.0 for part in parts]
        return min(shares), max(shares)


def _lie_down(
    scene: Scene, grids: SamplingGrids, hole: str, at: Floats, way: float, rng: np.random.Generator
) -> Cover:
    """One more pawn, which lies on the board; all standing ones stay where they are.

    Args:
        scene: a still picture.
        grids: of its pose.
        hole: of the standing pawn that is copied.
        at: the foot of the lying pawn, mm.
        way: direction of its head, radians on the board.
        rng: random generator for its shadow.
    """
    shape, pose = profile(scene.pawns), scene.pose
    thick = float(shape[:, 1].max())
    ahead, aside = np.array([np.cos(way), np.sin(way), 0.0]), np.array([-np.sin(way), np.cos(way), 0.0])
    solid = [
        np.array([*at, -thick])
        + z * ahead
        + r * (RING[:, :1] * aside + RING[:, 1:] * np.array([0.0, 0.0, 1.0]))
        for z, r in shape
    ]
    axis = project(np.array([[*at, -thick], np.array([*at, -thick]) + shape[-1, 0] * ahead]), pose)
    foot = np.array(scene.board.holes[hole])
    stood = project(np.array([[*foot, 0.0], [*foot, -shape[-1, 0]]]), pose)

    def frame(ends: Floats, wide: float) -> NDArray[np.float32]:
        """Foot, head, and a point beside the foot, which define the transform."""
        along = ends[1] - ends[0]
        across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6)
        return np.array([ends[0], ends[1], ends[0] + wide * across], np.float32)

    far = [float(np.linalg.norm(pose.camera - np.array([*spot, 0.0]))) for spot in (foot, at)]
    wide = [pose.focal * thick / distance for distance in far]
    move = cv2.getAffineTransform(frame(stood, wide[0]), frame(axis, wide[1]))
    size = scene.image.shape[1::-1]
    laid = cv2.warpAffine(scene.image, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.uint8)
    outline = cv2.convexHull(project(np.concatenate(solid), pose).astype(np.float32))
    cv2.fillConvexPoly(mask, (outline * 16).round().astype(np.int32), 255, cv2.LINE_AA, 4)
    # The hidden part of the standing pawn (its foot from below) gets the median colour of the rest.
    own = np.zeros_like(mask)
    cv2.fillConvexPoly(own, body_hull(grids, grids.names.index(hole)).round().astype(np.int32), 255)
    seen = cv2.warpAffine(cv2.erode(own, np.ones((5, 5), np.uint8)), move, size, flags=cv2.INTER_NEAREST) > 0
    if (seen & (mask > 0)).any():
        middle = np.median(laid[seen & (mask > 0)], axis=0)
        laid = np.where(((mask > 0) & ~seen)[..., None], middle, laid)
    soft = (cv2.GaussianBlur(mask, (0, 0), 0.6) / np.float32(255))[..., None]
    mm = pose.focal / far[1]
    shadow = rng.uniform(0.1, 0.5) * _low_shadow(mask / np.float32(255), mm * thick, rng)[..., None]
    out = scene.image * (1 - shadow) * (1 - soft) + laid * soft
    return Cover(np.clip(out, 0, 255).astype(np.uint8), (mask > 127).astype(np.float32))


def _low_shadow(mask: Map, reach: float, rng: np.random.Generator) -> Map:
    """The shadow of a low thing: its outline, shifted a little and blurred."""
    aside = np.array([[1, 0, rng.normal(0, reach)], [0, 1, rng.normal(0, reach)]], np.float32)
    fallen = cv2.warpAffine(mask, aside, mask.shape[::-1])
    return np.asarray(cv2.GaussianBlur(fallen, (0, 0), max(0.6, 0.2 * reach)), np.float32)


def _filled(size: tuple[int, ...], outline: Numbers) -> Map:
    """(h, w): 1 inside."""
    points = np.clip(np.reshape(outline, (-1, 2)), -FARTHEST_PX, FARTHEST_PX)
    mask = np.zeros(size[:2], np.uint8)
    cv2.fillPoly(mask, [points.round().astype(np.int32)], 1)
    return mask.astype(np.float32)
