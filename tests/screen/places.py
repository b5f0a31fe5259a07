"""Every kind of page that puts the camera and the cards in their place, with a drawn picture of a board."""

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.setup.card_place import PileAdvice
from calibration.setup.correction import Correction
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.placing import NOWHERE, SeenPlace, place_page
from toc_pi.app.setup.setting_up import begin
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus
from toc_pi.languages import Language
from toc_pi.messages import said
from toc_pi.screen.pages.page_draw import KeyPage, LivePicture

BOARD = ((430.0, 90.0), (1010.0, 150.0), (1120.0, 610.0), (260.0, 560.0))
CARD = ((1090.0, 60.0), (1190.0, 70.0), (1220.0, 180.0), (1110.0, 170.0))
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
LOWER = Correction(up_mm=-200.0, down_deg=-4.0)
CARDS_WELL = said(
    "lay the cards {where}, face up, or where you like within the picture",
    where=said("to the right of the board"),
)
CARDS_SMALL = said(
    "a card {where} would be too small to read: {change}",
    where=said("to the right of the board"),
    change=LOWER.message,
)
PLACES = (*CORRECTIONS, "place-good", "place-nowhere", "place-cards-small", "camera-cards")


def place_pages(language: Language) -> Mapping[str, KeyPage]:
    """A page of each kind."""
    image = np.full((720, 1280, 3), (90, 120, 140), np.uint8)
    cv2.fillPoly(image, [np.array(BOARD, np.int32)], (120, 180, 205))
    seen = {name: SeenPlace(one.message, one, BOARD) for name, one in CORRECTIONS.items()}
    seen["place-good"] = SeenPlace(said(GOOD, px="9.1", enough=5.5), None, BOARD)
    seen["place-nowhere"] = SeenPlace(NOWHERE)
    seen["place-cards-small"] = SeenPlace(CARDS_SMALL, LOWER, BOARD, card=CARD)
    look = CameraStatus(pictures=True, board="square-40", pile=PileAdvice(CARDS_WELL, CARD))
    page = page_of(begin(present=Answers(language=language, declare="camera"), step="camera"), look)
    made = {"camera-cards": KeyPage(page, live=LivePicture(image, BOARD, card=CARD))}
    for name, one in seen.items():
        arrow = None if one.correction is None else one.correction.first
        live = LivePicture(image, one.outline, (), arrow, one.card)
        made[name] = KeyPage(place_page(one, one.message, language), live=live)
    return made
