"""Readings over time: an observation whenever the board is still and clear (no knowledge of the rules).

Most pictures only pass through the motion gate. A still one is read; two agreeing readings make an
observation. Before that, the pose is verified, or the board is found again.
"""

from collections.abc import Set
from dataclasses import replace
from itertools import compress
from typing import Literal

import numpy as np

from calibration.appearance.areas import with_area_holes
from calibration.appearance.updates import update_after_bump, update_light, update_vacated
from calibration.arrays import Image, Singles
from calibration.holes import Hole, Seat
from calibration.pose.tracking import check_pose, find_again
from calibration.setup.calibration_file import Calibration
from toc_pi.events import CameraView, Card, CardsHeld, Looked, OnPile, Seen, ViewChanged
from toc_pi.vision.appearance_model import FADED, AppearanceModel
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.motion_gate import Change, Field, GreyPicture, MotionGate, make_field
from toc_pi.vision.occlusion.cover import has_arm, with_free_picture
from toc_pi.vision.reading import Reading, has_moved, make_reader, read_with, warped_reader
from toc_pi.vision.reliability import find_camouflaged

AGREE_S = 0.15  # least time between two readings that must agree
CHECK_S = 3.0  # time between verifications of the pose while nothing happens
SEARCH_S = 0.8  # time between searches for a lost board
SEARCH_RESTING_S = 4.0  # time between searches while a hand may just rest on the board
REST_S = 25.0  # something still for this long isn't a hand
UPDATE_S = 2.0  # time between updates of the empty board's picture
_COVERED = 0.02  # largest covered share of the board at which its picture is updated
# Beside a resting hand the board hasn't moved if both hold:
_SEEN_BESIDE = 0.4  # least share of the holes in place
_HELD_PX = 2.5  # they are shifted by less
_LIGHT_CHANGE_S = 2.5  # after a lamp is switched, the picture is still again within this time
_LIGHT_SHARE = 0.15  # share of the field that a change of light changes: arms beside it change at most 0.05
_LOST_HOLES = 3  # additional uncertain holes that trigger verifying the pose, or learning a new light
_WHITE = 0.5  # probability from which a pawn counts as showing white
_NEW_PROBABILITY = 0.15  # change of an uncertain hole's probability that makes a new observation

_MIN_CORRELATION = 0.5  # least correlation of any grid; lower if a pawn came or left
_USUAL_CORRELATION = 0.7  # least correlation of nine grids in ten


