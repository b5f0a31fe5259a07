"""The menu over a running game: its pages as data, what a tap on them requests, and what is done about it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, cast

from hardware.panel import Backlight
from toc_pi.app.hall.hall_page import HallFacts, hall_keys, hall_of, with_names_turned
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.table_summary import summary
from toc_pi.app.shared_keys import brightness_keys, choices, language_keys, rule_page, sound_keys
from toc_pi.languages import FACES, Texts, capital, listed, load_texts
from toc_pi.rules.ruleset import RuleSet
from toc_pi.screen.pages.page import Key, Page
from toc_pi.screen.scene import Scene
from toc_pi.screen.window import Tapped
from toc_pi.store.settings import DataFolders
from toc_pi.store.table_config import DECLARING, HINT_LIMITS, HINTS, LETTERS

# fmt: off
Name = Literal[
    "menu", "learn", "rules", "language", "sound", "letters", "brightness", "hints", "declare", "games",
    "hall", "diagnosis", "new", "off", "off-failed",
]
# fmt: on


@dataclass(frozen=True, slots=True)
class MenuPage:
    """A page of the menu, at a place in the rules, or with the number of an earlier game."""

    name: Name
    at: str = ""


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


MenuRequest = MenuPage | RestartRequest | ChangedAnswers | Bright | Call | Learn | PowerOff | GameTap
"""What a tap requests: another page of the menu, or an action of the program."""


def menu_page(name: Name, facts: MenuContext, at: str = "") -> Page:
    """A page of the menu; a game's own page is made by `report`.

    Args:
        at: a place in the rules.
    """
    words = load_texts("setup", facts.answers.language)
    menu, key, large = words["menu"], words["key"], facts.answers.letters == "large"
    back = Key("menu", key["back"], tap=MenuPage("menu"))
    if name == "rules" and facts.rules is not None:
        read = partial(MenuPage, "rules")
        return rule_page(facts.rules, at, facts.answers.language, back, read, large=large)
    if name == "menu":
        close = Key("close", menu["close"], strong=True, tap=GameTap(""))
        return Page("menu", menu["title"], keys=tuple(_entries(facts, menu)), feet=(close,), large=large)
    if name == "off-failed":
        return Page("off-failed", words["ask"]["off_failed"], feet=(back,), large=large)
    if name in ("new", "off"):
        ask = words["ask"]
        more = tuple(_other_games(facts, words)) if name == "new" else ()
        yes = Key("yes", ask[f"{name}_yes"], tap=PowerOff() if name == "off" else RestartRequest(new=True))
        return Page(f"ask-{name}", ask[name], ask[f"{name}_text"], (yes, *more), (back,), large=large)
    title = words["title"].get(name) or words.get(name, {}).get("title", menu[name])
    title = menu[name] if name in ("language", "letters") else title
    keys = tuple(_KEYS[name](facts, words))
    sentences = name in ("diagnosis", "hints", "declare", "games", "hall")
    return Page(f"menu-{name}", title, keys=keys, feet=(back,), sentences=sentences, large=large)


def _entries(facts: MenuContext, menu: Mapping[str, str]) -> Iterator[Key]:
    """The keys of the first page; what isn't named here opens a page of its own."""
    requests: dict[str, MenuRequest] = {
        "go-on": GameTap("pause"),
        "leave": GameTap("leaving"),
        "players": RestartRequest(step="ready", begun=facts.begun),
        **{name: GameTap(name) for name in ("pause", "undo", "night", "names")},
    }
    if not facts.answers.names:
        requests["learn"] = Learn()
    for name in _offered(facts):
        request = requests.get(name) or MenuPage(cast(Name, name))
        yield Key(name, menu[name], menu.get(f"{name}_below", ""), tap=request)


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
    yield Key("other", words["ask"]["new_other"], tap=RestartRequest(step="welcome", new=True))
    if hall_of(facts.answers) is None:
        yield Key("hall", words["menu"]["hall"], words["menu"]["hall_below"], tap=MenuPage("hall"))


