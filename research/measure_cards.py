"""Measures how cards are found and read, on packs that were not trained on.

    python research/measure_cards.py [--count 20000] [--processes 2] [--out docs/card-reliability.svg]

Each scene goes the whole way: found between two pictures, rectified, read. Printed are tables by the pack's
style, the camera's angle, its scale, glare and noise; the reliability diagram is written as SVG.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain, count, islice, pairwise
from pathlib import Path

import cv2
import numpy as np
from card_pictures import rectified
from card_piles import NO_FACE
from card_scenes import Scene, patch_of, random_scenes
from card_style import JUMBO_MM, KEPT_FONTS

from toc_pi.vision.cards.laid_card import CROP, SURE, CardNetworks

ROOT = Path(__file__).resolve().parents[1]
PART = 500
FIRST = 900_000
"""The first seed: no other program draws with these."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was made of one scene.

    Attributes:
        traits: a value of each trait by which the tables group.
        label, told: the rank's number and the likeliest one; NO_FACE for none, -1 where no card was found.
        sure: the probability of the likeliest rank.
    """

    traits: tuple[str, ...]
    label: int
    told: int
    sure: float


TRAITS = ("letters", "index", "colours", "middle of numbers", "angle", "px a mm", "glare", "noise")


def traits_of(scene: Scene) -> tuple[str, ...]:
    """The values of TRAITS."""
    style, look, camera = scene.style, scene.look, scene.camera
    card = np.zeros(look.glare.shape[:2], np.uint8)
    for corners in scene.corners:
        at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.int32)
        cv2.fillConvexPoly(card, at, 1)
    glare = float(look.glare[card > 0].mean()) if card.any() else 0.0
    steps = lambda value, *limits: sum(value >= limit for limit in limits)  # noqa: E731
    return (
        f"{style.letters['A']} {style.letters['J']} {style.letters['Q']} {style.letters['K']}",
        "jumbo" if style.index_mm >= JUMBO_MM else "small, under 7 mm" if style.index_mm < 7 else "usual",
        "four" if len({*style.colours.values()}) > 2 else "two",
        style.middle,
        ("33 to 45 degrees", "45 to 60 degrees", "60 to 82 degrees")[steps(camera.elevation_deg, 45, 60)],
        ("0.75 to 1", "1 to 1.5", "1.5 to 2.3")[steps(camera.scale, 1, 1.5)],
        ("none", "some", "strong: over 60 levels")[steps(glare, 3, 60)],
        ("under 3 levels", "3 to 8 levels", "over 8 levels")[steps(look.noise + look.colour_noise, 3, 8)],
    )


def measure_part(number: int) -> list[Result]:
    """Measure PART scenes with a card or without one."""
    cv2.setNumThreads(1)
    rng, networks = np.random.default_rng(FIRST + number), CardNetworks()
    piles = (random_scenes(rng, slice(-KEPT_FONTS, None)) for _ in count())
    scenes = (scene for scene in chain.from_iterable(piles) if len(scene.labels) <= 1)
    return [measure(scene, networks, rng) for scene in islice(scenes, PART)]


def measure(scene: Scene, networks: CardNetworks, rng: np.random.Generator) -> Result:
    """Find and read one card."""
    before, after, origin = patch_of(scene, rng)
    label = scene.labels[0] if scene.labels else NO_FACE
    greys = [cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in (after, before)]
    place = networks.place(np.stack(greys))[0]
    if place.chance < 0.5:
        return Result(traits_of(scene), label, -1, 1.0)
    shares = networks.face(rectified(scene.after, scene.camera, place.corners + origin, CROP)).shares
    return Result(traits_of(scene), label, int(shares.argmax()), float(shares.max()))


def table(results: Sequence[Result]) -> Iterator[str]:
    """A line for all cards, and one for each value of each trait."""
    faces = [each for each in results if each.label != NO_FACE]
    yield "| | cards | right and sure | not sure | not found | surely wrong |"
    yield "|---|---|---|---|---|---|"
    yield _row("all", faces)
    yield _row("a usual pack at a table that was set up", [each for each in faces if _is_usual(each)])
    for at, name in enumerate(TRAITS):
        for value in sorted({each.traits[at] for each in faces}):
            yield _row(f"{name}: {value}", [each for each in faces if each.traits[at] == value])
    none = [each for each in results if each.label == NO_FACE]
    surely = sum(0 <= each.told < NO_FACE and each.sure >= SURE for each in none)
    yield ""
    yield f"Where no card's face is bare, {len(none)} pictures: one is surely read in {surely}."


def _is_usual(result: Result) -> bool:
    """Whether the numbers have pips, no index is tiny, and the set-up would find nothing to change."""
    value = dict(zip(TRAITS, result.traits, strict=True))
    pack = value["middle of numbers"] == "pips" and not value["index"].startswith("small")
    picture = value["px a mm"] != "0.75 to 1" and not value["glare"].startswith("strong")
    return pack and picture and not value["noise"].startswith("over")


def _row(name: str, results: Sequence[Result]) -> str:
    read = [each for each in results if each.told >= 0]
    sure = [each for each in read if each.sure >= SURE and each.told != NO_FACE]
    right = sum(each.told == each.label for each in sure)
    total = max(1, len(results))
    shares = (right, len(read) - len(sure), len(results) - len(read))
    cells = (*(f"{100 * share / total:.2f} %" for share in shares), str(len(sure) - right))
    return f"| {name} | {len(results)} | {' | '.join(cells)} |"


def reliability(results: Sequence[Result]) -> list[tuple[float, float, int]]:
    """(mean probability, share that is right, number of bare cards) of steps of the likeliest rank's."""
    edges = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.01)
    read = [each for each in results if 0 <= each.told < NO_FACE and each.label != NO_FACE]
    found = []
    for low, high in pairwise(edges):
        some = [each for each in read if low <= each.sure < high]
        if some:
            right = np.mean([each.told == each.label for each in some])
            found.append((float(np.mean([each.sure for each in some])), float(right), len(some)))
    return found


