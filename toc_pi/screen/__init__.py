"""The window beside the board; all use of pygame."""

import os
import warnings

# Before pygame is imported: its greeting would appear among JSON Lines, its warning on every machine
# whose processor can do more than pygame was built for.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
warnings.filterwarnings("ignore", ".* but pygame was not built with support for it", RuntimeWarning)
