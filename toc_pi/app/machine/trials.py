"""A trial for each part: it operates the part, and says what people should see or hear.

A trial is independent of its user interface: `toc-pi test PART` prints its messages, `toc-pi test all` shows
them on the screen. It raises DeviceFailed if the part is missing or clearly broken.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.board.board_file import load_board
from calibration.holes import camp_holes, seats_of, start_hole
from hardware.camera import Camera, Frame, Picture
from hardware.errors import DeviceFailed
from hardware.lamps import Buttons, LampState, PinButtons, lamp_names, open_lamps
from hardware.pins import BUTTON_PINS, LAMP_PINS, on_a_pi
from hardware.sound import TONES, Loudspeaker, find_voices
from toc_pi.effects import Turn
from toc_pi.events import Seen
from toc_pi.languages import Language, translated
from toc_pi.messages import joined, said
from toc_pi.screen.changes import after
from toc_pi.screen.palette import COLOURS
from toc_pi.screen.scene import Scene, opening

PICTURES = 10  # least number of pictures in the camera's trial
LAMP_S = 0.6  # each lamp shines for this long
TONE_S, VOICE_S = 0.8, 4.0  # pauses after a tone and after speech
FEW_SEATS = 4  # lamps of more seats share pins with small screens: they are tested only if configured
LOOK_S = 0.02  # between two polls for presses
# Spoken by the loudspeaker's trial.
VOICE_TEST = "Red: king. That isn't allowed."
# Limits for reading a board: mean of a picture, 0 to 255, and variance of its Laplacian.
DARK, BRIGHT, BLURRED = 25.0, 235.0, 15.0


@dataclass(frozen=True, slots=True)
class TrialContext:
    """The context of a trial.

    Attributes:
        open_camera: opens the camera.
        say: called with what people should see now.
        rest: sleeps, s; may raise to end the trial.
        clock: seconds.
        show: called with the camera's newest picture.
        watch_s: least duration of the camera's trial.
        buttons: already open ones; None to open them.
        listen_s: time limit for presses.
        seats: of the table, for its lamps.
        language: of speech; `voices` are piper's.
    """

    open_camera: Callable[[], Camera]
    say: Callable[[str], None] = lambda _: None
    rest: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    show: Callable[[Picture], None] = lambda _: None
    watch_s: float = 0.0
    buttons: Buttons | None = None
    listen_s: float = 20.0
    seats: int = 8
    language: Language = "en"
    voices: Path | None = None


def try_lamps(bench: TrialContext) -> None:
    """Light every lamp, one after the other."""
    if not on_a_pi():
        bench.say(said("This machine isn't a Raspberry Pi: the lamps are only simulated."))
    with closing(open_lamps(bench.seats)) as lamps:
        for pin in LAMP_PINS.values():
            if pin.name in lamp_names(bench.seats):
                values = {"name": f"{pin.name:<8}", "gpio": pin.gpio, "pin": pin.header, "wire": pin.wire}
                bench.say(said("{name} GPIO {gpio}, header pin {pin}, {wire} wire", **values))
                lamps.show(LampState({pin.name: "on"}))
                bench.rest(LAMP_S)


def try_buttons(bench: TrialContext) -> None:
    """Wait until each button was pressed.

    Raises:
        DeviceFailed: one wasn't pressed in time, or this machine has none.
    """
    if bench.buttons is None and not on_a_pi():
        raise DeviceFailed("buttons: this machine isn't a Raspberry Pi, so none can be pressed")
    names, seconds = ", ".join(BUTTON_PINS), f"{bench.listen_s:g}"
    bench.say(said("Press each button: {names}. Waiting {seconds} s.", names=names, seconds=seconds))
    missing = set(BUTTON_PINS)
    until = bench.clock() + bench.listen_s
    with closing(PinButtons()) if bench.buttons is None else nullcontext(bench.buttons) as buttons:
        while missing and bench.clock() < until:
            for name in buttons.pressed():
                bench.say(name)
                missing.discard(name)
            bench.rest(LOOK_S)
    if missing:
        wires = joined(
            said("{name} (header pin {pin})", name=name, pin=BUTTON_PINS[name].header)
            for name in sorted(missing)
        )
        raise DeviceFailed("buttons: nothing was heard from {wires}", wires=wires)


def try_camera(bench: TrialContext) -> None:
    """Take pictures, and check the last one.

    Raises:
        DeviceFailed, BadFilm: there is no camera, or it gives no picture.
    """
    with closing(bench.open_camera()) as camera:
        until, frames = bench.clock() + bench.watch_s, list[Frame]()
        count = 0
        while count < PICTURES or bench.clock() < until:
            frame = camera.read()
            if frame is None:
                break
            count += 1
            frames[1:] = [frame] if frames else []
            frames = frames or [frame]
            bench.show(frame.image)
            bench.rest(0.0)
        model = getattr(camera, "model", "")
        cropped = not getattr(camera, "whole_view", True)
        wanders = not getattr(camera, "exposure_locked", True)
    if not frames:
        raise DeviceFailed("camera: no picture arrives")
    for sentence in _judged(frames[-1]):
        bench.say(sentence)
    span = frames[-1].t - frames[0].t
    if span > 0:
        bench.say(said("{rate} pictures a second", rate=f"{(count - 1) / span:.1f}"))
    if model:
        bench.say(said("camera module: {model}", model=model))
    if cropped:
        bench.say(said("The picture is cropped: the sensor sees more than it delivers."))
    if wanders:
        bench.say(said("The exposure keeps changing: expect more unsure holes."))


def _judged(frame: Frame) -> list[str]:
    """Sentences about a picture's quality and how to improve it."""
    height, width = frame.image.shape[:2]
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    light = float(np.mean(grey))
    detail = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    values = {"width": width, "height": height, "light": f"{light:.0f}", "detail": f"{detail:.0f}"}
    judged: list[str] = [said("{width}x{height} px, brightness {light} of 255, detail {detail}", **values)]
    if light < DARK:
        judged.append(said("Too dark: take the lens cap off, or light a lamp."))
    if light > BRIGHT:
        judged.append(said("Too bright: keep the sun off the board."))
    if detail < BLURRED:
        judged.append(said("Blurred or empty: turn the lens until the board is sharp."))
    return judged


