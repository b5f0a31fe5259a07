"""Measures how much a learned pack helps, and that another pack's looks do no harm.

    python research/measure_pack.py draw [--packs 24]     cards of packs, into build/packs
    python research/measure_pack.py fit                   the constants of `family_pack`, on every third pack
    python research/measure_pack.py [--sure 0.98]         the table, on the other packs

No network was trained on these packs. Every card of one is laid down at one sitting, and read at another one:
another table, camera, light. Likeliest isn't safest: of the constants that `fit` prints, those are used with
which the looks of another pack leave fewer than one card in a thousand surely wrong.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from card_pictures import Look, Surface, photograph, random_camera, random_corners, rectified, worn
from card_scenes import CROP_H, CROP_W
from card_style import KEPT_FONTS, RANKS, SUITS, random_style
from drawn_cards import draw_card
from numpy.typing import NDArray

from toc_pi.events import Card
from toc_pi.vision.cards import family_pack
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, combined, with_look
from toc_pi.vision.cards.laid_card import SURE, CardNetworks

DATA = Path(__file__).resolve().parents[1] / "build" / "packs"
FIRST = 1_700_000
"""The first seed: no other program draws with these."""
LOOKS = (0, 1, 2, 4)
"""How many cards of each rank were learned."""
JITTER_MM = 1.0
EVERY = 3  # every third pack is for fitting alone


def draw_pack(number: int) -> None:
    """Draw every card of a pack twice: as it is learned, and as it is read."""
    path = DATA / f"{number:04}.npz"
    if path.exists():
        return
    rng = np.random.default_rng(FIRST + number)
    style = random_style(rng, slice(-KEPT_FONTS, None))
    crops, labels, read = [], [], []
    for sitting in (False, True):
        bare, camera = Surface.random(rng), random_camera(rng)
        look = Look.random(camera.size, rng)
        for suit, (label, rank) in product(SUITS, enumerate(RANKS)):
            plane = bare.copy()
            corners = random_corners(style.size, rng.normal(0, 12, 2), rng)
            plane.lay(worn(draw_card(style, rank, suit), rng), corners, style.radius_mm)
            picture = photograph(plane.picture(), camera, rng, look)
            found = corners + rng.normal(0, JITTER_MM, 2) + rng.normal(0, JITTER_MM / 2, (4, 2))
            crops.append(rectified(picture, camera, found, (CROP_W, CROP_H)))
            labels.append(label)
            read.append(sitting)
    DATA.mkdir(parents=True, exist_ok=True)
    np.savez(path, crops=np.array(crops), labels=np.array(labels), read=np.array(read))


@dataclass(frozen=True, slots=True)
class DrawnPack:
    """What the network makes of a pack's cards, in the order of suits.

    Attributes:
        shares: (n, ranks + 1), looks: (n, LOOK).
        labels: (n,) the rank's number.
        read: (n,) whether it is of the sitting at which cards are read, not learned.
    """

    shares: NDArray[np.float64]
    looks: NDArray[np.float64]
    labels: NDArray[np.int64]
    read: NDArray[np.bool_]

    def learned(self, count: int, rng: np.random.Generator) -> FamilyPack:
        """The pack after some cards of each rank, of random suits in a random order."""
        chosen = [
            at
            for label in range(len(RANKS))
            for at in rng.permutation(np.flatnonzero((self.labels == label) & ~self.read))[:count]
        ]
        pack = UNKNOWN_PACK
        for at in rng.permutation(chosen):
            pack = with_look(pack, Card(RANKS[self.labels[at]]), self.looks[at])
        return pack

    def told(self, pack: FamilyPack) -> NDArray[np.float64]:
        """(m, ranks + 1) probabilities of the cards that are read, with a learned pack."""
        return np.array([combined(pack, self.shares[at], self.looks[at]) for at in np.flatnonzero(self.read)])


def load(paths: Iterable[Path]) -> Iterator[DrawnPack]:
    """Read drawn packs with the network."""
    networks = CardNetworks()
    for path in paths:
        drawn = np.load(path)
        faces = [networks.face(crop) for crop in drawn["crops"]]
        shares, looks = np.array([face.shares for face in faces]), np.array([face.look for face in faces])
        yield DrawnPack(shares, looks, drawn["labels"], drawn["read"])


def paths_of(what: str) -> list[Path]:
    """The packs to fit or to measure on."""
    return [path for path in sorted(DATA.glob("*.npz")) if (int(path.stem) % EVERY == 0) == (what == "fit")]


def fit(packs: list[DrawnPack]) -> Iterator[str]:
    """The constants that make what was told likeliest, over all numbers of looks."""
    rng = np.random.default_rng(1)
    learned = [(pack, pack.learned(count, rng)) for pack in packs for count in LOOKS[1:]]
    losses: Mapping[tuple[float, float], float] = {
        constants: loss(learned, *constants)
        for constants in product((12.0, 16.0, 24.0, 32.0, 48.0), (0.65, 0.7, 0.75, 0.8, 0.85))
    }
    for constants, value in sorted(losses.items(), key=lambda one: one[1])[:8]:
        yield "SLOPE {:g}, MIDDLE {:g}: {:.4f}".format(*constants, value)
    alone = np.mean([_loss(pack.shares[pack.read], pack.labels[pack.read]) for pack in packs])
    yield f"the network alone: {alone:.4f}"


def loss(learned: list[tuple[DrawnPack, FamilyPack]], slope: float, middle: float) -> float:
    """The mean of -log p of the right ranks."""
    family_pack.SLOPE, family_pack.MIDDLE = slope, middle
    return float(np.mean([_loss(drawn.told(pack), drawn.labels[drawn.read]) for drawn, pack in learned]))


def _loss(shares: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    right = shares[np.arange(len(labels)), labels]
    return float(-np.log(np.maximum(right, 1e-9)).mean())


def similarities(packs: list[DrawnPack]) -> str:
    """How alike cards of the same rank, and of different ranks, of one pack are at two sittings."""
    same, other = list[float](), list[float]()
    for pack in packs:
        looks = pack.looks / np.linalg.norm(pack.looks, axis=1, keepdims=True)
        near = looks[pack.read] @ looks[~pack.read].T
        for label in range(len(RANKS)):
            best = np.where(pack.labels[~pack.read] == label, near, -1).max(axis=1)
            own = pack.labels[pack.read] == label
            same += best[own].tolist()
            other += best[~own].tolist()
    told = (np.percentile(each, (0.1, 1, 10, 50, 90, 99, 99.9)).round(3) for each in (same, other))
    return "nearest of the same rank {}, of another one {}".format(*told)


def table_of(packs: list[DrawnPack], sure: float) -> Iterator[str]:
    """A line for each number of looks."""
    yield "| cards learned of each rank | cards read | right and sure | not sure | surely wrong | wrong |"
    yield "|---|---|---|---|---|---|"
    rng = np.random.default_rng(2)
    rows = [(f"{count}", count, 0) for count in LOOKS]
    rows += [(f"{count}, of another pack", count, 1) for count in LOOKS[1:]]
    labels = np.concatenate([pack.labels[pack.read] for pack in packs])
    for name, count, ahead in rows:
        known = [pack.learned(count, rng) for pack in packs]
        known = [*known[ahead:], *known[:ahead]]
        told = np.concatenate([drawn.told(pack) for drawn, pack in zip(packs, known, strict=True)])
        right, is_sure = told.argmax(axis=1) == labels, told.max(axis=1) >= sure
        cells = (right & is_sure, ~is_sure, ~right & is_sure, ~right)
        shares = " | ".join(f"{100 * cell.mean():.2f} %" for cell in cells)
        yield f"| {name} | {len(labels)} | {shares} |"


def main() -> int:
    """Draw, fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("draw", "fit", "measure"), default="measure")
    parser.add_argument("--packs", type=int, default=24)
    parser.add_argument("--sure", type=float, default=SURE)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.what == "draw":
        for number in range(options.packs):
            draw_pack(number)
            print(f"{number + 1} packs", flush=True)
        return 0
    packs = [*load(paths_of(options.what))]
    lines = (similarities(packs), *fit(packs)) if options.what == "fit" else table_of(packs, options.sure)
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
