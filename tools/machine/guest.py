"""Inside the tried machine: runs commands, touches the screen, and is the camera, as the host asks for it.

Started by systemd as root. A request is a line of JSON on a serial port, and so is its answer.

    run COMMAND     a shell command: status and output
    touch X Y       a finger on a touch screen made with uinput; X and Y are shares of the screen
    film FROM TO    the camera shows the film from one second to another, then its last picture
    silence         the camera delivers nothing until the next film
    still           the second of the film that the camera shows
"""

import fcntl
import json
import os
import random
import struct
import subprocess
import threading
import time
from io import FileIO
from pathlib import Path

PORT = Path("/dev/virtio-ports/check")
CAMERA = Path("/dev/video0")
FILM = Path(__file__).with_name("film.yuv")
WIDTH, HEIGHT, RATE, NOISES = 640, 360, 5, 5
"""As film_frames.py writes it: each picture with several noises."""
STILL_S = 0.3
"""Between two pictures in which nobody moves: each costs an emulated machine much."""
PICTURE = WIDTH * HEIGHT * 3 // 2  # bytes of a YUV 4:2:0 picture

# From linux/input-event-codes.h and linux/uinput.h.
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, SLOT, AT_X, AT_Y, TRACKING_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
UI_CREATE, UI_EVENTS, UI_KEYS, UI_ABS, UI_PROPERTIES = 0x5501, 0x40045564, 0x40045565, 0x40045567, 0x4004556E
DIRECT = 1
RANGE = 4095
HELD_S = 0.1

# From linux/videodev2.h, for 64 bits.
SET_FORMAT, OUTPUT, NO_FIELD, SRGB = 0xC0D05605, 2, 1, 8


class TouchScreen:
    """A touch screen over the whole display."""

    def __init__(self) -> None:
        self._device = os.open("/dev/uinput", os.O_WRONLY)
        self._touches = 0
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self._device, UI_EVENTS, kind)
        fcntl.ioctl(self._device, UI_KEYS, BTN_TOUCH)
        fcntl.ioctl(self._device, UI_PROPERTIES, DIRECT)
        most = [0] * 64
        for axis in (ABS_X, ABS_Y, AT_X, AT_Y):
            most[axis] = RANGE
        most[SLOT], most[TRACKING_ID] = 9, 65535
        for axis in (ABS_X, ABS_Y, SLOT, AT_X, AT_Y, TRACKING_ID):
            fcntl.ioctl(self._device, UI_ABS, axis)
        named = struct.pack("80s4HI", b"a finger", 3, 1, 1, 1, 0)
        os.write(self._device, named + struct.pack("256i", *most, *[0] * 192))
        fcntl.ioctl(self._device, UI_CREATE)

    def touch(self, x: float, y: float) -> None:
        """Put a finger down at a point, shares of the screen, and take it away."""
        self._touches += 1
        # Never twice at the same place: the kernel tells no value that hasn't changed, and a program that was
        # started since would not know where the finger is.
        aside = self._touches % 5
        across, down = min(RANGE, round(x * RANGE) + aside), min(RANGE, round(y * RANGE) + aside)
        self._send((EV_ABS, SLOT, 0), (EV_ABS, TRACKING_ID, self._touches), (EV_ABS, AT_X, across))
        self._send(
            (EV_ABS, AT_Y, down), (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, across), (EV_ABS, ABS_Y, down)
        )
        self._send((EV_SYN, 0, 0))
        time.sleep(HELD_S)
        self._send((EV_ABS, TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0), (EV_SYN, 0, 0))

    def _send(self, *events: tuple[int, int, int]) -> None:
        for kind, code, value in events:
            os.write(self._device, struct.pack("llHHi", 0, 0, kind, code, value))


class FilmCamera:
    """A loopback camera that shows a film; while it stands still, the sensor's noise goes on."""

    def __init__(self) -> None:
        self._film = FILM.open("rb")
        self._length = FILM.stat().st_size // PICTURE
        self._at = self._until = 0  # numbers of pictures
        self._device: int | None = None
        self._silent = True
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def at_s(self) -> float:
        """The second of the film that is shown."""
        return self._at / RATE

    def play(self, start_s: float, end_s: float) -> None:
        """Show the film from one second to another."""
        self._until = round(end_s * RATE)
        self._at = round(start_s * RATE)
        self._silent = False

    def silence(self) -> None:
        """Deliver no pictures any more, and let the camera go, until a film is shown."""
        self._silent = True

    def _run(self) -> None:
        while True:
            begun = time.monotonic()
            if self._silent:
                self._let_go()
                time.sleep(1 / RATE)
                continue
            if self._at < self._until:
                self._at += 1
            # At random: in turn, a reader that skips some might see the same one again and again.
            number = min(self._at, self._length // NOISES - 1) * NOISES + random.randrange(NOISES)
            self._film.seek(number * PICTURE)
            self._show(self._film.read(PICTURE))
            pause_s = 1 / RATE if self._at < self._until else STILL_S
            time.sleep(max(0.0, begun + pause_s - time.monotonic()))

    def _show(self, picture: bytes) -> None:
        try:
            if self._device is None:
                self._device = os.open(CAMERA, os.O_RDWR)
                form = struct.pack("II4sIIII", WIDTH, HEIGHT, b"YU12", NO_FIELD, WIDTH, PICTURE, SRGB)
                wanted = struct.pack("II", OUTPUT, 0) + form
                fcntl.ioctl(self._device, SET_FORMAT, wanted.ljust(208, b"\0"))
            os.write(self._device, picture)
        except OSError:  # the camera was taken away
            self._let_go()

    def _let_go(self) -> None:
        if self._device is not None:
            os.close(self._device)
        self._device = None


def answer(request: dict[str, object], screen: TouchScreen, camera: FilmCamera) -> dict[str, object]:
    """Do what a request asks for."""
    match request:
        case {"do": "run", "command": str(command)}:
            done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, errors="replace")
            return {"status": done.returncode, "out": done.stdout + done.stderr}
        case {"do": "touch", "x": float(x), "y": float(y)}:
            screen.touch(x, y)
            return {}
        case {"do": "film", "from": float(start_s), "to": float(end_s)}:
            camera.play(start_s, end_s)
            return {}
        case {"do": "silence"}:
            camera.silence()
            return {}
        case {"do": "still"}:
            return {"at": camera.at_s}
    return {"status": 2, "out": f"unknown: {request}"}


def send(port: FileIO, told: dict[str, object]) -> None:
    """Send an answer whole: the port takes 32 kB at a time."""
    left = json.dumps(told).encode() + b"\n"
    while left:
        left = left[port.write(left) :]


def main() -> None:
    """Answer until the machine ends."""
    screen, camera = TouchScreen(), FilmCamera()
    with PORT.open("r+b", buffering=0) as port:
        send(port, {"ready": True})
        kept = b""
        while True:
            read = port.read(65536)
            if not read:  # nobody is connected
                time.sleep(0.2)
                continue
            *lines, kept = (kept + read).split(b"\n")
            for line in lines:
                send(port, answer(json.loads(line), screen, camera))


if __name__ == "__main__":
    main()
