"""The first steps of the tried machine: from power-on to a verdict. A step raises StepFailed if it fails."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from toc_pi.app.setup.setting_up import begin, tap
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus
from toc_pi.store.table_config import TURNS

from .evening import Evening
from .table import Screen
from .virtual import Machine, StepFailed

MISSING = CameraStatus(fault="missing")
ANSWERS = (
    *("language:en", "next", "board:square-40"),
    *("seat:a", "colour:", "colour:black", "back", "seat:b", "colour:", "colour:yellow", "back"),
    *("seat:c", "colour:", "colour:red", "back", "seat:d", "colour:", "colour:green", "back", "next"),
    *("rules:quebec", "white:yes", "teams:pairs", "first:c", "go:pawns", "pawns:peg", "go:screen"),
)
"""What is touched for the table of the film, on a picture turned by 90 degrees.

Everything is answered, and the camera is plugged in afterwards: an emulated machine takes many minutes to
search for every shipped board and to draw the camera's pictures meanwhile.
"""
SETTINGS = "/etc/toc-pi/settings.toml"
CORNERS = "corners = [[241.5, 18.0], [521.5, 58.0], [537.5, 334.5], [106.0, 243.0]]\nfocal = 470.0\n"
"""Where the board lies in the film, as it can be tapped in a picture: without it the search takes minutes."""
SLOW = "/etc/systemd/system/toc-pi.service.d"
"""An emulated machine gets more time, also to send a sign of life: it is slower than the slowest Pi."""


class Trial:
    """One machine, its screen and its table, on which the steps are tried in their order."""

    def __init__(self, folder: Path, cuts: int, rng: random.Random, *, again: bool = False) -> None:
        self.machine = Machine(folder, again=again)
        self.screen = Screen(self.machine)
        self.evening = Evening(self.machine, folder, rng)
        self.cuts = cuts

    def look(self, name: str) -> None:
        """Wait until the screen shows what is stored of the newest game, and keep a picture of it."""
        stored = self.evening.stored()
        self.screen.wait_for_game(stored.happened(stored.games[-1]))
        self.screen.picture(name)

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
    trial.screen.wait_for(page_of(begin()))
    trial.screen.picture("01-language")
    return f"up {up_s:.0f} s after power-on"


def set_up(trial: Trial) -> str:
    """A table is set up by touch, on a screen turned all four ways; by people who know it."""
    screen, state, touches = trial.screen, begin(), 0

    def touch(key: str) -> None:
        nonlocal state, touches
        page = page_of(state, MISSING)
        screen.tap(page, key)
        named = next(one for one in (*page.keys, *page.feet) if one.key == key)
        state, touches = tap(state, named), touches + 1
        screen.turned = state.answers.turned

    for _ in TURNS:
        touch("turn")
        screen.wait_for(page_of(state))
        screen.picture(f"02-turned-{screen.turned}")
    touch("turn")
    for key in ANSWERS:
        touch(key)
        screen.wait_for(page_of(state, MISSING))
        screen.picture(f"02-{touches}-{state.step}")
    for _ in TURNS[:-1]:
        touch("turn")
    touch("next")
    trial.evening.show(0.0, 0.0)
    touch("next")
    if state.wish != "play":
        raise StepFailed(f"the set-up is at {state.step}")
    at = trial.machine.wait_for("Red to play.")
    trial.machine.run(f"cat >>{SETTINGS} <<END\n{CORNERS}END\n")
    trial.machine.run("systemctl restart --no-block toc-pi")
    trial.machine.wait_for("Red to play.", at)
    trial.evening.wait_for_board()
    screen.picture("02-board")
    return f"{touches} touches, on a screen turned by {', '.join(map(str, TURNS))} degrees"


def first_verdict(trial: Trial) -> str:
    """A camera that shows the shipped film sees the first turn; its verdict is on the screen."""
    told = trial.evening.play()
    trial.look("03-verdict")
    return told


def known_table(trial: Trial) -> str:
    """The table of the last run; its pawns are back in their camps, so a new game begins."""
    trial.machine.switch_on()
    trial.machine.wait_for_guest()
    trial.evening.show(0.0, 0.0)
    trial.machine.wait_for(" to play.")
    trial.evening.wait_for_board()
    return first_verdict(trial)


BEGINNINGS: Mapping[str, tuple[Callable[[Trial], str], ...]] = {
    "new": (installed, started, set_up, first_verdict),
    "installed": (started, set_up, first_verdict),
    "known": (known_table,),
}
"""The first steps, without which the others can't be tried: with a new disk, or with that of the last run, on
which the package is installed, or a table known."""
