"""What the tried machine's screen should show, drawn here by the same program, and what its journal keeps."""

import base64
import gzip
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame

from hardware.lamps import NoLamps
from toc_pi import effects
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.effects import Effect, Verdict
from toc_pi.events import Event
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import Rect, Size, frame_of
from toc_pi.screen.layout import place_panel
from toc_pi.screen.pages.page import MORE, Page, Placed, first_sheet, place_page
from toc_pi.screen.pages.page_draw import KeyPage
from toc_pi.screen.scene import opening
from toc_pi.screen.scene_panel import panel_of
from toc_pi.store.games import event_of, export_game, list_games
from toc_pi.store.records import from_json
from toc_pi.words import clauses, why

from .virtual import SIZE, Machine, Picture, StepFailed, wait_until

LIKE = 40
"""Largest difference of tones of points that count as the same: letters are smoothed differently there."""
SHARE = 0.99
"""Least share of such points in what is compared."""
SETTLE_S = 0.3
STATE = "/var/lib/toc-pi"
VERDICT = re.compile(r"\d\d:\d\d:\d\d  (\d+\. .*)")
"""A verdict in the journal: the time, and the sentence with the turn's number."""


class Screen:
    """The machine's screen: compared with what it should show, and touched.

    Attributes:
        turned: how the picture is turned, degrees clockwise.
    """

    def __init__(self, machine: Machine, turned: int = 0) -> None:
        pygame.font.init()
        self._machine = machine
        self._fonts = load_fonts()
        self.turned = turned

    @property
    def size(self) -> Size:
        """Of the canvas, px."""
        return SIZE if self.turned in (0, 180) else SIZE[::-1]

    def picture(self, name: str = "") -> Picture:
        """The canvas as it is shown, (h, w, 3) BGR; kept under a name as it is on the screen."""
        return np.ascontiguousarray(np.rot90(self._machine.screen(name), self.turned // 90))

    def shows(self, page: Page, sheet: int = 0) -> bool:
        """Whether a page is shown; its text and its live picture may be others."""
        placed = place_page(page, self.size, sheet)
        surface = pygame.Surface(self.size)
        KeyPage(page, sheet).draw(surface, self._fonts)
        return self._like(surface, [placed.title, *(rect for _, rect in placed.keys)]) > SHARE

    def wait_for(self, page: Page, sheet: int = 0) -> Placed:
        """Wait until a page is shown."""
        wait_until(f"page {page.step} on the screen", lambda: self.shows(page, sheet))
        return place_page(page, self.size, sheet)

    def tap(self, page: Page, key: str) -> None:
        """Touch a key of a page once it is shown, turning to its sheet first."""
        first = first_sheet(page, self.size)
        placed = self.wait_for(page, first)
        for sheet in range(first + 1, first + placed.sheets + 1):
            if (rect := _rect_of(placed, key)) is not None:
                self.touch(*rect.middle)
                return
            more = _rect_of(placed, MORE)
            if more is None:
                break
            self.touch(*more.middle)
            placed = self.wait_for(page, sheet)
        raise StepFailed(f"page {page.step} has no key {key}")

    def touch(self, x: float, y: float) -> None:
        """Touch a point of the canvas, px."""
        width, height = self.size
        right, down = x / width, y / height
        shares = {0: (right, down), 90: (1 - down, right), 180: (1 - right, 1 - down), 270: (down, 1 - right)}
        across, along = shares[self.turned]
        self._machine.ask(do="touch", x=across, y=along)
        time.sleep(SETTLE_S)

    def wait_for_game(self, happened: Sequence[Event | Effect]) -> None:
        """Wait until title, message and keys are those after all that has happened in a game."""
        clip = load_clip("sample")
        offered = offered_by(game_of(clip).rules)
        first = opening(clip.board, clip.colours, "en", taps=True, offered=offered)
        first = replace(first, preferences=replace(first.preferences, menu=True, teaches=True))
        stage = Stage(first, None, NoLamps(), sentences())
        stage.show(*happened)
        surface = pygame.Surface(self.size)
        GamePage(stage.scene).draw(surface, self._fonts)
        places = place_panel(panel_of(stage.scene), frame_of(self.size))
        parts = [places.title, places.box, *(button.rect for button in places.buttons)]
        wait_until("the game's panel on the screen", lambda: self._like(surface, parts) > SHARE)

    def _like(self, surface: pygame.Surface, parts: Sequence[Rect]) -> float:
        """The share of points that are as they should be, in parts of the canvas."""
        wanted = pygame.surfarray.array3d(surface).transpose(1, 0, 2)[..., ::-1].astype(int)
        shown, alike = self.picture(), []
        for part in parts:
            where = slice(int(part.top), int(part.bottom)), slice(int(part.left), int(part.right))
            alike.append((np.abs(shown[where] - wanted[where]).max(axis=-1) < LIKE).ravel())
        return float(np.concatenate(alike).mean())


def _rect_of(placed: Placed, key: str) -> Rect | None:
    return next((rect for each, rect in placed.keys if each.key == key), None)


def sentences() -> Phrases:
    """The referee's sentences at this table."""
    clip = load_clip("sample")
    game = game_of(clip)
    plain, brief = (why(game, clip.colours, manner) for manner in ("plain", "brief"))
    return Phrases("en", clip.colours, plain, clauses(game), brief)


class Journal:
    """The games as the machine has stored them, copied from it."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        copy = (
            "import sqlite3; "
            f"sqlite3.connect('{STATE}/games.sqlite').backup(sqlite3.connect('/run/copied/games'))"
        )
        machine.run("rm -rf /run/copied; install -d -o toc /run/copied")
        machine.run(f'cd /run/copied; runuser -u toc -- python3 -c "{copy}"')
        packed = machine.run("gzip -c /run/copied/games | base64 -w0")
        self._path = folder / "games.sqlite"
        self._path.write_bytes(gzip.decompress(base64.b64decode(packed)))
        self.games = [game.id for game in list_games(self._path)][::-1]

    def happened(self, game: int) -> tuple[Event | Effect, ...]:
        """What a game's scene is made of: every effect, and what the camera saw."""
        happened: list[Event | Effect] = []
        for row in export_game(self._path, game):
            if "effect" in row:
                happened.append(from_json(getattr(effects, row["effect"]), row["is"]))
            elif row.get("event") in ("Seen", "Paused", "Resumed"):
                happened.append(event_of(row["event"], row["is"]))
        return tuple(happened)

    def verdicts(self, game: int) -> tuple[Verdict, ...]:
        """The verdicts of a game, in order."""
        return tuple(each for each in self.happened(game) if isinstance(each, Verdict))

    def told(self) -> Counter[str]:
        """The sentences of all verdicts."""
        phrases = sentences()
        return Counter(str(phrases.sentence(each)) for game in self.games for each in self.verdicts(game))


def verdicts_in(journal: str) -> Counter[str]:
    """The sentences of all verdicts in what the service has printed, that is: has shown."""
    return Counter(VERDICT.findall(journal))
