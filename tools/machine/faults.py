"""What goes wrong with the tried machine on purpose while a game is on."""

import json
import re
from collections.abc import Callable

from toc_pi.app.starting import safe_page
from toc_pi.store.start_counter import FAILED_STARTS

from .evening import SELDOM_S
from .steps import SETTINGS, Trial
from .table import STATE, verdicts_in
from .virtual import StepFailed, wait_until

NOT_KEPT, KEPT_AGAIN = "; the game goes on", "is being kept again"
FEW = 3
"""Turns after which a full disk must have been noticed: some writes find room in what is already there."""
YEAR_S = 365 * 24 * 3600
MEASURED = ("findings", "versions", "machine", "start", "disk", "reading", "camera", "screen", "over_time")
"""Parts of a report that this machine has; it has no pins and no sound."""


def power_cuts(trial: Trial) -> str:
    """The power is cut in the middle of turns, at random moments; each time the game goes on."""
    times, before = [], 0
    for number in range(1, trial.cuts + 1):
        what, took_s = trial.evening.cut()
        before += "before" in what
        times.append(took_s)
        print(f"      cut {number:2}: {what}; goes on after {took_s:.0f} s", flush=True)
    times.sort()
    return (
        f"{trial.cuts} cuts, {before} before the turn's verdict; {trial.evening.shown.total()} verdicts told "
        f"and all stored; the game goes on after {times[len(times) // 2]:.0f} s (at most {times[-1]:.0f})"
    )


def hang(trial: Trial) -> str:
    """The program stands still, as in an endless loop: systemd ends it, and the game goes on."""
    machine = trial.machine
    since = len(machine.journal())
    machine.run("kill -STOP $(systemctl show --property MainPID --value toc-pi)")
    at = machine.wait_for("Watchdog timeout", since)
    machine.wait_for("Started toc-pi.service", at)
    return f"the watchdog restarted it; then {trial.evening.play()}"


def full_disk(trial: Trial) -> str:
    """The disk is full: that is told and the game goes on; once there is room again, the game is kept."""
    machine, filler = trial.machine, f"{STATE}/filler"
    while trial.evening.turn:  # a new game, which isn't over before the disk is noticed
        trial.evening.play()
    since = len(machine.journal())
    machine.run(f"fallocate -l $(df --output=avail -B1 / | tail -1) {filler}", may_fail=True)
    machine.run(f"cat /dev/zero >>{filler}", may_fail=True)
    told = [trial.evening.play()]
    while NOT_KEPT not in machine.journal()[since:]:
        if len(told) == FEW:
            raise StepFailed(f"{FEW} turns on a full disk, and nothing is told")
        told.append(trial.evening.play())
    trial.screen.picture("06-full")
    machine.run(f"rm {filler}")
    machine.wait_for(KEPT_AGAIN, since)
    told.append(trial.evening.play())
    trial.evening.shown += verdicts_in(machine.journal()[since:])
    trial.evening.check()
    return f"told, and told when it was over; meanwhile and afterwards: {'; '.join(told)}"


def clock(trial: Trial) -> str:
    """The clock jumps by a year, forward and back."""
    told = []
    for jump in (YEAR_S, -YEAR_S):
        trial.machine.run(f"date --set=@$(($(date +%s) + {jump}))")
        told.append(trial.evening.play())
    return "; ".join(told)


def camera(trial: Trial) -> str:
    """The camera falls silent, is unplugged, and comes back: meanwhile pawns are moved on the screen."""
    machine = trial.machine
    since = len(machine.journal())
    machine.ask(do="silence")
    at = wait_until("the camera's fault", lambda: _fault(machine.journal()[since:]))
    gone = "rmmod v4l2loopback 2>&1"
    wait_until("the camera let go", lambda: not machine.run(gone, may_fail=True), look_s=SELDOM_S)
    trial.screen.picture("08-no-camera")
    machine.run("modprobe v4l2loopback")
    trial.evening.rest()
    machine.wait_for("The camera sees the board again", since)
    return f"{at}; unplugged and plugged in again; {trial.evening.play()}"


def _fault(journal: str) -> str:
    """What the service says about its camera; "" if nothing."""
    return next(iter(re.findall(r"\d\d:\d\d:\d\d  (.*[Cc]amera.*)", journal)), "")


def display(trial: Trial) -> str:
    """The screen is unplugged and plugged in again."""
    machine = trial.machine
    port = "/sys/class/drm/card0-Virtual-1/status"
    machine.run(f"echo off >{port}")
    told = trial.evening.play()
    machine.run(f"echo detect >{port}")
    trial.look("09-screen-back")
    return f"judged meanwhile: {told}; its words are on the screen afterwards"


def bad_settings(trial: Trial) -> str:
    """The settings have a fault: the screen says so, and the last good ones are taken by a touch."""
    machine = trial.machine
    machine.run(f"cp --preserve {SETTINGS} /root; echo board = 3 >>{SETTINGS}")
    machine.run("systemctl restart --no-block toc-pi")
    return _left_by(trial, "settings", ("set-up", "good", "camera", "again"), "good")


def failed_starts(trial: Trial) -> str:
    """Three starts fail: the screen says so, and the game is tried again by a touch."""
    machine = trial.machine
    machine.run(f"cp --preserve /root/settings.toml {SETTINGS}")
    at = len(machine.journal())
    machine.run("systemctl restart --no-block toc-pi")
    for _ in range(FAILED_STARTS):
        at = machine.wait_for("Started toc-pi.service", at)
        machine.run("systemctl kill --signal KILL toc-pi")
    return _left_by(trial, "starts", ("new", "good", "camera", "again"), "again")


def _left_by(trial: Trial, trouble: str, remedies: tuple[str, ...], touched: str) -> str:
    page = safe_page(trouble, "", remedies, ("en",))
    trial.screen.wait_for(page)
    trial.screen.picture(f"10-{trouble}")
    trial.screen.tap(page, touched)
    return f"left by {touched!r}; {trial.evening.play()}"


def upgrade(trial: Trial) -> str:
    """A newer version is installed in the middle of the evening."""
    machine = trial.machine
    before = machine.run("dpkg-query -W -f '${Version}' toc-pi")
    machine.run("DEBIAN_FRONTEND=noninteractive apt-get install --yes /mnt/newer.deb")
    after = machine.run("dpkg-query -W -f '${Version}' toc-pi")
    if after == before:
        raise StepFailed(f"it is still version {before}")
    return f"{before} to {after}; {trial.evening.play()}"


def report(trial: Trial) -> str:
    """The report of a first Pi is written: its camera, its screen and its long run are in it."""
    machine = trial.machine
    machine.run("systemctl stop toc-pi && cd / && rm -f /run/report.json")
    trial.evening.rest()
    machine.run("toc-pi doctor --report /run/report.json --minutes 1")
    told = json.loads(machine.run("cat /run/report.json"))
    machine.run("systemctl start --no-block toc-pi")
    missing = [part for part in MEASURED if not told.get(part)]
    if missing or told.get("unfinished"):
        raise StepFailed(f"missing: {', '.join(missing)}; unfinished: {told.get('unfinished')}")
    (trial.evening.folder / "report.json").write_text(json.dumps(told, indent=1))
    return f"{told['minutes_measured']} minutes, {len(told['over_time'])} rows: {', '.join(sorted(told))}"


FAULTS: tuple[Callable[[Trial], str], ...] = (
    power_cuts,
    hang,
    full_disk,
    clock,
    camera,
    display,
    bad_settings,
    failed_starts,
    upgrade,
    report,
)
