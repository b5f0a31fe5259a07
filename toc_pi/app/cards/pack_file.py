"""The file of a family's pack model: numbers only, written atomically, validated when read."""

import json
from pathlib import Path
from typing import Any

from calibration.board.board import Board
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.reporting import Report
from toc_pi.store.folder import DiskWorker, read_kept, write_over
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, pack_json, pack_of
from toc_pi.vision.cards.laid_card import reader_name
from toc_pi.vision.cards.pile_tracker import PileTracker


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
