"""Runs a filmed game as a stream of happenings, and plays them in a window at the film's pace."""

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from calibration.camera import flat, project
from calibration.holes import Hole, seats_of
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame
from toc_pi import effects
from toc_pi.app.camera.board_watcher import FrameObserver
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.camera.waiting_pawns import WaitingPawns, has_no_camps
from toc_pi.app.event_lines import JsonLine, Judge, explained, rounded
from toc_pi.app.film_summary import SUMMARY_S
from toc_pi.app.process import give_back, rest, use_one_heap
from toc_pi.app.recording.clip import Clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.app.stage import Stage
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, State, Verdict
from toc_pi.events import CardsHeld, Declared, Event, Seen, Tick, ViewChanged
from toc_pi.languages import load_texts
from toc_pi.referee.referee import Referee
from toc_pi.screen.film_view import FilmWindow, Spot
from toc_pi.screen.pages.end_layout import Summary
from toc_pi.screen.palette import colour_of
from toc_pi.screen.window import Quit, Tapped
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.observer import Observer
from toc_pi.vision.reliability import reliability_warnings

PawnChange = tuple[str, str | None, str | None]
"""A pawn's name, its hole before (None if it appeared), and now (None if it disappeared)."""


def changes(before: Mapping[str, str], now: Seen) -> tuple[PawnChange, ...]:
    """Changes from the certain pawns before to a new observation; uncertain holes are ignored.

    Pawns of one name can't be distinguished: vacated holes are paired with newly occupied ones in order.
    """
    left, came = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for hole, pawn in sorted(before.items()):
        if hole not in now.unsure and now.holes.get(Hole(hole)) != pawn:
            left[pawn].append(hole)
    for hole, seat in sorted(now.holes.items()):
        if before.get(str(hole)) != str(seat):
            came[str(seat)].append(str(hole))
    pairs = ((pawn, zip_longest(left[pawn], came[pawn])) for pawn in sorted({*left, *came}))
    return tuple((pawn, start, end) for pawn, moved in pairs for start, end in moved)


def standing_after(before: Mapping[str, str], now: Seen) -> dict[str, str]:
    """Every certainly occupied hole; uncertain holes keep their earlier pawn."""
    kept = {hole: pawn for hole, pawn in before.items() if hole in now.unsure}
    return kept | {str(hole): str(seat) for hole, seat in now.holes.items()}


# After a film's end, time continues for SETTLE_S in steps of SETTLE_STEP_S, so that the referee's waits end.
SETTLE_S = 2.0
SETTLE_STEP_S = 0.25


@dataclass(frozen=True, slots=True)
class Passed:
    """A picture was processed; no more events with its time will come."""

    frame: Frame


Happening = BoardFound | Seen | Passed | Effect


def film_events(
    frames: Iterable[Frame], observer: Observer, taps: Sequence[Declared] = ()
) -> Iterator[Event | Passed]:
    """The events of a film: for each picture taps, its observations, the time, and `Passed`.

    At the end time continues briefly.
    """
    looking, waiting, now = FrameObserver(observer), sorted(taps, key=lambda tap: tap.t), 0.0
    for frame in frames:
        now = frame.t
        due = [tap for tap in waiting if tap.t <= now]
        waiting = waiting[len(due) :]
        yield from due
        yield from (each for each in looking.look(frame) if not isinstance(each, CardsHeld))
        yield Tick(now)
        yield Passed(frame)
    yield from waiting
    now = max([now, *(tap.t for tap in waiting)])
    for step in range(1, round(SETTLE_S / SETTLE_STEP_S) + 1):
        yield Tick(now + SETTLE_STEP_S * step)


def watch(
    clip: Clip, game: Game | None, film: Camera, explain: Callable[[str], None] | None = None
) -> Iterator[Happening]:
    """Referee a clip; yields the calibration, then observations and effects, and each picture's `Passed`
    last.

    Args:
        clip: its settings and taps.
        game: rules and table, from `toc_pi.app.setup.table_summary`; None without a referee.
        film: its pictures; closed at the end.
        explain: called with the referee's hypotheses, line by line, as they change.

    Raises:
        BadInput, BadFilm, CannotSee: as `setup_pictures` and `find_board`.
    """
    use_one_heap()
    try:
        pictures = setup_pictures(clip, film)
        calibration = find_board(clip, [frame.image for frame in pictures])
        sees_cards = game is not None and game.declare == "camera"
        observer = Observer(calibration, PileTracker(calibration.board) if sees_cards else None)
        found_t, shown = pictures[-1].t, iter(pictures)
        del pictures  # each can be freed once it was shown
        give_back()
        yield BoardFound(found_t, calibration, observer.camouflaged)
        judge: Judge = view_alone
        if game is not None:
            referee = Referee(game)
            step = referee.step if explain is None else explained(referee, explain)
            judge = _completing(step, clip) if has_no_camps(clip.board) else step
            yield replace(referee.turn(), t=found_t)
        for event in film_events(chain(shown, iter(film.read, None)), observer, clip.taps):
            if isinstance(event, Passed):
                yield event
                continue
            follows = judge(event)
            for effect in follows:
                if isinstance(effect, effects.CardConfirmed):
                    observer.teach(effect.n, effect.card)
            if isinstance(event, Seen):
                yield event
                give_back()
            yield from follows
    finally:
        film.close()


def view_alone(event: Event) -> tuple[Effect, ...]:
    """The state of the view, without rules."""
    return (State(event.t, event.state),) if isinstance(event, ViewChanged) else ()


