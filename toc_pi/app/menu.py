"""The menu of an evening, as data: its pages, and what a tap on them asks for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toc_pi.app.answers import Answers
from toc_pi.app.setup_pages import Words, load_setup_words, summary
from toc_pi.screen.page import Key, Page
from toc_pi.screen.panel import load_words as load_screen_words
from toc_pi.store.settings import LOUDNESS

Name = Literal["menu", "language", "sound", "brightness", "games", "diagnosis", "new", "off", "off-failed"]
LEVELS: Mapping[str, float] = {"dark": 0.15, "middle": 0.5, "bright": 1.0}


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier game.

    Attributes:
        started: when, for people.
        turns: how many were settled.
        winners: their names; empty while it isn't over.
    """

    started: str
    turns: int
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the menu tells, as it is when a page is opened.

    Attributes:
        answers: the table's settings.
        paused: the players rest.
        sees: the camera sees the board; None where pawns are moved on the screen.
        lack: what the camera lacks, a key of the window's words.
        trouble: why nothing can be kept; "" while all is well.
        games: the earlier ones, the newest first.
        brightness: of the screen, 0 to 1; None where it can't be changed.
        may_switch_off: the machine may be switched off from here.
        may_begin: another game or another table may begin: not while a recording runs.
        told: more lines of the diagnosis: name and value.
    """

    answers: Answers
    paused: bool = False
    sees: bool | None = None
    lack: str = ""
    trouble: str = ""
    games: tuple[Past, ...] = ()
    brightness: float | None = None
    may_switch_off: bool = False
    may_begin: bool = True
    told: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Again:
    """The evening ends, and goes on otherwise.

    Attributes:
        answers: new settings; None for those in force.
        step: of the set-up that people want to see first; "" for none.
        new: a new game begins.
    """

    answers: Answers | None = None
    step: Literal["", "welcome", "ready"] = ""
    new: bool = False


@dataclass(frozen=True, slots=True)
class Bright:
    """The screen is made so bright, 0 to 1."""

    level: float


@dataclass(frozen=True, slots=True)
class Off:
    """The machine is switched off."""


@dataclass(frozen=True, slots=True)
class Tap:
    """The menu closes, and the game is told of a tap; "" for none."""

    choice: str


Asked = Name | Again | Bright | Off | Tap
"""What a tap asks for: another page of the menu, or something of the program."""


def menu_page(name: Name, facts: Facts) -> Page:
    """A page of the menu."""
    words = load_setup_words(facts.answers.language)
    menu, key = words["menu"], words["key"]
    if name == "menu":
        keys = tuple(Key(what, menu[what], menu.get(f"{what}_below", "")) for what in _offered(facts))
        return Page("menu", menu["title"], keys=keys, feet=(Key("close", menu["close"], strong=True),))
    back = Key("menu", key["back"])
    if name == "off-failed":
        return Page("off-failed", words["ask"]["off_failed"], feet=(back,))
    if name in ("new", "off"):
        ask = words["ask"]
        more = (Key("other", ask["new_other"]),) if name == "new" else ()
        return Page(
            f"ask-{name}", ask[name], ask[f"{name}_text"], (Key("yes", ask[f"{name}_yes"]), *more), (back,)
        )
    title = menu["language"] if name == "language" else words.get(name, {}).get("title", menu[name])
    keys = tuple(_KEYS[name](facts, words))
    return Page(f"menu-{name}", title, keys=keys, feet=(back,), sentences=name == "diagnosis")


def asked(name: Name, key: str, facts: Facts) -> Asked:
    """What a tap on a page asks for; the page itself where it means nothing there.

    Args:
        name: of the page.
        key: that was tapped.
        facts: as the page showed them.
    """
    if key in ("close", "menu"):
        return Tap("") if key == "close" else "menu"
    kind, _, which = key.partition(":")
    answers = facts.answers
    match name, kind:
        case "menu", "pause" | "go-on":
            return Tap("pause")
        case "menu", "undo" | "night" | "names":
            return Tap(kind)
        case "menu", "players":
            return Again(step="ready")
        case "menu", "language" | "sound" | "brightness" | "games" | "diagnosis" | "new" | "off":
            page: Name = kind
            return page
        case "new", "yes":
            return Again(new=True)
        case "new", "other":
            return Again(step="welcome", new=True)
        case "off", "yes":
            return Off()
        case "language", "language" if which != answers.language:
            return Again(replace(answers, language="fr" if which == "fr" else "en"))
        case "sound", "sound" if which != answers.sound:
            loud = next(one for one in LOUDNESS if one == which)
            return Again(replace(answers, sound=loud))
        case "sound", "speech":
            return Again(replace(answers, speech=not answers.speech))
        case "brightness", "bright":
            return Bright(LEVELS[which])
        case "language" | "sound", _:
            return Tap("")
    return name


def _offered(facts: Facts) -> Iterator[str]:
    """What stands in the menu, in its order."""
    yield "go-on" if facts.paused else "pause"
    yield "undo"
    if facts.may_begin:
        yield from ("new", "players", "language", "sound")
    if facts.brightness is not None:
        yield "brightness"
    yield from ("night", "names", "games", "diagnosis")
    if facts.may_switch_off:
        yield "off"


def _language(facts: Facts, words: Words) -> Iterator[Key]:
    for language, word in (("fr", "french"), ("en", "english")):
        yield Key(f"language:{language}", words["key"][word], on=facts.answers.language == language)


def _sound(facts: Facts, words: Words) -> Iterator[Key]:
    said = words["sound"]
    for loud in LOUDNESS:
        yield Key(f"sound:{loud}", said[loud], said[f"{loud}_below"], on=loud == facts.answers.sound)
    if facts.answers.sound != "off":
        yield Key("speech", words["key"]["speech"], words["key"]["speech_below"], on=facts.answers.speech)


def _brightness(facts: Facts, words: Words) -> Iterator[Key]:
    level = 1.0 if facts.brightness is None else facts.brightness
    nearest = min(LEVELS, key=lambda name: abs(LEVELS[name] - level))
    for name in LEVELS:
        yield Key(f"bright:{name}", words["brightness"][name], on=name == nearest)


def _games(facts: Facts, words: Words) -> Iterator[Key]:
    said = words["games"]
    if not facts.games:
        yield Key("none", said["none"], plain=True)
    for game in facts.games:
        turns = said["row_one" if game.turns == 1 else "row"].format(turns=game.turns)
        ended = said["won"].format(who=", ".join(game.winners)) if game.winners else said["open"]
        yield Key("game", game.started, f"{turns}, {ended}", plain=True)


_SEEING: Mapping[bool | None, str] = {None: "camera_by_hand", True: "camera_sees", False: "camera_not"}


def _diagnosis(facts: Facts, words: Words) -> Iterator[Key]:
    said = words["diagnosis"]
    lacks = load_screen_words(facts.answers.language)["lack"]
    if facts.lack:
        camera = f"{lacks[facts.lack]}. {lacks[f'{facts.lack}_below']}"
    else:
        camera = said[_SEEING[facts.sees]]
    keeping = said["keeping_not"].format(why=facts.trouble) if facts.trouble else said["keeping_ok"]
    yield Key("camera", said["camera"], camera, plain=True)
    yield Key("board", said["board"], summary(facts.answers, full=False), plain=True)
    yield Key("keeping", said["keeping"], keeping, plain=True)
    for name, value in facts.told:
        yield Key(name, said[name], value, plain=True)


_KEYS: Mapping[str, Callable[[Facts, Words], Iterator[Key]]] = {
    "language": _language,
    "sound": _sound,
    "brightness": _brightness,
    "games": _games,
    "diagnosis": _diagnosis,
}
