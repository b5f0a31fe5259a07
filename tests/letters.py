"""The window's letters, loaded once: pygame never frees a font after its font module was quit."""

from functools import cache

import pygame

from toc_pi.screen.canvas import Fonts, load_fonts


@cache
def letters() -> Fonts:
    """The letters of this process; no test may quit pygame's fonts."""
    pygame.font.init()
    return load_fonts()
