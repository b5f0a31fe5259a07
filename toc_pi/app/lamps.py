"""What the scene lights, for the lamps on the wires: the same as the window mirrors."""

from hardware.lamps import LampState, Light
from toc_pi.screen.scene import Scene, lamps


def lit(scene: Scene) -> LampState:
    """What the real lamps do while a scene is shown."""
    return LampState({name: Light(glow.value) for name, glow in lamps(scene).items()}, scene.pulse)