def _changed(facts: MenuContext, name: str, value: Any) -> MenuRequest:
    """What a choice requests: how cards are told needs a new evening; the one in force closes the menu."""
    answers = replace(facts.answers, **{name: value})
    if answers == facts.answers:
        return GameTap("")
    return RestartRequest(answers) if name in ("declare", "faces") else ChangedAnswers(answers)


def _pupils(facts: MenuContext, words: Texts) -> Iterator[Key]:
    for name in dict.fromkeys(facts.answers.names.values()):
        yield Key(f"learn:{name}", name, tap=Learn(name))
    yield Key("learn:", words["learn"]["somebody"], tap=Learn())


def _hints(facts: MenuContext, words: Texts) -> Iterator[Key]:
    yield from choices("hints", HINTS, facts.answers.hints, words, partial(_changed, facts))
    texts, limit = words["hints"], facts.answers.hint_limit
    below = "limit_many" if limit > 1 else "limit_one" if limit else "limit_none"
    following = HINT_LIMITS[(HINT_LIMITS.index(limit) + 1) % len(HINT_LIMITS)]
    change = _changed(facts, "hint_limit", following)
    yield Key("limit", texts["limit"], texts[below].format(count=limit), tap=change)


def _declare(facts: MenuContext, words: Texts) -> Iterator[Key]:
    answers, change = facts.answers, partial(_changed, facts)
    if not answers.without_camera:  # on the screen a card is tapped before its pawn
        yield from choices("declare", DECLARING, answers.declare, words, change)
    yield from choices("faces", FACES, answers.faces, words, change)
    if answers.declare == "camera":
        learn = RestartRequest(step="pack", begun=facts.begun)
        yield Key("pack", words["pack"]["learn"], words["pack"]["learn_below"], tap=learn)


def _hall(facts: MenuContext, _: Texts) -> Iterator[Key]:
    requests: Mapping[str, MenuRequest] = {
        "join": RestartRequest(step="hall", begun=facts.begun),
        "call": Call(not facts.hall.calls),
        "names": ChangedAnswers(with_names_turned(facts.answers)),
    }
    for key in hall_keys(facts.hall, facts.answers, may_join=facts.may_begin):
        yield replace(key, tap=requests.get(key.key))


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
        shown = MenuPage("games", str(game.id))
        yield Key(f"game:{game.id}", game.started, f"{capital(below)}.", tap=shown)


def _diagnosis(facts: MenuContext, words: Texts) -> Iterator[Key]:
    texts = words["diagnosis"]
    faults = load_texts("screen", facts.answers.language)["fault"]
    camera = texts["camera_by_hand" if facts.sees is None else "camera_sees" if facts.sees else "camera_not"]
    if facts.fault:
        camera = f"{faults[facts.fault]}. {faults[f'{facts.fault}_below']}"
    keeping = texts["keeping_not"].format(why=facts.trouble) if facts.trouble else texts["keeping_ok"]
    change = RestartRequest(step="camera", begun=facts.begun)
    yield Key("camera", texts["camera"], camera, plain=not facts.may_begin, tap=change)
    for doubt in facts.doubts if facts.sees else ():
        yield Key("doubt", texts["doubt"], doubt, plain=True)
    yield Key("board", texts["board"], summary(facts.answers, full=False), plain=True)
    yield Key("keeping", texts["keeping"], keeping, plain=True)
    for name, value in facts.diagnosis:
        yield Key(name, texts[name], value, plain=True)


