"""How cards are found and read: the cases of `measure.py` on packs that no network was trained on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, islice, pairwise, product
from pathlib import Path

import cv2
import numpy as np
from card_pictures import Look, Matrix, Surface, photograph, random_camera, random_corners, rectified, worn
from card_piles import NO_FACE
from card_scenes import CROP_H, CROP_W, Scene, patch_of, random_scenes
from card_style import JUMBO_MM, KEPT_FONTS, RANKS, SUITS, random_style
from case_answers import Answer
from drawn_cards import Image, draw_card
from numpy.typing import NDArray
from painted_hands import Hand, painted

from calibration.camera import project, to_board
from calibration.setup.calibration_file import Calibration
from calibration.setup.card_place import CARD_MM, TABLE_MM
from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.app.teaching.coach import OpenHand, shown_hand
from toc_pi.events import Card, CardLaid, CardsHeld
from toc_pi.vision.cards import family_pack
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, combined, with_look
from toc_pi.vision.cards.held_cards import facing
from toc_pi.vision.cards.laid_card import CROP, SURE, CardNetworks, Plane
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.observer import Observer

KEPT = slice(-KEPT_FONTS, None)
FIRST_SCENE, FIRST_PACK = 900_000, 1_700_000
"""The first seeds: no other program draws with these."""
PART = 500  # scenes that a process measures at once
TOLD = (0.0, 0.5, 0.9, 0.98, 0.995, 0.999, 1.01)  # limits of the told probabilities

LOOKS = (0, 1, 2, 4)
"""How many cards of each rank were learned."""
JITTER_MM = 1.0
EVERY = 3  # every third pack is for the constants alone
SLOPES, MIDDLES = (12.0, 16.0, 24.0, 32.0, 48.0), (0.65, 0.7, 0.75, 0.8, 0.85)

LEAST_PX = 1.0  # a millimetre of the table where a hand is laid
STEP_S, LAID_S, HELD_S = 0.2, 2.0, 4.0
NOISE = 2.0  # levels
SWAYS_MM = 1.0  # a hand that holds cards


def cards(scenes: int, processes: int) -> Iterator[Answer]:
    """Single cards, found between two pictures, rectified and read."""
    with ProcessPoolExecutor(processes) as pool:
        for part in pool.map(_part, range(-(-scenes // PART))):
            yield from part


def _part(number: int) -> list[Answer]:
    """The answers for PART scenes with a card or without one."""
    cv2.setNumThreads(1)
    rng, networks = np.random.default_rng(FIRST_SCENE + number), CardNetworks()
    scenes = chain.from_iterable(random_scenes(rng, KEPT) for _ in count())
    some = islice((scene for scene in scenes if len(scene.labels) <= 1), PART)
    return [answer for scene in some for answer in _of_scene(scene, networks, rng)]


def _of_scene(scene: Scene, networks: CardNetworks, rng: np.random.Generator) -> Iterator[Answer]:
    before, after, origin = patch_of(scene, rng)
    label = scene.labels[0] if scene.labels else NO_FACE
    place = networks.place(np.stack([cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in (after, before)]))[0]
    told, sure = -1, 1.0
    if place.chance >= 0.5:
        shares = networks.face(rectified(scene.after, scene.camera, place.corners + origin, CROP)).shares
        told, sure = int(shares.argmax()), float(shares.max())
    if label == NO_FACE:
        yield Answer(("no bare card",), "wrong" if 0 <= told < NO_FACE and sure >= SURE else "right")
        return
    verdict = "unsure"
    if told < 0:
        verdict = "not found"
    elif sure >= SURE and told != NO_FACE:
        verdict = "right" if told == label else "wrong"
    yield Answer(("all", *_traits(scene)), verdict, f"{RANKS[label]} read {told}")
    if 0 <= told < NO_FACE:
        low, high = next(span for span in pairwise(TOLD) if span[0] <= sure < span[1])
        yield Answer((f"told with {low:g} to {min(high, 1.0):g}",), "right" if told == label else "wrong")


def _traits(scene: Scene) -> Iterator[str]:
    """The rows of a card by its pack, its camera and its light."""
    style, look, camera = scene.style, scene.look, scene.camera
    card = np.zeros(look.glare.shape[:2], np.uint8)
    for corners in scene.corners:
        at = cv2.perspectiveTransform(corners[None], camera.to_picture)[0].astype(np.int32)
        cv2.fillConvexPoly(card, at, 1)
    glare = float(look.glare[card > 0].mean()) if card.any() else 0.0
    noise = look.noise + look.colour_noise
    index = "jumbo" if style.index_mm >= JUMBO_MM else "small, under 7 mm" if style.index_mm < 7 else "usual"
    # Pips, no tiny index, and nothing that the set-up would want to have changed.
    if style.middle == "pips" and style.index_mm >= 7 and camera.scale >= 1 and glare < 60 and noise < 8:
        yield "a usual pack at a table that was set up"
    yield f"letters: {' '.join(style.letters[rank] for rank in 'AJQK')}"
    yield f"colours: {'four' if len({*style.colours.values()}) > 2 else 'two'}"
    yield f"index: {index}"
    yield f"middle of numbers: {style.middle}"
    for name, value, *limits in (
        ("angle", camera.elevation_deg, 45, 60),
        ("px a mm", camera.scale, 1, 1.5),
        ("glare", glare, 3, 60),
        ("noise", noise, 3, 8),
    ):
        spans = (f"under {limits[0]}", f"{limits[0]} to {limits[1]}", f"over {limits[1]}")
        yield f"{name}: {spans[sum(value >= limit for limit in limits)]}"


@dataclass(frozen=True, slots=True)
class DrawnPack:
    """What the network makes of a pack's cards, each drawn at two sittings: another table, camera and light.

    Attributes:
        shares: (n, ranks + 1), looks: (n, LOOK).
        labels: (n,) the rank's number.
        read: (n,) whether it is of the sitting at which cards are read, not learned.
    """

    shares: NDArray[np.float64]
    looks: NDArray[np.float64]
    labels: NDArray[np.int64]
    read: NDArray[np.bool_]

    def learned(self, some: int, rng: np.random.Generator) -> FamilyPack:
        """The pack after some cards of each rank, of random suits in a random order."""
        chosen = [
            at
            for label in range(len(RANKS))
            for at in rng.permutation(np.flatnonzero((self.labels == label) & ~self.read))[:some]
        ]
        pack = UNKNOWN_PACK
        for at in rng.permutation(chosen):
            pack = with_look(pack, Card(RANKS[self.labels[at]]), self.looks[at])
        return pack

    def answers(self, pack: FamilyPack, row: str) -> Iterator[Answer]:
        """How its cards are read with what is known of a pack."""
        for at in np.flatnonzero(self.read):
            shares = combined(pack, self.shares[at], self.looks[at])
            right = bool(shares.argmax() == self.labels[at])
            yield Answer((row,), "unsure" if shares.max() < SURE else "right" if right else "wrong")


def _draw_pack(number: int, networks: CardNetworks) -> DrawnPack:
    rng = np.random.default_rng(FIRST_PACK + number)
    style = random_style(rng, KEPT)
    faces, labels, read = [], [], []
    for sitting in (False, True):
        bare, camera = Surface.random(rng), random_camera(rng)
        look = Look.random(camera.size, rng)
        for suit, (label, rank) in product(SUITS, enumerate(RANKS)):
            plane = bare.copy()
            corners = random_corners(style.size, rng.normal(0, 12, 2), rng)
            plane.lay(worn(draw_card(style, rank, suit), rng), corners, style.radius_mm)
            picture = photograph(plane.picture(), camera, rng, look)
            found = corners + rng.normal(0, JITTER_MM, 2) + rng.normal(0, JITTER_MM / 2, (4, 2))
            faces.append(networks.face(rectified(picture, camera, found, (CROP_W, CROP_H))))
            labels.append(label)
            read.append(sitting)
    shares, looks = np.array([face.shares for face in faces]), np.array([face.look for face in faces])
    return DrawnPack(shares, looks, np.array(labels), np.array(read))


def pack(packs: int) -> Iterator[Answer]:
    """Cards of packs of which some were learned, or of which another pack was."""
    networks, rng = CardNetworks(), np.random.default_rng(2)
    drawn = [_draw_pack(number, networks) for number in range(packs) if number % EVERY]
    for some in LOOKS:
        known = [each.learned(some, rng) for each in drawn]
        for name, others in (("", known), (", of another pack", [*known[1:], *known[:1]])):
            for each, its in zip(drawn, others, strict=True):
                yield from each.answers(its, f"{some} of each rank learned{name}")


def constants(packs: int) -> Iterator[Answer]:
    """The same for many constants of `family_pack`, on packs of their own.

    Those are taken that leave fewer than one card in a thousand surely wrong where another pack was learned.
    """
    networks, rng = CardNetworks(), np.random.default_rng(1)
    drawn = [_draw_pack(number, networks) for number in range(0, packs, EVERY)]
    known = [each.learned(LOOKS[-1], rng) for each in drawn]
    for slope, middle in product(SLOPES, MIDDLES):
        family_pack.SLOPE, family_pack.MIDDLE = slope, middle
        for name, others in (("", known), (", of another pack", [*known[1:], *known[:1]])):
            for each, its in zip(drawn, others, strict=True):
                yield from each.answers(its, f"SLOPE {slope:g}, MIDDLE {middle:g}{name}")


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A clip's calibration, and its last picture before the game begins."""

    calibration: Calibration
    picture: Image


