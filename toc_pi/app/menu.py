"""The menu over a running game: its pages as data, and what a tap on them requests."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast, get_args

from toc_pi.app.hall.hall_page import HallFacts, hall_keys, hall_of, with_names_turned
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.table_summary import summary
from toc_pi.app.shared_keys import LEVELS, brightness_keys, choices, language_keys, rule_page, sound_keys
from toc_pi.languages import FACES, LANGUAGES, Texts, capital, listed, load_texts
from toc_pi.rules.ruleset import RuleSet
from toc_pi.screen.pages.page import Key, Page
from toc_pi.store.reading import chosen
from toc_pi.store.settings import DataFolders
from toc_pi.store.table_config import DECLARING, HINT_LIMITS, HINTS, LETTERS, LOUDNESS

# fmt: off
Name = Literal[
    "menu", "learn", "rules", "language", "sound", "letters", "brightness", "hints", "declare", "games",
    "hall", "diagnosis", "new", "off", "off-failed",
]
# fmt: on


@dataclass(frozen=True, slots=True)
class SubPage:
    """A page inside another one, at a place in the rules, or with the number of a game."""

    page: Literal["rules", "games"]
    at: str


@dataclass(frozen=True, slots=True)
class GameListEntry:
    """An earlier game: what is None can't be read; `winners` is empty while it isn't over."""

    id: int
    started: str
    turns: int | None
    winners: tuple[str, ...] | None
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuContext:
    """The values that the menu shows, at the time a page is opened.

    Attributes:
        answers: the table's settings.
        paused: whether the game is paused.
        sees: whether the camera sees the board; None if pawns are moved on the screen.
        fault: the camera's fault, a key of the window's texts.
        doubts: sentences about what it can hardly see.
        trouble: why nothing can be stored; "" if it can.
        games: the earlier ones, the newest first.
        brightness: of the screen, 0 to 1; None if it can't be changed.
        voice: whether this machine can speak.
        may_switch_off: whether the machine may be switched off from here.
        may_close: whether the window may be closed from here.
        may_begin: whether another game or table may begin: not while a recording runs.
        rules: the table's; None if they can't be shown.
        begun: whether a game is in progress that other players or rules would end.
        diagnosis: more lines of the diagnosis: name and value.
        hall: what is known of the table's hall.
    """

    answers: Answers
    paused: bool = False
    sees: bool | None = None
    fault: str = ""
    doubts: tuple[str, ...] = ()
    trouble: str = ""
    games: tuple[GameListEntry, ...] = ()
    brightness: float | None = None
    voice: bool = True
    may_switch_off: bool = False
    may_close: bool = False
    may_begin: bool = True
    rules: RuleSet | None = None
    begun: bool = False
    diagnosis: tuple[tuple[str, str], ...] = ()
    hall: HallFacts = field(default_factory=HallFacts)


@dataclass(frozen=True, slots=True)
class RestartRequest:
    """The evening ends, and starts again with changes.

    Attributes:
        answers: new settings; None for those in force.
        step: the step of the set-up to show first, `pack` to learn the family's cards, `hall` to join a hall;
            "" for none.
        new: whether a new game begins.
        begun: whether a game is in progress that other players or rules would end.
        where: folders of the settings in force, if they were changed during the evening; else None.
    """

    answers: Answers | None = None
    step: Literal["", "welcome", "camera", "ready", "pack", "hall"] = ""
    new: bool = False
    begun: bool = False
    where: DataFolders | None = None


@dataclass(frozen=True, slots=True)
class ChangedAnswers:
    """The same evening goes on with another language, sound or text size."""

    answers: Answers


@dataclass(frozen=True, slots=True)
class Bright:
    """Set the screen's brightness, 0 to 1."""

    level: float