# What makes the keys of a page.
_KEYS: Mapping[Name, Callable[[MenuContext, Texts], Iterator[Key]]] = {
    "learn": _pupils,
    "language": lambda facts, words: language_keys(facts.answers.language, words, partial(_changed, facts)),
    "sound": lambda facts, words: sound_keys(
        facts.answers, words, partial(_changed, facts), voice=facts.voice
    ),
    "letters": lambda facts, words: choices(
        "letters", LETTERS, facts.answers.letters, words, partial(_changed, facts)
    ),
    "brightness": lambda facts, words: brightness_keys(facts.brightness or 0.0, words, Bright),
    "hints": _hints,
    "declare": _declare,
    "games": _games,
    "hall": _hall,
    "diagnosis": _diagnosis,
}


OPEN = "menu"  # the key that opens it
SEVERAL = ("sound", "hall")
"""Pages with more than one setting."""


class MenuOverlay:
    """Opens and updates the menu's pages over a game that goes on.

    Args:
        show: called with a page to show instead of the board; None shows the board again.
        facts: returns the values that the menu shows, when it is opened.
        light: of the screen; None if it can't be changed.
        switch_off: switches the machine off; None if that isn't allowed.
        game: makes the page of an earlier game, by its number.
        call: calls the arbiter, or withdraws the call.
    """

    def __init__(
        self,
        show: Callable[[Page | None], None],
        facts: Callable[[], MenuContext],
        light: Backlight | None = None,
        switch_off: Callable[[], bool] | None = None,
        game: Callable[[int, Answers], Page] | None = None,
        call: Callable[[bool], object] = lambda _: None,
    ) -> None:
        self._show = show
        self._facts = facts
        self._light = light
        self._switch_off = switch_off
        self._game = game
        self._call = call
        self._at = MenuPage("menu")
        self._known: MenuContext | None = None

    def takes(self, tapped: Tapped) -> bool:
        """Whether a tap belongs to the menu."""
        return tapped == Tapped(OPEN) or (tapped.key is not None and isinstance(tapped.key.tap, MenuRequest))

    def touch(
        self, tapped: Tapped, scene: Scene
    ) -> RestartRequest | ChangedAnswers | Call | Learn | GameTap | None:
        """Handle a tap on the menu.

        Args:
            tapped: `menu`, or one of its keys.
            scene: what is shown under it.

        Returns:
            What the evening has to do; None for nothing. The menu stays open, except after a choice on a page
            with one setting: then the game is shown again.
        """
        wish = None if tapped.key is None else tapped.key.tap
        if self._known is None or wish is None:
            self._open(scene)
            return None
        match wish:
            case GameTap() | RestartRequest() | Learn():
                self._close()
                return wish
            case ChangedAnswers(answers):
                self._known = replace(self._known, answers=answers)
                if self._at.name in SEVERAL:
                    self._draw(self._known)
                else:
                    self._close()
                return wish
            case Call(wanted):
                self._call(wanted)
                self._known = replace(self._known, hall=replace(self._known.hall, calls=wanted))
                self._draw(self._known)
                return wish
            case Bright(level) if self._light is not None:
                self._light.set(level)
                self._known = replace(self._known, brightness=self._light.level)
            case PowerOff():
                if self._switch_off is None or not self._switch_off():
                    self._at = MenuPage("off-failed")
            case MenuPage():
                self._at = wish
        self._draw(self._known)
        return None

    def _open(self, scene: Scene) -> None:
        sees = None if scene.board.by_hand else scene.board.looked
        self._known = replace(
            self._facts(),
            paused=scene.game.paused,
            sees=sees,
            fault=scene.board.fault,
            begun=scene.game.turn is not None and scene.game.turn.n > 1 and not scene.game.winners,
            brightness=None if self._light is None else self._light.level,
            may_switch_off=self._switch_off is not None,
        )
        self._at = MenuPage("menu")
        self._draw(self._known)

    def _draw(self, known: MenuContext) -> None:
        at = self._at
        if at.name == "games" and at.at and self._game is not None:
            self._show(self._game(int(at.at), known.answers))
        else:
            self._show(menu_page(at.name, known, at.at))

    def _close(self) -> None:
        self._known = None
        self._show(None)
