"""The machine's health: power, heat and the card, as the kernel tells in small files, read seldom."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, get_args

from hardware.mounts import MOUNTS, keeping, list_mounts
from hardware.panel import HEAT, Run, command_output, heat_c
from hardware.pins import on_a_pi

Ailment = Literal["read_only", "weak_power", "hot", "little_room", "forgotten"]
"""What is wrong, the most urgent first, as keys of sentences; `forgotten`: games are in memory only."""

MONITORS = Path("/sys/class/hwmon")
HOT_C = 75.0  # of the processor; Raspberry Pis slow down from 80 °C on, at the latest
LITTLE_BYTES = 50_000_000
"""Least free space, bytes: room for hundreds of games, and for what the system logs meanwhile."""
EVERY_S = 10.0  # between two looks
LASTS_S = 60.0  # so long after it was last seen an ailment is over: a dip of the voltage can be read, too


def is_power_weak(monitors: Path = MONITORS) -> bool:
    """Whether a Pi got too little voltage in the last two seconds.

    Source: Linux, drivers/hwmon/raspberrypi-hwmon.c, which asks the firmware every two seconds.
    """
    for name in monitors.glob("*/name"):
        with suppress(OSError, ValueError):
            if name.read_text("ascii").strip() == "rpi_volt":
                return int((name.parent / "in0_lcrit_alarm").read_text("ascii")) != 0
    return False


def throttled_bits(run: Run = command_output) -> int | None:
    """What the firmware of a Pi says of power and heat, now and since it started; None on other machines."""
    try:
        return int((run(("vcgencmd", "get_throttled")) or "").strip().removeprefix("throttled="), 16)
    except ValueError:
        return None


def free_bytes(folder: Path) -> int | None:
    """The free space where a folder is; None if that can't be told."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return found.f_bavail * found.f_frsize


def ailments(
    folder: Path, monitors: Path = MONITORS, heat: Path = HEAT, mounts: Path = MOUNTS
) -> frozenset[Ailment]:
    """What is wrong now with the machine, and with where a folder is."""
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
    """Looks now and then; an ailment counts until it has been over for a while.

    Args:
        look: finds what is wrong now.

    Attributes:
        current: what is wrong, the most urgent first.
    """

    def __init__(self, look: Callable[[], frozenset[Ailment]] = frozenset) -> None:
        self._look = look
        self._next_s = float("-inf")
        self._seen_s: dict[Ailment, float] = {}
        self.current: tuple[Ailment, ...] = ()

    def news(self, now: float) -> tuple[Ailment, ...] | None:
        """Look if it is time to: what has begun; None if nothing else is wrong than before.

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
