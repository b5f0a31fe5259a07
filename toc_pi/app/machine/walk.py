"""The walk through all parts as a pure value: what is shown, and the effect of keys and timeouts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from toc_pi.languages import Language, Texts, load_texts, translated
from toc_pi.messages import said
from toc_pi.screen.pages.page import Key, Page, Shape

PartStage = Literal["before", "running", "after"]
PartVerdict = Literal["works", "broken", "unanswered", "skipped"]
PART = "part:"
"""Prefix of the last page's keys, each of which tests a part again."""
CORNERS = ("corner:1", "corner:2", "corner:3", "corner:4")
PICTURED = ("screen", "camera")
"""Parts with a picture on their page."""
BEFORE_S, AFTER_S, END_S = 15.0, 20.0, 120.0
"""How long a page waits for an answer if none has ever come: before a part, after it, and at the end."""
HEARD = 6.0
"""Factor on these times once somebody has answered: then keys are known to work."""
TRIAL_S = 90.0
"""Time limit of a trial: a camera opened on a slow machine, and watched."""
LINES = 3  # of a trial's messages shown at once


@dataclass(frozen=True, slots=True)
class Walk:
    """The state of the walk.

    Attributes:
        parts: their names, in order.
        at: the part's index; -1 before the first, their number on the last page.
        stage: of the part's test.
        lines: its trial's messages.
        why: why its trial failed; "" if it didn't.
        corners: the touched ones.
        outcomes: results by part.
        heard: whether anybody has answered yet.
        alone: whether a single part is tested, without first and last page.
        over: whether it has ended.
    """

    parts: tuple[str, ...]
    at: int = -1
    stage: PartStage = "before"
    lines: tuple[str, ...] = ()
    why: str = ""
    corners: frozenset[str] = frozenset()
    outcomes: Mapping[str, PartVerdict] = field(default_factory=dict)
    heard: bool = False
    alone: bool = False
    over: bool = False

    @property
    def part(self) -> str:
        """The part under test; "opening" and "end" for the first and the last page."""
        return "opening" if self.at < 0 else "end" if self.at >= len(self.parts) else self.parts[self.at]

    @property
    def limit_s(self) -> float:
        """How long to wait here before continuing without an answer."""
        if self.stage == "running" and self.part != "touch":
            return TRIAL_S
        usual = END_S if self.part == "end" else BEFORE_S if self.stage == "before" else AFTER_S
        return usual * (HEARD if self.heard else 1.0)


def begin(parts: Sequence[str]) -> Walk:
    """Start a walk; one through a single part has no first and last page."""
    walk = Walk(tuple(parts), alone=len(parts) == 1)
    return _enter(walk, 0) if walk.alone else walk


def _enter(walk: Walk, at: int) -> Walk:
    """Go to a part; screen and touch are tested by being shown."""
    walk = replace(walk, at=at, stage="before", lines=(), why="", corners=frozenset())
    if at < 0:
        return walk
    if at >= len(walk.parts):
        return replace(walk, over=walk.alone)
    stages: Mapping[str, PartStage] = {"screen": "after", "touch": "running"}
    return replace(walk, stage=stages.get(walk.part, "before"))


def _settle(walk: Walk, verdict: PartVerdict) -> Walk:
    """Record a part's result, and go to the next untested one."""
    outcomes = {**walk.outcomes, walk.part: verdict}
    nexts = (at for at in range(walk.at + 1, len(walk.parts)) if walk.parts[at] not in outcomes)
    return _enter(replace(walk, outcomes=outcomes), next(nexts, len(walk.parts)))


def tap(walk: Walk, key: str) -> Walk:
    """The walk after a key."""
    walk = replace(walk, heard=True)
    match key:
        case "start":
            return _enter(walk, 0)
        case "back":
            left = walk.at < 0 or walk.alone
            return replace(walk, over=True) if left else _enter(walk, walk.at - 1)
        case "now" | "again" if 0 <= walk.at < len(walk.parts):
            stage: PartStage = "after" if walk.part == "screen" else "running"
            return replace(_enter(walk, walk.at), stage=stage)
        case "works":
            return _settle(walk, "works")
        case "broken" | "on":
            return _settle(walk, "broken")
        case "skip":
            return _settle(walk, "skipped")
        case "done":
            return replace(walk, over=True)
    if key.startswith(PART):
        return _enter(walk, walk.parts.index(key.removeprefix(PART)))
    if key in CORNERS:
        walk = replace(walk, corners=walk.corners | {key})
        return _settle(walk, "works") if len(walk.corners) == len(CORNERS) else walk
    return walk


def press(walk: Walk, button: str) -> Walk:
    """The walk after a wired button: accept is the page's main key, undo the other one."""
    keys = {
        "opening": ("start", "start"),
        "end": ("done", "done"),
    }.get(walk.part) or {
        "before": ("now", "skip"),
        "running": ("", "skip" if walk.part == "touch" else ""),
        "after": ("on" if walk.why else "works", "broken"),
    }[walk.stage]
    by_button = {"accept": keys[0], "undo": keys[1], "pause": "again" if walk.stage == "after" else ""}
    return tap(walk, by_button.get(button, ""))


