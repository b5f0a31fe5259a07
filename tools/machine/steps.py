"""The first steps of the tried machine: from power-on to a verdict. A step raises StepFailed if it fails."""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from calibration.appearance.pawn_set import PawnSet
from calibration.holes import Seat
from toc_pi.app.setup.camera_status import CameraStatus, SeenPawns
from toc_pi.app.setup.setting_up import begin, seen_table, tap
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.effects import Effect
from toc_pi.store.settings import TURNS

from .evening import Evening
from .table import Screen
from .virtual import Machine, StepFailed, wait_until

COLOURS = {Seat("a"): "black", Seat("b"): "yellow", Seat("c"): "red", Seat("d"): "green"}
SEEN = SeenPawns(COLOURS, PawnSet("peg", 26.0, 6.0, white_face=False))
LOOKING, LOOKED = CameraStatus(pictures=True), CameraStatus(pictures=True, board="square-40")
ANSWERS = ("language:en", "next", "next", "rules:quebec", "white:yes", "teams:pairs", "first:c")
"""What is touched, up to the page of all answers, by people who don't wait for the camera."""
SLOW = "/etc/systemd/system/toc-pi.service.d"
"""An emulated machine gets more time, also to send a sign of life: it is slower than the slowest Pi."""


class Trial:
    """One machine, its screen and its table, on which the steps are tried in their order."""

    def __init__(self, folder: Path, cuts: int, rng: random.Random, *, again: bool = False) -> None:
        self.machine = Machine(folder, again=again)
        self.screen = Screen(self.machine)
        self.evening = Evening(self.machine, folder, rng)
        self.cuts = cuts

    def last_effects(self) -> tuple[Effect, ...]:
        """What was shown of the newest game."""
        stored = self.evening.stored()
        return stored.effects(stored.games[-1])

    def last_words(self, name: str) -> str:
        """The end of the journal, and a picture of the screen, of a step that failed."""
        with suppress(StepFailed, OSError):
            self.screen.picture(f"failed-{name.replace(' ', '-')}")
        return "\n".join(f"        | {line}" for line in self.machine.journal().splitlines()[-30:])


def installed(trial: Trial) -> str:
    """A running Debian takes the package with apt, and the service is made to start at power-on."""
    machine = trial.machine
    machine.switch_on()
    machine.wait_for_guest()
    machine.run("DEBIAN_FRONTEND=noninteractive apt-get install --yes /mnt/toc-pi.deb")
    machine.run(
        f"mkdir -p {SLOW} && printf '[Service]\\nTimeoutStartSec=900\\nWatchdogSec=120\\n' >{SLOW}/slow.conf"
    )
    machine.run("systemctl enable toc-pi.service")
    machine.switch_off()
    return "installed, enabled, switched off"


def started(trial: Trial) -> str:
    """After power-on the service is up, and the screen asks for a language."""
    trial.machine.switch_on()
    trial.machine.wait_for("Started toc-pi.service")
    up_s = trial.machine.on_for_s
    trial.machine.wait_for_guest()
    trial.evening.show(0.0, 0.0)
    trial.screen.wait_for(page_of(begin()))
    trial.screen.picture("01-language")
    return f"up {up_s:.0f} s after power-on"


def set_up(trial: Trial) -> str:
    """A table is set up by touch, on a screen turned all four ways; the camera proposes board and colours."""
    screen, state, touches = trial.screen, begin(), 0

    def look() -> bool:
        """Whether the page is there, with or without what the camera proposes."""
        nonlocal state
        proposed = seen_table(state, "square-40", SEEN)
        if screen.shows(page_of(proposed, LOOKED)):
            state = proposed
            return True
        return screen.shows(page_of(state, LOOKING)) or screen.shows(page_of(state))

    def touch(key: str) -> None:
        nonlocal state, touches
        wait_until(f"page {state.step}", look)
        screen.tap(page_of(state, LOOKED if state.board else LOOKING), key)
        state, touches = tap(state, key), touches + 1
        screen.turned = state.answers.turned

    for _ in TURNS:
        touch("turn")
        wait_until(f"page {state.step}, turned", look)
        screen.picture(f"02-turned-{screen.turned}")
    touch("turn")
    for key in ANSWERS:
        touch(key)
    # Nothing moves on this page: on others, drawing the camera's pictures takes the time of the search.
    wait_until("what the camera proposes", lambda: look() and state.board)
    screen.picture("02-proposed")
    touch("go:screen")
    for _ in TURNS[:-1]:
        touch("turn")
    touch("next")
    wait_until("the last page", look)
    screen.picture("02-ready")
    touch("next")
    if state.wish != "play":
        raise StepFailed(f"the set-up is at {state.step}")
    trial.machine.wait_for("Red to play.")
    return f"{touches} touches, on a screen turned by {', '.join(map(str, TURNS))} degrees"


def first_verdict(trial: Trial) -> str:
    """A camera that shows the shipped film sees the first turn; its verdict is on the screen."""
    told = trial.evening.play()
    trial.screen.wait_for_message(trial.last_effects())
    trial.screen.picture("03-verdict")
    return told


def known_table(trial: Trial) -> str:
    """The table of the last run; its pawns are back in their camps, so a new game begins."""
    trial.machine.switch_on()
    trial.machine.wait_for_guest()
    trial.evening.show(0.0, 0.0)
    trial.machine.wait_for("A new game")
    return first_verdict(trial)


BEGINNING: tuple[Callable[[Trial], str], ...] = (installed, started, set_up, first_verdict)
AGAIN: tuple[Callable[[Trial], str], ...] = (known_table,)
"""The first steps, with a new disk or that of the last run; without them the others can't be tried."""
