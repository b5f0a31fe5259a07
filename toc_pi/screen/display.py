"""The display: a canvas shown as the panel is mounted, touches mapped to it, and the libraries needed."""

import ctypes
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pygame

from calibration.board.board import Point
from toc_pi.messages import said
from toc_pi.screen.frames import Size

# The Debian packages of the libraries that SDL loads for a window, by file name.
X11 = {
    "libX11.so.6": "libx11-6",
    "libXext.so.6": "libxext6",
    "libXcursor.so.1": "libxcursor1",
    "libXi.so.6": "libxi6",
    "libXfixes.so.3": "libxfixes3",
    "libXrandr.so.2": "libxrandr2",
}
WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Libraries and the Debian packages that contain them."""


def missing_packages() -> tuple[str, ...]:
    """The packages to install for a window on this desktop; empty if none is missing."""
    if not sys.platform.startswith("linux"):
        return ()
    only_wayland = os.environ.get("WAYLAND_DISPLAY") and not os.environ.get("DISPLAY")
    wanted = WAYLAND if only_wayland else X11
    return tuple(package for library, package in wanted.items() if not loads(library))


def advice() -> str:
    """The command that installs missing packages, as the end of a sentence; empty if none is missing."""
    packages = missing_packages()
    if not packages:
        return ""
    return said("; a window needs: sudo apt install {packages}", packages=" ".join(packages))


def loads(library: str) -> bool:
    """Whether a library is installed, by its file name."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


# Without a display SDL falls back to drivers that show nothing but report success.
REAL_DRIVERS = ("KMSDRM", "x11", "wayland", "windows", "cocoa")
GRAPHICS = Path("/dev/dri")
SMALL_DESKTOP = 1024
SENSIBLE: Size = (1280, 720)
"""The largest initial size of a window on a desktop."""
LEFT_BUTTON = 1


PointerStep = Literal["down", "move", "up"]
_FINGER: Mapping[int, PointerStep] = {
    pygame.FINGERDOWN: "down",
    pygame.FINGERMOTION: "move",
    pygame.FINGERUP: "up",
}
_MOUSE: Mapping[int, PointerStep] = {
    pygame.MOUSEBUTTONDOWN: "down",
    pygame.MOUSEMOTION: "move",
    pygame.MOUSEBUTTONUP: "up",
}


class NoDisplay(Exception):
    """There is no usable display; the message says what was tried."""


class Display:
    """A window on the display, or the whole display if there is no desktop.

    Attributes:
        canvas: the surface to draw on; replaced when the window is resized or rotated.
    """

    def __init__(
        self,
        size: Size | None = None,
        title: str = "toc-pi",
        *,
        turned: int = 0,
        hidden: bool = False,
        most: Size | None = SENSIBLE,
        resizable: bool = False,
        least: Size = (1, 1),
    ) -> None:
        """Open it.

        Args:
            size: (width, height) of the window, px; None for a size that suits the desktop.
            title: of the window.
            turned: rotation of the picture, degrees clockwise: 0, 90, 180 or 270.
            hidden: allow SDL's `dummy` driver, which shows nothing: for tests.
            most: maximum size if no size is given; None for most of the desktop.
            resizable: whether the window can be resized.
            least: (longer, shorter) side of the smallest canvas; a smaller window shows it scaled down.

        Raises:
            NoDisplay: there is no display, or none that shows anything.
        """
        self._screen = _open(size, title, hidden=hidden, most=most, resizable=resizable)
        self._least = least
        self._turned = turned
        self.canvas = pygame.Surface(self._wanted())

    @property
    def turned(self) -> int:
        """Rotation of the picture, degrees clockwise."""
        return self._turned

    @property
    def whole(self) -> bool:
        """Whether it is full screen, without a desktop."""
        return bool(self._screen.get_flags() & pygame.FULLSCREEN)

    def turn(self, degrees: int) -> bool:
        """Rotate the picture; returns whether there is a new canvas."""
        if degrees == self._turned:
            return False
        self._turned = degrees
        self._screen.fill((0, 0, 0))
        return self.resized() or True

    def resized(self) -> bool:
        """Adapt to a resized window; returns whether there is a new canvas."""
        self._screen = pygame.display.get_surface()
        if self.canvas.get_size() == self._wanted():
            return False
        self.canvas = pygame.Surface(self._wanted())
        return True

    def show(self) -> None:
        """Show what was drawn on the canvas."""
        picture = pygame.transform.rotate(self.canvas, -self._turned) if self._turned else self.canvas
        if picture.get_size() == self._screen.get_size():
            self._screen.blit(picture, (0, 0))
        else:
            pygame.transform.smoothscale(picture, self._screen.get_size(), self._screen)
        pygame.display.flip()

    def at(self, x: float, y: float) -> Point:
        """The canvas point, px, of a window point, px."""
        wide, high = self._screen.get_size()
        across, down = x / wide, y / high
        across, down = {
            0: (across, down),
            90: (down, 1 - across),
            180: (1 - across, 1 - down),
            270: (1 - down, across),
        }[self._turned]
        width, height = self.canvas.get_size()
        return across * width, down * height

    def touched(self, event: pygame.event.Event) -> Point | None:
        """The canvas point where a finger or the left mouse button was pressed; None for other events."""
        found = self.pointer(event)
        return found[1] if found is not None and found[0] == "down" else None

    def pointer(self, event: pygame.event.Event) -> tuple[PointerStep, Point, int | None] | None:
        """What a finger or the mouse with its left button does, at which canvas point; None for other events.

        The last value is the finger's number; None for the mouse.
        """
        if (step := _FINGER.get(event.type)) is not None:
            wide, high = self._screen.get_size()
            return step, self.at(event.x * wide, event.y * high), event.finger_id
        step = _MOUSE.get(event.type)
        # SDL also reports fingers as a mouse: skip the duplicate.
        if step is None or event.touch or (step != "move" and event.button != LEFT_BUTTON):
            return None
        return step, self.at(*event.pos), None

    def close(self) -> None:
        """Close it; may be called twice."""
        pygame.display.quit()  # not pygame.font: fonts that outlive that module are never freed

    def _wanted(self) -> Size:
        """The canvas's size: the rotated screen's, or larger if that is very small."""
        width, height = self._screen.get_size()
        larger = max(1.0, self._least[0] / max(width, height), self._least[1] / min(width, height))
        size = round(larger * width), round(larger * height)
        return size if self._turned in (0, 180) else size[::-1]


