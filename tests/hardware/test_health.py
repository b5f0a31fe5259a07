"""The machine's health, from files like those of the kernel."""

import os
from pathlib import Path

import pytest

from hardware import health
from hardware.health import (
    EVERY_S,
    HOT_C,
    LASTS_S,
    LITTLE_BYTES,
    Ailment,
    HealthWatch,
    ailments,
    is_power_weak,
    throttled_bits,
)


@pytest.fixture
def monitors(tmp_path: Path) -> Path:
    """The monitors of a Pi: first another one, as its RTC's, then that of its power."""
    for name, kind in (("hwmon0", "rp1_adc"), ("hwmon2", "rpi_volt")):
        (tmp_path / "hwmon" / name).mkdir(parents=True)
        (tmp_path / "hwmon" / name / "name").write_text(f"{kind}\n")
    (tmp_path / "hwmon" / "hwmon2" / "in0_lcrit_alarm").write_text("0\n")
    return tmp_path / "hwmon"


def test_too_little_voltage_is_read_where_the_kernel_tells_it(monitors: Path) -> None:
    assert not is_power_weak(monitors)
    (monitors / "hwmon2" / "in0_lcrit_alarm").write_text("1\n")
    assert is_power_weak(monitors)
    (monitors / "hwmon2" / "in0_lcrit_alarm").unlink()
    assert not is_power_weak(monitors)
    assert not is_power_weak(monitors / "none at all")


@pytest.mark.parametrize(
    ("answer", "bits"),
    [("throttled=0x50005\n", 0x50005), ("throttled=0x0", 0), ("VCHI failed", None), (None, None)],
)
def test_the_firmware_is_asked_and_may_not_answer(answer: str | None, bits: int | None) -> None:
    assert throttled_bits(lambda _: answer) == bits


@pytest.fixture
def well(tmp_path: Path, monitors: Path) -> dict[str, Path]:
    """The files of a machine that nothing is wrong with."""
    (tmp_path / "temp").write_text("51000")
    (tmp_path / "mounts").write_text("/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
    return {"monitors": monitors, "heat": tmp_path / "temp", "mounts": tmp_path / "mounts"}


def _seen(well: dict[str, Path], folder: Path) -> frozenset[Ailment]:
    return ailments(folder, well["monitors"], well["heat"], well["mounts"])


def test_what_is_wrong_with_the_machine_is_found(
    tmp_path: Path, well: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    free = os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_frsize
    monkeypatch.setattr(health, "free_bytes", lambda _: LITTLE_BYTES)
    assert not _seen(well, tmp_path)
    well["heat"].write_text(f"{HOT_C * 1000:.0f}")
    assert _seen(well, tmp_path) == {"hot"}
    well["heat"].unlink()
    monkeypatch.setattr(health, "free_bytes", lambda _: LITTLE_BYTES - 1)
    assert _seen(well, tmp_path) == {"little_room"}
    monkeypatch.undo()
    assert health.free_bytes(tmp_path) == pytest.approx(free, rel=0.1)
    assert health.free_bytes(tmp_path / "not there") is None
    for line, wrong in (("/dev/mmcblk0p2 / ext4 ro 0 0", "read_only"), ("tmpfs / tmpfs rw 0 0", "forgotten")):
        well["mounts"].write_text(f"{line}\n")
        assert wrong in _seen(well, tmp_path)


def test_it_is_looked_at_seldom_and_what_was_seen_can_be_read() -> None:
    wrong: set[Ailment] = set()
    looks = []

    def look() -> frozenset[Ailment]:
        looks.append(1)
        return frozenset(wrong)

    watch = HealthWatch(look)
    assert watch.news(100.0) is None
    wrong |= {"hot", "weak_power"}
    assert watch.news(100.0 + 0.9 * EVERY_S) is None
    assert len(looks) == 1
    assert watch.news(100.0 + EVERY_S) == ("weak_power", "hot")
    wrong.clear()
    now = 100.0 + 2 * EVERY_S
    assert watch.news(now) is None, "a dip of a second is shown for a while"
    wrong.add("little_room")
    assert watch.news(now + EVERY_S) == ("little_room",)
    assert watch.current == ("weak_power", "hot", "little_room")
    assert watch.news(100.0 + EVERY_S + LASTS_S) == ()
    assert watch.current == ("little_room",)
