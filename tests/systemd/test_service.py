"""The service unit: systemd accepts it, it sandboxes the program, and the program can notify systemd."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from hardware.pins import PINS
from toc_pi.app.loop import notify

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "toc-pi.service"


def _analyze(*words: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing (apt install systemd)")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def test_systemd_takes_the_unit_without_a_word() -> None:
    verified = _analyze("verify", str(UNIT))
    assert (verified.returncode, verified.stderr) == (0, "")


def test_a_misspelt_unit_would_be_noticed(tmp_path: Path) -> None:
    bad = tmp_path / "toc-pi.service"
    bad.write_text(UNIT.read_text().replace("NoNewPrivileges=", "NoNewPriviliges="))
    assert "NoNewPriviliges" in _analyze("verify", str(bad)).stderr


def test_the_service_is_shut_in() -> None:
    scored = _analyze("security", "--offline=true", "--threshold=15", str(UNIT))
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


def test_it_reaches_the_devices_that_the_program_opens() -> None:
    allowed = {value.split()[0] for value in _values("DeviceAllow")}
    assert {"char-video4linux", "char-drm", "char-input", "char-dma_heap"} <= allowed
    assert not PINS or "char-gpiochip" in allowed


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
