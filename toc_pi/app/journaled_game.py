"""The current game and its journal: opened and locked for a session, resumed, and stepped."""

import json
import os
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.board.board import Board
from calibration.board.board_file import format_board
from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.belief.game import Game
from toc_pi.documents import read_toml
from toc_pi.effects import Effect, Ended, Turn
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Declared, Event, Resumed, Seen, Tick
from toc_pi.messages import Message, on_one_line, said
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.reporting import Report
from toc_pi.rules.position import Position, standing
from toc_pi.store.folder import hold
from toc_pi.store.games import Saved, find_loss
from toc_pi.store.journal import Journal, keep
from toc_pi.store.reading import chosen
from toc_pi.store.records import Json
from toc_pi.store.settings import DataFolders, find_places, places_to_look, set_up_places
from toc_pi.store.start_counter import last_good
from toc_pi.store.table_config import ROOM_KEYS, TURNS, TableConfig

if TYPE_CHECKING:  # most games are not recorded
    from toc_pi.app.recording.recording import Recording


class JournaledGame:
    """Steps the referee and journals the effects; starts a new game once the old one is over or abandoned.

    Args:
        settings: stored with a game, to resume it.
        now: returns the date and time (ISO 8601).
        recording: of this one game, with its pictures; None for no recording.
    """

    def __init__(  # the game, and everywhere it is stored
        self,
        journal: Journal,
        game: Game,
        seats: tuple[Seat, ...],
        settings: Json,
        now: Callable[[], str],
        recording: "Recording | None" = None,
    ) -> None:
        self.game = game
        self.recording = recording
        self._journal = journal
        self._seats = seats
        self._settings = settings
        self._now = now
        self._referee = Referee(game)
        self._may_begin = False
        self._pending: tuple[Event, ...] = ()
        self._seen: Mapping[Hole, Seat] = {}

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at the moment; None if it can."""
        return self._journal.trouble

    def notice(self) -> str | None:
        """What was damaged or lost, or why the recording ended, each reported once; None for nothing new."""
        if self.recording is not None and (ended := self.recording.notice()):
            return ended
        return self._journal.notices.pop(0) if self._journal.notices else None

    def begin(self) -> Turn:
        """Start a game, and return its first turn."""
        self._journal.begin(self._settings, self._now())
        self._referee = Referee(self.game)
        self._may_begin = False
        return self._referee.turn()

    def go_on(self, saved: Saved) -> Resumed:
        """Resume an earlier game."""
        self._pending = self._journal.go_on(saved)
        self._referee = Referee(self.game, saved.state)
        self._may_begin = True
        self._seen = saved.seen
        return Resumed(saved.t)

    def step(self, event: Event) -> tuple[Effect, ...]:
        """Step the referee, journal the effects, and return them: effects are stored before they are
        shown.
        """
        self._may_begin = self._may_begin and not isinstance(event, Declared)
        if isinstance(event, Seen):
            self._seen = event.holes
        effects = keep(self._journal, self._referee, event)
        if isinstance(event, Resumed):
            # Taps journaled just before the program ended, and not judged yet.
            pending, self._pending = self._pending, ()
            for tap in pending:
                effects += keep(self._journal, self._referee, tap)
        if self.recording is not None:
            self.recording.write(event, effects)
        for effect in effects:
            if isinstance(effect, Ended):
                self._journal.end(self._now(), effect.winners)
                self._may_begin = True
        return effects

    def standing(self) -> Mapping[Hole, Seat]:
        """The settled position of all pawns, camps included."""
        return standing(self._referee.state.record[0], self._seats)

    def stood(self) -> Mapping[Hole, Seat]:
        """The same, with camp holes as last observed; may be called from another thread."""
        return standing(self._referee.state.record[0], self._seats, self._seen)

    @property
    def state(self) -> RefereeState:
        """The referee's state."""
        return self._referee.state

    def begin_anew(self, seen: Seen) -> Turn | None:
        """Start a new game if all pawns are back in their camps: after the end, or instead of resuming.

        A recording holds a single game.

        Returns:
            The first turn; None if the game goes on.
        """
        if not self._may_begin or self.recording is not None:
            return None
        camps = {hole: seat for seat in self._seats for hole in camp_holes(seat)}
        packed_up = not seen.unsure and dict(seen.holes) == camps != self.standing()
        return self.begin() if packed_up else None


MAX_DAMAGED = 8  # maximum number of damaged files quarantined one by one: the journal, and files beside it


def stored_game_folders(tell: Report) -> DataFolders:
    """The folders of stored games: this user's, or for root the appliance's if root's own are empty."""
    own = find_places(os.environ, Path.home())
    places = places_to_look(own, os.environ, is_root=os.geteuid() == 0)
    if places != own:
        tell(
            said(
                "these are the appliance's own folders: {config}, {state}",
                config=places.config,
                state=places.state,
            )
        )
    return set_up_places(places)


def screen_turned(places: DataFolders | None = None) -> int:
    """The configured screen rotation, by default this user's, degrees clockwise; 0 if unknown."""
    places = set_up_places(find_places(os.environ, Path.home())) if places is None else places
    for path in (places.settings, last_good(places).settings):
        with suppress(BadInput, OSError):
            return chosen(TURNS, read_toml(path).get("turned"), 0)
    return 0


