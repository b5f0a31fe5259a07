"""Small filmed games on rendered boards, written as clips."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
from rendered import pose_over, render

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board import Board
from calibration.board.board_file import write_board
from calibration.camera import flat, project
from hardware.camera import Picture
from hardware.capture import Film
from hardware.errors import DeviceFailed

COLOURS = {"a": "red", "b": "blue", "c": "green", "d": "yellow"}
PAWNS = PawnSet("halma", 24.0, 14.0, white_face=False)
SIZE, RATE = (1280, 720), 8

Stands = Mapping[tuple[float, float] | str, str]


def film_game(
    folder: Path,
    board: Board,
    stills: Sequence[tuple[float, Stands]],
    declared: Sequence[Mapping[str, object]],
    codec: str = "FFV1",
) -> Path:
    """Write a clip of still spans, with a hand that comes and goes between them (1.2 s).

    Args:
        folder: of the clip.
        board: the board.
            stills: duration, s, and pawns of each span, by hole or mm.
        declared: the lines of declared.jsonl.
        codec: of the film: "FFV1" is lossless, "mp4v" strongly lossy.
    """
    folder.mkdir(parents=True)
    pose = pose_over(board, elevation=55, turn=8)
    pictures = [
        render(board, pose, PAWNS, {at: COLOURS[seat] for at, seat in stands.items()}, noise=0.0)
        for _, stands in stills
    ]
    name = "film.avi" if codec == "FFV1" else "film.mp4"
    film = cv2.VideoWriter(str(folder / name), cv2.VideoWriter.fourcc(*codec), RATE, SIZE)
    noise = np.zeros((SIZE[1], SIZE[0], 3), np.int16)
    cv2.setRNGSeed(2)
    for number, (seconds, _) in enumerate(stills):
        shown = [pictures[number]] * round(seconds * RATE)
        if number + 1 < len(stills):
            shown += [_hand(pictures[number], step / 4) for step in range(1, 5)]
            shown += [_hand(pictures[number + 1], 1 - step / 5) for step in range(1, 6)]
        for picture in shown:
            cv2.randn(noise, 0, 1)
            film.write(cv2.add(picture, noise, dtype=cv2.CV_8U))
    film.release()
    write_board(board, folder / "board.toml")
    corners = project(flat(board.taps), pose).round(1).tolist()
    colours = ", ".join(f'{seat} = "{word}"' for seat, word in COLOURS.items())
    (folder / "clip.toml").write_text(
        f'name = "{folder.name}"\nboard = "board.toml"\nrules = "quebec"\nhouse = []\n'
        f'teams = [["a", "c"], ["b", "d"]]\ncolours = {{ {colours} }}\nfirst = "a"\nfilm = "{name}"\n'
        f"setup = [0.0, 1.8]\ncorners = {corners}\nfocal = {pose.focal}\n"
        '[pawns]\nkind = "halma"\nheight = 24.0\ndiameter = 14.0\nwhite_face = false\n'
    )
    (folder / "declared.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in declared))
    return folder


def _hand(picture: np.ndarray, reach: float) -> np.ndarray:
    """An arm that comes in from the right."""
    out = picture.copy()
    tip, y = int(SIZE[0] - reach * 0.75 * SIZE[0]), int(0.55 * SIZE[1])
    arm = np.array(
        [
            [SIZE[0], y - 60],
            [tip + 90, y - 45],
            [tip, y - 15],
            [tip, y + 20],
            [tip + 90, y + 50],
            [SIZE[0], y + 75],
        ]
    )
    cv2.fillPoly(out, [arm.astype(np.int32)], (120, 150, 200), cv2.LINE_AA)
    return cv2.GaussianBlur(out, (0, 0), 1.0)


def first_picture(path: Path) -> Picture:
    """The first picture of a film."""
    with closing(Film(path)) as film:
        frame = film.read()
    assert frame is not None
    return frame.image


def no_camera() -> Film:
    """Opens a camera that isn't there."""
    raise DeviceFailed("no camera found")