def _table_of(folder: Path) -> Table:
    clip = load_clip(str(folder))
    with closing(Film(clip.film)) as film:
        pictures = [each.image for each in setup_pictures(clip, film)]
    return Table(find_board(clip, pictures), pictures[-1])


def hands(folders: Sequence[Path], number: int, held: bool) -> Iterator[Answer]:
    """Open hands of drawn cards, painted into the pictures of clips, and shown for some seconds."""
    rng = np.random.default_rng(7)
    tables = [_table_of(folder) for folder in folders]
    for at in range(number):
        table, hand = tables[at % len(tables)], Hand.random(rng, held)
        there, told = Counter(RANKS[label] for _, label, _ in hand.cards), _shown(table, hand, rng)
        row = (f"{len(hand.cards)} {'fanned' if _is_fan(hand) else 'apart'}", "all")
        verdicts = {"right": there & told, "not found": there - told, "wrong": told - there}
        for verdict, some in verdicts.items():
            for rank in some.elements():
                yield Answer(row, verdict, f"{rank} of {' '.join(there.elements())}")


def _shown(table: Table, hand: Hand, rng: np.random.Generator) -> Counter[Card]:
    """The cards that a page is told."""
    plane, middle = _place(table, hand.held, rng)
    sways = [rng.normal(0, SWAYS_MM, 2) for _ in range(6)] if hand.held else [np.zeros(2)]
    pictures = [painted(table.picture, plane, middle + sway, hand) for sway in sways]
    watch = PileTracker(table.calibration.board)
    observer, watched = Observer(table.calibration, watch), OpenHand()
    watch.ask(True)
    shown = round((HELD_S if hand.held else LAID_S) / STEP_S)
    stills = [table.picture] * round(1 / STEP_S)
    for i, picture in enumerate([*stills, *(pictures[i % len(pictures)] for i in range(shown))]):
        noisy = np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
        for event in observer.look(i * STEP_S, noisy):
            if isinstance(event, CardLaid | CardsHeld):
                watched, _, _ = shown_hand(watched, event, asks=True)
    return watched.shown


