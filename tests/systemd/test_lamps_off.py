"""Whatever ends the program, no lamp stays on: real processes, real signals, pins that outlive a program."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from own_display import Display
from patience import PATIENCE_S
from played import wait

from hardware.errors import DeviceFailed
from hardware.lamps import switch_all_off
from hardware.pins import LAMP_PINS, mock_pins
from toc_pi.store.settings import example_settings

FOLDER = Path(__file__).parent
UNIT = FOLDER.parents[1] / "systemd" / "toc-pi.service"

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    """The file of the pins: all are inputs."""
    (tmp_path / "pins").write_text("." * 28)
    return tmp_path / "pins"


@pytest.fixture
def start(tmp_path: Path, chip: Path) -> Iterator[Start]:
    """Starts `toc-pi` on a machine that seems to be a Pi, with a table without camera and screen."""
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    (tmp_path / "config").mkdir()
    settings = example_settings().replace('camera = "auto"', 'camera = "none"')
    (tmp_path / "config" / "settings.toml").write_text(settings)
    path = os.pathsep.join((str(FOLDER / "held_pins"), str(FOLDER.parents[1])))
    own = {"PYTHONPATH": path, "HELD_PINS": str(chip), "PI_MODEL": str(tmp_path / "model")}
    unseen = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    unseen.pop("GPIOZERO_PIN_FACTORY", None)

    begun: list[subprocess.Popen[bytes]] = []

    def started(*words: str, surroundings: Mapping[str, str] = unseen) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(FOLDER / "held_pins" / "on_a_pi.py"), *words]
        whole = {**surroundings, **own, "TOC_PI_HOME": str(tmp_path)}
        begun.append(subprocess.Popen(command, env=whole, stdout=subprocess.DEVNULL))
        return begun[-1]

    yield started
    for each in begun:
        each.kill()
        each.wait()


def _lit(chip: Path) -> set[str]:
    levels = chip.read_text()
    return {name for name, pin in LAMP_PINS.items() if levels[pin.gpio] == "1"}


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGQUIT"])
def test_a_signal_that_can_be_handled_ends_it_with_its_lamps_off(chip: Path, start: Start, name: str) -> None:
    evening = start("play", "--no-screen")
    wait(lambda: _lit(chip) == {"seat-a"})
    evening.send_signal(signal.SIGHUP)  # a closed terminal ends no evening
    evening.send_signal(getattr(signal, name))
    assert evening.wait(PATIENCE_S) == 130
    assert not _lit(chip)


@pytest.mark.parametrize("name", ["SIGABRT", "SIGKILL", "SIGSEGV"])
def test_after_any_other_end_the_service_switches_them_off(chip: Path, start: Start, name: str) -> None:
    evening = start("play", "--no-screen")
    wait(lambda: _lit(chip) == {"seat-a"})
    evening.send_signal(getattr(signal, name))
    assert evening.wait(PATIENCE_S) < 0
    assert _lit(chip) == {"seat-a"}, "nothing else has switched it off"
    (command,) = re.findall(r"^ExecStopPost=-/usr/bin/env toc-pi (.*)$", UNIT.read_text(), re.MULTILINE)
    assert start(*command.split()).wait(PATIENCE_S) == 0
    assert not _lit(chip)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_film_that_is_ended_leaves_no_lamp_on(
    chip: Path, start: Start, display: Display, name: str
) -> None:
    film = start("watch", "sample", surroundings=display.surroundings)
    wait(lambda: _lit(chip))
    film.send_signal(getattr(signal, name))
    assert film.wait(PATIENCE_S) == 130
    assert not _lit(chip)


def test_a_pin_that_belongs_to_something_else_keeps_no_lamp_on() -> None:
    factory = mock_pins()
    assert isinstance(factory, MockFactory)
    owners = {"seat-a": gpiozero.LED(LAMP_PINS["seat-a"].gpio, initial_value=True, pin_factory=factory)}
    pins = {name: factory.pin(pin.gpio) for name, pin in LAMP_PINS.items()}
    for name in pins.keys() - owners:
        pins[name].function = "output"
        pins[name].state = True
    switch_all_off(factory)
    assert {name for name, pin in pins.items() if pin.state} == {"seat-a"}
    owners |= {name: gpiozero.LED(LAMP_PINS[name].gpio, pin_factory=factory) for name in pins.keys() - owners}
    with pytest.raises(DeviceFailed):
        switch_all_off(factory)
    for led in owners.values():
        led.close()
