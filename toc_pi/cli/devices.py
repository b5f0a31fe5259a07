"""`toc-pi test`: do lamps, buttons, camera, screen and sound work?"""

import argparse
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np

from calibration.board.board_file import load_board
from calibration.holes import camp_holes, seats_of, start_hole
from hardware.camera import Frame
from hardware.errors import DeviceFailed
from hardware.lamps import SHADES, LampState, PinButtons, RgbLamp, open_lamps
from hardware.pins import BUTTON_PINS, LAMP_PINS, on_a_pi
from hardware.sound import TONES, Buzzer, Loudspeaker
from toc_pi.app.camera.camera_reader import open_camera
from toc_pi.app.loop import Alive, run
from toc_pi.cli.arguments import check_camera
from toc_pi.cli.reading import write_picture
from toc_pi.cli.terminal import complain, say
from toc_pi.effects import Question, Turn
from toc_pi.events import Seen
from toc_pi.languages import Language, spoken, translated
from toc_pi.messages import joined, said
from toc_pi.screen.changes import after
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.palette import COLOURS
from toc_pi.screen.scene import Scene, opening
from toc_pi.screen.window import Tapped, Window

PICTURES = 10  # taken by the camera's test
LAMP_S = 0.6  # each lamp shines for this long
TONE_S, VOICE_S = 0.8, 4.0  # pauses after a tone and after speech
# Spoken by the loudspeaker's test.
VOICE_TEST = "Red: king. That isn't allowed."
ALL = "all"  # the name of all tests together
LISTEN_S = 20.0  # default time for which buttons and screen are tested
# Limits for reading a board: mean of a picture, 0 to 255, and variance of its Laplacian.
DARK, BRIGHT, BLURRED = 25.0, 235.0, 15.0


