"""What the scene lights, for the lamps on the wires: the same as the window mirrors."""

from collections.abc import Callable

from hardware.buttons import Buttons, NoButtons, open_buttons
from hardware.errors import DeviceFailed
from hardware.lamps import Lamps, LampState, Light, NoLamps, open_lamps
from toc_pi.screen.scene import Scene, lamps

Tell = Callable[[str], None]


def lit(scene: Scene) -> LampState:
    """What the real lamps do while a scene is shown."""
    return LampState({name: Light(glow.value) for name, glow in lamps(scene).items()}, scene.pulse)


def lamps_or_none(seats: int, tell: Tell) -> Lamps:
    """The lamps of a board; without them the game goes on, and that is told once."""
    try:
        return open_lamps(seats)
    except DeviceFailed as error:
        tell(str(error))
        return NoLamps()


def buttons_or_none(tell: Tell) -> Buttons:
    """The buttons on the wires; without them the game goes on, and that is told once."""
    try:
        return open_buttons()
    except DeviceFailed as error:
        tell(str(error))
        return NoButtons()
