"""The screen's backlight, the processor's temperature, and powering off."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

# Devices in sysfs.
BACKLIGHTS = Path("/sys/class/backlight")
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")  # thousandths of a degree Celsius

DARKEST = 0.05
"""Lowest brightness: on a darker screen nobody would find the key that makes it bright again."""
ASK_S = 5.0
"""Time limit of a command."""

# systemd-logind on the system bus: service, object, interface.
_LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")

RunCommand = Callable[[Sequence[str]], str | None]


class Backlight:
    """The screen's backlight, a sysfs folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._most = max(1, int((folder / "max_brightness").read_text("ascii")))

    @property
    def level(self) -> float:
        """Brightness, 0 to 1; 1 if unknown."""
        try:
            return int((self._folder / "brightness").read_text("ascii")) / self._most
        except (OSError, ValueError):
            return 1.0

    def set(self, level: float) -> None:
        """Set the brightness, 0 to 1, never quite dark; ignored if it can't be written any more."""
        value = max(1, round(min(1.0, max(DARKEST, level)) * self._most))
        with suppress(OSError):
            (self._folder / "brightness").write_text(str(value), "ascii")


def find_backlight(folder: Path = BACKLIGHTS) -> Backlight | None:
    """The first backlight that this program may control; None if there is none."""
    for device in sorted(folder.glob("*")):
        if os.access(device / "brightness", os.W_OK):
            with suppress(OSError, ValueError):
                return Backlight(device)
    return None


def heat_c(path: Path = HEAT) -> float | None:
    """Temperature of the processor, °C; None if it has no sensor."""
    try:
        return int(path.read_text("ascii")) / 1000
    except (OSError, ValueError):
        return None


def command_output(command: Sequence[str]) -> str | None:
    """A command's output; None if it fails, is missing or takes too long."""
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ASK_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def may_switch_off(environment: Mapping[str, str] = os.environ, run: RunCommand = command_output) -> bool:
    """Whether this program may power the machine off without a password.

    Source: org.freedesktop.login1(5), CanPowerOff: "yes", "challenge" (a password is wanted), "no", "na".
    """
    if "INVOCATION_ID" not in environment or "NOTIFY_SOCKET" not in environment:
        return False
    return (run(("busctl", "--system", "call", *_LOGIND, "CanPowerOff")) or "").strip() == 's "yes"'


def switch_off(run: RunCommand = command_output) -> bool:
    """Ask the system to power off; returns whether it agreed (systemd then stops this program)."""
    return run(("systemctl", "poweroff")) is not None
