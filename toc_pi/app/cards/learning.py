"""A family's pack: learnt from a film or at the table, by touch or by typing; the file of its model.

The file holds numbers only, is written atomically, and validated when read.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from calibration.board.board import Board
from hardware.camera import Camera, Frame
from toc_pi.app import process
from toc_pi.app.camera.board_watcher import BoardWatcher, FrameObserver, open_watcher
from toc_pi.app.camera.camera_events import BoardFound, Broken, CameraEvent, CameraLost, NotFound
from toc_pi.app.cards import pack_scan as cards
from toc_pi.app.cards.pack_scan import (
    ANY,
    DONE,
    JOKER,
    NAME,
    NONE,
    ORDER,
    WITH_JOKERS,
    WITHOUT_JOKERS,
    WRONG,
    PackScan,
    PackView,
    pack_page,
)
from toc_pi.app.recording.clip import Clip
from toc_pi.app.setup.finding import find_anywhere, find_board, setup_pictures
from toc_pi.app.setup.table_summary import game_of
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Card, CardLaid, CardTaken, OnPile
from toc_pi.languages import Language, load_texts
from toc_pi.messages import said
from toc_pi.reporting import Report
from toc_pi.rules.game import pack_of as cards_of
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Quit, Window
from toc_pi.store.folder import DiskWorker, read_kept, write_over
from toc_pi.store.settings import DataFolders
from toc_pi.store.table_config import TableConfig
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, alike, pack_json, pack_of
from toc_pi.vision.cards.laid_card import reader_name
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.observer import Observer

LOOKING = "looking for the board …"


def load_pack(path: Path) -> FamilyPack:
    """Load a pack model; an empty one if there is no file.

    Raises:
        DamagedStore: the file is damaged; it was quarantined.
        OSError: it can't be opened (and may be intact), or can't be quarantined.
    """

    def parse(content: Any) -> FamilyPack:
        try:
            return pack_of(content)
        except BadInput as error:
            raise BadInput("{path}: {why}", path=path, why=error) from error

    return read_kept(path, parse) or UNKNOWN_PACK


def save_pack(path: Path, pack: FamilyPack) -> None:
    """Write a pack model; its folder is created if missing.

    Raises:
        OSError: it can't be written; the old file is unchanged.
    """
    write_over(path, (json.dumps(pack_json(pack)) + "\n").encode())


class PackKeeper:
    """A family's pack model during a session: read once, and written without blocking the game.

    Args:
        path: of its file.
        tell: called with a message if it can't be read or written.
    """

    def __init__(self, path: Path, disk: DiskWorker, tell: Report) -> None:
        self._path = path
        self._disk = disk
        self._tell = tell
        self._pack: FamilyPack | None = None
        self._is_closed = False

    @property
    def pack(self) -> FamilyPack:
        """The current model."""
        if self._pack is None:
            self._pack = UNKNOWN_PACK
            try:
                self._pack = load_pack(self._path)
            except DamagedStore as error:
                self._tell(str(error))
            except OSError as error:
                self._is_closed = True
                self._tell(said("{path}: can't be read ({why})", path=self._path, why=error.strerror))
        return self._pack

    def keep(self, pack: FamilyPack) -> None:
        """Store an updated model."""
        self._pack = pack
        if self._is_closed:  # earlier changes may still be written completely
            return
        self._disk.do("pack", lambda: self._write(pack))

    def _write(self, pack: FamilyPack) -> None:
        try:
            save_pack(self._path, pack)
        except OSError as error:
            self._tell(said("{path}: can't be written ({why})", path=self._path, why=error.strerror))

    def card_watch(self, board: Board, laid: int = 0) -> PileTracker:
        """A pile tracker with this pack; `laid` cards were counted before."""
        pack = self.pack.of_network(reader_name())
        return PileTracker(board, pack=pack, learned=self.keep, laid=laid)


def pack_size(table: TableConfig) -> int:
    """The size of the pack that a table's rules need."""
    return WITH_JOKERS if JOKER in cards_of(game_of(table).rules) else WITHOUT_JOKERS


class PackLearner:
    """Scans a pack and learns its cards.

    Args:
        teach: called with each final card: its number on the pile, and its rank.
    """

    def __init__(self, laying: PackScan, teach: Callable[[int, Card], object]) -> None:
        self.laying = laying
        self._teach = teach

    def go(self, after: PackScan) -> None:
        """Continue with another state of the scan."""
        before, self.laying = self.laying, after
        for n, card in cards.to_learn(before, after):
            self._teach(n, card)

    def happened(self, event: OnPile) -> bool:
        """Handle an event of the pile; False if it is irrelevant."""
        match event:
            case CardLaid() if not self.laying.complete:
                self.go(cards.lay(self.laying, event))
            case CardTaken(_, n) if not self.laying.complete:
                self.go(cards.take(self.laying, n))
            case _:
                return False
        return True


def learn_from_film(clip: Clip, film: Camera, laying: PackScan, keeper: PackKeeper) -> Iterator[PackScan]:
    """Learn a pack from a film; yields the scan after each card, and at the end.

    Args:
        film: its pictures; closed at the end.
        laying: the initial scan; without an order nothing is learned, since nobody corrects a card.

    Raises:
        BadInput, BadFilm, CannotSee: as `setup_pictures` and `find_board`.
    """
    with closing(film):
        pictures = setup_pictures(clip, film)
        calibration = find_board(clip, [frame.image for frame in pictures])
        observer = Observer(calibration, keeper.card_watch(calibration.board))
        looking = FrameObserver(observer)
        learner = PackLearner(laying, looking.teach if laying.order else lambda *_: None)
        for frame in (*pictures, *iter(film.read, None)):
            for event in looking.look(frame):
                if isinstance(event, CardLaid | CardTaken) and learner.happened(event):
                    yield learner.laying
            if learner.laying.complete:
                break
        learner.go(cards.end(learner.laying))
        yield learner.laying


