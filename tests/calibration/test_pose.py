"""Finding a board: accurate to a twelfth of a pitch, or not at all."""

import cv2
import numpy as np
import pytest
from stills import load_still, pitches_off, taps_of

from calibration.board.board_file import load_board, parse_board
from calibration.camera import flat, project, to_board
from calibration.errors import CannotSee
from calibration.pose.estimation import find_pose
from calibration.pose.orientation import turned_pose, turns_of
from calibration.pose.tracking import check_pose

BAR = 0.08


@pytest.mark.parametrize("name", ["005", "006", "008"])
def test_without_help_the_pose_is_right_and_proved(name):
    still = load_still(name)
    found = find_pose([still.image], still.board, focal=1.1 * still.focal, holes=still.holes)
    assert pitches_off(found.pose, still) < BAR / 2
    assert found.share > 0.6
    assert found.error_px < 1.0
    assert found.pose.focal == pytest.approx(still.focal, rel=0.03)


def test_a_wrong_given_focal_length_does_no_harm():
    """Many small holes from a low angle: a wrong focal length may mislead the search."""
    still = load_still("eight")
    found = find_pose([still.image], still.board, focal=1.083 * still.focal, colours=still.colours)
    assert pitches_off(found.pose, still) < BAR


def test_without_a_focal_length_too():
    still = load_still("005")
    found = find_pose([still.image], still.board, holes=still.holes)
    assert pitches_off(found.pose, still) < BAR / 2


@pytest.mark.parametrize("name", ["005", "006", "008"])
def test_taps_may_be_15_pixels_off(name):
    still = load_still(name)
    shaken = taps_of(still) + np.array([[12, -9], [-14, 5], [8, 12], [-6, -14]])
    found = find_pose([still.image], still.board, corners=shaken.tolist(), holes=still.holes)
    assert pitches_off(found.pose, still) < BAR / 2


def test_in_noise_and_little_light_too():
    still = load_still("008")
    noise = np.random.default_rng(1).normal(0, 6, still.image.shape)
    dim = (0.4 * still.image + noise).clip(0, 255).astype(np.uint8)
    found = find_pose([dim], still.board, focal=still.focal, holes=still.holes)
    assert pitches_off(found.pose, still) < BAR


def test_another_board_is_refused():
    still = load_still("006")
    with pytest.raises(CannotSee, match="board's name"):
        find_pose([still.image], load_board("cross-45"), focal=still.focal)


def test_taps_elsewhere_are_refused_or_overruled_never_followed():
    still = load_still("005")
    wrong = np.roll(taps_of(still), 1, axis=0) + 60
    try:
        found = find_pose([still.image], still.board, corners=wrong.tolist(), holes=still.holes)
    except CannotSee:
        return
    assert pitches_off(found.pose, still) < BAR


def test_a_board_half_outside_is_refused():
    still = load_still("005")
    half = np.zeros_like(still.image)
    half[:, 640:] = still.image[:, :640]
    with pytest.raises(CannotSee):
        find_pose([half], still.board, focal=still.focal, holes=still.holes)


