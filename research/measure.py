"""Measures vision: how holes and cards are read in pictures that something was done to.

    python research/measure.py CASE CLIP... [--pictures 4] [--seed 1]
    python research/measure.py cards | pack | constants [--count N] [--processes 2]

Cases on clips with truth, in some of their still pictures:

    covers   an arm, cards, a telephone or a cup hides holes; a hole counts as hidden if more than half of its
             disk is, and more than half of the pawn in it, as visible if neither is covered
    lying    one more pawn lies across an empty hole; all standing ones stay
    lights   lamps, tone curves and colours that differ from the set-up's
    limits   growing noise, then fewer pixels; the board is found again in set-up pictures like that
    arms     arms of each skin over boards of other colours: is there a hand?
    hands    open hands of cards, laid beside the board or held up, before the whole watch (--held)

Cases on drawn cards of packs that no network was trained on (see `measured_cards`): `cards` finds and reads
them; `pack` reads them after some of each rank were learned, and `constants` for many constants of that.

A clip is calibrated on its set-up, and each picture is read once, as `toc-pi read` does. Each row of the
table says how many holes or cards were read rightly, were unsure, lay in a picture that isn't clear, weren't
found, or were surely wrong; the wrong ones are listed below it.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from case_answers import Answer, table
from changed_pictures import LIGHTS, Change, noisy, smaller
from numpy.typing import NDArray
from painted_arms import SKINS, paint_masked_arm
from painted_things import Geometry, Painter, Scene

from calibration.arrays import Image
from calibration.camera import flat, project
from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from hardware.capture import Film
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.occlusion.covernet import SIZE
from toc_pi.vision.reading import Reader, Reading, make_reader, read_anywhere
from toc_pi.vision.reliability import hole_px

HIDDEN, SEEN = 0.5, 0.02  # least hidden share of a hidden hole, greatest one of a visible hole
NOISES = (0.0, 3.0, 5.0, 6.5, 8.0, 10.0, 12.0, 16.0)
SCALES = (0.75, 0.6, 0.5, 0.42, 0.36, 0.3, 0.25)
LYING = 12  # pawns that are laid in a picture, one at a time
BOARDS = {  # BGR in even light; None: unchanged
    "as filmed": None,
    "warm wood": (60, 110, 170),
    "dark wood": (30, 52, 90),
    "pale wood": (150, 195, 220),
    "navy": (95, 50, 28),
}
SKIN_NAMES = ("pale", "fair", "tan", "brown", "dark brown", "black")
ARMS, TRIES = 4, 40
COVERED, BESIDE = 0.004, 0.0001  # least and greatest share of the field under an arm over it, or beside it
LIGHT = 150.0  # grey level of a light board in the light for which the colours are given


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """A clip: the pictures of its set-up, its calibration, and some still pictures with their seconds."""

    name: str
    clip: Clip
    setup: list[Image]
    calibration: Calibration
    scenes: list[tuple[float, Scene]]

    @property
    def reader(self) -> Reader:
        """Reads its pictures."""
        return make_reader(self.calibration)


def load(folder: Path, pictures: int) -> Filmed:
    """A clip with some of its still pictures, evenly chosen.

    Raises:
        CannotSee: its board isn't found.
    """
    clip = load_clip(str(folder))
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    spans = [span for span in truth["stills"] if span["from"] >= clip.setup[1]]
    spans = spans[:: max(1, -(-len(spans) // pictures))]
    with closing(Film(clip.film)) as film:
        setup = [frame.image for frame in setup_pictures(clip, film)]
        found, scenes = find_board(clip, setup), []
        for span in spans:
            t = (span["from"] + span["to"]) / 2
            while (frame := film.read()) is not None and frame.t < t:
                pass
            if frame is not None:
                scenes.append(
                    (frame.t, Scene(frame.image, clip.board, found.pose, clip.pawns, span["holes"]))
                )
    return Filmed(folder.name, clip, setup, found, scenes)


def of_holes(
    row: str, reading: Reading, truth: Mapping[str, str], groups: Mapping[str, str], what: str = ""
) -> Iterator[Answer]:
    """The answers for some holes of a picture.

    Args:
        row: of the table.
        reading: of the picture.
        truth: what stands in each hole that isn't empty.
        groups: each hole that counts, with what is added to the row.
        what: the picture's name.
    """
    for hole, group in groups.items():
        stands, read = truth.get(hole, ""), reading.holes.get(hole, "")
        verdict = "right" if stands == read else "wrong"
        if reading.state != "clear":
            verdict = "not clear"
        elif hole in reading.unsure:
            verdict = "unsure"
        yield Answer((row + group,), verdict, f"{what} {hole}: {stands or '-'} read {read or '-'}")


def all_holes(scene: Scene) -> dict[str, str]:
    """Every hole, in no group."""
    return dict.fromkeys(scene.board.holes, "")


def by_shares(shares: Iterable[tuple[str, float, float]]) -> dict[str, str]:
    """The hidden and the visible holes, by the least and the greatest share of each that is hidden."""
    return {
        hole: ", hidden" if least > HIDDEN else ", visible"
        for hole, least, most in shares
        if least > HIDDEN or most < SEEN
    }


def covers(filmed: Filmed, seed: int) -> Iterator[Answer]:
    """Things that hide holes."""
    reader = filmed.reader
    for t, scene in filmed.scenes:
        what = f"{filmed.name} {t:.1f} s"
        clean, used = read_anywhere(scene.image, reader)
        seen = replace(scene, pose=used.model.pose)  # the board may have been bumped
        geometry, painter = Geometry(seen), Painter(seen, np.random.default_rng([seed, round(1000 * t)]))
        yield from of_holes("pawns", clean, scene.holes, by_shares(geometry.by_pawns()), what)
        for kind, paint in painter.covers().items() if clean.state == "clear" else ():
            if (cover := paint()) is not None:
                reading, _ = read_anywhere(cover.image, reader)
                groups = by_shares(geometry.by(cover.mask > HIDDEN))
                yield from of_holes(kind, reading, scene.holes, groups, what)


def lying(filmed: Filmed, seed: int) -> Iterator[Answer]:
    """One more pawn that lies across an empty hole; holes that are wrong without it don't count."""
    reader = filmed.reader
    for t, scene in filmed.scenes:
        clean, used = read_anywhere(scene.image, reader)
        painter = Painter(
            replace(scene, pose=used.model.pose), np.random.default_rng([seed, round(1000 * t)])
        )
        feet = dict(zip(used.model.grids.names, used.model.grids.foot.round().astype(int), strict=True))
        sound = [
            hole
            for hole in scene.board.holes
            if hole in clean.unsure or clean.holes.get(hole) == scene.holes.get(hole)
        ]
        for _ in range(LYING):
            if (cover := painter.lying_pawn()) is None:
                continue
            (height, width), reading = cover.mask.shape, read_anywhere(cover.image, reader)[0]
            under = {
                hole
                for hole, (x, y) in feet.items()
                if cover.mask[y.clip(0, height - 1), x.clip(0, width - 1)]
            }
            groups = {hole: ", covered" if hole in under else ", others" for hole in sound}
            yield from of_holes("a lying pawn", reading, scene.holes, groups, f"{filmed.name} {t:.1f} s")


