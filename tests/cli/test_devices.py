"""`toc-pi test` and `toc-pi doctor` on a machine without any device, and with simulated ones."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.mounts import list_mounts
from hardware.pins import LAMP_PINS, on_a_pi
from hardware.wiring import WIRING
from toc_pi.app.machine import trials
from toc_pi.app.machine.trials import trial_scene
from toc_pi.cli import doctor
from toc_pi.cli.main import main
from toc_pi.languages import translated
from toc_pi.store.settings import example_settings, find_places

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _no_pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    monkeypatch.setattr(trials, "LAMP_S", 0.0)


def _film(path: Path, light: int) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, (64, 48))
    for _ in range(12):
        writer.write(np.full((48, 64, 3), light, np.uint8))
    writer.release()
    return path


def test_the_doctor_looks_at_every_wire_and_opens_nothing(capsys: Output) -> None:
    assert main(["doctor"]) == 0
    printed = capsys.readouterr()
    for pin in WIRING.pins:
        assert f"GPIO {pin.gpio}, header pin {pin.header}" in printed.out
    assert "red wire, red LED with 470 ohm\n" in printed.out
    for part in ("machine", "pygame", "screen", "camera", "disk", "settings"):
        assert part in printed.out
    assert printed.err == ""


def test_the_doctor_names_every_part_in_french_and_none_touches_what_was_found() -> None:
    same = {"machine", *doctor.LIBRARIES, *(pin.name for pin in WIRING.pins)}
    for finding in doctor.examine(find_places(os.environ, Path.home())):
        part = translated(finding.part, "fr")
        assert (part == finding.part) == (part in same), part
        assert finding.line("fr")[4:].startswith(f"{part} ")


def test_neither_greeting_nor_warning_of_pygame_is_printed(tmp_path: Path) -> None:
    """A pygame built without AVX2 warns on machines that have it; here one in front of the real one does."""
    warning = "Your system is avx2 capable but pygame was not built with support for it. The performance of …"
    (tmp_path / "pygame.py").write_text(
        "import sys, warnings\n"
        f"warnings.warn({warning!r}, RuntimeWarning)\n"
        "sys.path.remove(__file__.rsplit('/', 1)[0])\n"
        "del sys.modules['pygame']\n"
        "import pygame\n"
    )
    program = "import sys; from toc_pi.cli.main import main; sys.exit(main(['doctor']))"
    surroundings = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    surroundings["PYTHONPATH"] = str(tmp_path)
    ended = subprocess.run(
        [sys.executable, "-c", program], env=surroundings, capture_output=True, text=True, check=True
    )
    assert "pygame community" not in ended.stdout
    assert ended.stderr == ""


def test_the_doctor_reads_the_settings(capsys: Output, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("camera = 'eye'\n")
    assert main(["doctor"]) == 0
    assert "BAD settings" in capsys.readouterr().out


def test_every_lamp_is_tried(capsys: Output) -> None:
    assert main(["test", "lamps"]) == 0
    printed = capsys.readouterr().out
    assert "simulated" in printed
    assert all(name in printed for name in LAMP_PINS)


def test_buttons_need_a_pi(refused: Callable[..., str]) -> None:
    assert not on_a_pi()
    refused("test", "buttons", status=4)


def test_a_camera_is_judged_and_its_picture_kept(capsys: Output, tmp_path: Path) -> None:
    film, kept = _film(tmp_path / "night.mp4", 4), tmp_path / "kept.png"
    assert main(["test", "camera", "--camera", f"film {film}", "-o", str(kept)]) == 0
    printed = capsys.readouterr().out
    assert "64x48 px" in printed
    assert "5.0 pictures a second" in printed
    assert "Too dark" in printed
    assert cv2.imread(str(kept)).shape == (48, 64, 3)


@pytest.mark.parametrize(
    ("camera", "status"), [("eye", 2), ("film nowhere.mp4", 2), ("usb 9", 4), ("usb 99", 2)]
)
def test_a_camera_that_is_none_is_reported_in_a_line(
    refused: Callable[..., str], camera: str, status: int
) -> None:
    refused("test", "camera", "--camera", camera, status=status)


def test_no_screen_is_a_missing_device(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main(["test", "screen"]) == 4
    assert "no display" in capsys.readouterr().err


def test_the_trial_picture_shows_every_seat() -> None:
    assert set(trial_scene().board.pawns.values()) == set("abcdefgh")


def test_the_doctor_writes_a_folder_to_look_through(capsys: Output, tmp_path: Path) -> None:
    film, folder = _film(tmp_path / "night.mp4", 4), tmp_path / "fault"
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(
        example_settings().replace('camera = "auto"', f'camera = "film {film}"')
    )
    assert main(["doctor", "-o", str(folder)]) == 0
    printed = capsys.readouterr().out
    files = ["README.txt", "doctor.txt", "game.jsonl", "settings.toml"]
    assert sorted(path.name for path in folder.iterdir()) == files
    assert (folder / "doctor.txt").read_text() in printed
    assert main(["doctor", "-o", str(folder)]) == 2
    assert "it already exists; nothing is overwritten, choose another name" in capsys.readouterr().err
    assert main(["doctor", "-o", str(tmp_path / "second"), "--picture"]) == 0
    assert cv2.imread(str(tmp_path / "second" / "picture.png")).shape == (48, 64, 3)


def test_a_damaged_journal_is_reported_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "games.sqlite").write_text("a poem " * 99)
    assert main(["doctor", "-o", str(tmp_path / "fault")]) == 5
    assert "error" in (tmp_path / "fault" / "game.jsonl").read_text()


def test_readme_and_appliance_page_install_what_the_doctor_looks_for() -> None:
    docs = Path(__file__).parents[2]
    for page in ("README.md", "docs/appliance.md"):
        text = (docs / page).read_text().replace("\\\n", "")
        (line,) = (each for each in text.splitlines() if each.strip().startswith("sudo apt install git"))
        assert line.split()[3:] == list(doctor.FROM_APT), page


def test_on_a_pi_a_missing_package_is_bad_with_the_command_that_installs_it(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "FROM_APT", {"python3-numpy": "numpy", "libno9": "libno.so.9"})
    for pi, sign in ((True, "BAD "), (False, "-   ")):
        monkeypatch.setattr(doctor, "on_a_pi", lambda pi=pi: pi)
        assert main(["doctor"]) == 0
        printed = capsys.readouterr().out
        assert f"{sign}packages    missing: libno9\n" in printed
        assert ("-> sudo apt install libno9\n" in printed) == pi


@pytest.mark.parametrize(
    ("mount", "told", "advice"),
    [
        ("tmpfs {0} tmpfs rw 0 0", "is in memory", "overlay"),
        ("/dev/mmcblk0p3 {0} ext4 ro,noatime 0 0", "is read-only", "new card"),
    ],
)
def test_the_doctor_says_when_games_are_not_kept(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, mount: str, told: str, advice: str
) -> None:
    home = tmp_path / "toc"
    monkeypatch.setenv("TOC_PI_HOME", str(home))
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/mmcblk0p2 / ext4 rw 0 0\n" + mount.format(home) + "\n")
    monkeypatch.setattr(doctor, "list_mounts", lambda: list_mounts(mounts))
    assert main(["doctor"]) == 0
    line, below = capsys.readouterr().out.split("disk", 1)[1].splitlines()[:2]
    assert told in line
    assert advice in below