def told(walk: Walk, line: str) -> Walk:
    """Add a trial's message."""
    return replace(walk, lines=(*walk.lines, line))


def ended(walk: Walk, why: str = "") -> Walk:
    """The trial has ended; `why` it failed, "" if it didn't."""
    return replace(walk, stage="after", why=why)


def waited(walk: Walk) -> Walk:
    """The page's time limit has passed without an answer: continue."""
    if walk.part == "opening":
        return _enter(walk, 0)
    if walk.part == "end":
        return replace(walk, over=True)
    if walk.stage == "before":
        return replace(walk, stage="running")
    if walk.part == "touch":
        return _settle(walk, "broken")
    if walk.stage == "running":
        return ended(walk, said("no answer within {seconds} s", seconds=f"{TRIAL_S:g}"))
    return _settle(walk, "broken" if walk.why else "unanswered")


def page_of(walk: Walk, language: Language, left_s: float) -> Page:
    """The page of the current stage; `left_s`: time until it continues by itself."""
    words = load_texts("parts", language)
    title, key = words["title"], words["key"]
    step = f"{walk.part} {walk.stage}"
    left = words["said"]["left"].format(seconds=max(0, round(left_s)))
    back = Key("back", key["back"])
    if walk.part == "opening":
        text = f"{title['opening_below']}\n{left}"
        start = Key("start", key["start"], strong=True)
        return Page(step, title["opening"], text, feet=(back, start), shape=Shape.TEXT)
    if walk.part == "end":
        return _end(walk, language)
    heading = words["said"]["part"].format(number=walk.at + 1, parts=len(walk.parts), part=title[walk.part])
    expected = words["expected"][walk.part]
    if walk.part == "touch":
        keys = tuple(
            Key(one, key["touched" if one in walk.corners else "corner"], on=one in walk.corners)
            for one in CORNERS
        )
        return Page(step, heading, f"{expected} {left}", keys, (back, Key("skip", key["skip"])))
    says = [translated(line, language).strip() for line in walk.lines[-LINES:]]
    now, skip = Key("now", key["now"], strong=True), Key("skip", key["skip"])
    again = Key("again", key["again"])
    feet: tuple[Key, ...] = ()
    if walk.stage == "before":
        feet, says = (skip, now), [left]
    elif walk.stage == "running":
        says = says or [words["said"]["working"]]
    elif walk.why:
        failed = words["said"]["failed"].format(why=translated(walk.why, language))
        feet, says = (again, Key("on", key["on"], strong=True)), [failed, words["advice"][walk.part], left]
        expected = ""
    else:
        feet = (Key("broken", key["broken"]), Key("works", key["works"], strong=True))
        feet, asked = (feet, expected) if walk.part == "screen" else ((again, *feet), words["said"]["asked"])
        says = [*says[-1:], f"{asked} {left}"]
    if walk.part in PICTURED and walk.stage != "before" and not walk.why:
        return Page(step, heading, " · ".join(says), feet=(back, *feet), shape=Shape.PICTURE)
    text = "\n".join(filter(None, (expected, *says)))
    return Page(step, heading, text, feet=(back, *feet), shape=Shape.TEXT)


def _end(walk: Walk, language: Language) -> Page:
    """What works, and how to fix the rest, which comes first."""
    words = load_texts("parts", language)
    keys = []
    for part in sorted(walk.parts, key=lambda part: _verdict(walk, part) == "works"):
        works, label = _verdict(walk, part) == "works", _result(walk, part, words)
        keys.append(Key(f"{PART}{part}", label, _advice(walk, part, words), on=works))
    text = words["said"]["todo" if broken_parts(walk) else "well"]
    done = Key("done", words["key"]["done"], strong=True)
    return Page("end", words["title"]["end"], text, tuple(keys), (done,), sentences=True)


def results(walk: Walk, language: Language) -> Iterator[str]:
    """A sentence about each part, and how to fix it."""
    words = load_texts("parts", language)
    for part in walk.parts:
        yield _result(walk, part, words)
        if advice := _advice(walk, part, words):
            yield f"   -> {advice}"


def _result(walk: Walk, part: str, words: Texts) -> str:
    return words["said"][_verdict(walk, part)].format(part=words["title"][part])


def _advice(walk: Walk, part: str, words: Texts) -> str:
    """How to fix a part; "" if it isn't known to be broken."""
    return words["advice"][part] if _verdict(walk, part) == "broken" else ""


def _verdict(walk: Walk, part: str) -> PartVerdict:
    return walk.outcomes.get(part, "skipped")


def broken_parts(walk: Walk) -> tuple[str, ...]:
    """The parts that don't work."""
    return tuple(part for part in walk.parts if _verdict(walk, part) == "broken")