@dataclass(frozen=True, slots=True)
class PowerOff:
    """Switch the machine off."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Lessons begin, and the game pauses; the pupil's stars are stored, unless the name is ""."""

    pupil: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """The arbiter is called, or the call is withdrawn."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class GameTap:
    """The menu closes, and a tap is passed to the game; "" for none."""

    choice: str


MenuRequest = Name | SubPage | RestartRequest | ChangedAnswers | Bright | Call | Learn | PowerOff | GameTap
"""What a tap requests: another page of the menu, or an action of the program."""


def menu_page(name: Name | SubPage, facts: MenuContext) -> Page:
    """A page of the menu; a game's own page is made by `report`."""
    words = load_texts("setup", facts.answers.language)
    menu, key, large = words["menu"], words["key"], facts.answers.letters == "large"
    if facts.rules is not None and (name == "rules" or isinstance(name, SubPage)):
        at = name.at if isinstance(name, SubPage) else ""
        return rule_page(facts.rules, at, facts.answers.language, Key("menu", key["back"]), large=large)
    assert not isinstance(name, SubPage)
    if name == "menu":
        keys = tuple(Key(what, menu[what], menu.get(f"{what}_below", "")) for what in _offered(facts))
        close = Key("close", menu["close"], strong=True)
        return Page("menu", menu["title"], keys=keys, feet=(close,), large=large)
    back = Key("menu", key["back"])
    if name == "off-failed":
        return Page("off-failed", words["ask"]["off_failed"], feet=(back,), large=large)
    if name in ("new", "off"):
        ask = words["ask"]
        more = tuple(_other_games(facts, words)) if name == "new" else ()
        yes = Key("yes", ask[f"{name}_yes"])
        return Page(f"ask-{name}", ask[name], ask[f"{name}_text"], (yes, *more), (back,), large=large)
    title = words["title"].get(name) or words.get(name, {}).get("title", menu[name])
    title = menu[name] if name in ("language", "letters") else title
    keys = tuple(_keys(name, facts, words))
    sentences = name in ("diagnosis", "hints", "declare", "games", "hall")
    return Page(f"menu-{name}", title, keys=keys, feet=(back,), sentences=sentences, large=large)


def asked(name: Name | SubPage, key: str, facts: MenuContext) -> MenuRequest:  # noqa: C901  # a case for each page of the menu
    """What a tap on a page requests; the page itself if the tap means nothing there.

    Args:
        name: of the page.
        key: that was tapped.
        facts: as the page showed them.
    """
    if key in ("close", "menu"):
        return GameTap("") if key == "close" else "menu"
    kind, _, which = key.partition(":")
    answers = facts.answers
    match name, kind:
        case SubPage(), "back":
            return "games"
        case SubPage() | "rules", "read":
            return SubPage("rules", which)
        case "games", "game":
            return SubPage("games", which)
        case "menu", "leave":
            return GameTap("leaving")
        case "menu", "pause" | "go-on":
            return GameTap("pause")
        case "menu", "undo" | "night" | "names":
            return GameTap(kind)
        case "menu", "learn":
            return "learn" if answers.names else Learn()
        case "learn", "learn":
            return Learn(which)
        case "menu", "players":
            return RestartRequest(step="ready", begun=facts.begun)
        case "declare", "pack":
            return RestartRequest(step="pack", begun=facts.begun)
        case "hall", "join":
            return RestartRequest(step="hall", begun=facts.begun)
        case "hall", "call":
            return Call(not facts.hall.calls)
        case "hall", "names":
            return ChangedAnswers(with_names_turned(answers))
        case "diagnosis", "camera":
            return RestartRequest(step="camera", begun=facts.begun)
        case "menu", _ if kind in get_args(Name):
            return cast(Name, kind)
        case "new", "yes":
            return RestartRequest(new=True)
        case "new", "hall":
            return "hall"
        case "new", "other":
            return RestartRequest(step="welcome", new=True)
        case "off", "yes":
            return PowerOff()
        case "sound", "speech":
            return ChangedAnswers(replace(answers, speech=not answers.speech))
        case "hints", "limit":
            following = HINT_LIMITS[(HINT_LIMITS.index(answers.hint_limit) + 1) % len(HINT_LIMITS)]
            return ChangedAnswers(replace(answers, hint_limit=following))
        case _ if kind in (settings := _SETTINGS.get(name, {})) and which != getattr(answers, kind):
            value = chosen(settings[kind], which, getattr(answers, kind))
            changed = replace(answers, **{kind: value})
            return RestartRequest(changed) if name == "declare" else ChangedAnswers(changed)
        case "brightness", "bright":
            return Bright(LEVELS[which])
        case _ if name in _SETTINGS:
            return GameTap("")
    return name


# The settings that a page changes, each with its values; those of "declare" need a new evening.
_SETTINGS: Mapping[Name | SubPage, Mapping[str, tuple[str, ...]]] = {
    "language": {"language": LANGUAGES},
    "sound": {"sound": LOUDNESS},
    "letters": {"letters": LETTERS},
    "hints": {"hints": HINTS},
    "declare": {"declare": DECLARING, "faces": FACES},
}


