"""System libraries needed for a window: pygame bundles its own, but not those of the desktop."""

import ctypes
import os
import sys

from toc_pi.messages import said

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
