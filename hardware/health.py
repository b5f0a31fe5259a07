"""The machine's health: power, temperature and SD card, from kernel files that are polled rarely."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, get_args

from hardware.mounts import MOUNTS, keeping, list_mounts
from hardware.panel import HEAT, RunCommand, command_output, heat_c
from hardware.pins import on_a_pi

Ailment = Literal["read_only", "weak_power", "hot", "little_room", "forgotten"]
"""What is wrong, most urgent first, as keys of sentences; `forgotten`: games are stored in memory only."""

MONITORS = Path("/sys/class/hwmon")
HOT_C = 75.0  # of the processor; Raspberry Pis slow down from 80 °C on, at the latest
LITTLE_BYTES = 50_000_000
"""Least free space, bytes: room for hundreds of games and the system's logs."""
EVERY_S = 10.0  # between two polls
LASTS_S = 60.0  # an ailment ends this long after it was last seen: a voltage dip should be readable, too


def is_power_weak(monitors: Path = MONITORS) -> bool:
    """Whether a Pi got too little voltage in the last two seconds.

    Source: Linux, drivers/hwmon/raspberrypi-hwmon.c, which asks the firmware every two seconds.
    """
    for name in monitors.glob("*/name"):
        with suppress(OSError, ValueError):
            if name.read_text("ascii").strip() == "rpi_volt":
                return int((name.parent / "in0_lcrit_alarm").read_text("ascii")) != 0
    return False


def throttled_bits(run: RunCommand = command_output) -> int | None:
    """The Pi firmware's flags for power and temperature, now and since boot; None on other machines."""
    try:
        return int((run(("vcgencmd", "get_throttled")) or "").strip().removeprefix("throttled="), 16)
    except ValueError:
        return None


def free_bytes(folder: Path) -> int | None:
    """Free space of the disk that a folder is on; None if unknown."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return found.f_bavail * found.f_frsize


def ailments(
    folder: Path, monitors: Path = MONITORS, heat: Path = HEAT, mounts: Path = MOUNTS
) -> frozenset[Ailment]:
    """Everything wrong now with the machine, and with the disk that a folder is on."""
    state, free, celsius = (
        keeping(folder, list_mounts(mounts), on_a_pi=on_a_pi()),
        free_bytes(folder),
        heat_c(heat),
    )
    found: dict[Ailment, bool] = {
        "read_only": state == "read-only",
        "weak_power": is_power_weak(monitors),
        "hot": celsius is not None and celsius >= HOT_C,
        "little_room": state != "read-only" and free is not None and free < LITTLE_BYTES,
        "forgotten": state == "forgotten",
    }
    return frozenset(name for name, there in found.items() if there)


class HealthWatch:
    """Polls the health; an ailment counts until it has been over for a while.

    Args:
        look: returns what is wrong now.

    Attributes:
        current: what is wrong, most urgent first.
    """

    def __init__(self, look: Callable[[], frozenset[Ailment]] = frozenset) -> None:
        self._look = look
        self._next_s = float("-inf")
        self._seen_s: dict[Ailment, float] = {}
        self.current: tuple[Ailment, ...] = ()

    def news(self, now: float) -> tuple[Ailment, ...] | None:
        """Poll if it is due: all current ailments when a new one has begun; None if nothing has.

        Args:
            now: seconds of any clock.
        """
        if now < self._next_s:
            return None
        self._next_s = now + EVERY_S
        self._seen_s |= dict.fromkeys(self._look(), now)
        before, urgency = self.current, get_args(Ailment)
        self.current = tuple(
            name for name in urgency if now - self._seen_s.get(name, float("-inf")) < LASTS_S
        )
        begun = tuple(name for name in self.current if name not in before)
        return None if self.current == before else begun
