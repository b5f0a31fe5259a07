"""The window in which a table joins a hall, or leaves it; the evening goes on afterwards."""

from contextlib import closing, suppress

from toc_pi.app import loop
from toc_pi.app.hall import joining
from toc_pi.app.hall.joining import Joining
from toc_pi.app.setup.answers import answers_of
from toc_pi.app.setup.kept_settings import keep, stored_settings
from toc_pi.app.standing import Tell
from toc_pi.messages import said
from toc_pi.screen.window import PAGE, Quit, Window
from toc_pi.store.hall_files import HallFiles
from toc_pi.store.hall_settings import PASSWORD_FILE, write_password
from toc_pi.store.settings import DataFolders

LOOK_S = 0.03  # between two looks for taps


def join_in_window(places: DataFolders, used: DataFolders, tell: Tell) -> DataFolders:
    """Let people join a hall or leave it.

    Args:
        places: the default folders.
        used: those of the settings in force.
        tell: called with what can't be written.

    Returns:
        The folders of the settings that are in force now.

    Raises:
        NoDisplay: there is no display.
    """
    answers = answers_of(stored_settings(used))
    with closing(Window(turned=answers.turned, asks=True)) as window:
        state = _ask(window, joining.begin(answers))
    return used if state.wish == "back" else carry_out(state, places, tell)


def carry_out(state: Joining, places: DataFolders, tell: Tell) -> DataFolders:
    """Write what follows from joining or leaving; returns the folders of the settings."""
    written = keep(places, joining.changed(state), tell)
    try:
        if state.wish == "leave":
            HallFiles(places.state).leave()
            with suppress(OSError):  # one in /etc stays; without [hall] it opens nothing
                (written.config / PASSWORD_FILE).unlink(missing_ok=True)
        elif state.typed["password"]:
            # Last: the publisher starts once there is one.
            write_password(written.config, state.typed["password"])
    except OSError as error:
        tell(said("{path}: can't be written ({why})", path=error.filename, why=error.strerror))
    return written


def _ask(window: Window, state: Joining) -> Joining:
    """Show the pages until people have chosen."""

    def step(alive: loop.Alive) -> bool:
        nonlocal state
        window.page(joining.page(state))
        for event in window.events():
            if isinstance(event, Quit):
                state = joining.tap(state, "back")
            elif event.choice.startswith(PAGE):
                state = joining.tap(state, event.choice.removeprefix(PAGE))
        alive()
        return not state.wish

    loop.notify("READY=1")
    loop.run(step, rest_s=LOOK_S)
    return state
