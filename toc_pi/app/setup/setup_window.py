"""Setting a table up on the screen: the window's loop, the camera, and writing the settings."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, cast

from calibration.board.board_file import load_board, shipped_boards, write_board
from calibration.errors import BadBoard, CannotSee
from calibration.new_board.description import BoardDescription
from hardware.camera import Frame, Picture
from hardware.errors import BadFilm, DeviceFailed
from hardware.panel import Backlight, find_backlight
from hardware.sound import has_voice
from toc_pi.app import process
from toc_pi.app.hall.hall_page import in_hall_of
from toc_pi.app.journaled_game import is_same_game, settings_kept
from toc_pi.app.process import Loading
from toc_pi.app.setup import setting_up as steps
from toc_pi.app.setup.answers import (
    Answers,
    SetupResult,
    answers_of,
    colour_at,
    keep,
    settings_of,
    stored_settings,
)
from toc_pi.app.setup.player_pages import seat_sign
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import WATCHED, CameraStatus, SetupState, opened
from toc_pi.app.setup.table_summary import SAMPLE_FILM
from toc_pi.errors import BadInput
from toc_pi.languages import locale, spoken, usual_faces
from toc_pi.reporting import Report
from toc_pi.screen.pages.page import Key
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Quit, Window
from toc_pi.store.people import Families
from toc_pi.store.settings import DataFolders, read_settings

if TYPE_CHECKING:  # they load OpenCV
    from calibration.setup.calibration_file import Calibration
    from toc_pi.app.setup.board_taps import WindowOptions
    from toc_pi.app.setup.live_view import FoundBoard, LiveView

LOOK_S = 0.03  # between two looks for taps
PICTURE_S = 10.0
"""How long to wait for a picture to tap in."""
BOARDS = "boards"
VIDEO = Path("/dev")


def set_up(
    places: DataFolders,
    tell: Report,
    *,
    now: DataFolders | None = None,
    step: Literal["welcome", "camera", "ready"] = "welcome",
    begun: bool = False,
    camera: str | None = None,
) -> SetupResult | None:
    """Let people set their table up.

    Args:
        places: the default folders.
        tell: called with what goes wrong beside the window.
        now: the folders of the settings in force; None at the first start.
        step: `welcome` to choose a table, another one to change the one in force.
        begun: whether a game is in progress; people are asked before changes end it.
        camera: for this evening, proposed and not written, unless people choose another; None for that of
            the settings.

    Returns:
        The new settings; None if the window was closed.

    Raises:
        NoDisplay: there is no display.
    """
    families = Families(places.state, tell)
    known = tuple(answers_of(settings) for settings in families.remembered() if _is_usable(settings, places))
    stored = stored_settings(places if now is None else now)
    present = answers_of({"language": spoken(), "faces": usual_faces(locale()), **stored})
    lasting = present.camera
    present = present if camera is None else replace(present, camera=camera)
    described = now is not None and "board" in stored
    state = steps.begin(
        known or ((present,) if described else ()),
        present,
        cameras=cameras(),
        step=None if step == "welcome" else step,
    )
    light = find_backlight()
    brightness = None if light is None else light.level
    state = replace(state, brightness=brightness, voice=has_voice(places.voices))
    kept = settings_kept(now) if now is not None and begun else None

    def ends(answers: Answers) -> bool:
        return kept is not None and not is_same_game(kept, settings_kept(settings_of(answers)))

    window = _SetUpWindow(state, places, light, ends, tell)
    try:
        process.notify("READY=1")
        process.run(window.step, rest_s=LOOK_S)
    finally:
        window.close()
    if window.state.wish != "play":
        return None
    answers, seen = in_hall_of(window.state.answers, present), window.calibration()
    if answers.camera != camera:
        return SetupResult(keep(places, answers, tell), seen)
    return SetupResult(keep(places, replace(answers, camera=lasting), tell), seen, camera)


def cameras() -> tuple[str, ...]:
    """The possible cameras, as settings name them."""
    found = (f"usb {path.name[5:]}" for path in sorted(VIDEO.glob("video[0-9]")))
    return ("auto", *found, f"film {SAMPLE_FILM}")


def _is_usable(settings: Mapping[str, Any], places: DataFolders) -> bool:
    try:
        read_settings(settings, places.settings)
    except (BadInput, BadBoard, ValueError):
        return False
    return True


class _SetUpWindow:
    """The window, and the camera while its page is open; `state` is what people have chosen so far."""

    def __init__(
        self,
        state: SetupState,
        places: DataFolders,
        light: Backlight | None,
        ends: Callable[[Answers], bool],
        tell: Report,
    ) -> None:
        self.state = state
        self._places = places
        self._ends = ends
        self._light = light
        self._tell = tell
        self._window = Window(turned=state.answers.turned, asks=True)
        self._view: LiveView | None = None
        self._through = ""
        self._seen = CameraStatus()
        self._picture: Picture | None = None
        self._tapped_in: Picture | None = None
        self._shown: tuple[object, ...] = ()
        self._live = LivePicture()
        self._vision: Loading[ModuleType] | None = None

    def step(self, alive: process.Alive) -> bool:
        """Show the page and handle what was tapped on it; False once people want to play, or leave."""
        if self.state.wish == "test":
            self._test_parts()
        elif self.state.wish:
            self._tap_picture()
        self._look()
        self._window.page(page_of(self.state, self._seen), self._live)
        for event in self._window.events():
            if isinstance(event, Quit):
                self.state = replace(self.state, wish="leave")
            elif event.key is not None:
                self._touch(event.key)
            if self.state.wish:
                break
        if self._vision is None:  # people read the first page now
            self._vision = Loading(lambda: import_module("toc_pi.app.setup.live_view"))
        alive()
        return self.state.wish not in ("play", "leave")

    def close(self) -> None:
        """Close window and camera."""
        self._leave_camera()
        self._window.close()
        if self._vision is not None:
            self._vision.wait()

    def calibration(self) -> "Calibration | None":
        """What was learnt of the table that people have described; None if they say otherwise."""
        found, answers = _found(self._seen), self.state.answers
        if found is None or found.board != answers.board:
            return None
        if found.pawns.advice or found.pawns.empty != answers.empty:
            return None
        colours = {str(seat): colour_at(answers, seat) for seat in answers.seats}
        pawns = replace(found.calibration.pawns, white_face=answers.pawns.white_face)
        if pawns != answers.pawns:
            try:
                return found.learn(answers.pawns, colours)
            except CannotSee:
                return None  # the game looks for it again, and says what is wrong
        return replace(found.calibration, pawns=pawns, colours=colours)

    def _touch(self, key: Key) -> None:
        """Handle a tap, and apply the chosen brightness and rotation."""
        before, self.state = self.state, steps.tap(self.state, key)
        if self.state.wish == "play" and not self.state.warned and self._ends(self.state.answers):
            self.state = replace(opened(self.state, "ending"), wish="")
        self._window.turn(self.state.answers.turned)
        brightness = self.state.brightness
        if self._light is not None and brightness is not None and brightness != before.brightness:
            self._light.set(brightness)

    def _look(self) -> None:
        """Keep the camera open while it is of use, and take in what it sees."""
        answers = self.state.answers
        found = _found(self._seen)
        searching = self._view is not None and (found is None or bool(found.pawns.advice))
        watched = (self.state.step in WATCHED or searching) and not answers.without_camera
        chosen = answers.board if "board" in self.state.corrected else ""
        corners = answers.others.get("corners", "")
        wanted = f"{answers.camera}{corners}{chosen}" if watched else ""
        if not watched and self._view is not None:
            self._view.stop()
            self._view, self._through = None, ""
        elif wanted != self._through:
            self._leave_camera()
            self._through = wanted
            self._open()
        if self._view is None:
            return
        self._seen = self._view.look()
        frame, found = self._view.newest, _found(self._seen)
        if frame is not None:
            self._picture = frame.image
        if found is not None:
            self.state = steps.seen_table(self.state, found.board, found.pawns, cards=found.cards)
        colours = tuple(colour_at(self.state.answers, seat) for seat in self.state.answers.seats)
        shown = (frame, found, colours, self.state.step)
        if shown != self._shown:
            self._shown = shown
            self._live = _live_picture(frame, found, self.state)

    def _open(self) -> None:
        answers, name = self.state.answers, self.state.answers.camera
        corners = tuple((float(x), float(y)) for x, y in answers.others.get("corners", ()))
        from toc_pi.app.setup.live_view import open_view

        try:
            self._view = open_view(name, (answers.board, *shipped_boards()), corners or None)
        except (DeviceFailed, BadFilm) as error:
            self._tell(str(error))

    def _leave_camera(self) -> None:
        if self._view is not None:
            self._view.stop()
        self._view, self._through, self._seen, self._live = None, "", CameraStatus(), LivePicture()

    def _test_parts(self) -> None:
        """Walk through the machine's parts in this window; then the set-up goes on where it was."""
        from toc_pi.app.camera.camera_reader import open_camera
        from toc_pi.app.machine import walk_run
        from toc_pi.app.machine.trials import TrialContext

        self.state = replace(self.state, wish="")
        self._leave_camera()
        answers = self.state.answers
        camera = "auto" if answers.without_camera else answers.camera
        bench = TrialContext(
            lambda: open_camera(camera),
            watch_s=walk_run.WATCH_S,
            seats=len(answers.seats),
            language=answers.language,
            voices=self._places.voices,
        )
        face = walk_run.WindowFace(self._window, answers.language)
        walk_run.walk_through(walk_run.PARTS, face, bench, self._tell)

    def _tap_picture(self) -> None:
        """Let people tap what is wanted in the picture; the set-up goes on where it was."""
        state = self.state
        # Whatever else is asked about a new board, its holes stay where they were tapped.
        self._tapped_in = image = self._still() if state.tapped is None else self._tapped_in
        self.state = replace(state, wish="")
        self._leave_camera()
        if image is None:
            return
        self._window.close()
        from toc_pi.app.setup.board_taps import WindowOptions, tap_corners

        options = WindowOptions(
            state.answers.language, state.answers.turned, lambda: process.notify("WATCHDOG=1")
        )
        try:
            if state.wish == "learn":
                self.state = _learn(self.state, image, self._places, options)
            elif corners := tap_corners(image, load_board(state.answers.board), None, options):
                self.state = steps.tapped_corners(self.state, corners)
        except (CannotSee, BadBoard, DeviceFailed, OSError) as error:
            self._tell(str(error))
        finally:
            self._window = Window(turned=state.answers.turned, asks=True)

    def _still(self) -> Picture | None:
        """The newest picture; opens the camera if it is closed."""
        if self._view is None:
            self._open()
        until = time.monotonic() + PICTURE_S
        while self._view is not None and time.monotonic() < until:
            self._view.poll()
            if (frame := self._view.newest) is not None:
                return frame.image
            process.keep_alive()
            time.sleep(LOOK_S)
        return self._picture


