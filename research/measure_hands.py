"""Measures how open hands are read: drawn hands, painted into the pictures of clips, before the whole watch.

    python research/measure_hands.py CLIP… [--count 100] [--held] [--show OUT.png]

A hand of two to five cards is laid on the table where the clip's camera sees enough of it, or one of one to
five held up (--held). It is shown for some seconds, as to a page that asks for cards.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from card_pictures import Matrix
from card_style import RANKS
from drawn_cards import Image
from painted_hands import Hand, painted

from calibration.camera import project, to_board
from calibration.setup.calibration_file import Calibration
from calibration.setup.card_place import CARD_MM, TABLE_MM
from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.app.teaching.open_hand import OpenHand, shown_hand
from toc_pi.events import Card, CardLaid, CardsHeld
from toc_pi.vision.cards.card_watch import CardWatch
from toc_pi.vision.cards.held_cards import facing
from toc_pi.vision.cards.laid_card import Plane
from toc_pi.vision.observer import Observer

LEAST_PX = 1.0  # a millimetre of the table where a hand is laid
STEP_S, LAID_S, HELD_S = 0.2, 2.0, 4.0
NOISE = 2.0  # levels
SWAYS_MM = 1.0  # a hand that holds cards


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A clip's calibration, and its last picture before the game begins."""

    calibration: Calibration
    picture: Image


def load_table(name: str) -> Table:
    """The table of a clip."""
    clip = load_clip(name)
    film = Film(clip.film)
    pictures = [each.image for each in setup_pictures(clip, film)]
    film.close()
    return Table(find_board(clip, pictures), pictures[-1])


def place_of(table: Table, held: bool, rng: np.random.Generator) -> tuple[Plane, Matrix]:
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


def is_fan(hand: Hand) -> bool:
    """Whether its cards lie over each other by more than a quarter of their width."""
    middles = np.array([corners.mean(axis=0) for _, _, corners in hand.cards])
    return bool((np.linalg.norm(np.diff(middles, axis=0), axis=1) < 0.75 * CARD_MM[0]).any())


def pictures_of(table: Table, hand: Hand, rng: np.random.Generator) -> tuple[Image, ...]:
    """Some pictures with a hand."""
    plane, middle = place_of(table, hand.held, rng)
    sways = [rng.normal(0, SWAYS_MM, 2) for _ in range(6)] if hand.held else [np.zeros(2)]
    return tuple(painted(table.picture, plane, middle + sway, hand) for sway in sways)


def shown(table: Table, pictures: Sequence[Image], hand: Hand, rng: np.random.Generator) -> Counter[Card]:
    """The cards that a page is told."""
    watch = CardWatch(table.calibration.board)
    observer, watched = Observer(table.calibration, watch), OpenHand()
    watch.ask(True)
    count = round((HELD_S if hand.held else LAID_S) / STEP_S)
    stills = [table.picture] * round(1 / STEP_S)
    for i, picture in enumerate([*stills, *(pictures[i % len(pictures)] for i in range(count))]):
        noisy = np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
        for event in observer.look(i * STEP_S, noisy):
            if isinstance(event, CardLaid | CardsHeld):
                watched, _, _ = shown_hand(watched, event, asks=True)
    return watched.shown


def results(
    tables: Sequence[Table], count: int, held: bool, rng: np.random.Generator
) -> Iterator[tuple[Image, Hand, Counter[Card]]]:
    """A picture of each hand, the hand, and what was read."""
    for i in range(count):
        table, hand = tables[i % len(tables)], Hand.random(rng, held)
        pictures = pictures_of(table, hand, rng)
        yield pictures[0], hand, shown(table, pictures, hand, rng)


def main() -> int:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("clips", nargs="+")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--show", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng, sheet = np.random.default_rng(7), list[Image]()
    cards, right, wrong, whole = Counter[str](), Counter[str](), 0, 0
    tables = [load_table(name) for name in options.clips]
    for picture, hand, told in results(tables, options.count, options.held, rng):
        there = Counter(RANKS[label] for _, label, _ in hand.cards)
        kind = f"{len(hand.cards)} {'fanned' if is_fan(hand) else 'apart'}"
        cards[kind] += len(hand.cards)
        right[kind] += (there & told).total()
        wrong += (told - there).total()
        whole += there == told
        if len(sheet) < 12:
            small = cv2.resize(picture, (480, 270), interpolation=cv2.INTER_AREA)
            text = f"{' '.join(told.elements())} of {' '.join(there.elements())}"
            cv2.putText(small, text, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 255), 2)
            sheet.append(small)
    print(
        f"{options.count} hands, {cards.total()} cards: {right.total()} right, {wrong} wrong; {whole} whole"
    )
    for kind in sorted(cards):
        print(f"{kind}: {right[kind]} of {cards[kind]}")
    if options.show:
        rows = [np.hstack(sheet[i : i + 3]) for i in range(0, len(sheet) - 2, 3)]
        cv2.imwrite(str(options.show), np.vstack(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
