"""`toc-pi publish`: a table tells its hall what happens."""

import argparse
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from toc_pi.app.process import end_if_asked, interrupt_on_signals, notify
from toc_pi.cli.terminal import complain, say
from toc_pi.hall.table.follower import Follower
from toc_pi.hall.table.publishing import publish
from toc_pi.store.folder import hold, stamp_of
from toc_pi.store.hall import LOCK, PASSWORD_FILE, HallFiles, load_password, published_in
from toc_pi.store.settings import SET_UP_FOLDER, DataFolders, find_places, load_settings, set_up_places


def arguments(_command: str) -> tuple[()]:
    return ()


def execute(_command: str, _options: argparse.Namespace) -> int:
    """Tell a hall what happens at this table, as long as its settings name one; returns the exit status.

    Raises:
        BadInput: the settings can't be used, or something is missing.
    """
    interrupt_on_signals()
    own = find_places(os.environ, Path.home())
    while True:
        looks = _looks(own)
        places = set_up_places(own)
        settings = load_settings(places.settings)
        hall = settings.hall
        if hall is None:
            with suppress(OSError):
                HallFiles(own.state).leave()
            say("{path}: no [hall], so nothing is sent", path=places.settings)
            return 0
        if hall.authority is not None and not hall.authority.exists():
            # Settings changed on the screen are in another folder than the file beside the first ones.
            with suppress(ValueError):
                hall = replace(hall, authority=own.config / hall.authority.relative_to(places.config))
        password = load_password(places.config, own.config)

        def goes_on(looks: object = looks) -> bool:
            end_if_asked()
            return _looks(own) == looks

        with hold(published_in(own.state) / LOCK, f"toc-pi publish (process {os.getpid()})", complain):
            follower = Follower(own.games, hall.place, names=hall.names, tell=complain)
            notify("READY=1")
            try:
                publish(follower, HallFiles(own.state), hall, password, settings.language, complain, goes_on)
            except KeyboardInterrupt:
                return 0


def _looks(own: DataFolders) -> tuple[object, ...]:
    """Something that differs once the settings or the password have been changed, there or on the screen."""
    folders, names = (own.config, own.state / SET_UP_FOLDER), (own.settings.name, PASSWORD_FILE)
    return stamp_of(*(folder / name for folder in folders for name in names))
