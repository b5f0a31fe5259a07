"""Every kind of page on which a pack is laid down for the camera, with a drawn picture."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from places import BOARD, CARD

from toc_pi.app.cards.pack_scan import PackScan, PackView, end, in_order, lay, pack_page
from toc_pi.events import Card, CardLaid
from toc_pi.languages import Language
from toc_pi.screen.pages.page_draw import KeyPage, LivePicture


def _laid(*cards: str, size: int = 52) -> PackScan:
    laying = PackScan(size)
    for n, card in enumerate(cards, 1):
        laying = lay(laying, CardLaid(float(n), n, {Card(card): 0.999}, Card(card)))
    return laying


ALIKE = ((Card("6"), Card("9")), (Card("J"), Card("K")))
READ = _laid("7", "K", "Q")
VIEWS = {
    "pack-looking": PackView(PackScan(54), "looking for the board …"),
    "pack-first": PackView(PackScan(54)),
    "pack-read": PackView(READ),
    "pack-order": PackView(replace(READ, order=in_order(52))),
    "pack-wrong": PackView(READ, naming=True),
    "pack-unsure": PackView(lay(READ, CardLaid(4.0, 4, {Card("8"): 0.6, Card("9"): 0.3}))),
    "pack-jokers": PackView(replace(lay(READ, CardLaid(4.0, 4, {})), size=54)),
    "pack-many": PackView(_laid(*"77777")),
    "pack-over": PackView(_laid(*in_order(52))),
    "pack-early": PackView(end(READ), alike=ALIKE),
}
PACKS = (*VIEWS,)


def pack_pages(language: Language) -> Mapping[str, KeyPage]:
    """A page of each kind."""
    image = np.full((720, 1280, 3), (90, 120, 140), np.uint8)
    cv2.fillPoly(image, [np.array(BOARD, np.int32)], (120, 180, 205))
    cv2.fillPoly(image, [np.array(CARD, np.int32)], (240, 240, 235))
    faces = "VDR" if language == "fr" else "JQK"
    live = LivePicture(image)
    return {name: KeyPage(pack_page(view, language, faces), live=live) for name, view in VIEWS.items()}
