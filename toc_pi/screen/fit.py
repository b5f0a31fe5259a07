"""How the picture lies on a screen of any size: as large as it goes, whole, turned where the screen is tall.

Screens on a Pi's ribbon cable are often tall ones that lie on their side, and neither their picture nor their
touches are turned by the system where there is no desktop.
"""

from dataclasses import dataclass

from toc_pi.screen.frames import SIZE


@dataclass(frozen=True, slots=True)
class Fit:
    """Where the picture of `layout.SIZE` lies on a screen.

    Attributes:
        turned: a quarter turn clockwise, on a screen that is taller than wide.
        size: (width, height) on the screen, px, after the turn.
        left, top: of it on the screen, px.
    """

    turned: bool
    size: tuple[int, int]
    left: int
    top: int

    def point(self, x: float, y: float) -> tuple[float, float]:
        """What lies in the picture under a point of the screen, px; outside of it for the margins."""
        across, down = (x - self.left) / self.size[0], (y - self.top) / self.size[1]
        if self.turned:
            across, down = down, 1 - across
        return across * SIZE[0], down * SIZE[1]


def fit_picture(screen: tuple[int, int]) -> Fit:
    """Lay the picture onto a screen, in its middle.

    Args:
        screen: (width, height), px.
    """
    turned = screen[1] > screen[0]
    width, height = SIZE[::-1] if turned else SIZE
    scale = min(screen[0] / width, screen[1] / height)
    size = (round(width * scale), round(height * scale))
    return Fit(turned, size, (screen[0] - size[0]) // 2, (screen[1] - size[1]) // 2)
