"""A whole evening as on the appliance: camera, observer, taps, referee, messages."""

import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from patience import PATIENCE_S
from taps import tapped
from unkept import UnkeptGame

from hardware.camera import Camera, Frame
from hardware.capture import Film
from hardware.lamps import NoLamps
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.play import GameSession, SessionServices
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.finding import find_board
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.help_levels import Helping
from toc_pi.app.teaching.thinking import ProcessThinker
from toc_pi.effects import Verdict
from toc_pi.phrases import Phrases
from toc_pi.screen import scene
from toc_pi.screen.pages.page import Page
from toc_pi.screen.window import Quit, Tapped, WindowEvent
from toc_pi.words import why

SHORT = Path(__file__).parents[1] / "data" / "short"
UNTIL_S = 17.0


class Table(Stage):
    """Players who tap as in the clip, and leave when they have seen enough."""

    def __init__(self, clip: Clip, phrases: Phrases, film: "InStep") -> None:
        super().__init__(scene.opening(clip.board, clip.colours, "en", taps=True), None, NoLamps(), phrases)
        self._taps = list(clip.taps)
        self._film = film
        self.asked = 0
        self.guided: list[str] = []

    def guide(self, guide: Page | None) -> None:
        self.guided.append("" if guide is None else guide.text)

    def touches(self) -> tuple[WindowEvent, ...]:
        self.asked += 1
        due = [tap for tap in self._taps if tap.t <= self._film.t]
        self._taps = self._taps[len(due) :]
        done = (Quit(),) if self._film.t > UNTIL_S else ()
        cards = tuple(Tapped(f"card:{tap.card}") for tap in due)
        # A request comes right after a card, while hands come to move the pawns.
        asks = (Tapped("may"), tapped(None, "best")) if cards else ()
        return (*cards, *asks, *done)


class InStep:
    """A film whose next picture comes once the last one was observed and handled."""

    def __init__(self, film: Camera) -> None:
        self._film = film
        self._given = 0
        self.t = 0.0
        self.sights: BoardWatcher | None = None
        self.table: Table | None = None

    def read(self) -> Frame | None:
        assert self.sights is not None
        assert self.table is not None
        until = time.monotonic() + PATIENCE_S
        while self.sights.looked < self._given and time.monotonic() < until:
            time.sleep(0.001)
        asked = self.table.asked
        while self.table.asked < asked + 2 and time.monotonic() < until:
            time.sleep(0.001)
        frame = self._film.read()
        self._given += 1
        self.t = self.t if frame is None else frame.t
        return frame

    def close(self) -> None:
        self._film.close()


def test_an_evening_gives_the_same_verdicts_as_a_film_whatever_is_asked_meanwhile() -> None:
    clip = load_clip(str(SHORT))
    game = game_of(clip)
    phrases = Phrases("en", clip.colours, why(game, clip.colours))
    film = InStep(Film(clip.film))
    table = Table(clip, phrases, film)
    played = UnkeptGame(game, table.scene.board.seats)
    thinker = ProcessThinker()
    # A clock that started long before the first picture, and goes on with the film.
    sights = BoardWatcher(lambda: film, partial(find_board, clip), clock=lambda: 5000.0 + film.t, live=False)
    film.sights, film.table = sights, table
    coach = Coach(table, played, thinker, Helping(Answers()))
    evening = GameSession(sights, table, played, lambda _: None, SessionServices(coach=coach))
    evening.begin(played.referee.turn())
    alive: list[float] = []
    with closing(thinker):
        evening.run(alive=lambda: alive.append(film.t))
    verdicts = [each for each in played.effects if isinstance(each, Verdict)]
    assert [(each.n, each.legal) for each in verdicts] == [(1, True), (2, True), (3, True), (4, False)]
    assert [each.t for each in verdicts] == pytest.approx([5.2, 8.6, 11.6, 15.6], abs=1.0)
    assert verdicts[3].reasons[0] == "sent-back"
    assert len(alive) > 20
    shown = [text for text in table.guided if "goes" in text or "comes out" in text]
    assert shown
    assert table.guided.count("") >= 3, "each verdict closed it"