def _offered(facts: MenuContext) -> Iterator[str]:
    """The menu's entries in order; at a table in a hall its page is the first, and nobody begins to learn."""
    in_hall = hall_of(facts.answers) is not None
    if in_hall:
        yield "hall"
    yield "go-on" if facts.paused else "pause"
    yield "undo"
    if facts.may_begin:
        yield from ("new", "players") if in_hall else ("learn", "new", "players")
    if facts.rules is not None:
        yield "rules"
    yield from ("language", "sound", "letters")
    if facts.brightness is not None:
        yield "brightness"
    yield from ("night", "names", "hints")
    if facts.may_begin:
        yield "declare"
    yield from ("games", "diagnosis")
    if facts.may_switch_off:
        yield "off"
    elif facts.may_close:
        yield "leave"


def _other_games(facts: MenuContext, words: Texts) -> Iterator[Key]:
    """Other ways to a new game: another table, or a tournament."""
    yield Key("other", words["ask"]["new_other"])
    if hall_of(facts.answers) is None:
        yield Key("hall", words["menu"]["hall"], words["menu"]["hall_below"])


def _keys(name: Name, facts: MenuContext, words: Texts) -> Iterator[Key]:
    """The keys of a page."""
    answers = facts.answers
    match name:
        case "learn":
            yield from (Key(f"learn:{one}", one) for one in dict.fromkeys(answers.names.values()))
            yield Key("learn:", words["learn"]["somebody"])
        case "language":
            yield from language_keys(answers.language, words)
        case "sound":
            yield from sound_keys(answers, words, voice=facts.voice)
        case "brightness":
            yield from brightness_keys(1.0 if facts.brightness is None else facts.brightness, words)
        case "games":
            yield from _games(facts, words)
        case "hall":
            yield from hall_keys(facts.hall, answers, may_join=facts.may_begin)
        case "diagnosis":
            yield from _diagnosis(facts, words)
        case _:
            for what, allowed in _SETTINGS[name].items():
                if what == "declare" and answers.without_camera:
                    continue  # on the screen a card is tapped before its pawn
                yield from choices(what, allowed, getattr(answers, what), words)
    if name == "declare" and answers.declare == "camera":
        yield Key("pack", words["pack"]["learn"], words["pack"]["learn_below"])
    if name == "hints":
        texts, limit = words["hints"], answers.hint_limit
        below = "limit_many" if limit > 1 else "limit_one" if limit else "limit_none"
        yield Key("limit", texts["limit"], texts[below].format(count=limit))


def _games(facts: MenuContext, words: Texts) -> Iterator[Key]:
    texts = words["games"]
    if not facts.games:
        yield Key("none", texts["none"], plain=True)
    for game in facts.games:
        row, played = "row_one" if game.turns == 1 else "row", "?" if game.turns is None else game.turns
        won = game.winners or ()
        how = "unknown" if game.winners is None else "won_many" if len(won) > 1 else "won" if won else "open"
        ended = texts[how].format(who=listed(won, facts.answers.language))
        others = [name for name in game.players if name not in won]
        below = ". ".join(filter(None, (ended, ", ".join(others), texts[row].format(turns=played))))
        yield Key(f"game:{game.id}", game.started, f"{capital(below)}.")


def _diagnosis(facts: MenuContext, words: Texts) -> Iterator[Key]:
    texts = words["diagnosis"]
    faults = load_texts("screen", facts.answers.language)["fault"]
    camera = texts["camera_by_hand" if facts.sees is None else "camera_sees" if facts.sees else "camera_not"]
    if facts.fault:
        camera = f"{faults[facts.fault]}. {faults[f'{facts.fault}_below']}"
    keeping = texts["keeping_not"].format(why=facts.trouble) if facts.trouble else texts["keeping_ok"]
    yield Key("camera", texts["camera"], camera, plain=not facts.may_begin)
    for doubt in facts.doubts if facts.sees else ():
        yield Key("doubt", texts["doubt"], doubt, plain=True)
    yield Key("board", texts["board"], summary(facts.answers, full=False), plain=True)
    yield Key("keeping", texts["keeping"], keeping, plain=True)
    for name, value in facts.diagnosis:
        yield Key(name, texts[name], value, plain=True)