@pytest.mark.parametrize(
    ("picture", "advice"),
    [
        (np.full((720, 1280, 3), 2, np.uint8), "cap"),
        (np.full((720, 1280, 3), 180, np.uint8), "covers the lens"),
        (
            np.minimum(np.indices((720, 1280)).sum(axis=0)[:, :, None] // 4 * [1, 1, 1] + 160, 255),
            "too bright",
        ),
    ],
)
def test_where_nothing_is_seen_the_advice_fits(picture, advice):
    with pytest.raises(CannotSee, match=advice):
        find_pose([picture.astype(np.uint8)], load_board("square-40"))


def test_full_camps_look_the_same_from_every_side_unless_colours_are_given():
    still = load_still("005")
    symmetric = {hole: "a" for hole in still.board.holes if hole[1] == "C"}
    with pytest.raises(CannotSee, match="from several sides"):
        find_pose([still.image], still.board, focal=still.focal, holes=symmetric)


def test_turns_of_a_square_board_and_of_a_hexagon():
    quarters = [round(angle) % 360 for angle, share in turns_of(load_board("square-40")) if share > 0.9]
    assert sorted(quarters) == [0, 90, 180, 270]
    assert len([1 for _, share in turns_of(load_board("star-60")) if share > 0.9]) == 6


def test_four_quarter_turns_are_none():
    still = load_still("005")
    pose = still.pose
    for _ in range(4):
        pose = turned_pose(pose, still.board, 90)
    assert pitches_off(pose, still) < 1e-6


@pytest.mark.parametrize("width", [800, 2560])
def test_small_and_large_pictures_are_looked_at_alike(width):
    still = load_still("005")
    scale = width / still.image.shape[1]
    image = np.asarray(
        cv2.resize(still.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )
    found = find_pose([image], still.board, focal=still.focal * scale, holes=still.holes)
    places = flat(list(still.board.holes.values()))
    seen = (project(places, found.pose) + 0.5) / scale - 0.5
    off = np.linalg.norm(to_board(seen, still.pose) - places[:, :2], axis=1).mean()
    assert off / still.board.pitch_mm < BAR
    assert found.pose.focal == pytest.approx(still.focal * scale, rel=0.05)


def test_printed_circles_are_found_by_their_edges():
    board = parse_board(race_board(), "race.toml")
    rng = np.random.default_rng(3)
    wood = cv2.GaussianBlur(rng.normal(0, 60, (720, 1280, 3)), (0, 0), 3)
    image = np.clip(np.array([150, 190, 205]) + wood, 0, 255).astype(np.uint8)
    way = np.array([[2.0, 0.15, 330.0], [-0.1, 1.9, 60.0], [1e-4, 2e-4, 1.0]])
    for index, place in enumerate(board.holes.values()):
        x, y, w = way @ [*place, 1.0]
        centre, radius = (round(x / w * 16), round(y / w * 16)), round(8 * 2.0 / w * 16)
        if index % 4 == 0:
            cv2.circle(
                image, centre, radius, [(200, 120, 40), (60, 60, 70)][index % 8 == 0], -1, cv2.LINE_AA, 4
            )
        cv2.circle(image, centre, radius, (50, 50, 50), 1, cv2.LINE_AA, 4)
    image = np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    places = list(board.holes.values())
    wanted, taps = (
        np.array([(way @ [*place, 1.0])[:2] / (way @ [*place, 1.0])[2] for place in group])
        for group in (places, board.taps)
    )
    found = find_pose([image], board, corners=(taps + np.array([6, -5])).tolist(), holes={})
    assert np.linalg.norm(project(flat(places), found.pose) - wanted, axis=1).mean() < 2.0
    assert check_pose(image, board, found.pose).ok
    # Its rows look alike, and no pawn distinguishes them: without help the pose is right or rejected.
    try:
        alone = find_pose([image], board, holes={})
    except CannotSee:
        return
    assert np.linalg.norm(project(flat(places), alone.pose) - wanted, axis=1).mean() < 2.0


def race_board():
    """A board of another game without any symmetry: circles of 16 mm, 20 mm apart."""
    cells = [(20 * x, 0) for x in range(13)] + [(240, 20 * y) for y in range(1, 12)]
    cells += [(20 * x, 220) for x in range(5, 12)] + [(60, 20 * y) for y in range(1, 8)]
    holes = "\n".join(f"T{index} = [{x}, {y}]" for index, (x, y) in enumerate(cells))
    frame = "[[-20, -20], [260, -20], [260, 240], [-20, 240]]"
    return (
        f'name = "race"\ngame = "other"\noutline = {frame}\ntaps = {frame}\n'
        f"thickness = 4\nhole_diameter = 16\n[holes]\n{holes}\n"
    )
