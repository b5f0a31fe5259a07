"""A table joins a hall by touch in a game, calls its arbiter, and leaves: in a real window."""

import signal
import tomllib
from dataclasses import replace
from pathlib import Path

from fingers import Finger
from own_display import SCREEN, Display
from patience import PATIENCE_S
from played import playing, wait

from toc_pi.app.hall import joining
from toc_pi.app.hall.hall_page import HallFacts
from toc_pi.app.hall.joining import JoinState
from toc_pi.app.menu import MenuContext, menu_page
from toc_pi.app.setup.answers import answers_of
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.frames import frame_of
from toc_pi.screen.layout import place_menu
from toc_pi.store.folder import write_over
from toc_pi.store.hall import PASSWORD_FILE, HallFiles, load_password
from toc_pi.store.settings import DataFolders, example_settings, load_settings

PLACE = {"broker": "hall", "hall": "club", "table": "t-a", "password": "ab-cd"}


def test_a_hall_is_joined_its_arbiter_called_and_it_is_left(tmp_path: Path, display: Display) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    write_over(places.settings, example_settings().replace('camera = "auto"', 'camera = "none"').encode())
    finger, files = Finger(display, SCREEN), HallFiles(places.state)
    menu_key = place_menu(frame_of(SCREEN))[0].rect.middle

    def touch(state: JoinState, *keys: str) -> JoinState:
        for key in keys:
            finger.tap(joining.page(state), key)
            state = joining.tap(state, key)
        return state

    def facts(*, calls: bool = False) -> MenuContext:
        answers = answers_of(tomllib.loads(places.settings.read_text()))
        known = MenuContext(answers, may_close=True, rules=load_ruleset("quebec"))
        return replace(known, hall=HallFacts(calls))

    with playing(tmp_path, display.surroundings) as (process, said):
        wait(lambda: "Red" in said.read_text())
        finger.touch(*menu_key)
        for page, key in (("menu", "new"), ("new", "hall"), ("hall", "join")):
            finger.tap(menu_page(page, facts()), key)  # type: ignore[arg-type]
        state = joining.begin(facts().answers)
        for part, text in PLACE.items():
            state = touch(state, f"type:{part}", *(f"letter:{letter}" for letter in text), "typed")
        touch(state, "encrypted", "join")
        wait(lambda: said.read_text().count("Red to play.") == 2)  # the game's window is open again
        hall = load_settings(places.settings).hall
        assert hall is not None
        assert (hall.broker, hall.hall, hall.table, hall.names) == ("mqtt://hall", "club", "t-a", False)
        assert load_password(places.config) == "ab-cd"

        finger.touch(*menu_key)
        finger.tap(menu_page("menu", facts()), "hall")
        finger.tap(menu_page("hall", facts()), "call")
        wait(lambda: files.calls)
        finger.tap(menu_page("hall", facts(calls=True)), "names")
        wait(lambda: "names = true" in places.settings.read_text())
        finger.tap(menu_page("hall", facts(calls=True)), "call")
        wait(lambda: not files.calls)
        finger.tap(menu_page("hall", facts()), "join")
        touch(joining.begin(facts().answers), "leave")
        wait(lambda: load_settings(places.settings).hall is None)
        assert not (places.config / PASSWORD_FILE).exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
        assert "Traceback" not in said.read_text()
