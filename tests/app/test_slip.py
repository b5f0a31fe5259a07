"""A table's slip: printed by the hall, held before the table's camera, read, and joined with."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from browser import find_browser, open_browser
from fingers import Finger
from own_display import SCREEN, missing_tools, open_display
from patience import PATIENCE_S

from hardware.camera import Picture
from toc_pi.app.hall import joining
from toc_pi.app.hall.joining import carry_out
from toc_pi.app.hall.slip_view import slip_in
from toc_pi.app.setup.answers import Answers, answers_of, stored_settings
from toc_pi.hall.service.page_files import code, slips_page
from toc_pi.screen.pages.page import Shape
from toc_pi.store.folder import write_over
from toc_pi.store.hall import Slip, load_password, read_slip
from toc_pi.store.settings import DataFolders, example_settings, load_settings

SLIPS = (
    Slip("mqtts://hall.lan", "club", "t01", "abcd-efgh-jkmn-pqrs", "wxyz-abcd-efgh-jkmn"),
    Slip("mqtt://10.0.0.7:1883", "h", "table-with-the-longest-name-of-32", "zzzz-zzzz-zzzz-zzzz"),
    Slip("mqtts://[fe80::1]", "club", "t02", "abcd-efgh-jkmn-pqrs"),
)
SIZE = (1280, 720)
JOIN = """
import sys
from pathlib import Path
from toc_pi.app.hall.joining import join_in_window
from toc_pi.store.settings import DataFolders

folder = Path(sys.argv[1])
places = DataFolders(folder / "config", folder / "state")
join_in_window(places, places, print)
"""
"""The window alone, as the menu opens it in an evening."""
BROWSER = find_browser()


def photographed(printed: Picture, corners: Sequence[tuple[float, float]], seed: int = 1) -> Picture:
    """A slip as a webcam sees it: askew, a little out of focus, unevenly lit, with the sensor's noise."""
    height, width = printed.shape[:2]
    sheet = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    turn = cv2.getPerspectiveTransform(sheet, np.array(corners, np.float32))
    seen = cv2.warpPerspective(printed, turn, SIZE, borderValue=(60, 75, 90)).astype(np.float64)
    seen = cv2.GaussianBlur(seen, (0, 0), 1.0) * np.linspace(0.55, 1.0, SIZE[0])[None, :, None]
    noise = np.random.default_rng(seed).normal(0.0, 4.0, seen.shape)
    return np.clip(seen + noise, 0, 255).astype(np.uint8)


def printed_code(line: str) -> Picture:
    """A code on paper."""
    big = cv2.resize(code(line), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return cv2.cvtColor(big, cv2.COLOR_GRAY2BGR)


ASKEW = ((430, 190), (700, 230), (690, 500), (400, 480))


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.table)
def test_a_camera_reads_a_slip_that_is_held_askew(slip: Slip) -> None:
    assert slip_in(photographed(printed_code(slip.line), ASKEW)) == slip


@pytest.mark.parametrize("line", ["HTTPS://X.Y/menu", "TOC-PI A B", "TOC-PI A B C D E F", "WIFI:S:x;;"])
def test_another_code_is_told_and_changes_nothing(line: str) -> None:
    assert read_slip(line) is None
    found = slip_in(photographed(printed_code(line), ASKEW))
    assert found == line
    state = joining.tap(joining.begin(Answers()), "show")
    assert "another code" in joining.page(state, line).text
    assert slip_in(np.full((*SIZE[::-1], 3), 90, np.uint8)) == ""


