"""The service unit: systemd accepts it, it sandboxes the program, and the program can notify systemd."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from hardware.wiring import WIRING
from toc_pi.app.process import notify
from toc_pi.store.start_counter import FAILED_STARTS

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "toc-pi.service"


def _analyze(*words: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing (apt install systemd)")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


NEWER = {254: ("RestartSteps", "RestartMaxDelaySec")}
"""Keys that systemd knows from a version on; an older one ignores them, with a warning."""


def test_systemd_takes_the_unit_without_a_word(tmp_path: Path) -> None:
    version = int(_analyze("--version").stdout.split()[1])
    unknown = [key for since, keys in NEWER.items() if version < since for key in keys]
    unit = tmp_path / UNIT.name
    known = [line for line in UNIT.read_text().splitlines() if line.partition("=")[0] not in unknown]
    unit.write_text("\n".join(known))
    verified = _analyze("verify", str(unit))
    assert (verified.returncode, verified.stderr) == (0, "")
    as_it_is = _analyze("verify", str(UNIT))
    assert (as_it_is.returncode, as_it_is.stderr.count("\n")) == (0, len(unknown))


def test_a_misspelt_unit_would_be_noticed(tmp_path: Path) -> None:
    bad = tmp_path / "toc-pi.service"
    bad.write_text(UNIT.read_text().replace("NoNewPrivileges=", "NoNewPriviliges="))
    assert "NoNewPriviliges" in _analyze("verify", str(bad)).stderr


def test_the_service_is_shut_in() -> None:
    scored = _analyze("security", "--offline=true", "--threshold=6", str(UNIT))
    assert scored.returncode == 0, scored.stdout[-200:]


def _values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)


def test_it_starts_the_appliance_and_comes_back_after_a_fault() -> None:
    assert _values("ExecStart") == ["/usr/bin/env toc-pi play"]
    assert _values("Type") == ["notify"]
    # Restart also after a clean exit: a closed window, an unknown signal.
    assert _values("Restart") == ["always"]
    assert _values("RestartPreventExitStatus") == []
    assert _values("StartLimitIntervalSec") == ["0"]


def test_a_start_that_fails_again_and_again_is_tried_less_often_but_for_ever() -> None:
    first, longest = (int(_values(key)[0]) for key in ("RestartSec", "RestartMaxDelaySec"))
    assert first < longest <= 30
    assert int(_values("RestartSteps")[0]) > FAILED_STARTS, "the screen offers remedies before that"


def test_a_leak_ends_the_game_and_not_the_machine_and_leaves_nothing_on_the_card() -> None:
    assert _values("LimitCORE") == ["0"]
    assert _values("OOMPolicy") == ["continue"]  # a voice that is too large doesn't end the game
    assert _values("MemoryMax")
    assert _values("TasksMax")


def test_it_reaches_the_devices_that_the_program_opens() -> None:
    allowed = {value.split()[0] for value in _values("DeviceAllow")}
    assert {"char-video4linux", "char-drm", "char-input", "char-dma_heap"} <= allowed
    assert not WIRING.pins or "char-gpiochip" in allowed


def test_what_breaks_the_screen_or_the_pins_is_left_out() -> None:
    # Mesa writes code into memory and runs it; gpiozero reads /proc/cpuinfo.
    assert _values("MemoryDenyWriteExecute") == _values("ProcSubset") == _values("PrivateDevices") == []
    assert any("SDL_RENDER_DRIVER=opengles2" in value for value in _values("Environment"))


@pytest.fixture
def listener(tmp_path: Path) -> socket.socket:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.setblocking(False)
    return heard


def _hear(listener: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(listener.recv(1000).decode())
        except BlockingIOError:
            return messages


def test_systemd_is_notified(listener: socket.socket) -> None:
    environment = {"NOTIFY_SOCKET": listener.getsockname()}
    assert notify("READY=1\nSTATUS=watching", environment)
    assert _hear(listener) == ["READY=1\nSTATUS=watching"]
    listener.close()
    assert not notify("WATCHDOG=1", environment), "nobody listens any more"


def test_an_abstract_socket_is_found() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("\0toc-pi-test-of-notify")
        assert notify("READY=1", {"NOTIFY_SOCKET": "@toc-pi-test-of-notify"})
        assert heard.recv(100) == b"READY=1"


def test_without_systemd_nothing_happens() -> None:
    assert not notify("READY=1", {})