def prepare(_command: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `test`."""
    parser.add_argument(
        "part", metavar="PART", choices=PARTS, help=said("one of: {parts}", parts=" ".join(PARTS))
    )
    parser.add_argument(
        "--camera", default="auto", metavar="C", help="auto, pi, 'usb 0' or 'film PATH' (default: auto)"
    )
    parser.add_argument(
        "--seconds", type=float, default=LISTEN_S, metavar="S", help="how long buttons and screen wait"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="PNG", help="keep the camera's last picture")


def execute(_command: str, options: argparse.Namespace) -> int:
    """Test a part.

    Raises:
        DeviceFailed: the part is missing or doesn't work.
        BadInput: there is no such camera setting.
    """
    PARTS[options.part](options)
    return 0


def _try_lamps(_: argparse.Namespace) -> None:
    if not on_a_pi():
        say("This machine isn't a Raspberry Pi: the lamps are only simulated.")
    with closing(open_lamps(8)) as lamps:
        for pin in LAMP_PINS.values():
            values = {"name": f"{pin.name:<8}", "gpio": pin.gpio, "pin": pin.header, "wire": pin.wire}
            say("{name} GPIO {gpio}, header pin {pin}, {wire} wire", **values)
            lamps.show(LampState({pin.name: "on"}))
            time.sleep(LAMP_S)


def _try_rgb(_: argparse.Namespace) -> None:
    if not on_a_pi():
        say("This machine isn't a Raspberry Pi: the lamps are only simulated.")
    with closing(RgbLamp({f"try-{colour}": colour for colour in SHADES})) as lamp:
        for colour in SHADES:
            print(colour, flush=True)
            lamp.show(LampState({f"try-{colour}": "on"}))
            time.sleep(LAMP_S)


def _try_buzzer(_: argparse.Namespace) -> None:
    if not on_a_pi():
        say("This machine isn't a Raspberry Pi: the buzzer is only simulated.")
    with closing(Buzzer("full")) as buzzer:
        for name in TONES:
            print(name, flush=True)
            buzzer.tone(name)
            time.sleep(LAMP_S)


def _try_buttons(options: argparse.Namespace) -> None:
    if not on_a_pi():
        raise DeviceFailed("buttons: this machine isn't a Raspberry Pi, so none can be pressed")
    names, seconds = ", ".join(BUTTON_PINS), f"{options.seconds:g}"
    say("Press each button: {names}. Waiting {seconds} s.", names=names, seconds=seconds)
    missing = set(BUTTON_PINS)
    until = time.monotonic() + options.seconds
    with closing(PinButtons()) as buttons:
        while missing and time.monotonic() < until:
            for name in buttons.pressed():
                print(name, flush=True)
                missing.discard(name)
            time.sleep(0.02)
    if missing:
        wires = ", ".join(f"{name} (header pin {BUTTON_PINS[name].header})" for name in sorted(missing))
        raise DeviceFailed("buttons: nothing was heard from {wires}", wires=wires)


def _try_camera(options: argparse.Namespace) -> None:
    check_camera(options.camera)
    with closing(open_camera(options.camera)) as camera:
        frames = [frame for frame in (camera.read() for _ in range(PICTURES)) if frame is not None]
        model = getattr(camera, "model", "")
        cropped = not getattr(camera, "whole_view", True)
        wanders = not getattr(camera, "exposure_locked", True)
    if not frames:
        raise DeviceFailed("camera: no picture arrives")
    for sentence in _judged(frames[-1]):
        say(sentence)
    span = frames[-1].t - frames[0].t
    if span > 0:
        say("{rate} pictures a second", rate=f"{(len(frames) - 1) / span:.1f}")
    if model:
        say("camera module: {model}", model=model)
    if cropped:
        say("The picture is cropped: the sensor sees more than it delivers.")
    if wanders:
        say("The exposure keeps changing: expect more unsure holes.")
    if options.output is not None:
        write_picture(options.output, frames[-1].image)
        say("the last picture is kept in {path}", path=options.output)


def _judged(frame: Frame) -> list[str]:
    """Sentences about a picture's quality, and what to do about it."""
    height, width = frame.image.shape[:2]
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    light = float(np.mean(grey))
    detail = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    values = {"width": width, "height": height, "light": f"{light:.0f}", "detail": f"{detail:.0f}"}
    judged: list[str] = [said("{width}x{height} px, brightness {light} of 255, detail {detail}", **values)]
    if light < DARK:
        judged.append("Too dark: take the lens cap off, or light a lamp.")
    if light > BRIGHT:
        judged.append("Too bright: keep the sun off the board.")
    if detail < BLURRED:
        judged.append("Blurred or empty: turn the lens until the board is sharp.")
    return judged


# Asked below the picture.
QUESTION = "Can you tell all colours and signs apart, and is the picture sharp?"


def trial_scene(language: Language = "en") -> Scene:
    """All eight seats, three pawns of each in its camp, one on its start hole, and a question."""
    board = load_board("octagon-70")
    seats = seats_of(board.seats)
    holes = {hole: seat for seat in seats for hole in (*camp_holes(seat)[1:], start_hole(seat))}
    scene = after(opening(board, dict(zip(seats, COLOURS, strict=True)), language), Seen(0.0, holes))
    scene = after(scene, Turn(0.0, 1, seats[0]))
    asked = Question(0.0, 1, "what-happened", {}, ("yes", "no"))
    return after(scene, asked, translated(QUESTION, language))


def _try_screen(options: argparse.Namespace) -> None:
    say("Tap Yes or No; Esc ends.")
    until: float = time.monotonic() + options.seconds
    tapped = ""
    try:
        window = Window(title="toc-pi test screen")
    except NoDisplay as error:
        raise DeviceFailed("screen: {why}", why=error) from error

    def step(_alive: Alive) -> bool:
        nonlocal tapped
        for event in window.events():
            tapped = event.choice.removeprefix("answer:") if isinstance(event, Tapped) else ""
            return False
        return time.monotonic() < until

    with closing(window):
        window.show(trial_scene(spoken()))
        run(step)
    say(said("tapped: {what}", what=tapped) if tapped else "nothing was tapped")


def _try_sound(_: argparse.Namespace) -> None:
    failed: list[str] = []
    sound = Loudspeaker("full", complain=failed.append)
    for name in TONES:
        say("tone: {name}", name=name)
        sound.tone(name)
        time.sleep(TONE_S)
    sound.say(translated(VOICE_TEST, spoken()), spoken())
    time.sleep(VOICE_S)
    sound.close()
    if failed:
        raise DeviceFailed(joined(failed))


def _try_all(options: argparse.Namespace) -> None:
    """Test every part in turn; a failure is reported, and the next part is tested."""
    failed = []
    for name, part in PARTS.items():
        if name == ALL:
            continue
        say(f"— {name}")
        try:
            part(options)
        except DeviceFailed as error:
            complain(str(error))
            failed.append(name)
    if failed:
        raise DeviceFailed("these parts aren't working yet: {parts}", parts=", ".join(failed))


# The tests by name.
PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "lamps": _try_lamps,
    "rgb": _try_rgb,
    "buzzer": _try_buzzer,
    "buttons": _try_buttons,
    "camera": _try_camera,
    "screen": _try_screen,
    "sound": _try_sound,
    ALL: _try_all,
}