def try_sound(bench: TrialContext) -> None:
    """Play every tone, and speak.

    Raises:
        DeviceFailed: nothing plays, or nothing speaks.
    """
    failed: list[str] = []
    voices = None if bench.voices is None else find_voices(bench.voices)
    with closing(Loudspeaker("full", complain=failed.append, voices=voices)) as sound:
        for name in TONES:
            bench.say(said("tone: {name}", name=name))
            sound.tone(name)
            bench.rest(TONE_S)
        spoken = translated(said(VOICE_TEST), bench.language)
        bench.say(said("voice: {words}", words=spoken))
        sound.say(spoken, bench.language)
        bench.rest(VOICE_S)
    if failed:
        raise DeviceFailed(joined(failed))


TRIALS: Mapping[str, Callable[[TrialContext], None]] = {
    "lamps": try_lamps,
    "buttons": try_buttons,
    "camera": try_camera,
    "sound": try_sound,
}
"""The trials by part; screen and touch are tested by a window."""


def trial_scene(language: Language = "en") -> Scene:
    """A demo game of eight: each seat has three pawns in its camp and one on its start hole."""
    board = load_board("octagon-70")
    seats = seats_of(board.seats)
    holes = {hole: seat for seat in seats for hole in (*camp_holes(seat)[1:], start_hole(seat))}
    scene = after(opening(board, dict(zip(seats, COLOURS, strict=True)), language), Seen(0.0, holes))
    return after(scene, Turn(0.0, 1, seats[0]))
