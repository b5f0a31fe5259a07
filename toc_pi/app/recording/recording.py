"""Recording on request: a clip folder (FOOTAGE.md) that grows while a camera runs.

However it ends (a signal, a full disk, a power cut), the folder is a clip that `toc-pi watch` can referee up
to that point: the film is complete up to its last picture, the taps are lines, other files are replaced
atomically.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from calibration.board.board import Board
from calibration.board.board_file import load_board, shipped_boards, write_board
from calibration.files.disk import write_whole
from hardware.camera import Camera, Frame
from hardware.errors import DeviceFailed
from hardware.mp4 import FilmFile
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.film_session import Passed, watch
from toc_pi.app.recording.accepted import Accepted
from toc_pi.app.recording.clip import Clip
from toc_pi.belief.game import Game
from toc_pi.documents import toml, toml_key
from toc_pi.effects import Effect
from toc_pi.errors import BadInput, there_already
from toc_pi.events import Declared, Event, Seen
from toc_pi.messages import said
from toc_pi.store.folder import DiskWorker

# The files of a clip.
FILM, TAPS, SETTINGS, TRUTH = "film.mp4", "declared.jsonl", "clip.toml", "truth.json"
SETUP_S = 2.0  # length of the set-up at the film's beginning

SPARE_BYTES = 300_000_000  # free space kept on the disk for the journal and the system
LOOK_EVERY = 20  # pictures between two checks of the disk
# Settings that aren't written into a clip.
NOT_OF_A_CLIP = ("language", "camera")


@dataclass(frozen=True, slots=True)
class RecordingLimits:
    """Limits of a recording.

    Attributes:
        fps: pictures per second.
        most_bytes: maximum size of the film.
        spare_bytes: left free on the disk.
    """

    fps: float = 5.0
    most_bytes: int = 4_000_000_000
    spare_bytes: int = SPARE_BYTES


class Recording:
    """Writes a clip folder; times of pictures and events are stored relative to the first picture.

    Attributes:
        folder: the clip.
        ended: why the recording ended, as a sentence; empty while it runs.
        failed: whether a disk error ended it.
    """

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, Any],
        board: Board,
        limits: RecordingLimits,
        *,
        refereed: bool,
    ) -> None:
        """Create the folder.

        Args:
            folder: must not exist, or be empty: nothing is overwritten.
            settings: the table's settings as in its file.
            board: the table's.
            limits: of the recording.
            refereed: whether a referee gives verdicts; else sure observations count as accepted.

        Raises:
            BadInput: the folder isn't empty, can't be written, or the disk has no room.
        """
        self.folder, self.ended, self.failed = folder, "", False
        self._told = ""
        self._limits = limits
        self._settings = {
            **{key: value for key, value in settings.items() if key not in NOT_OF_A_CLIP},
            "name": folder.name,
            "film": FILM,
            "setup": [0.0, SETUP_S],
        }
        self._accepted = Accepted(refereed=refereed)
        self._film: FilmFile | None = None
        self._begun = 0.0
        self._now = 0.0
        self._taps: TextIO | None = None
        self._disk = DiskWorker(self._refused)
        _make(folder, limits.spare_bytes)
        try:
            self._settings["board"] = _keep_board(board, folder)
            write_whole(folder / SETTINGS, self._settings_text())
            self._taps = (folder / TAPS).open("x", encoding="utf-8")
        except OSError as error:
            raise BadInput("{path}: can't be written ({why})", path=folder, why=error.strerror) from error

    @property
    def length_s(self) -> float:
        """Seconds of film so far."""
        return 0.0 if self._film is None else self._film.count / self._film.fps

    @property
    def size_bytes(self) -> int:
        """Size of the film so far."""
        return 0 if self._film is None else self._film.bytes_written

    def picture(self, frame: Frame) -> None:
        """Record a picture if one is due; pictures missed by a slow camera are filled with its last one."""
        if self.ended:
            return
        self._now = frame.t
        try:
            if self._film is None:
                height, width = frame.image.shape[:2]
                self._begun = frame.t
                self._film = FilmFile(self.folder / FILM, self._limits.fps, (width, height))
            film = self._film
            due = int((frame.t - self._begun) * film.fps + 1e-6)
            if due < film.count:
                return
            while film.count < due and not self._full(film):
                film.repeat()
            if not self._full(film):
                film.write(frame.image)
        except DeviceFailed as error:
            self._end(str(error), failed=True)

    def found(self, t: float, setup: tuple[float, float] | None = None) -> None:
        """Store when the board was still with all pawns in their camps: until now, or during a span."""
        begin, end = setup or (t - SETUP_S, t)
        begin, end = max(0.0, begin - self._begun), end - self._begun
        self._settings["setup"] = [round(begin, 3), round(max(end, begin + 0.1), 3)]
        settings = self._settings_text()
        self._disk.do(SETTINGS, lambda: write_whole(self.folder / SETTINGS, settings))

    def tap(self, tap: Declared) -> None:
        """Record a player's tap."""
        row = {key: value for key in ("seat", "do", "card", "cards") if (value := getattr(tap, key))}
        if self._taps is not None and not self.ended:
            line = json.dumps({"t": round(max(0.0, tap.t - self._begun), 3), **row}, ensure_ascii=False)
            file = self._taps.fileno()
            try:
                self._taps.write(f"{line}\n")
                self._taps.flush()
            except OSError as error:
                self._refused(error)
            self._disk.do(TAPS, lambda: os.fsync(file))

    def note(self, what: Seen | Effect) -> None:
        """Record an observation or an effect of the referee."""
        if self._accepted.note(what) and not self.ended:
            truth = self._accepted.truth(self._now, self._begun)
            self._disk.do(TRUTH, lambda: self._write_truth(truth))

    def write(self, event: Event, effects: Iterable[Effect]) -> None:
        """Record an event for the referee, and its effects."""
        if isinstance(event, Declared):
            self.tap(event)
        if isinstance(event, Seen):
            self.note(event)
        for effect in effects:
            self.note(effect)

    def notice(self) -> str:
        """Why the recording ended, once; "" for nothing new."""
        self._told, told = self.ended, self._told
        return "" if told else self.ended

    def wait(self) -> None:
        """Wait until everything except the film's last pictures is on the disk."""
        self._disk.wait()

    def close(self) -> None:
        """Finish the files; without any picture the folder is deleted. May be called twice."""
        if self._taps is None:
            return
        self._disk.wait()
        self._taps.close()
        self._taps = None
        if self._film is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        self._film.close()
        with suppress(OSError):
            self._write_truth(self._accepted.truth(self._now, self._begun))

    def discard(self) -> None:
        """Delete the recording."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _full(self, film: FilmFile) -> bool:
        """Whether the limits are reached; then the recording ends."""
        if film.bytes_written >= self._limits.most_bytes:
            self._end(
                said(
                    "{path}: {size} are recorded, the limit is reached",
                    path=self.folder,
                    size=_size(film.bytes_written),
                ),
                failed=False,
            )
        elif film.count % LOOK_EVERY == 0:
            free = shutil.disk_usage(self.folder).free
            if free < self._limits.spare_bytes:
                self._end(
                    said("{path}: only {size} are left on the disk", path=self.folder, size=_size(free)),
                    failed=True,
                )
        return bool(self.ended)

    def _end(self, why: str, *, failed: bool) -> None:
        # Also called from the camera's thread: files that the table's thread writes are closed by `close`.
        self.ended, self.failed = said("{why}; no more pictures are kept", why=why), failed

    def _refused(self, error: OSError) -> None:
        self._end(said("{path}: can't be written ({why})", path=self.folder, why=error.strerror), failed=True)

    def _settings_text(self) -> bytes:
        return "".join(f"{toml_key(key)} = {toml(value)}\n" for key, value in self._settings.items()).encode()

    def _write_truth(self, truth: Mapping[str, Any]) -> None:
        write_whole(self.folder / TRUTH, f"{json.dumps(truth, ensure_ascii=False)}\n".encode())


def _make(folder: Path, spare_bytes: int) -> None:
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise there_already(folder)
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise BadInput("{path}: can't be made ({why})", path=folder, why=error.strerror) from error
    if free < spare_bytes:
        folder.rmdir()
        raise BadInput(
            "{folder}: only {size} are left on the disk; {size2} must stay free",
            folder=folder,
            size=_size(free),
            size2=_size(spare_bytes),
        )


def _keep_board(board: Board, folder: Path) -> str:
    """The name of a shipped board; any other is copied into the clip."""
    if board.name in shipped_boards() and load_board(board.name) == board:
        return board.name
    name = f"{board.name}.toml"
    write_board(board, folder / name)
    return name


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


class RecordingCamera:
    """A camera that records its pictures."""

    def __init__(self, camera: Camera, recording: Recording) -> None:
        self._camera = camera
        self._recording = recording

    def read(self) -> Frame | None:
        """The next picture."""
        frame = self._camera.read()
        if frame is not None:
            self._recording.picture(frame)
        return frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()


def privacy(folder: Path) -> str:
    """The privacy notice for a recording."""
    return said(
        "Pictures of the table are kept in {folder}, because you asked for it; they are sent "
        "nowhere. To delete them: rm -r {folder2}",
        folder=folder,
        folder2=folder,
    )


def record_clip(clip: Clip, game: Game | None, film: Camera, recording: Recording) -> Iterator[float]:
    """Referee a clip and record it again.

    Yields:
        The time of each picture once it is recorded, s.

    Raises:
        BadInput, BadFilm, CannotSee: as `toc_pi.app.film_session.watch`.
    """
    taps = list(clip.taps)
    for happening in watch(clip, game, RecordingCamera(film, recording)):
        if isinstance(happening, BoardFound):
            recording.found(happening.t, clip.setup)
        elif isinstance(happening, Passed):
            while taps and taps[0].t <= happening.frame.t:
                recording.tap(taps.pop(0))
            yield happening.frame.t
        else:
            recording.note(happening)
    for tap in taps:
        recording.tap(tap)
