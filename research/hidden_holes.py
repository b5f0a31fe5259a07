"""Measures uncertainty: how many hidden holes, and how many visible ones, are flagged as unsure.

    python research/hidden_holes.py CLIP... [--pictures 4] [--seed 1]

Each clip is calibrated on its set-up, some of its still pictures are read one by one as `toc-pi read` does,
and again with an arm, cards, a telephone or a cup painted over them. A hole counts as hidden if more than
half of its disk is, and more than half of the pawn in it; as visible if neither is covered. A picture
classified as a whole ("hand") flags all of its holes.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from painted_arms import Map, cast_shadow, paint_masked_arm

from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import profile
from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, project
from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from hardware.capture import Film
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.reading import Reading, make_reader, read_anywhere

Numbers = NDArray[np.integer[Any] | np.floating[Any]]

HIDDEN, SEEN = 0.5, 0.02
CARD_MM, PHONE_MM, CUP_MM = (57.0, 89.0), (71.0, 147.0), (76.0, 92.0)
MIN_ARM_MM2 = 600.0
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


class Count:
    """How hidden and visible holes were read, under one kind of thing."""

    def __init__(self) -> None:
        self.pictures = self.not_clear = 0
        self.hidden, self.seen, self.seen_clear = Counter[str](), Counter[str](), Counter[str]()
        self.wrong: list[str] = []

    def add(
        self,
        name: str,
        reading: Reading,
        truth: Mapping[str, str],
        shares: Iterator[tuple[str, float, float]],
    ) -> None:
        """Add a picture."""
        self.pictures += 1
        self.not_clear += reading.state != "clear"
        for hole, least, most in shares:
            if reading.state != "clear" or hole in reading.unsure:
                what = "flagged"
            else:
                what = "right" if reading.holes.get(hole, "") == truth.get(hole, "") else "wrong"
            if least > HIDDEN:
                self.hidden[what] += 1
                if what == "wrong":
                    self.wrong.append(
                        f"{name} {hole}: {truth.get(hole, '-')} read {reading.holes.get(hole, '-')}"
                    )
            elif most < SEEN:
                self.seen[what] += 1
                if reading.state == "clear":
                    self.seen_clear[what] += 1
                if what == "wrong":
                    self.wrong.append(
                        f"{name} {hole} (seen): {truth.get(hole, '-')} read {reading.holes.get(hole, '-')}"
                    )

    def line(self) -> str:
        """The figures as a table row."""
        return (
            f"{self.pictures:8} {100 * self.not_clear / max(1, self.pictures):6.1f} {self.hidden.total():8}"
            f" {_share(self.hidden, 'flagged')} {_share(self.hidden, 'right')} {self.hidden['wrong']:6}"
            f" {self.seen.total():9} {_share(self.seen_clear, 'flagged')} {_share(self.seen, 'flagged')}"
            f" {self.seen['wrong']:6}"
        )


def _share(count: Counter[str], what: str) -> str:
    return f"{100 * count[what] / count.total():8.2f}" if count.total() else "       -"


def _filled(size: tuple[int, ...], outline: Numbers) -> Map:
    """(h, w): 1 inside."""
    points = np.clip(np.reshape(outline, (-1, 2)), -FARTHEST_PX, FARTHEST_PX)
    mask = np.zeros(size[:2], np.uint8)
    cv2.fillPoly(mask, [points.round().astype(np.int32)], 1)
    return mask.astype(np.float32)


def scenes_of(folder: Path, clip: Clip, pictures: int) -> tuple[Calibration, list[tuple[float, Scene]]]:
    """A clip's calibration and some of its still pictures, evenly chosen."""
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    spans = [span for span in truth["stills"] if span["from"] >= clip.setup[1]]
    spans = spans[:: max(1, -(-len(spans) // pictures))]
    with closing(Film(clip.film)) as film:
        found = find_board(clip, [frame.image for frame in setup_pictures(clip, film)])
        scenes = []
        for span in spans:
            t = (span["from"] + span["to"]) / 2
            while (frame := film.read()) is not None and frame.t < t:
                pass
            if frame is not None:
                holes = span["holes"]
                scenes.append((frame.t, Scene(frame.image, clip.board, found.pose, clip.pawns, holes)))
    return found, scenes


def measure(folder: Path, pictures: int, seed: int, counts: Mapping[str, Count]) -> None:
    """Add a clip's pictures to the counts.

    Raises:
        CannotSee: its board isn't found.
    """
    clip = load_clip(str(folder))
    found, scenes = scenes_of(folder, clip, pictures)
    reader = make_reader(found)
    for t, scene in scenes:
        rng = np.random.default_rng([seed, round(1000 * t)])
        clean, used = read_anywhere(scene.image, reader)
        seen = replace(scene, pose=used.model.pose)  # the board may have been bumped
        geometry, painter = Geometry(seen), Painter(seen, rng)
        name = f"{folder.name} {t:.1f} s"
        counts["pawns"].add(name, clean, scene.holes, geometry.by_pawns())
        if clean.state != "clear":
            continue
        for kind, paint in {
            "arm": painter.arm,
            "card": painter.card,
            "card on pawns": painter.card_on_pawns,
            "phone": painter.phone,
            "cup": painter.cup,
        }.items():
            if (cover := paint()) is not None:
                reading, _ = read_anywhere(cover.image, reader)
                counts[kind].add(f"{name} {kind}", reading, scene.holes, geometry.by(cover.mask > HIDDEN))


def main() -> None:
    """Print a table: a row for each kind of thing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--pictures", type=int, default=4, help="of each clip (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="of what is painted (default: 1)")
    options = parser.parse_args()
    kinds = ("pawns", "arm", "card", "card on pawns", "phone", "cup")
    counts = {kind: Count() for kind in kinds}
    for folder in options.clips:
        try:
            measure(folder, options.pictures, options.seed, counts)
        except CannotSee as error:
            print(f"{folder}: {error}")
    print(f"{'':14} pictures  told-%   hidden flagged-% right-%  wrong      seen flagged-% (+told)  wrong")
    for kind in kinds:
        print(f"{kind:14} {counts[kind].line()}")
    for wrong in (one for count in counts.values() for one in count.wrong):
        print(f"  {wrong}")


if __name__ == "__main__":
    main()
