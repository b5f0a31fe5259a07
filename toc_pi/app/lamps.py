"""Drives the real lamps from the scene, as the window mirrors them."""

from collections.abc import Callable, Mapping

from calibration.holes import Seat
from hardware.buttons import Buttons, NoButtons, open_buttons
from hardware.errors import DeviceFailed
from hardware.lamps import Lamps, LampState, Light, NoLamps, open_lamps, open_rgb
from toc_pi.screen.scene import Scene, lamps, seat_lamp

Tell = Callable[[str], None]


def lit(scene: Scene) -> LampState:
    """The state of the real lamps while a scene is shown."""
    return LampState({name: Light(glow.value) for name, glow in lamps(scene).items()}, scene.pulse)


def lamps_or_none(seats: int, tell: Tell, colours: Mapping[Seat, str] | None = None) -> Lamps:
    """Open the lamps of a board; without them the game goes on, and the reason is reported once.

    Args:
        seats: of the board.
        tell: called with what is missing.
        colours: of the seats, if one RGB lamp serves all; None for a lamp each.
    """
    try:
        if colours is not None:
            return open_rgb({seat_lamp(seat): colour for seat, colour in colours.items()})
        return open_lamps(seats)
    except DeviceFailed as error:
        tell(str(error))
        return NoLamps()


def buttons_or_none(tell: Tell) -> Buttons:
    """Open the wired buttons; without them the game goes on, and the reason is reported once."""
    try:
        return open_buttons()
    except DeviceFailed as error:
        tell(str(error))
        return NoButtons()