def lights(filmed: Filmed, _seed: int) -> Iterator[Answer]:
    """Light that differs from the set-up's."""
    reader = filmed.reader
    for t, scene in filmed.scenes:
        for kind, change in LIGHTS.items():
            reading, _ = read_anywhere(change(scene.image), reader)
            yield from of_holes(kind, reading, scene.holes, all_holes(scene), f"{filmed.name} {t:.1f} s")


def limits(filmed: Filmed, _seed: int) -> Iterator[Answer]:
    """Up to what noise, and down to what size of holes, readings can be trusted."""
    changes = [(f"noise {spread:g}", noisy(spread, seed), 1.0) for seed, spread in enumerate(NOISES)]
    changes += [(f"size {scale:g}", smaller(scale), scale) for scale in SCALES]
    for name, change, scale in changes:
        found = _found_again(filmed, change, scale)
        if found is None:
            yield Answer((f"{filmed.name}, {name}",), "not found")
            continue
        figure = f"{hole_px(found):4.1f} px" if scale < 1 else f"{found.looks.noise:4.1f} levels of noise"
        reader = make_reader(found)
        for t, scene in filmed.scenes:
            reading, _ = read_anywhere(change(scene.image), reader)
            what = f"{filmed.name} {t:.1f} s"
            yield from of_holes(f"{filmed.name}, {figure}", reading, scene.holes, all_holes(scene), what)


def _found_again(filmed: Filmed, change: Change, scale: float) -> Calibration | None:
    """The board found and learned in changed pictures of its set-up."""
    clip = filmed.clip
    corners = None if clip.corners is None else [(x * scale, y * scale) for x, y in clip.corners]
    focal = None if clip.focal is None else clip.focal * scale
    try:
        return find_board(
            replace(clip, corners=corners, focal=focal), [change(image) for image in filmed.setup]
        )
    except CannotSee:
        return None


