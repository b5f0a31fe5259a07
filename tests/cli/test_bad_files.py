"""Every file that a command opens, with every kind of fault: one line, status 2, quickly."""

import json
import os
import resource
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.cli.main import main

MAX_BYTES = 1_500_000_000
"""Limit of the address space, most of it never used: shared libraries alone take a gigabyte."""


def png(width: int, height: int) -> bytes:
    """The header of a PNG with almost no data."""
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"\0")),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (*parts, (b"IEND", b""))
    )


def jpeg(width: int, height: int) -> bytes:
    frame = struct.pack(">BHHB", 8, height, width, 3) + b"\1\x22\0\2\x11\1\3\x11\1"
    return b"\xff\xd8\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xda\0\2\xff\xd9"


def holes(count: int) -> str:
    places = "\n".join(f"h{at} = [{at % 300}.5, {at // 300}.5]" for at in range(count))
    corners = "[[0, 0], [400, 0], [400, 400], [0, 400]]"
    return (
        f'name = "many"\ngame = "other"\noutline = {corners}\ntaps = {corners}\n'
        f"thickness = 10\nhole_diameter = 5\n[holes]\n{places}\n"
    )


CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "noise": bytes(range(256)) * 40,
    "zeros": bytes(5_000),
    "a deep list": b"a = " + b"[" * 5_000 + b"]" * 5_000,
    "a deep table": b"a = " + b"{a = " * 5_000,
    "a key of dots": b"a." * 40_000 + b"b = 1",
    "digits": b"a = " + b"9" * 5_000,
    "deep JSON": b'{"a": ' * 100_000,
    "JSON digits": b'{"a": ' + b"9" * 5_000 + b"}",
    "NaN": b'{"id": NaN, "a0": Infinity}',
    "half a letter": b'{"id": "\\ud800"}',
    "a key twice": b'{"a0": "a", "a0": "b"}',
    "a huge PNG": png(40_000, 40_000),
    "a tall PNG": png(1, 1_000_000),
    "a huge JPEG": jpeg(60_000, 60_000),
    "a damaged PNG": png(64, 48).replace(b"\0\0\0\x09IDAT", b"\xff\xff\xff\xf0IDAT"),
    "a GIF of nothing": b"GIF89a\0\0\0\0\0\0\0",
    "a BMP": b"BM" + bytes(12) + struct.pack("<Iii", 40, 2**31 - 1, -(2**31)) + bytes(30),
    "a TIFF": b"II*\0\xff\xff\xff\xff",
    "a WebP": b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\xff" * 6,
    "many holes": holes(20_000).encode(),
    "more holes than are allowed": holes(1_000).encode(),
}


def odd_file(folder: Path, kind: str) -> Path:
    """A faulty file, or something that is no file at all."""
    path = folder / "odd.toml"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a long file":
        path.touch()
        os.truncate(path, 200_000_000)
    elif kind == "a folder":
        path.mkdir()
    elif kind == "a device":
        return Path("/dev/zero")
    elif kind == "a long name":
        return folder / ("n" * 300)
    elif kind == "missing":
        return folder / "none.toml"
    else:
        path.write_bytes(CONTENTS[kind])
    return path


KINDS = (*CONTENTS, "a long file", "a pipe", "a folder", "a device", "a long name", "missing")


def clip_with(folder: Path, name: str, odd: Path) -> str:
    clip = folder / "clip"
    clip.mkdir()
    shipped = load_clip("sample").folder
    for part in ("clip.toml", "declared.jsonl", "film.mp4"):
        if part != name:
            shutil.copy(shipped / part, clip / part)
    (clip / name).symlink_to(odd)
    return str(clip)


