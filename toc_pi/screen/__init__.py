"""The window beside the board; all use of pygame."""

import os
import sys
import warnings

# Before pygame is imported: its greeting would appear among JSON Lines, its warning on every machine
# whose processor can do more than pygame was built for.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
warnings.filterwarnings("ignore", ".* but pygame was not built with support for it", RuntimeWarning)

# pygame asks pkg_resources, where Debian has it, for files that it also finds beside itself. Loading it takes
# as long as pygame and 13 MB of memory. None makes its import fail (Python's reference, 5.3.1).
_forbidden = "pkg_resources" not in sys.modules
if _forbidden:
    sys.modules["pkg_resources"] = None  # type: ignore[assignment]
import pygame  # noqa: E402, F401

if _forbidden:
    del sys.modules["pkg_resources"]
