"""Whether anything on an X11 desktop frames and moves windows: without that, a window should fill it."""

import ctypes
import os

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
