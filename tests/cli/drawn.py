"""A drawn empty board, as a picture from straight above."""

from pathlib import Path

import cv2
import numpy as np

from calibration.board.board_file import load_board


def draw_attic(picture: Path) -> dict[str, tuple[float, float]]:
    """Draw a board of the layout square-40, (720, 1280, 3); return its holes in the picture, px."""
    image = np.full((720, 1280, 3), (90, 110, 120), np.uint8)
    image[60:660, 300:900] = (110, 170, 205)
    places = {hole: (300 + 1.5 * x, 60 + 1.5 * y) for hole, (x, y) in load_board("square-40").holes.items()}
    for x, y in places.values():
        cv2.circle(image, (round(16 * x), round(16 * y)), 80, (30, 35, 40), -1, cv2.LINE_AA, 4)
    cv2.imwrite(str(picture), image)
    return places