def _found(seen: CameraStatus) -> "FoundBoard | None":
    return cast("FoundBoard", seen) if seen.board else None


def _live_picture(frame: Frame | None, found: "FoundBoard | None", state: SetupState) -> LivePicture:
    """The camera's picture with the board's outline, and each seat in the colour of its pawns."""
    answers, image = state.answers, None if frame is None else frame.image
    if found is None:
        return LivePicture(image)
    reads = answers.declare == "camera" and state.step in ("camera", "waiting")
    pile = found.pile if reads else None
    correction = found.correction or (None if pile is None else pile.correction)
    arrow = correction.first if correction and state.step == "camera" else None
    of_table = found.board == answers.board
    signs = tuple(seat_sign(answers, seat, at) for seat, at in found.seats.items()) if of_table else ()
    return LivePicture(image, found.outline, signs, arrow, () if pile is None else pile.corners)


def _learn(state: SetupState, image: Picture, places: DataFolders, options: "WindowOptions") -> SetupState:
    """Learn a new board by taps, and store it in the state folder; what the picture doesn't tell is asked."""
    from toc_pi.app.setup.board_taps import tap_board

    description = state.tapped
    if description is None:
        number = 1
        while (places.state / BOARDS / f"own-{number}.toml").exists():
            number += 1
        description = BoardDescription(
            name=f"own-{number}", outline=(), width_mm=state.width_mm, camps="", home_entry=None
        )
    found = tap_board(image, description, "toc", options, asks=True)
    if found is None:
        return replace(state, tapped=None, unclear=())
    entry = None if "entry" in found.unclear else found.board.home_entry - found.board.stretch
    tapped = replace(found.description, home_entry=entry)
    if found.unclear:
        return steps.half_learnt(state, tapped, found.unclear)
    path = places.state / BOARDS / f"{description.name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_board(found.board, path)
    return steps.learnt(state, str(path), tapped)