def _completing(step: Judge, clip: Clip) -> Judge:
    """A referee that also gets waiting pawns; the printed observations stay unchanged."""
    waiting = WaitingPawns(seats_of(clip.board.seats))
    return lambda event: step(waiting.fill(event))


def calibrated_line(t: float, found: Calibration, camouflaged: tuple[str, ...]) -> JsonLine:
    """The board was found, and what is hard to see on it.

    `alike` are pairs of pawns that look alike, `camouflaged` pawns that look like the paint of their holes,
    `doubts` other difficulties.
    """
    hard = {
        "alike": [list(pair) for pair in found.looks.alike],
        "camouflaged": list(camouflaged),
        "doubts": list(reliability_warnings(found)),
    }
    line: JsonLine = {"t": rounded(t), "event": "calibrated", "error_px": round(found.error_px, 3)}
    return line | {name: what for name, what in hard.items() if what}


LINGER_S = 2.0  # how long the last picture is shown before the summary
POLL_S = 0.02  # between two polls for taps

# While the board is searched, dots count up to one less than DOTS, one more after each DOT_S.
DOT_S = 0.6
DOTS = 4

SPOT = 0.45  # radius of a ring over the film, in pitches between holes


class FilmPlayer:
    """Plays a stream of happenings in a window.

    Args:
        stage: shows the game; left open.
        speed: 1 for the film's own pace, 2 for twice as fast.
        tell: called with each happening before it is shown.
    """

    def __init__(
        self, stage: Stage, window: FilmWindow, speed: float, tell: Callable[[Happening], None]
    ) -> None:
        self._stage = stage
        self._window = window
        self._speed = speed
        self._tell = tell
        self._words = load_texts("summary", stage.scene.preferences.language)["said"]
        self._calibration: Calibration | None = None
        self._spots: tuple[Spot, ...] = ()
        self._begun: float | None = None

    def play(self, happenings: Iterable[Happening], first: Frame | None) -> bool:
        """Play until the film ends; False if the window was closed before.

        Args:
            happenings: from `toc_pi.app.film_session`.
            first: the film's first picture, shown while the board is searched.
        """
        if first is not None:
            self._window.show_film(first.image)
        coming = iter(happenings)
        with ThreadPoolExecutor(1) as worker:
            found = worker.submit(next, coming, None)
            left = not self._live_until(found.done, self._words["looking"])
        happening = found.result()
        if left or happening is None:
            return not left
        if not all(self._shown(each) for each in chain((happening,), coming)):
            return False
        until = time.monotonic() + LINGER_S
        return self._live_until(lambda: time.monotonic() >= until, "")

    def sum_up(self, summary: Summary) -> None:
        """Show the summary until a tap, a key, or `SUMMARY_S`."""
        self._window.finish(summary)
        until = time.monotonic() + SUMMARY_S
        while time.monotonic() < until and not self._stage.touches():
            rest(POLL_S)

    def _shown(self, happening: Happening) -> bool:
        """Show one happening; False once the window is closed."""
        self._tell(happening)
        if isinstance(happening, Passed):
            self._window.show_film(happening.frame.image, self._spots)
            return self._wait(happening.frame.t / self._speed)
        if isinstance(happening, BoardFound):
            self._calibration = happening.calibration
            doubts = self._stage.look_at(happening.calibration, happening.camouflaged)
            self._stage.hint(" ".join(doubts))
            return True
        if isinstance(happening, Seen):
            self._spots = self._read(happening)
        if isinstance(happening, Verdict):
            self._stage.hint("")  # the hint about hard-to-see pawns was shown
        self._stage.show(happening)
        return True

    def _read(self, seen: Seen) -> tuple[Spot, ...]:
        """Marks at the observed holes in the picture; camp areas are left out."""
        if self._calibration is None:
            return ()
        board, pose = self._calibration.board, self._calibration.pose
        pawns = {str(hole): str(seat) for hole, seat in seen.holes.items()}
        pawns |= {str(hole): "" for hole in seen.unsure}
        spots = []
        for hole, seat in pawns.items():
            if hole not in board.holes:
                continue
            x, y = board.holes[hole]
            middle, side = project(flat(((x, y), (x + SPOT * board.pitch_mm, y))), pose).tolist()
            colour = colour_of(self._calibration.colours.get(seat, "")) if seat else None
            spots.append(Spot(middle[0], middle[1], math.dist(middle, side), colour))
        return tuple(spots)

    def _live_until(self, done: Callable[[], bool], doing: str) -> bool:
        """Keep the window responsive, with running dots, until `done`; False once it is closed."""
        begun, is_open = time.monotonic(), True
        while not done():
            dots = int((time.monotonic() - begun) / DOT_S) % DOTS
            self._window.caption(doing and f"{doing} {'.' * dots}")
            is_open &= not any(isinstance(event, Quit) for event in self._stage.touches())
            rest(POLL_S)
        self._window.caption("")
        return is_open

    def _wait(self, due_s: float) -> bool:
        """Keep the window responsive until a time of the film, also during pauses; False once it is
        closed.
        """
        now = time.monotonic()
        self._begun = now - due_s if self._begun is None else self._begun
        paused_at: float | None = None
        while True:
            for event in self._stage.touches():
                if isinstance(event, Quit):
                    return False
                if event == Tapped("pause"):
                    if paused_at is None:
                        paused_at = time.monotonic()
                    else:
                        self._begun += time.monotonic() - paused_at
                        paused_at = None
                    self._window.caption("" if paused_at is None else self._words["paused"])
            left = self._begun + due_s - time.monotonic()
            if paused_at is None and left <= 0:
                return True
            rest(POLL_S if paused_at is not None else min(POLL_S, left))