@pytest.mark.parametrize("size", [(16_000, 16), (16, 16_000), (4_000, 64), (16, 16)])
def test_pictures_that_no_camera_takes_are_refused(
    size: tuple[int, int], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    film = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, size)
    noise = np.random.default_rng(1).integers(0, 255, (size[1], size[0], 3), np.uint8)
    for _ in range(25):
        film.write(noise)
    film.release()
    clip = clip_with(tmp_path, "film.mp4", tmp_path / "film.avi")
    picture = str(tmp_path / "picture.png")
    cv2.imwrite(picture, noise)
    corners = ["0,0", "9,0", "9,9", "0,9"]
    for words in (
        ["watch", clip, "--no-screen"],
        ["calibrate", picture, "--board", "square-40"],
        ["board", "learn", picture, "--width", "400", "--outline", *corners, "--starts", *corners],
    ):
        assert main(words) == 3
        said = capfd.readouterr().err
        assert "no board can be found in pictures of" in said
        assert len(said.splitlines()) == 1


NO_TAPS = ("empty", "missing", "a long name")
"""Kinds of missing taps: a clip without taps is valid, and a dangling link is no file."""
Words = Callable[[Path, Path], list[str]]
COMMANDS: dict[str, Words] = {
    "board check": lambda odd, _: ["board", "check", str(odd)],
    "board show": lambda odd, _: ["board", "show", str(odd)],
    "board learn": lambda odd, at: ["board", "learn", str(odd), "--width", "400", "-o", str(at / "o.toml")],
    "calibrate a picture": lambda odd, _: ["calibrate", str(odd), "--board", "square-40"],
    "calibrate with a board": lambda odd, _: ["calibrate", "sample", "--board", str(odd)],
    "calibrate with holes": lambda odd, _: ["calibrate", "sample", "--holes", str(odd)],
    "read": lambda odd, _: ["read", str(odd), "--calibration", str(odd)],
    "rules": lambda odd, _: ["rules", str(odd)],
    "watch": lambda odd, _: ["watch", str(odd), "--no-screen"],
    "settings of a clip": lambda odd, at: ["watch", clip_with(at, "clip.toml", odd), "--no-screen"],
    "film": lambda odd, at: ["watch", clip_with(at, "film.mp4", odd), "--no-screen"],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_good_is_one_line(
    command: str, kind: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    refused(*COMMANDS[command](odd_file(tmp_path, kind), tmp_path))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in NO_TAPS])
def test_taps_that_are_none_are_one_line(kind: str, tmp_path: Path, refused: Callable[..., str]) -> None:
    refused("watch", clip_with(tmp_path, "declared.jsonl", odd_file(tmp_path, kind)), "--no-screen")


