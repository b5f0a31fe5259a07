"""A private display for tests of real windows: Xvfb, its picture, and a mouse and keys (xdotool)."""

import os
import shutil
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from patience import PATIENCE_S

SCREEN = (800, 480)
TOOLS = ("Xvfb", "xdotool")
FOREIGN = ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""Variables that would send a window to another display."""


@dataclass(frozen=True)
class Display:
    """A private display.

    Attributes:
        surroundings: the environment of a program whose window opens there.
        memory: the file with the server's picture.
    """

    surroundings: dict[str, str]
    memory: Path

    def picture(self) -> npt.NDArray[np.int64]:
        """What is shown, (h, w, 3) RGB. Source: X11's XWDFile.h."""
        content = self.memory.read_bytes()
        words = struct.unpack(">25I", content[:100])
        header, width, height, line, colours = words[0], words[4], words[5], words[12], words[19]
        pixels = np.frombuffer(content, np.uint8, line * height, header + 12 * colours)
        return pixels.reshape(height, line // 4, 4)[:, :width, 2::-1].astype(int)

    def wait_for(self, colour: tuple[int, int, int], part: tuple[slice, slice], least: int) -> None:
        """Wait until at least `least` pixels of a part have a colour."""
        until = time.monotonic() + PATIENCE_S
        while (np.abs(self.picture()[part] - colour).max(axis=-1) < 6).sum() < least:
            assert time.monotonic() < until
            time.sleep(0.05)

    def xdotool(self, *words: object) -> None:
        """Move the mouse, press a button or a key."""
        subprocess.run(["xdotool", *map(str, words)], env=self.surroundings, check=True)

    def windows(self, name: str) -> list[str]:
        """The windows of a name."""
        found = subprocess.run(
            ["xdotool", "search", "--name", name], env=self.surroundings, capture_output=True, text=True
        )
        return found.stdout.split()


def missing_tools() -> list[str]:
    """The missing programs."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


@contextmanager
def open_display(folder: Path, size: tuple[int, int] = SCREEN) -> Iterator[Display]:
    """Run a display's server, which keeps its picture in a folder."""
    screen = ["-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", str(folder), "-nolisten", "tcp"]
    screen += ["-noreset"]  # it would reset when its last window closes, and refuse connections meanwhile
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", *screen], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert server.stdout is not None
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    name = f":{server.stdout.readline().strip()}"
    try:
        yield Display(kept | {"DISPLAY": name}, folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait(PATIENCE_S)
        server.stdout.close()
