"""Every kind of page that puts the camera in its place, with a drawn picture of a board."""

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.setup.correction import Correction
from toc_pi.app.setup.placing import NOWHERE, SeenPlace, place_page
from toc_pi.languages import Language
from toc_pi.messages import said
from toc_pi.screen.pages.page_draw import KeyPage, LivePicture

BOARD = ((430.0, 90.0), (1010.0, 150.0), (1120.0, 610.0), (260.0, 560.0))
CORRECTIONS = {
    "place-higher": Correction(up_mm=240.0, down_deg=12.0),
    "place-lower": Correction(up_mm=-80.0, closer_mm=60.0, down_deg=-4.0),
    "place-closer": Correction(closer_mm=120.0),
    "place-away": Correction(closer_mm=-150.0, up_mm=90.0),
    "place-left": Correction(left_deg=20.0, down_deg=3.0),
    "place-right": Correction(left_deg=-5.0),
    "place-down": Correction(down_deg=18.0),
    "place-up": Correction(down_deg=-6.0),
}
GOOD = "that's right: holes are at least {px} pixels wide, and {enough} are enough"


PLACES = (*CORRECTIONS, "place-good", "place-nowhere")


def place_pages(language: Language) -> Mapping[str, KeyPage]:
    """A page of each kind."""
    image = np.full((720, 1280, 3), (90, 120, 140), np.uint8)
    cv2.fillPoly(image, [np.array(BOARD, np.int32)], (120, 180, 205))
    seen = {name: SeenPlace(one.message, one, BOARD) for name, one in CORRECTIONS.items()}
    seen["place-good"] = SeenPlace(said(GOOD, px="9.1", enough=5.5), None, BOARD)
    seen["place-nowhere"] = SeenPlace(NOWHERE)
    arrows = {name: one.first for name, one in CORRECTIONS.items()}
    return {
        name: KeyPage(
            place_page(one, one.message, language),
            live=LivePicture(image, one.outline, (), arrows.get(name)),
        )
        for name, one in seen.items()
    }