def arms(filmed: Filmed, seed: int) -> Iterator[Answer]:
    """Arms over boards of every colour: wrong is an arm over a hole that isn't noticed, or one where none is.

    An arm that lies between the holes hides nothing, and doesn't count.
    """
    rng = np.random.default_rng([seed, 7])
    for board, colour in BOARDS.items():
        reader = make_reader(_repainted_looks(filmed.calibration, colour))
        for _, scene in filmed.scenes:
            image = repainted(scene.image, filmed.calibration, colour)

            def noticed(picture: Image) -> bool:
                return read_anywhere(noisy(2.5 * rng.uniform(0, 3), rng)(picture), reader)[0].state == "hand"  # noqa: B023

            yield Answer((f"{board}, no arm", "no arm"), "wrong" if noticed(image) else "right")
            for number in range(ARMS * len(SKINS)):
                skin = number % len(SKINS)
                painted, share, hides = _with_arm(replace(scene, image=image), reader, skin, number, rng)
                if share > COVERED and hides:
                    rows = (f"{board}, {SKIN_NAMES[skin]}", SKIN_NAMES[skin])
                    yield Answer(rows, "right" if noticed(painted) else "wrong", f"{filmed.name}, {rows[0]}")
                elif share < BESIDE:
                    rows = (f"{board}, an arm beside", "an arm beside")
                    yield Answer(rows, "wrong" if noticed(painted) else "right", f"{filmed.name}, {rows[0]}")


def _with_arm(
    scene: Scene, reader: Reader, skin: int, number: int, rng: np.random.Generator
) -> tuple[Image, float, bool]:
    """A picture with an arm, the share of the field that it covers, and whether it covers a hole's middle."""
    crop = reader.free_field.crop
    scale = np.array([[crop.width / (SIZE // 2), 0, crop.left], [0, crop.height / (SIZE // 2), crop.top]])
    size = scene.image.shape[1::-1]
    field = cv2.warpAffine(crop.field.astype(np.uint8), scale, size, flags=cv2.INTER_NEAREST) > 0
    across, down = reader.model.grids.foot.round().astype(int).clip(0, (size[0] - 1, size[1] - 1)).T
    for _ in range(TRIES):
        picture, mask, _ = paint_masked_arm(
            scene.image, scene.board, scene.pose, rng, tips=number // len(SKINS) % 2 > 0, skin=skin
        )
        share = float((mask[field] > 0.5).mean())
        if share > COVERED or (share < BESIDE and mask.any()):
            break
    return picture, share, bool((mask[down, across] > 0.5).any())


def repainted(image: Image, calibration: Calibration, colour: tuple[int, int, int] | None) -> Image:
    """A picture whose board has another colour, holes and pawns and shadows as they were."""
    if colour is None:
        return image
    outline = project(flat(np.asarray(calibration.board.outline)), calibration.pose).round().astype(np.int32)
    mask = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), [outline], 255)
    wood = np.median(image[mask > 0], axis=0) + 5
    factor: NDArray[np.float64] = np.array(colour) / LIGHT * float(wood.mean()) / wood
    soft = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None] / np.float32(255)
    # Glare and shade stay: only the board's own reflectance is changed.
    return np.clip(image * (1 + soft * (factor.astype(np.float32) - 1)), 0, 255).astype(np.uint8)


def _repainted_looks(calibration: Calibration, colour: tuple[int, int, int] | None) -> Calibration:
    """The calibration as if the board had another colour."""
    looks = calibration.looks
    standing = looks.standing
    if standing is not None:
        standing = replace(standing, picture=repainted(standing.picture, calibration, colour))
    looks = replace(looks, empty=repainted(looks.empty, calibration, colour), standing=standing)
    return replace(calibration, looks=looks)


CASES: Mapping[str, Callable[[Filmed, int], Iterator[Answer]]] = {
    "covers": covers,
    "lying": lying,
    "lights": lights,
    "limits": limits,
    "arms": arms,
}


def on_clips(case: str, folders: Iterable[Path], pictures: int, seed: int) -> Iterator[Answer]:
    """The answers on clips, one after the other."""
    for folder in folders:
        try:
            filmed = load(folder, pictures)
        except CannotSee as error:
            print(f"{folder}: {error}", file=sys.stderr)
            continue
        yield from CASES[case](filmed, seed)
        print(f"{folder.name} done", file=sys.stderr, flush=True)


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", choices=(*CASES, "hands", "cards", "pack", "constants"))
    parser.add_argument("clips", nargs="*", type=Path, metavar="CLIP", help="a folder with truth.json")
    parser.add_argument("--pictures", type=int, default=4, help="of each clip (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="of what is painted (default: 1)")
    parser.add_argument("--held", action="store_true", help="hands that are held up, not laid")
    parser.add_argument(
        "--count", type=int, default=0, help="hands (100), scenes of cards (20,000), packs (24)"
    )
    parser.add_argument("--processes", type=int, default=2, help="that draw cards (default: 2)")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.case in CASES:
        answers = on_clips(options.case, options.clips, options.pictures, options.seed)
    else:
        from measured_cards import cards, constants, hands, pack  # needs the fonts of packs

        answers = {
            "cards": lambda: cards(options.count or 20_000, options.processes),
            "pack": lambda: pack(options.count or 24),
            "constants": lambda: constants(options.count or 24),
            "hands": lambda: hands(options.clips, options.count or 100, options.held),
        }[options.case]()
    print("\n".join(table(answers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
