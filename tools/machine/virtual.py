"""A virtual machine under qemu: power, screen, its journal on a serial port, and requests to the guest."""

import json
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = (800, 480)
PATIENCE_S = 900.0
"""How long anything may take: an emulated machine is slow, and slower while others work here."""
LOOK_S = 1.0
KERNEL = (
    "root=/dev/vda rw console=ttyS0 quiet systemd.show_status=false fsck.mode=auto panic=-1 mitigations=off"
)
"""The mitigations of processor faults take a quarter of an emulated machine's time: each system call
empties its TLB."""

Picture = NDArray[np.uint8]


class StepFailed(Exception):
    """Something didn't happen, or happened otherwise; the message says what."""


def wait_until(
    what: str, happened: Callable[[], Any], patience_s: float = PATIENCE_S, look_s: float = LOOK_S
) -> Any:
    """Wait for a true value, and return it; look again after so many seconds.

    Raises:
        StepFailed: it didn't come.
    """
    until = time.monotonic() + patience_s
    while not (found := happened()):
        if time.monotonic() > until:
            raise StepFailed(f"{what}: not within {patience_s:.0f} s")
        time.sleep(look_s)
    return found


class Machine:
    """One machine, switched on and off; its disk stays.

    While it runs, the disk is a layer over what the last run left, whose tables are written when the guest
    flushes it: a power cut loses what wasn't flushed, as a card with a cache of its own does.

    Args:
        folder: of its files, which image.sh has made.
        again: its disk is as the last run left it, not a new one.
    """

    def __init__(self, folder: Path, *, again: bool = False) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: socket.socket | None = None
        self._guest: socket.socket | None = None
        self._read = b""
        self._on_s = 0.0
        self.boots = 0
        self._heard = self._shown = 0
        (folder / "journal.log").write_bytes(b"")
        if not again:
            (folder / "state.qcow2").unlink(missing_ok=True)
            self._make_layer("state.qcow2", "disk.img", "raw")

    def switch_on(self) -> None:
        """Power on."""
        folder = self._folder
        self._make_layer("run.qcow2", "state.qcow2", "qcow2")
        for name in ("monitor", "guest"):
            (folder / name).unlink(missing_ok=True)
        self._heard, self._shown = self._log_size(), self._console_size()
        width, height = SIZE
        # fmt: off
        self._process = subprocess.Popen([
            "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-smp", "2", "-m", "1536",
            "-display", "none", "-no-reboot", "-nodefaults", "-vga", "none", "-rtc", "base=utc",
            "-device", f"virtio-gpu-pci,xres={width},yres={height}",
            "-drive", f"file={folder}/run.qcow2,if=virtio,format=qcow2,cache=writeback",
            "-drive", f"file={folder}/packages.img,if=virtio,format=raw,readonly=on",
            "-kernel", str(folder / "vmlinux"), "-initrd", str(folder / "initrd"), "-append", KERNEL,
            "-chardev", f"file,id=console,path={folder}/console.log,append=on", "-serial", "chardev:console",
            "-chardev", f"file,id=journal,path={folder}/journal.log,append=on", "-serial", "chardev:journal",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=guest,path={folder}/guest,server=on,wait=off",
            "-device", "virtserialport,chardev=guest,name=check",
            "-qmp", f"unix:{folder}/monitor,server=on,wait=off",
        ], stdin=subprocess.DEVNULL)
        # fmt: on
        self._on_s = time.monotonic()
        self.boots += 1
        self._monitor, self._guest = self._connect("monitor"), self._connect("guest")
        self._read = b""
        self._command("qmp_capabilities")

    def cut_power(self) -> None:
        """Cut the power: nothing is told to the guest, and what it hasn't written is lost."""
        self._end(lambda process: process.kill())

    def switch_off(self) -> None:
        """Shut down as people do."""
        self.run("systemctl poweroff --no-block")
        self._end(lambda process: process.wait(PATIENCE_S))

    @property
    def runs(self) -> bool:
        """Whether it is on."""
        return self._process is not None and self._process.poll() is None

    @property
    def on_for_s(self) -> float:
        """Seconds since it was switched on."""
        return time.monotonic() - self._on_s

    def journal(self) -> str:
        """The journal of this run, as it came over the serial port."""
        with (self._folder / "journal.log").open("rb") as log:
            log.seek(self._heard)
            return log.read().decode(errors="replace").replace("\r", "")

    def wait_for(self, text: str, after: int = 0, patience_s: float = PATIENCE_S) -> int:
        """Wait for a text in the journal of this run, and return where it ends.

        Args:
            after: where to begin, as an earlier call returned it.
        """
        at = wait_until(
            f"{text!r} in the journal",
            lambda: self._alive() and self.journal().find(text, after) + 1,
            patience_s,
        )
        return int(at) - 1 + len(text)

    def screen(self, name: str = "") -> Picture:
        """What the screen shows, (h, w, 3) BGR; kept as a PNG if it gets a name."""
        path = self._folder / "screen.ppm"
        self._command("screendump", {"filename": str(path)})
        picture = cv2.imread(str(path))
        if picture is None:
            raise StepFailed("the screen can't be read")
        if name:
            cv2.imwrite(str(self._folder / f"{name}.png"), picture)
        return np.asarray(picture, np.uint8)

    def wait_for_guest(self) -> None:
        """Wait until requests are answered in the guest."""
        while not self._answer().get("ready"):
            pass

    def run(self, command: str, *, may_fail: bool = False) -> str:
        """Run a shell command in the guest as root, and return what it printed."""
        told = self.ask(do="run", command=command)
        if told["status"] and not may_fail:
            raise StepFailed(f"{command!r} in the machine: {told['status']}: {told['out'].strip()}")
        return str(told["out"])

    def ask(self, **request: object) -> dict[str, Any]:
        """Send a request to the guest, and return its answer."""
        assert self._guest is not None
        self._alive()
        self._guest.sendall(json.dumps(request).encode() + b"\n")
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._guest is not None
        until = time.monotonic() + PATIENCE_S
        while b"\n" not in self._read:
            self._alive()
            if time.monotonic() > until:
                raise StepFailed("the machine doesn't answer")
            try:
                self._read += self._guest.recv(65536)
            except TimeoutError:
                continue
        line, self._read = self._read.split(b"\n", 1)
        told: dict[str, Any] = json.loads(line)
        return told

    def _alive(self) -> bool:
        if not self.runs:
            if not self._has_stumbled():
                raise StepFailed("the machine has ended by itself")
            print("          (the emulated processor stumbled: switched on again)", flush=True)
            self.switch_on()
        return True

    def _has_stumbled(self) -> bool:
        """Whether the kernel stopped at code that it had patched: no fault of what runs on it.

        With a thread for each, one processor may still execute what the other has patched meanwhile; with one
        thread for both, all takes twice as long.
        """
        with (self._folder / "console.log").open("rb") as console:
            console.seek(self._shown)
            told = console.read()
        return b"Oops: int3" in told

    def _console_size(self) -> int:
        console = self._folder / "console.log"
        return console.stat().st_size if console.exists() else 0

    def _connect(self, name: str) -> socket.socket:
        path = self._folder / name
        wait_until(f"qemu's socket {name}", lambda: self._alive() and path.exists(), 60)
        made = socket.socket(socket.AF_UNIX)
        made.settimeout(1.0)
        made.connect(str(path))
        return made

    def _command(self, name: str, arguments: Mapping[str, object] | None = None) -> None:
        """Give qemu's monitor a command."""
        assert self._monitor is not None
        self._monitor.sendall(json.dumps({"execute": name, "arguments": arguments or {}}).encode())
        said = b""
        until = time.monotonic() + 60
        while b'"return"' not in said:
            if b'"error"' in said or time.monotonic() > until:
                raise StepFailed(f"qemu: {name}: {said.decode()}")
            try:
                said += self._monitor.recv(65536)
            except TimeoutError:
                continue

    def _end(self, end: Callable[[subprocess.Popen[bytes]], object]) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        end(process)
        process.wait()
        for connection in (self._monitor, self._guest):
            if connection is not None:
                connection.close()
        subprocess.run(
            ["qemu-img", "check", "-q", "-r", "leaks", str(self._folder / "run.qcow2")], check=True
        )
        subprocess.run(["qemu-img", "commit", "-q", "-d", str(self._folder / "run.qcow2")], check=True)

    def _log_size(self) -> int:
        return (self._folder / "journal.log").stat().st_size

    def _make_layer(self, name: str, over: str, form: str) -> None:
        made = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", form, "-b", over, name]
        subprocess.run(made, check=True, cwd=self._folder)