def _place(table: Table, held: bool, rng: np.random.Generator) -> tuple[Plane, Matrix]:
    """Where a hand is shown: on the table beside the board, or in the air; a plane, and a place on it, mm."""
    pose, outline = table.calibration.pose, np.asarray(table.calibration.board.outline, np.float32)
    height, width = table.picture.shape[:2]
    while True:
        plane = facing(pose, float(rng.uniform(1.3, 3.3))) if held else Plane(pose, TABLE_MM)
        (middle,) = to_board(rng.uniform((0, 0), (width, height))[None], plane.pose, plane.z)
        around = middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 75.0
        seen = project(np.column_stack([around, np.full(4, plane.z)]), plane.pose)
        area = abs(cv2.contourArea(seen.astype(np.float32))) / 150.0**2
        is_seen = (seen > 0).all() and (seen < (width, height)).all() and area >= LEAST_PX**2
        if is_seen and (held or cv2.pointPolygonTest(outline, tuple(map(float, middle)), True) < -80):
            return plane, np.asarray(middle)


def _is_fan(hand: Hand) -> bool:
    """Whether its cards lie over each other by more than a quarter of their width."""
    middles = np.array([corners.mean(axis=0) for _, _, corners in hand.cards])
    return bool((np.linalg.norm(np.diff(middles, axis=0), axis=1) < 0.75 * CARD_MM[0]).any())
