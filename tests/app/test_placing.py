"""Putting the camera in its place: told in the terminal and shown on the screen, until it stands well."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from filmed import first_picture, no_camera
from fingers import Finger
from own_display import SCREEN, missing_tools, open_display
from patience import PATIENCE_S

from calibration.board.board_file import load_board
from calibration.camera import picture_centre
from calibration.setup.card_place import PileAdvice
from calibration.setup.correction import Correction
from hardware.camera import Picture
from toc_pi.app.setup.placing import LOOKING, NOWHERE, PlaceView, place_page
from toc_pi.cli.main import main

SAMPLE = Path(str(files("toc_pi.data") / "sample")) / "film.mp4"
BOARD = load_board("square-40")
FOCAL = 1000.0  # about that of the film
TABLE = (70, 90, 110)


@pytest.fixture(scope="module")
def picture() -> Picture:
    return first_picture(SAMPLE)


def turned(picture: Picture, *, right: float = 0.0, down: float = 0.0) -> Picture:
    """What the camera would see from the same place, turned by some degrees."""
    height, width = picture.shape[:2]
    x, y = picture_centre((width, height))
    lens = np.array([[FOCAL, 0, x], [0, FOCAL, y], [0, 0, 1.0]])
    turn = cv2.Rodrigues(np.radians([down, 0.0, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, -right, 0.0]))[0]
    seen = cv2.warpPerspective(
        picture,
        lens @ turn @ np.linalg.inv(lens),
        (width, height),
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=TABLE,
    )
    return np.asarray(seen, np.uint8)


def with_board(home: Path) -> Path:
    """A folder with settings that name the board."""
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text('board = "square-40"\n', "utf-8")
    return home


def view() -> PlaceView:
    return PlaceView(no_camera, [BOARD])


def test_a_camera_that_stands_well_is_left_alone_after_some_seconds(picture: Picture) -> None:
    one = view()
    for t in (1.0, 2.5):
        one.search([picture], t)
    seen = one.known
    assert seen.message.startswith("that's right: holes are at least 9.")
    assert (seen.correction, len(seen.outline), seen.right_s) == (None, 4, 1.5)


@pytest.mark.parametrize(
    ("right", "down", "told"),
    [(14.0, 0.0, "turn left"), (0.0, -10.0, "tilt down")],
)
def test_a_camera_that_looks_beside_the_board_is_turned_back(
    picture: Picture, right: float, down: float, told: str
) -> None:
    one = view()
    one.search([turned(picture, right=right, down=down)], 0.0)
    assert told in one.known.message
    correction = one.known.correction
    assert correction is not None
    assert (correction.up_mm, correction.closer_mm) == pytest.approx((0.0, 0.0), abs=1.0)
    for t in (1.0, 2.0, 3.0):  # somebody turns it back, each time not far enough
        if (correction := one.known.correction) is None:
            break
        right, down = right - 0.85 * correction.left_deg, down + 0.85 * correction.down_deg
        one.search([turned(picture, right=right, down=down)], t)
    assert one.known.correction is None, one.known.message


def test_where_no_board_is_found_the_message_says_what_to_try(picture: Picture) -> None:
    one = view()
    one.search([turned(picture, right=24.0, down=9.0)], 0.0)
    assert one.known.message == NOWHERE
    one.search([np.zeros_like(picture)], 1.0)
    assert one.known.message == "the picture is black: take the cap off the lens, or switch a light on"
    one.search([picture], 2.0)
    assert one.known.message.startswith("that's right")


def test_where_to_lay_the_cards_is_told_once_the_camera_stands_well(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = PlaceView(no_camera, [BOARD], cards=True)
    one.search([turned(picture, right=14.0)], 0.0)
    assert (one.known.message, one.known.card) == ("turn left", ())
    for t in (1.0, 2.5):
        one.search([picture], t)
    seen = one.known
    assert seen.message.startswith("that's right: holes are at least 9.")
    assert seen.message.endswith(
        "; lay the cards in the middle of the board, face up, or where you like within the picture"
    )
    assert (seen.correction, len(seen.card), seen.right_s) == (None, 4, 1.5)
    monkeypatch.setattr("calibration.setup.card_place.LEAST_PX_MM", 3.0)
    one.search([picture], 3.0)
    assert "too small to read: only another camera helps" in one.known.message
    assert one.known.right_s == 2.0, "the camera can't stand better"
    advice = PileAdvice("a card there would be too small", seen.card, Correction(up_mm=-200.0))
    monkeypatch.setattr("toc_pi.app.setup.placing.advise_pile", lambda *_: advice)
    one.search([picture], 4.0)
    assert (one.known.message, one.known.right_s) == (advice.message, 0.0)
    page = place_page(one.known, one.known.message, "en")
    assert (page.title, page.text) == ("20 cm lower", "A card there would be too small")
    assert view().known.card == ()


def test_in_a_terminal_it_is_told_and_ends_when_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(with_board(tmp_path)))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main(["doctor", "--place", "--camera", f"film {SAMPLE}"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert (told[0], len(told)) == (LOOKING, 2)
    assert told[1].startswith("that's right")
    assert main(["doctor", "--place", "--camera", "nonsense"]) == 2
    with (tmp_path / "config" / "settings.toml").open("a") as settings:
        settings.write('declare = "camera"\n')
    assert main(["doctor", "--place", "--camera", f"film {SAMPLE}"]) == 0
    assert capsys.readouterr().out.endswith(
        "; lay the cards in the middle of the board, face up, or where you like within the picture\n"
    )


@pytest.mark.skipif(bool(missing_tools()), reason=f"needs {' and '.join(missing_tools())}")
def test_on_the_screen_what_to_do_is_large_and_a_tap_ends_it(tmp_path: Path, picture: Picture) -> None:
    film = tmp_path / "turned.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, picture.shape[1::-1])
    for _ in range(12):
        writer.write(turned(picture, right=14.0))
    writer.release()
    one = view()
    one.search([turned(picture, right=14.0)], 0.0)
    page = place_page(one.known, one.known.message, "fr")
    assert page.title == "Tournez à gauche"
    with open_display(tmp_path) as display:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "toc_pi", "doctor", "--place", "--camera", f"film {film}"],
            env={**display.surroundings, "TOC_PI_HOME": str(with_board(tmp_path)), "LC_ALL": "fr_CA.UTF-8"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            finger = Finger(display, SCREEN)
            placed = finger.wait_for(page)
            finger.touch(*placed.keys[0][1].middle)
            out, _ = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 0
    assert out.splitlines()[1:] == ["tournez à gauche"]