def hold_folder(places: DataFolders, tell: Report, command: str = "play") -> AbstractContextManager[None]:
    """Lock the folder against other programs while this one writes to it."""
    who = f"toc-pi {command} (process {os.getpid()}, since {time.strftime('%H:%M')})"
    return hold(places.lock, who, tell)


def open_journal(places: DataFolders, tell: Report) -> Journal:
    """Open the journal; damaged files are quarantined, reported, and replaced by new ones."""
    damaged: list[str] = []
    while True:
        try:
            journal = Journal(places.games)
        except DamagedStore as error:
            if len(damaged) == MAX_DAMAGED:
                raise
            damaged.append(str(error))
            tell(damaged[-1])
        else:
            if journal.damage is not None:
                tell(journal.damage)
            if damaged and journal.is_empty:
                journal.notices.append(said("earlier games couldn't be read; their file was put aside"))
            return journal


def report_loss(path: Path, tell: Report, game: int | None = None) -> bool:
    """Report what a journal, or one of its games, has lost since it was written; False for nothing."""
    loss = find_loss(path)
    if loss is None or not (game is None or loss.touches(game)):
        return False
    tell(said("{path}: {why}", path=path, why=loss.message()))
    return True


def find_unfinished(
    journal: Journal, places: DataFolders, settings: TableConfig, game: Game, tell: Report
) -> Saved | None:
    """The game to resume, if it was played with these settings and can be read."""
    try:
        saved = journal.unfinished()
        if saved is None or not isinstance(saved.settings, dict):
            return None
        if not is_same_game(saved.settings, settings_kept(places)):
            tell(
                said(
                    "game {number} was played with other settings; it is kept, a new game begins",
                    number=saved.id,
                )
            )
            return None
        check_saved(saved, game, settings.board)
        if (changed := tell_other_board(saved.settings, settings.board, saved.id, tell)) is not None:
            journal.notices.append(changed)
    except DamagedStore as error:
        tell(said("{why}; a new game begins", why=error))
        return None
    return saved


def is_same_game(kept: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a game with one of two stored settings can continue with the other."""
    return bool(_of_the_game(kept) == _of_the_game(other))


def _of_the_game(kept: Mapping[str, Any]) -> Any:
    """The settings stored with a game, without those that may change during it and without empty ones."""
    try:
        settings = json.loads(str(kept.get("content")))
    except (ValueError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    board = Path(str(settings.get("board", ""))).name
    rest = {key: value for key, value in settings.items() if key not in ROOM_KEYS and value not in ([], {})}
    return {**rest, "board": board}


def settings_kept(places: DataFolders | Mapping[str, Any], board: Board | None = None) -> dict[str, str]:
    """The settings to store with a game for resuming it, with a checksum of its board."""
    settings = read_toml(places.settings) if isinstance(places, DataFolders) else places
    content = {"content": json.dumps(settings, sort_keys=True)}
    return content if board is None else content | {"board": _sum_of(board)}


def tell_other_board(kept: Any, board: Board, game: int, tell: Report) -> Message | None:
    """Report if a game was played on another board: its file may have been replaced."""
    if not isinstance(kept, dict) or kept.get("board", _sum_of(board)) == _sum_of(board):
        return None
    told = said("the board {name} has changed since game {number} began", name=board.name, number=game)
    tell(told)
    return told


def _sum_of(board: Board) -> str:
    return f"{zlib.crc32(format_board(board).encode()):08x}"


def check_saved(saved: Saved, game: Game, board: Board) -> None:
    """Check that a game can be resumed: damaged data may still be valid JSON, and crash on every start.

    Raises:
        DamagedStore: it can't.
    """
    try:
        stood = standing_at_break(saved, seats_of(board.seats))
        positions = () if saved.state is None else (*saved.state.record, *_before(saved.state))
        strange = {hole for position in positions for hole, _ in position.pawns} | set(stood)
        strange -= {
            *map(Hole, board.holes),
            *(hole for seat in seats_of(board.seats) for hole in camp_holes(seat)),
        }
        if strange:
            raise BadInput("{hole} isn't a hole of {board}", hole=sorted(strange)[0], board=board.name)
        referee = Referee(game, saved.state)
        for event in (Resumed(saved.t), Seen(saved.t, stood), Tick(saved.t + 1.0)):
            referee.step(event)
        Referee(game, saved.state).step(Declared(saved.t, game.first, "undo"))
    except Exception as error:
        why = on_one_line(str(error)) or type(error).__name__
        raise DamagedStore("game {number} can't go on ({why})", number=saved.id, why=why) from error


def standing_at_break(saved: Saved, seats: Sequence[Seat]) -> Mapping[Hole, Seat]:
    """The holes of all pawns when a game was interrupted: as settled, or as last observed in camps."""
    out = Position(frozenset()) if saved.state is None else saved.state.record[0]
    return standing(out, seats, saved.seen)


def _before(state: RefereeState) -> list[Position]:
    return [position for turn in state.turns for position in turn.record]