class Observer:
    """Processes every picture in order and reports what changed."""

    def __init__(self, calibration: Calibration, cards: PileTracker | None = None) -> None:
        self._cards = cards
        self._reader = make_reader(calibration)
        self._gate = MotionGate(self._field())
        self._state: CameraView = "watching"
        self._accepted: GreyPicture | None = None
        self._pending: tuple[float, Reading, GreyPicture] | None = None
        self._last: Reading | None = None  # the last accepted reading
        self._reported: Reading | None = None  # the last one that made an observation
        self._checked_t = -CHECK_S
        self._searched_t = float("-inf")
        self._updated_t = -UPDATE_S
        self._resting_since: float | None = None
        # The last still picture of the reported board.
        self._last_still: tuple[float, Image, GreyPicture] | None = None
        self._pose_verified = False

    @property
    def camouflaged(self) -> tuple[str, ...]:
        """The pawns that are hardly visible in their own holes."""
        return find_camouflaged(self._reader.model)

    def look(self, frame_t: float, image: Image) -> tuple[Looked, ...]:
        """Process one picture, (h, w, 3), of the calibration's camera; `frame_t` is in seconds of film."""
        now, change = self._gate.process(image)
        if change is None:
            return ()
        laid: tuple[OnPile | CardsHeld, ...] = ()
        if self._cards is not None and self._gate.noise is not None:
            pose = self._reader.model.pose
            laid = self._cards.look(frame_t, self._gate.shifted(image), now, self._gate.noise, pose)
        return (*self._look(frame_t, image, now, change), *laid)

    def _look(
        self, frame_t: float, image: Image, now: GreyPicture, change: Change
    ) -> tuple[Seen | ViewChanged, ...]:
        image = self._gate.denoised(image)
        if not change.still:
            self._accepted = None
            self._resting_since = None
            self._searched_t = float("-inf")
            if has_arm(image, self._reader.model, self._reader.free_field):
                self._discard_pending()
                return self._change_view(frame_t, "hand")
        elif change.lit:
            self._discard_pending()
            return self._change_view(frame_t, "light")
        if self._accepted is not None and self._pending is None:
            since = self._gate.compare(now, self._accepted)
            same = since.still and not since.lit and frame_t - self._checked_t < CHECK_S
            if same and not (self._gate.averaging and self._last is not None and self._last.unsure):
                self._last_still = frame_t, image, now
                return ()
        if self._is_soon(frame_t, now):
            return ()
        return self._read(frame_t, image, now)

    def teach(self, n: int, card: Card) -> None:
        """Learn the appearance of the n-th card on the pile: its rank was confirmed."""
        if self._cards is not None:
            self._cards.teach(n, card)

    def ask_for_cards(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards."""
        if self._cards is not None:
            self._cards.ask(asks)

    def settings_changed(self, t: float) -> tuple[ViewChanged, ...]:
        """Note that the camera's settings changed: the next picture differs by light, not by a hand.

        Args:
            t: seconds of film, of the first picture with the new settings.
        """
        self._gate.forget()
        self._discard_pending()
        return self._change_view(t, "light")

    def _is_soon(self, t: float, now: GreyPicture) -> bool:
        """Whether it is too soon for the second of two readings, with nothing changed since the first."""
        pending = self._pending
        if pending is None or t - pending[0] >= AGREE_S:
            return False
        since = self._gate.compare(now, pending[2])
        return since.still and not since.lit

    def _read(self, t: float, image: Image, now: GreyPicture) -> tuple[Seen | ViewChanged, ...]:  # noqa: C901  # a case for each outcome of a look
        reading = read_with(image, self._reader, self._last)
        if reading.state == "blind":
            self._discard_pending()
            return self._change_view(t, "blind")
        resting = self._is_resting(t, reading)
        due = not self._pose_verified or t - self._checked_t >= CHECK_S
        if due or resting or self._is_lost(t, image, now, reading):
            pose_state = self._verify_pose(t, image, resting)
            if pose_state == "moved":
                self._pending = None
                return self._change_view(t, "moved")
            if pose_state == "found again":
                reading = read_with(image, self._reader, self._last)
                resting = self._is_resting(t, reading)
        if resting:
            if self._last is not None and self._is_light_change(t, image, now, reading, self._last):
                self._update_light(t, image, self._last)
                return self._change_view(t, "light")
            self._discard_pending()
            return self._change_view(t, "hand")
        pending = self._pending
        still = pending is not None and self._gate.compare(now, pending[2]).still
        if pending is None or not still or not _agree(pending[1], reading):
            self._pending = (t, reading, now)
            return ()
        if t - pending[0] < AGREE_S:
            return ()
        self._pending = None
        if self._last is not None and self._is_light_change(t, image, now, reading, self._last):
            self._update_light(t, image, self._last)
            return self._change_view(t, "light")
        self._accepted, self._last_still = now, (t, image, now)
        out = self._change_view(t, "watching")
        self._last = reading
        if self._update_board(t, image, reading):
            self._accepted = None  # the next picture is read with the updated model
        if reading.state == "clear":
            self._keep_free_picture(image)
        if self._reported is not None and _adds_nothing(self._reported, reading):
            return out
        self._reported = reading
        return (*out, _as_seen(t, reading))

    def _verify_pose(
        self, t: float, image: Image, resting: bool
    ) -> Literal["unmoved", "found again", "moved"]:
        """Verify the pose; if the board has moved, search for it."""
        model = self._reader.model
        board = model.calibration.board
        check = check_pose(image, board, model.pose)
        if check.ok:
            self._pose_verified, self._checked_t = True, t
            return "unmoved"
        if resting and check.share >= _SEEN_BESIDE and check.shift_px < _HELD_PX:
            return "unmoved"
        if t - self._searched_t < (SEARCH_RESTING_S if resting else SEARCH_S):
            return "unmoved" if resting else "moved"
        self._searched_t = t
        last_holes = {} if self._last is None else dict(self._last.holes)
        found = find_again(image, board, model.pose, holes=last_holes)
        if found is None:
            return "unmoved" if resting else "moved"
        self._pose_verified, self._checked_t = True, t
        if not has_moved(model, found.pose):
            return "unmoved"
        self._reader = warped_reader(self._reader, found.pose)
        self._gate = MotionGate(self._field(), self._gate.noise)
        self._accepted = self._pending = self._last_still = None
        self._updated_t = -UPDATE_S
        return "found again"

    def _is_resting(self, t: float, reading: Reading) -> bool:
        """Whether an arm rests over the board; anything still for too long isn't an arm."""
        if reading.state != "hand":
            return False
        if self._resting_since is None:
            self._resting_since = t
        return t - self._resting_since <= REST_S

    def _is_lost(self, t: float, image: Image, now: GreyPicture, reading: Reading) -> bool:
        """Whether formerly readable holes can't be read, and the light doesn't explain it."""
        last = self._last
        if last is None or len(reading.unsure) < len(last.unsure) + _LOST_HOLES:
            return False
        return not self._is_light_change(t, image, now, reading, last)

    def _is_light_change(
        self, t: float, image: Image, now: GreyPicture, reading: Reading, last_reading: Reading
    ) -> bool:
        """Whether this is the board reported a moment ago, in a light in which it can't be read."""
        last_still = self._last_still
        if last_still is None or not 0.0 < t - last_still[0] <= _LIGHT_CHANGE_S:
            return False
        # A lamp changes much of the field. An arm's shadow, or a new pawn, changes little of it.
        change = self._gate.compare(now, last_still[2])
        if not change.lit and change.moved < _LIGHT_SHARE:
            return False
        # A lamp going out over a varnished board may look like a hand; but a hand hides the holes below it.
        if reading.state != "hand" and len(reading.unsure) < len(last_reading.unsure) + _LOST_HOLES:
            return False
        return is_same_scene(last_still[1], image, self._reader.model, last_reading.unsure)

    def _update_light(self, t: float, image: Image, last_reading: Reading) -> None:
        """Learn board and pawns from this picture, with the last reported pawns."""
        model = self._reader.model
        calibration = model.calibration
        board = with_area_holes(calibration.board, last_reading.spots)
        looks = update_light(
            calibration.looks,
            image,
            board,
            model.pose,
            calibration.pawns,
            last_reading.holes,
            last_reading.unsure,
        )
        self._reader = make_reader(replace(calibration, looks=looks), like=self._reader)
        self._keep_free_picture(image)
        self._last_still, self._updated_t = None, t

    def _keep_free_picture(self, image: Image) -> None:
        reader = self._reader
        self._reader = replace(reader, free_field=with_free_picture(image, reader.model, reader.free_field))

    def _update_board(self, t: float, image: Image, reading: Reading) -> bool:
        """Learn the empty board from this picture, after a bump or under departed pawns.

        Returns:
            Whether anything was learned.
        """
        model = self._reader.model
        calibration = model.calibration
        taken = frozenset(reading.holes) | reading.unsure
        board = with_area_holes(calibration.board, reading.spots)
        vacated = sorted({*compress(model.grids.names, self._reader.guessed)} - taken)
        bumped = self._reader.moved
        if t - self._updated_t < UPDATE_S or reading.covered > _COVERED or not (bumped or vacated):
            return False
        self._updated_t = t
        if bumped:
            looks = update_after_bump(calibration.looks, image, board, model.pose, calibration.pawns, taken)
        else:
            looks = update_vacated(calibration.looks, image, model.grids, vacated, taken)
            if looks is calibration.looks:  # a pawn in front hides the unknown part of these holes
                return False
        self._reader = make_reader(replace(calibration, looks=looks), like=self._reader)
        return True

    def _field(self) -> Field:
        model = self._reader.model
        calibration = model.calibration
        return make_field(calibration.board, model.pose, calibration.pawns, calibration.size)

    def _discard_pending(self) -> None:
        self._accepted = self._pending = None
        self._pose_verified = False

    def _change_view(self, t: float, state: CameraView) -> tuple[ViewChanged, ...]:
        if state == self._state:
            return ()
        self._state = state
        return (ViewChanged(t, state),)


def _as_seen(t: float, reading: Reading) -> Seen:
    return Seen(
        t,
        {Hole(hole): Seat(pawn) for hole, pawn in reading.holes.items()},
        frozenset(map(Hole, reading.unsure)),
        {Hole(hole): odds for hole, odds in reading.probability.items()},
        {Hole(hole): odds for hole, odds in reading.white.items()},
    )


def _agree(first: Reading, second: Reading) -> bool:
    """Whether two readings agree in all holes that are certain in both."""
    doubtful = first.unsure | second.unsure
    holes = (set(first.holes) | set(second.holes)) - doubtful
    return all(first.holes.get(hole) == second.holes.get(hole) for hole in holes)


def _adds_nothing(last: Reading, new: Reading) -> bool:
    """Whether a reading adds nothing to the last one reported."""
    if last.holes != new.holes or last.unsure != new.unsure:
        return False
    if any(
        abs(chance - new.probability[hole].get(pawn, 0.0)) > _NEW_PROBABILITY
        for hole in last.unsure
        for pawn, chance in last.probability[hole].items()
    ):
        return False
    faces = [{hole for hole, odds in reading.white.items() if odds > _WHITE} for reading in (last, new)]
    return faces[0] == faces[1]


def is_same_scene(then: Image, now: Image, model: AppearanceModel, doubtful: Set[str]) -> bool:
    """Whether two still pictures from the model's pose differ only by light, ignoring doubtful holes."""
    compared = np.array([name not in doubtful for name in model.grids.names])
    if not compared.any():
        return False
    pattern_then, pattern_now = (_pattern(image, model)[compared] for image in (then, now))
    norms = np.sqrt((pattern_then * pattern_then).sum(axis=1) * (pattern_now * pattern_now).sum(axis=1))
    correlation = (pattern_then * pattern_now).sum(axis=1) / np.maximum(norms, 1e-6)
    return bool(correlation.min() >= _MIN_CORRELATION and np.quantile(correlation, 0.1) >= _USUAL_CORRELATION)


def _pattern(image: Image, model: AppearanceModel) -> Singles:
    """(holes, 3 * POINTS): each grid's logarithms minus their mean."""
    logs = np.log(np.asarray(model.sample(image), np.float32) + np.float32(FADED))
    logs -= logs.mean(axis=1, keepdims=True)
    return np.asarray(logs.reshape(len(logs), -1), np.float32)
