"""Every kind of page of `toc-pi test all`, and the page shown while a machine is measured."""

from dataclasses import replace

from toc_pi.app.machine import walk as steps
from toc_pi.app.machine.measured_parts import measuring_page
from toc_pi.app.machine.trials import TRIALS
from toc_pi.app.machine.walk import CORNERS, Walk
from toc_pi.app.machine.walk_run import board_picture
from toc_pi.languages import Language
from toc_pi.messages import joined, said
from toc_pi.screen.pages.page_draw import KeyPage, LivePicture

PARTS = ("screen", "touch", *TRIALS)
WALKS = (
    *("walk-opening", "walk-screen", "walk-touch", "walk-before", "walk-running", "walk-after"),
    *("walk-failed", "walk-camera", "walk-end", "measuring"),
)
LEFT_S = 118.0
WIRES = joined(
    said("{name} (header pin {pin})", name=name, pin=pin)
    for name, pin in (("accept", 16), ("pause", 7), ("undo", 13))
)
SAID = (
    said("This machine isn't a Raspberry Pi: the lamps are only simulated."),
    said("{name} GPIO {gpio}, header pin {pin}, {wire} wire", name="seat-b", gpio=6, pin=31, wire="orange"),
    said("{name} GPIO {gpio}, header pin {pin}, {wire} wire", name="seat-c", gpio=13, pin=33, wire="violet"),
)
FAILED = said("buttons: nothing was heard from {wires}", wires=WIRES)


def stages(part: str) -> tuple[Walk, ...]:
    """A part before, during and after its trial, and after one that failed."""
    begun = Walk(PARTS, at=PARTS.index(part))
    if part in ("screen", "touch"):
        return (replace(begun, stage="after" if part == "screen" else "running"),)
    running = replace(begun, stage="running", lines=SAID)
    return begun, running, steps.ended(running), steps.ended(running, FAILED)


def the_end(*broken: str) -> Walk:
    """The last page, with some parts that don't work."""
    outcomes = {part: "broken" if part in broken else "works" for part in PARTS[:-1]}
    return Walk(PARTS, at=len(PARTS), outcomes=outcomes)


def walk_pages(language: Language) -> dict[str, KeyPage]:
    """Pages by name, as the window shows them."""
    lamps, touch = stages("lamps"), stages("touch")[0]
    walks = {
        "walk-opening": steps.begin(PARTS),
        "walk-screen": stages("screen")[0],
        "walk-touch": replace(touch, corners=frozenset(CORNERS[1:2])),
        "walk-before": lamps[0],
        "walk-running": lamps[1],
        "walk-after": lamps[2],
        "walk-failed": stages("buttons")[3],
        "walk-camera": stages("camera")[2],
        "walk-end": the_end("camera", "buttons"),
    }
    seen = LivePicture(board_picture())
    pages = {name: KeyPage(steps.page_of(one, language, LEFT_S), 0, seen) for name, one in walks.items()}
    doing = said("{rate} pictures a second, {heat} °C", rate="30.0", heat="58")
    return {**pages, "measuring": KeyPage(measuring_page(language, 151.0, 1200.0, doing))}
