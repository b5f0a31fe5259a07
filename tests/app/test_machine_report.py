"""The machine's report: whatever is missing or interrupted, a file without names has what was measured."""

import json
import platform
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fingers import Finger
from own_display import SCREEN, Display
from patience import PATIENCE_S
from played import wait

from hardware.camera import Camera, Frame
from hardware.errors import DeviceFailed
from hardware.lamps import NoLamps
from hardware.picamera import PiCamera
from hardware.sound import Sound
from toc_pi.app.machine.machine_report import LongRun, MachineReport, without_names
from toc_pi.app.machine.measured_parts import Arrivals, rate_of
from toc_pi.app.machine.measurements import machine_sample
from toc_pi.cli.main import main
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.settings import example_settings

sys.path.append(str(Path(__file__).parents[1] / "hardware"))
from pretended_camera import PretendedModule

SAMPLE = Path(__file__).parents[2] / "toc_pi" / "data" / "sample" / "film.mp4"
PARTS = {"disk", "lamps", "buttons", "sound", "reading", "camera", "screen"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings of a table with names, whose camera is the shipped film."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "config").mkdir()
    settings = example_settings().replace('camera = "auto"', f'camera = "film {SAMPLE}"')
    (tmp_path / "config" / "settings.toml").write_text(f'names = {{ a = "Zenobia" }}\n{settings}')
    return tmp_path


def measuring(home: Path, surroundings: Mapping[str, str], minutes: str) -> subprocess.Popen[str]:
    words = ["doctor", "--report", str(home / "report.json"), "--minutes", minutes]
    mock = {"TOC_PI_HOME": str(home), "LC_ALL": "C.UTF-8", "GPIOZERO_PIN_FACTORY": "mock"}
    return subprocess.Popen(
        [sys.executable, "-m", "toc_pi", *words],
        env={**surroundings, **mock},
        stdout=subprocess.PIPE,
        text=True,
    )


def report_in(home: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((home / "report.json").read_text("utf-8"))
    return document


def test_every_part_is_measured_or_missing_and_nobody_is_named(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = home / "report.json"
    assert main(["doctor", "--report", str(out), "--minutes", "0"]) == 0
    printed, document = capsys.readouterr().out, report_in(home)
    assert (document["report"], document["schema"]) == ("toc-pi machine report", 1)
    assert set(document) >= PARTS | {"findings", "versions", "machine", "start"}
    assert "unfinished" not in document
    assert document["screen"]["missing"].startswith("no display")
    assert document["camera"]["pictures_a_second"] == pytest.approx(5.0, rel=0.2)
    assert document["lamps"]["times"] == 6, "four seats, right and wrong: the other pins may be a screen's"
    assert document["reading"]["reading"]["times"] > 5
    for line in ("camera PacedFilm: ", "screen: missing (no display", "lamps: only simulated here"):
        assert line in printed
    page = (Path(__file__).parents[2] / "docs" / "first-pi.md").read_text("utf-8")
    assert not [part for part in document if part not in ("report", "schema") and f"`{part}`" not in page]
    text = out.read_text("utf-8")
    for name in ("Zenobia", str(home), platform.node()):
        assert name not in text
    assert main(["doctor", "--report", str(out)]) == 2, "nothing is written over"


def test_faulty_settings_are_a_finding_without_words(home: Path) -> None:
    (home / "config" / "settings.toml").write_text('camera = "eye of Zenobia"\n')
    assert main(["doctor", "--report", str(home / "report.json"), "--minutes", "0"]) == 0
    (settings,) = (each for each in report_in(home)["findings"] if each["part"] == "settings")
    assert settings["well"] is False
    assert "Zenobia" not in (home / "report.json").read_text("utf-8")


@pytest.mark.parametrize("words", [("--minutes", "-1"), ("--minutes", "nan"), ("-o", "folder")], ids=str)
def test_wrong_use_writes_nothing(home: Path, words: tuple[str, ...]) -> None:
    assert main(["doctor", "--report", str(home / "report.json"), *words]) == 2
    assert not (home / "report.json").exists()


@pytest.mark.parametrize(
    ("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)]
)
def test_what_was_measured_before_an_interruption_is_kept(
    home: Path, sent: signal.Signals, status: int
) -> None:
    with measuring(home, {}, "10") as process:
        wait(lambda: (home / "report.json").exists() and report_in(home).get("unfinished") == "reading")
        process.send_signal(sent)
        assert process.wait(PATIENCE_S) == status
    document = report_in(home)
    assert document["lamps"]["simulated"] is True
    assert document.get("interrupted") == (None if sent is signal.SIGKILL else True)
    assert document["unfinished"] == "reading", "a crash shows in which part it was"


def test_the_screen_says_how_far_it_is_and_stops_by_touch(home: Path, display: Display) -> None:
    with measuring(home, display.surroundings, "10") as process:
        wait(lambda: (home / "report.json").exists() and report_in(home).get("unfinished") == "long_run")
        stop = Key("stop", "Stop: what was measured is kept")
        page = Page("measuring", "This machine is being measured", "…", feet=(stop,), shape=Shape.TEXT)
        Finger(display, SCREEN).tap(page, "stop")
        assert process.wait(PATIENCE_S) == 0
    document = report_in(home)
    assert (document["screen"]["driver"], document["screen"]["size"]) == ("x11", [*SCREEN])
    assert document["long_run"]["touches"] == 1
    assert document["minutes_measured"] < 5


class Clock:
    """Time that passes only while somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def rest(self, seconds: float) -> None:
        self.now += max(seconds, 0.01)


def test_minutes_like_a_games_alternate_with_full_load_and_are_sampled() -> None:
    clock, samples, told = Clock(), list[Mapping[str, Any]](), list[float]()
    run = LongRun(
        machine=lambda: {"heat_c": 50.0 + clock.now / 10},
        load=None,
        camera=None,
        screen=None,
        lamps=NoLamps(),
        sound=Sound(),
        tell=lambda past, _: told.append(past),
        keep=samples.append,
        clock=clock,
        rest=clock.rest,
    )
    run.run(150.0)
    assert len(told) == pytest.approx(147, abs=3), "something is said each second"
    works = [sample["work"] for sample in samples]
    assert (works.count("game"), works.count("full")) == (9, 6)
    assert [round(sample["heat_c"]) for sample in samples][::6] == [51, 57, 63]
    assert all(sample["lamps"]["times"] > 5 for sample in samples)


def test_dropped_pictures_gaps_and_ages_are_counted() -> None:
    taken = [0.0, 0.1, 0.2, 0.5, 0.6]
    found = rate_of(Arrivals([(10 + t, t) for t in taken], [0.04, 0.05, 0.2]))
    assert found == {
        "pictures": 5,
        "pictures_a_second": 6.67,
        "dropped": 2,
        "longest_gap_ms": 300.0,
        "age_ms": 50.0,
        "oldest_ms": 200.0,
    }
    assert rate_of(Arrivals()) == {"pictures": 0}


class FailingCamera:
    """A camera that can be opened, and gives a few pictures."""

    def __init__(self, pictures: int) -> None:
        self._left = pictures

    def read(self) -> Frame | None:
        self._left -= 1
        if self._left < 0:
            raise DeviceFailed("the cable of Zenobia fell out")
        return Frame(0.1 * self._left, np.full((48, 64, 3), self._left, np.uint8))

    def close(self) -> None:
        pass


def measured_with(home: Path, open_camera: Any) -> Mapping[str, Any]:
    clock = Clock()

    def showing(_: str) -> AbstractContextManager[None]:
        return nullcontext()

    def rest(seconds: float) -> None:
        clock.rest(seconds)
        threading.Event().wait(0.002 + seconds / 20)  # the camera's own thread goes on

    def no_screen() -> Any:
        raise RuntimeError("a defect of the screen")

    report = MachineReport(
        out=home / "report.json",
        minutes=0,
        camera="usb 0",
        open_camera=open_camera,
        seats=4,
        games=home / "none" / "yet",
        findings=(),
        open_screen=no_screen,
        showing=showing,
        tell=lambda *_: None,
        clock=clock,
        rest=rest,
    )
    return report.run()


class SlowCamera:
    """A camera that takes a while for each picture."""

    def __init__(self) -> None:
        self.closed = False

    def read(self) -> Frame | None:
        threading.Event().wait(0.2)
        return Frame(0.0, np.zeros((48, 64, 3), np.uint8))

    def close(self) -> None:
        self.closed = True


def test_the_camera_is_closed_when_the_report_is_written(home: Path) -> None:
    camera = SlowCamera()
    measured_with(home, lambda _: camera)
    assert camera.closed


def test_a_camera_that_hangs_or_fails_and_a_defect_of_a_part_end_nothing(home: Path) -> None:
    returned = threading.Event()

    def hangs(_: str) -> Camera:
        returned.wait(PATIENCE_S)
        raise DeviceFailed("too late")

    document = measured_with(home, hangs)
    returned.set()
    assert document["camera"]["missing"] == "it doesn't answer"
    assert document["screen"] == {"failed": "RuntimeError: a defect of the screen"}
    assert document["lamps"]["simulated"]
    failed = measured_with(home, lambda _: FailingCamera(3))["camera"]
    assert "cable" in failed["missing"]
    assert failed["camera"] == "FailingCamera"


def test_a_camera_modules_controls_and_the_age_of_its_pictures_are_in_the_report(home: Path) -> None:
    found = measured_with(home, lambda _: PiCamera(0, lambda _: PretendedModule()))["camera"]
    assert (found["model"], found["size"], found["exposure_locked"]) == ("imx219", (1280, 962), True)
    assert {each["control"]: each["obeyed"] for each in found["controls"]} == {
        "ExposureTime": True,
        "AnalogueGain": True,
        "ColourGains": False,
    }
    assert found["longest_gap_ms"] == pytest.approx(100.0)
    assert found["age_ms"] <= found["oldest_ms"]


def test_paths_and_addresses_are_left_out() -> None:
    said = {"a": ["no /home/zenobia/film.mp4: gone", "at dc:a6:32:01:02:0f"], "b": 3, "c": "OpenCV 4.10.0"}
    assert without_names(said) == {"a": ["no …: gone", "at …"], "b": 3, "c": "OpenCV 4.10.0"}


def test_a_machine_is_sampled_by_what_linux_shows(tmp_path: Path) -> None:
    for name, content in {
        "proc/meminfo": "MemTotal: 440000 kB\nMemAvailable: 204800 kB\n",
        "proc/self/status": "Name: toc-pi\nVmRSS:   184320 kB\n",
        "proc/loadavg": "1.25 1.0 0.9 2/100 3\n",
        "sys/class/thermal/thermal_zone0/temp": "71500\n",
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq": "1000000\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    assert machine_sample(tmp_path, lambda: 0x50005) == {
        "heat_c": 71.5,
        "throttled": "0x50005",
        "mhz": 1000,
        "load": 1.25,
        "available_mb": 200,
        "resident_mb": 180,
    }
    assert set(machine_sample(tmp_path / "nowhere").values()) == {None}