def test_a_slip_that_was_read_fills_in_everything_and_is_confirmed_by_a_tap(tmp_path: Path) -> None:
    state = joining.tap(joining.begin(Answers(language="en")), "show")
    assert joining.page(state).shape is Shape.PICTURE
    assert joining.tap(state, "join") == state
    state = joining.shown(state, SLIPS[0])
    assert "this table's slip" in joining.page(state).text
    assert {key.below for key in joining.page(state).keys} >= {"hall.lan", "club", "t01"}
    assert state.wish == "", "nobody joins by passing a paper before the camera"
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    carry_out(joining.tap(state, "join"), places, print)
    hall = load_settings(places.settings).hall
    assert hall is not None
    assert (hall.broker, hall.hall, hall.table) == ("mqtts://hall.lan", "club", "t01")
    assert hall.certificate == SLIPS[0].certificate
    assert load_password(places.config) == SLIPS[0].password


def test_a_slip_without_encryption_or_with_what_cannot_be_is_seen_before_joining() -> None:
    state = joining.shown(joining.begin(Answers()), SLIPS[1])
    assert not state.encrypted
    wrong = joining.tap(joining.shown(state, replace(SLIPS[0], hall="c*")), "join")
    assert (wrong.wish, wrong.wrong) == ("", ("hall",))


def test_a_table_without_a_camera_types() -> None:
    state = joining.begin(Answers(camera="none"))
    assert state.answers.without_camera
    assert "show" not in [key.key for key in joining.page(state).keys]
    assert joining.tap(state, "show") == state


@pytest.mark.skipif(bool(missing_tools()), reason=f"needs {' and '.join(missing_tools())}")
def test_a_table_joins_by_its_slip_and_two_taps(tmp_path: Path) -> None:
    film, picture = tmp_path / "slip.avi", photographed(printed_code(SLIPS[0].line), ASKEW)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, SIZE)
    for _ in range(20):
        writer.write(picture)
    writer.release()
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    settings = example_settings("en").replace('camera = "auto"', f'camera = "film {film}"')
    write_over(places.settings, settings.encode())
    state = joining.begin(answers_of(stored_settings(places)))
    with open_display(tmp_path) as display:
        process = subprocess.Popen([sys.executable, "-c", JOIN, tmp_path], env=display.surroundings)
        try:
            finger = Finger(display, SCREEN)
            finger.tap(joining.page(state), "show")
            state = joining.shown(joining.tap(state, "show"), SLIPS[0])
            finger.wait_for(joining.page(state))
            finger.tap(joining.page(state), "join")
            assert process.wait(PATIENCE_S) == 0
        finally:
            process.kill()
    hall = load_settings(places.settings).hall
    assert hall is not None
    assert (hall.broker, hall.table, hall.certificate) == ("mqtts://hall.lan", "t01", SLIPS[0].certificate)
    assert load_password(places.config) == SLIPS[0].password


@pytest.mark.skipif(BROWSER is None, reason="chromium is missing (apt install chromium)")
def test_the_printed_page_has_a_slip_for_each_table_with_a_code_that_is_read(tmp_path: Path) -> None:
    assert BROWSER is not None
    page = tmp_path / "slips.html"
    page.write_text(slips_page(SLIPS), "utf-8")
    assert "http:" not in page.read_text()
    assert "https:" not in page.read_text()
    with open_browser(BROWSER, tmp_path / "browser") as browser:
        browser.open(page)
        browser.size(794, 1123)  # A4 at 96 to the inch
        browser.picture(tmp_path / "slips.png", whole=True)
        texts = browser.run("[...document.querySelectorAll('article')].map((one) => one.innerText)")
        boxes = browser.run(
            "[...document.querySelectorAll('svg')].map((one) => one.getBoundingClientRect().toJSON())"
        )
    shot = cv2.imread(str(tmp_path / "slips.png"))
    for slip, text, box in zip(SLIPS, texts, boxes, strict=True):
        typed = (slip.table, slip.hall, slip.password, slip.certificate, slip.broker.removeprefix("mqtts://"))
        assert all(word in text for word in typed)
        top, left, size = int(box["top"]), int(box["left"]), int(box["width"])
        code_alone = shot[top : top + size, left : left + size]
        assert slip_in(photographed(code_alone, ASKEW)) == slip
