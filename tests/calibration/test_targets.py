"""Printed markers: on the sheet, and found in a picture in any rotation."""

import xml.etree.ElementTree as ElementTree

import cv2
import numpy as np

from calibration.features import COUNT, MARKER_MM, QUIET_MM, find_targets, sheet, tapped_by_targets

CORNERS = [(330, 70), (900, 90), (860, 640), (300, 600)]


def picture(turns):
    """The sheet's papers, with their marked corners on CORNERS."""
    cell = 5
    image = np.full((720, 1280, 3), (90, 140, 170), np.uint8)
    for number, (turn, corner) in enumerate(zip(turns, CORNERS, strict=True)):
        page = drawn(number, cell)
        scale = 75 / len(page)
        way = np.array(
            [
                [scale * np.cos(turn), -scale * np.sin(turn), corner[0]],
                [scale * np.sin(turn), scale * np.cos(turn), corner[1]],
            ]
        )
        mask = cv2.warpAffine(np.full_like(page, 255), way, (1280, 720))
        there = cv2.warpAffine(page, way, (1280, 720), flags=cv2.INTER_AREA)
        image[mask > 128] = there[mask > 128][:, None]
    return cv2.GaussianBlur(image, (0, 0), 0.7)


def drawn(number, px_mm):
    """One marker's paper, drawn from the sheet's own squares."""
    side = round((MARKER_MM + 2 * QUIET_MM) * px_mm)
    page = np.full((side, side), 255, np.uint8)
    group = ElementTree.fromstring(sheet()).findall("{http://www.w3.org/2000/svg}g")[1:][number]
    for square in group.findall("{http://www.w3.org/2000/svg}rect")[1:]:
        x, y, width, height = (float(square.get(key)) * px_mm for key in ("x", "y", "width", "height"))
        page[round(y) : round(y + height), round(x) : round(x + width)] = 0
    return page


def test_the_sheet_is_a_page_with_four_different_markers():
    root = ElementTree.fromstring(sheet())
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert len({drawn(number, 2).tobytes() for number in range(COUNT)}) == COUNT


def test_the_marked_corners_are_found_however_the_papers_are_turned():
    found = tapped_by_targets(picture([0.3, 1.4, 2.6, 4.1]))
    assert found is not None
    assert np.abs(np.array(found) - CORNERS).max() < 2.0


def test_with_one_covered_there_are_no_taps():
    image = picture([0.3, 1.4, 2.6, 4.1])
    image[60:175, 300:420] = 100
    assert sorted(find_targets(image)) == [1, 2, 3]
    assert tapped_by_targets(image) is None
