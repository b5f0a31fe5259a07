"""The window in which a table joins or leaves a hall; the session continues afterwards."""

from contextlib import closing, suppress
from typing import TYPE_CHECKING

from hardware.errors import BadFilm, DeviceFailed
from toc_pi.app import process
from toc_pi.app.hall import joining
from toc_pi.app.hall.joining import JoinState
from toc_pi.app.setup.answers import answers_of
from toc_pi.app.setup.kept_settings import keep, stored_settings
from toc_pi.messages import said
from toc_pi.reporting import Report
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Quit, Window
from toc_pi.store.hall_files import HallFiles
from toc_pi.store.hall_settings import PASSWORD_FILE, write_password
from toc_pi.store.hall_slip import Slip
from toc_pi.store.settings import DataFolders

if TYPE_CHECKING:  # it loads OpenCV
    from toc_pi.app.hall.slip_view import SlipView

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
    with closing(_JoinWindow(joining.begin(answers), tell)) as window:
        process.notify("READY=1")
        process.run(window.step, rest_s=LOOK_S)
        state = window.state
    return used if state.wish == "back" else carry_out(state, places, tell)


def carry_out(state: JoinState, places: DataFolders, tell: Report) -> DataFolders:
    """Write the result of joining or leaving; returns the folders of the settings."""
    written = keep(places, joining.changed(state), tell)
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
        self._window.page(joining.page(self.state, seen), self._live)
        for event in self._window.events():
            if isinstance(event, Quit):
                self.state = joining.tap(joining.tap(self.state, "back"), "back")
            elif event.key is not None:
                self.state = joining.tap(self.state, event.choice)
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
                self.state = joining.tap(self.state, "back")
                return ""
        self._view.poll()
        frame, found = self._view.newest, self._view.found
        if frame is not None and frame.image is not self._live.image:
            self._live = LivePicture(frame.image)
        if isinstance(found, Slip):
            self.state = joining.shown(self.state, found)
            return ""
        return self._view.fault or found

    def _leave_camera(self) -> None:
        if self._view is not None:
            self._view.stop()
        self._view, self._live = None, LivePicture()