OUTPUTS: dict[str, Callable[[Path, Path], list[str]]] = {
    "calibrate": lambda out, _: ["calibrate", "sample", "-o", str(out)],
    "read": lambda out, at: ["read", str(at / "p.png"), "--calibration", str(at / "c"), "--show", str(out)],
    "test": lambda out, _: ["test", "camera", "--camera", f"film {load_clip('sample').film}", "-o", str(out)],
    "targets": lambda out, _: ["targets", "-o", str(out.with_suffix(".svg"))],
    "pages": lambda out, _: ["hall", "write-pages", str(out)],
    "doctor": lambda out, _: ["doctor", "--report", str(out)],
}


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_pipe_that_nobody_reads_is_no_place_to_write_to(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path / "home"))
    for name in ("out.png", "out.svg"):
        os.mkfifo(tmp_path / name)
    if command == "read":
        with closing(Film(load_clip("sample").film)) as film:
            cv2.imwrite(str(tmp_path / "p.png"), film.read().image)
        assert main(["calibrate", "sample", "-o", str(tmp_path / "c")]) == 0
        capfd.readouterr()
    assert main(OUTPUTS[command](tmp_path / "out.png", tmp_path)) == 2
    assert len(capfd.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("begun", [True, False])
def test_settings_that_are_a_pipe_are_not_waited_for(
    begun: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    """Also where a program has opened the pipe, and writes nothing."""
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    (tmp_path / "config").mkdir()
    pipe = tmp_path / "config" / "settings.toml"
    os.mkfifo(pipe)
    silent = os.open(pipe, os.O_RDWR) if begun else None
    assert "it is a pipe, not a file" in refused("config")
    if silent is not None:
        os.close(silent)


@pytest.mark.parametrize("command", ["legal", "explain"])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "empty"])
def test_requests_that_are_none_are_answered_as_errors(
    command: str, kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status = main([command, str(odd_file(tmp_path, kind))])
    printed = capfd.readouterr()
    assert (status, len(printed.err.splitlines())) == (2, 1), printed.err
    for line in printed.out.splitlines()[:50]:
        answer = json.loads(line, parse_constant=pytest.fail)
        assert len(answer["error"]) < 3_000


def test_the_lines_after_an_endless_one_are_answered(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good = {"id": 2, "rules": "toc", "seats": 4, "home_entry": 16, "holes": {}, "seat": "a", "card": "2"}
    path = tmp_path / "requests.jsonl"
    path.write_bytes(b'{"id": 1, "x": "' + b"x" * 30_000_000 + b'"}\n' + json.dumps(good).encode())
    assert main(["legal", str(path)]) == 2
    first, second = map(json.loads, capfd.readouterr().out.splitlines())
    assert (first["id"], "longer than" in first["error"]) == (1, True)
    assert (second["id"], second["results"]) == (2, [])


@pytest.mark.parametrize(
    "words",
    [
        ["watch", "sample", "--no-screen", "--speed", "nan"],
        ["watch", "sample", "--no-screen", "--speed", "-1"],
        ["watch", "sample", "--no-screen", "--speed", "0"],
        ["watch", "s" * 300],
        ["watch", "/" + "s/" * 3_000],
        ["calibrate", "sample", "--focal", "nan"],
        ["calibrate", "sample", "--focal", "1e308"],
        ["calibrate", "sample", "--corners", "nan,1", "inf,2", "1e308,3", "4,4"],
        ["calibrate", "sample", "--pawns", "halma,nan,inf"],
        ["calibrate", "sample", "--pawns", "halma," + "9" * 5_000 + ",1"],
        ["calibrate", "sample", "--colours", "=" * 500],
        ["calibrate", "sample", "--board", "b" * 300],
        ["calibrate", "p" * 300, "--board", "square-40"],
        ["calibrate", "sample", "-o", "/tmp/" + "o" * 300],
        ["board", "learn", "p" * 300, "--width", "nan"],
        ["board", "check", "b" * 300],
        ["board", "check", "b" * 300 + ".toml"],
        ["targets", "-o", "t" * 300 + ".svg"],
        ["rules", "r" * 300],
        ["rules", "r" * 300 + ".toml"],
        ["record", "new", "--clip", "c" * 300],
        ["record", "new", "--clip", "sample", "--seconds", "nan"],
        ["record", "new", "--clip", "sample", "--fps", "nan"],
        ["record", "new", "--clip", "sample", "--gigabytes", "nan"],
        ["record", "f" * 300, "--clip", "sample"],
        ["legal", "l" * 300],
        ["report", "9" * 30],
        ["report", "9" * 5_000],
        ["export", "9" * 30],
        ["watch", "\udcff\udcfe"],
    ],
)
def test_arguments_beyond_reason_are_one_line(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    refused(*words)


def test_a_flood_takes_neither_memory_nor_time(tmp_path: Path) -> None:
    """In separate processes, limited to normal memory and 20 s of processor time."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

    (tmp_path / "bomb.png").write_bytes(png(40_000, 40_000))
    whole = bytes(cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1])
    claim = whole.index(b"\xff\xc0") + 5
    claimed = whole[:claim] + struct.pack(">HH", 20_000, 20_000) + whole[claim + 4 :]
    (tmp_path / "bomb.jpg").write_bytes(claimed)
    for words in (
        ["legal", "-"],
        ["board", "check", "/dev/stdin"],
        ["calibrate", "-", "--board", "square-40"],
        ["calibrate", str(tmp_path / "bomb.png"), "--board", "square-40"],
        ["calibrate", str(tmp_path / "bomb.jpg"), "--board", "square-40"],
    ):
        with Path("/dev/zero").open("rb") as zeros:
            done = subprocess.run(
                [sys.executable, "-m", "toc_pi", *words],
                stdin=zeros,
                capture_output=True,
                text=True,
                preexec_fn=limited,
                check=False,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), (words, done.stderr[-500:])
