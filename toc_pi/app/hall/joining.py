"""Joining a hall by touch or by a slip, or leaving it: the input so far, its pages, the window, the result.

A table's access data is on the slip that `toc-pi hall add-table` prints, as a code for the camera and in
letters: no part of it needs capitals.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from hardware.errors import BadFilm, DeviceFailed
from toc_pi.app import process
from toc_pi.app.setup.answers import Answers, answers_of, keep, stored_settings, without
from toc_pi.app.setup.setting_up import ERASE, OTHER_LETTERS
from toc_pi.errors import BadInput
from toc_pi.languages import Texts, listed, load_texts
from toc_pi.messages import said
from toc_pi.reporting import Report
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Quit, Window
from toc_pi.store.hall import KEY, PASSWORD_FILE, HallFiles, Slip, read_hall, write_password
from toc_pi.store.settings import DataFolders

if TYPE_CHECKING:  # it loads OpenCV
    from toc_pi.app.hall.slip_view import SlipView


Typed = Literal["broker", "hall", "table", "password", "certificate"]
TYPED: tuple[Typed, ...] = get_args(Typed)
LETTERS, DIGITS = (*"abcdefghijklmnopqrstuvwxyz-.",), (*"0123456789-.:",)
LONGEST = 64  # characters of anything typed
USABLE = {"broker": "mqtt://hall", "table": "t01"}
TLS, PLAIN = "mqtts://", "mqtt://"
JoinChoice = Literal["", "join", "leave", "back"]


@dataclass(frozen=True, slots=True)
class JoinState:
    """The input so far.

    Attributes:
        answers: the table's settings.
        typed: each part of the access data; the broker without `mqtts://`.
        encrypted: whether the connection is encrypted.
        part: the part being typed; None for the page with all of them.
        digits: whether digits are shown instead of letters.
        wrong: the invalid parts.
        shows: whether a slip is held up to the camera now; `read` once it was read.
        wish: the final choice.
    """

    answers: Answers
    typed: Mapping[Typed, str]
    encrypted: bool = True
    part: Typed | None = None
    digits: bool = False
    wrong: tuple[Typed, ...] = ()
    shows: bool = False
    read: bool = False
    wish: JoinChoice = ""

    @property
    def settings(self) -> dict[str, Any]:
        """The table `[hall]` of the settings, with its other keys preserved."""
        broker = f"{TLS if self.encrypted else PLAIN}{self.typed['broker']}"
        place = {part: self.typed[part] for part in ("hall", "table", "certificate")}
        return {**self.answers.others.get(KEY, {}), "broker": broker, **place}


def begin(answers: Answers) -> JoinState:
    """The known access data, before anything is typed."""
    hall = answers.others.get(KEY, {})
    broker = str(hall.get("broker", TLS))
    typed: dict[Typed, str] = {part: str(hall.get(part, "")) for part in TYPED}
    typed["broker"] = broker.partition("://")[2]
    return JoinState(answers, typed, not broker.startswith(PLAIN))


def tap(state: JoinState, key: str) -> JoinState:
    """The state after a tap; unknown keys are ignored."""
    kind, _, which = key.partition(":")
    if state.part is not None:
        return _type(state, state.part, kind, which)
    if state.shows:
        return replace(state, shows=False) if kind == "back" else state
    match kind:
        case "show" if not state.answers.without_camera:
            return replace(state, shows=True, read=False, wrong=())
        case "type":
            part = next((one for one in TYPED if one == which), None)
            return replace(state, part=part, digits=False)
        case "encrypted":
            return replace(state, encrypted=not state.encrypted)
        case "back" | "leave":
            return replace(state, wish="leave" if kind == "leave" else "back")
        case "join":
            return _checked(state)
    return state


def shown(state: JoinState, slip: Slip) -> JoinState:
    """The state after the camera has read a slip."""
    kind, mark, host = slip.broker.partition("://")
    typed: dict[Typed, str] = {
        "broker": host,
        "hall": slip.hall,
        "table": slip.table,
        "password": slip.password,
        "certificate": slip.certificate,
    }
    encrypted = f"{kind}{mark}" != PLAIN
    return replace(state, typed=typed, encrypted=encrypted, shows=False, read=True, wrong=())


def changed(state: JoinState) -> Answers:
    """The answers after joining or leaving."""
    others = without(state.answers, KEY)
    return replace(state.answers, others=others if state.wish == "leave" else {**others, KEY: state.settings})


def page(state: JoinState, seen: str = "") -> Page:
    """The page for a state; `seen` is the camera's fault, or the content of a code that isn't a slip."""
    words = load_texts("setup", state.answers.language)
    texts, key, large = words["hall"], words["key"], state.answers.letters == "large"
    if state.part is not None:
        step, keys = f"hall-{state.part}", tuple(_keyboard(state, words))
        return Page(step, texts[state.part], keys=keys, shape=Shape.LETTERS, typed=state.typed[state.part])
    if state.shows:
        faults = load_texts("screen", state.answers.language)["fault"]
        fault = f"{faults[seen]}. {texts['slip']}" if seen in faults else texts["another"]
        told = fault if seen else texts["showing"]
        return Page("hall-show", texts["show"], told, (), (Key("back", key["back"]),), Shape.PICTURE)
    by_camera = () if state.answers.without_camera else (Key("show", texts["show"], texts["show_below"]),)
    rows = [Key(f"type:{part}", texts[part], state.typed[part] or "–") for part in TYPED]
    secret = Key("encrypted", texts["encrypted"], texts["encrypted_below"], on=state.encrypted)
    leave = (Key("leave", texts["leave"], texts["leave_below"]),) if KEY in state.answers.others else ()
    feet = (Key("back", key["back"]), Key("join", texts["do"], strong=True))
    wrong = listed([texts[part].lower() for part in state.wrong], state.answers.language)
    told = texts["wrong"].format(what=wrong) if wrong else texts[_told(state)]
    keys = (*by_camera, *rows, secret, *leave)
    return Page("hall-join", texts["join"], told, keys, feet, sentences=True, large=large)


def _told(state: JoinState) -> str:
    """The key of the instruction, if nothing is wrong."""
    return "read" if state.read else "slip" if state.answers.without_camera else "slip_or_show"


def _keyboard(state: JoinState, words: Texts) -> Iterator[Key]:
    key = words["key"]
    for letter in DIGITS if state.digits else LETTERS:
        yield Key(f"letter:{letter}", letter)
    yield Key(ERASE, key["erase"])
    yield Key("back", key["back"])
    yield Key(OTHER_LETTERS, words["hall"]["letters" if state.digits else "digits"])
    yield Key("typed", key["done"])


def _type(state: JoinState, part: Typed, kind: str, which: str) -> JoinState:
    """The state after a tap on the keyboard."""
    text = state.typed[part]
    match kind:
        case "letter" if len(which) == 1 and which in (*LETTERS, *DIGITS) and len(text) < LONGEST:
            text += which
        case _ if kind == ERASE:
            text = text[:-1]
        case _ if kind == OTHER_LETTERS:
            return replace(state, digits=not state.digits)
        case "back" | "typed":
            return replace(state, part=None, digits=False, wrong=())
    return replace(state, typed={**state.typed, part: text})


def _checked(state: JoinState) -> JoinState:
    """Join, unless a part is invalid; a table already in a hall may keep its password."""
    settings = state.settings
    wrong = [part for part in TYPED if part in settings and not _is_usable({**USABLE, part: settings[part]})]
    if not state.typed["password"] and KEY not in state.answers.others:
        wrong.append("password")
    return replace(state, wrong=tuple(wrong), wish="" if wrong else "join")


def _is_usable(settings: Mapping[str, Any]) -> bool:
    try:
        read_hall({KEY: settings}, Path())
    except BadInput:
        return False
    return True


LOOK_S = 0.03  # between two polls for taps


def join_in_window(places: DataFolders, used: DataFolders, tell: Report) -> DataFolders:
    """Let the players join or leave a hall.

    Args:
        places: the default folders.
        used: those of the settings in force.
        tell: called with a readable message for files that can't be written.

    Returns:
        The folders of the settings now in force.

    Raises:
        NoDisplay: there is no display.
    """
    answers = answers_of(stored_settings(used))
    with closing(_JoinWindow(begin(answers), tell)) as window:
        process.notify("READY=1")
        process.run(window.step, rest_s=LOOK_S)
        state = window.state
    return used if state.wish == "back" else carry_out(state, places, tell)


def carry_out(state: JoinState, places: DataFolders, tell: Report) -> DataFolders:
    """Write the result of joining or leaving; returns the folders of the settings."""
    written = keep(places, changed(state), tell)
    try:
        if state.wish == "leave":
            HallFiles(places.state).leave()
            with suppress(OSError):  # a password in /etc stays; without [hall] it is useless
                (written.config / PASSWORD_FILE).unlink(missing_ok=True)
        elif state.typed["password"]:
            # Last: the publisher starts once these exist.
            write_password(written.config, state.typed["password"])
    except OSError as error:
        tell(said("{path}: can't be written ({why})", path=error.filename, why=error.strerror))
    return written


class _JoinWindow:
    """The window, and the camera while a slip is held up; `state` is the input so far."""

    def __init__(self, state: JoinState, tell: Report) -> None:
        self.state = state
        self._tell = tell
        self._window = Window(turned=state.answers.turned, asks=True)
        self._view: SlipView | None = None
        self._live = LivePicture()

    def step(self, alive: process.Alive) -> bool:
        """Show the page and handle taps; False once a choice was made."""
        seen = self._look()
        self._window.page(page(self.state, seen), self._live)
        for event in self._window.events():
            if isinstance(event, Quit):
                self.state = tap(tap(self.state, "back"), "back")
            elif event.key is not None:
                self.state = tap(self.state, event.choice)
        alive()
        return not self.state.wish

    def close(self) -> None:
        """Close window and camera."""
        self._leave_camera()
        self._window.close()

    def _look(self) -> str:
        """Keep the camera open while a slip is held up; returns the fault for `joining.page`."""
        if not self.state.shows:
            self._leave_camera()
            return ""
        if self._view is None:
            from toc_pi.app.hall.slip_view import open_slip_view

            try:
                self._view = open_slip_view(self.state.answers.camera)
            except (DeviceFailed, BadFilm) as error:
                self._tell(str(error))
                self.state = tap(self.state, "back")
                return ""
        self._view.poll()
        frame, found = self._view.newest, self._view.found
        if frame is not None and frame.image is not self._live.image:
            self._live = LivePicture(frame.image)
        if isinstance(found, Slip):
            self.state = shown(self.state, found)
            return ""
        return self._view.fault or found

    def _leave_camera(self) -> None:
        if self._view is not None:
            self._view.stop()
        self._view, self._live = None, LivePicture()