def diagram(points: Sequence[tuple[float, float, int]]) -> str:
    """The reliability diagram as SVG, on logarithmic scales of what is wrong."""
    side, margin, lowest = 360, 50, 1e-4

    def at(share: float) -> float:
        return float(np.log10(max(1 - share, lowest)) / np.log10(lowest)) * side

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * margin} {side + 2 * margin}" '
        'font-family="sans-serif" font-size="12">',
        f'<g transform="translate({margin} {side + margin}) scale(1 -1)" stroke="#444" fill="none">',
        f'<rect width="{side}" height="{side}"/><path d="M0 0L{side} {side}" stroke-dasharray="4"/>',
    ]
    lines += [f'<circle cx="{at(p):.1f}" cy="{at(q):.1f}" r="4" fill="#2a6"/>' for p, q, _ in points]
    lines.append("</g>")
    for share in (0.0, 0.9, 0.99, 0.999, 0.9999):
        x, y = margin + at(share), side + margin - at(share)
        lines.append(f'<text x="{x:.0f}" y="{side + margin + 18}" text-anchor="middle">{share:g}</text>')
        lines.append(f'<text x="{margin - 6}" y="{y + 4:.0f}" text-anchor="end">{share:g}</text>')
    lines.append(
        f'<text x="{margin}" y="{margin - 14}">share that is right, by the probability told</text></svg>'
    )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "card-reliability.svg")
    options = parser.parse_args()
    results: list[Result] = []
    with ProcessPoolExecutor(options.processes) as pool:
        for part in pool.map(measure_part, range(-(-options.count // PART))):
            results += part
            print(f"{len(results)} scenes", file=sys.stderr, flush=True)
    print("\n".join(table(results)))
    points = reliability(results)
    print("\n| probability told | share right | cards |\n|---|---|---|")
    for told, right, number in points:
        print(f"| {told:.4f} | {right:.4f} | {number} |")
    options.out.write_text(diagram(points))
    return 0


if __name__ == "__main__":
    sys.exit(main())