class PackFace(Protocol):
    """Where a scan is shown and corrected: a window, or a terminal."""

    def show(self, view: PackView, newest: Frame | None) -> None:
        """Show the scan's state."""

    def touches(self) -> tuple[str, ...]:
        """The keys of the page that were touched or typed since the last call."""


class PackWindow:
    """A window."""

    def __init__(self, window: Window, language: Language, faces: str) -> None:
        self._window = window
        self._language = language
        self._faces = faces

    def show(self, view: PackView, newest: Frame | None) -> None:
        """Show the page, and the newest picture if it fits."""
        live = LivePicture(None if newest is None else newest.image)
        self._window.page(pack_page(view, self._language, self._faces), live)

    def touches(self) -> tuple[str, ...]:
        """What was touched; a closed window ends the scan."""
        found = self._window.events()
        return tuple(
            DONE if isinstance(one, Quit) else one.choice
            for one in found
            if isinstance(one, Quit) or one.key is not None
        )


class PackTable:
    """A table at which a pack is scanned, with a camera and touch.

    Args:
        newest: returns the newest picture.
        faults: returns the camera's fault.
    """

    def __init__(
        self,
        watcher: BoardWatcher,
        face: PackFace,
        laying: PackScan,
        keeper: PackKeeper,
        newest: Callable[[], Frame | None],
        faults: Callable[[str], str],
    ) -> None:
        self._watcher = watcher
        self._face = face
        self._keeper = keeper
        self._newest = newest
        self._faults = faults
        self._learner = PackLearner(laying, watcher.teach)
        self._message = LOOKING
        self._naming = False
        self._over = False

    @property
    def laying(self) -> PackScan:
        """What was laid so far."""
        return self._learner.laying

    def step(self, alive: process.Alive) -> bool:
        """Handle observations and touches; False once the players have read the end."""
        for event in self._watcher.take():
            self._see(event)
        pairs = alike(self._keeper.pack) if self.laying.complete else ()
        self._face.show(PackView(self.laying, self._message, self._naming, pairs), self._newest())
        for key in self._face.touches():
            self._touch(key)
        if not self._watcher.stuck:
            alive()
        return not self._over

    def _see(self, event: CameraEvent) -> None:
        match event:
            case Broken(error):
                raise error
            case CameraLost(why, True):
                self._message = why
                self._learner.go(cards.end(self.laying))
            case CameraLost(_, _, fault):
                self._message = self._faults(fault)
            case NotFound(advice):
                self._message = advice
            case BoardFound():
                self._message = ""
            case CardLaid() | CardTaken():
                if self._learner.happened(event) and isinstance(event, CardLaid):
                    self._naming = False

    def _touch(self, key: str) -> None:
        kind, _, rank = key.partition(":")
        laying = self.laying
        match kind:
            case _ if kind in (ANY, ORDER) and not laying.cards:
                order = cards.in_order(laying.size) if kind == ORDER else ()
                self._learner.go(PackScan(laying.size, order))
            case _ if kind == NAME:
                self._learner.go(cards.name(laying, Card(rank)))
            case _ if kind == NONE:
                self._learner.go(cards.drop(laying))
            case _ if kind == DONE:
                self._over = laying.complete or not laying.cards
                self._learner.go(cards.end(laying))
        self._naming = kind == WRONG


def learn_at_table(
    settings: TableConfig, places: DataFolders, face: PackFace, laying: PackScan, pack: Path, tell: Report
) -> PackScan:
    """Learn a pack with the table's camera until it is complete, or the players end the scan.

    Args:
        pack: its file.
        tell: called with a readable message for files that can't be read or written.

    Raises:
        BadFilm: the settings name a film that can't be read.
    """
    disk, pictures = DiskWorker(), list[Frame]()
    keeper = PackKeeper(pack, disk, tell)

    def keep(frame: Frame) -> None:
        pictures[:] = [frame]

    def watch_cards(board: Board) -> PileTracker:  # again, if the camera was lost meanwhile
        return keeper.card_watch(board, max((one.n for one in table.laying.cards), default=0))

    find = find_anywhere(settings, places.calibration, tell)
    watcher = open_watcher(settings.camera, find, keep=keep, watch_cards=watch_cards)
    texts = load_texts("screen", settings.language)["fault"]
    table = PackTable(
        watcher,
        face,
        laying,
        keeper,
        lambda: pictures[0] if pictures else None,
        lambda fault: f"{texts[fault]}. {texts[f'{fault}_below']}",
    )
    watcher.start()
    try:
        process.run(table.step)
    finally:
        watcher.stop()
        disk.wait()
    return table.laying


def learn_in_window(settings: TableConfig, places: DataFolders, tell: Report) -> PackScan:
    """Learn the table's pack in a window.

    Raises:
        NoDisplay: there is no display.
        BadFilm: the settings name a film that can't be read.
    """
    laying = PackScan(pack_size(settings))
    with closing(Window(turned=settings.turned)) as window:
        face = PackWindow(window, settings.language, settings.faces)
        return learn_at_table(settings, places, face, laying, places.pack, tell)