def desktop_size() -> Size | None:
    """(width, height) of the desktop, px; None if there is none."""
    if not _may_have_display():
        return None
    try:
        pygame.display.init()
        return pygame.display.get_desktop_sizes()[0]
    except pygame.error:
        return None


def driver() -> str:
    """SDL's video driver: `x11`, `wayland`, `KMSDRM`; `dummy` and `offscreen` show nothing."""
    return pygame.display.get_driver()


def _open(
    size: Size | None, title: str, *, hidden: bool, most: Size | None, resizable: bool
) -> pygame.Surface:
    if not hidden and not _may_have_display():
        raise NoDisplay(
            said("no display: there is no desktop, and no screen is plugged in{advice}", advice=advice())
        )
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        # Without a desktop SDL uses KMSDRM, where any other renderer crashes the process.
        os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    try:
        # Only what is needed: initialising pygame's sound prints errors without a sound card.
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(title)
        full = driver() == "KMSDRM"
        wanted = (0, 0) if full else size or _most_of_desktop(most)
        screen = pygame.display.set_mode(wanted, pygame.FULLSCREEN if full else pygame.RESIZABLE * resizable)
        pygame.mouse.set_visible(not full)
    except pygame.error as error:
        pygame.display.quit()
        raise NoDisplay(said("no display: {why}", why=error)) from error
    if driver() not in REAL_DRIVERS and not hidden:
        found = driver()
        pygame.display.quit()
        on_a_pi = "; on a Pi without a desktop, pygame must come from apt (python3-pygame)"
        raise NoDisplay(
            said(
                "no display: SDL found only `{found}`, which shows nothing{advice}",
                found=found,
                advice=advice() or (on_a_pi if GRAPHICS.is_dir() else ""),
            )
        )
    return screen


def _most_of_desktop(most: Size | None) -> Size:
    """The size of a window with room for its frame and a task bar, px.

    A small screen is used completely, and so is one without a window manager, where nothing else would be.
    """
    width, height = pygame.display.get_desktop_sizes()[0]
    if width <= SMALL_DESKTOP or (driver() == "x11" and not has_window_manager()):
        return width, height
    wide, high = most or (width, height)
    return min(wide, round(0.92 * width)), min(high, round(0.84 * height))


def _may_have_display() -> bool:
    """Whether there may be a display; without one, SDL's libraries print errors."""
    named = any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))
    return named or GRAPHICS.is_dir() or not sys.platform.startswith("linux")


LIBRARY = "libX11.so.6"
CHECK = b"_NET_SUPPORTING_WM_CHECK"
"""What a window manager sets on the root window (Extended Window Manager Hints)."""


def has_window_manager() -> bool:
    """Whether there is a window manager, or no telling: other desktops than X11 have one of their own."""
    if os.environ.get("WAYLAND_DISPLAY") or not os.environ.get("DISPLAY"):
        return True
    try:
        x11 = ctypes.CDLL(LIBRARY)
    except OSError:
        return True
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XOpenDisplay.argtypes = (ctypes.c_char_p,)
    display = x11.XOpenDisplay(None)
    if not display:
        return True
    try:
        return _is_set(x11, ctypes.c_void_p(display))
    finally:
        x11.XCloseDisplay(ctypes.c_void_p(display))


def _is_set(x11: ctypes.CDLL, display: ctypes.c_void_p) -> bool:
    """Whether the root window has the property."""
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
    name = x11.XInternAtom(display, CHECK, 1)  # 0 if nobody has ever used it
    if not name:
        return False
    kind, form = ctypes.c_ulong(), ctypes.c_int()
    count, left, value = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p()
    x11.XGetWindowProperty(
        display,
        ctypes.c_ulong(x11.XDefaultRootWindow(display)),
        ctypes.c_ulong(name),
        ctypes.c_long(0),
        ctypes.c_long(1),
        ctypes.c_int(0),
        ctypes.c_ulong(0),  # of any type
        *map(ctypes.byref, (kind, form, count, left, value)),
    )
    if value:
        x11.XFree(value)
    return count.value > 0
