"""Runs a filmed game as a stream of happenings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import NamedTuple

from calibration.holes import Hole, seats_of
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame
from toc_pi import effects
from toc_pi.app.camera.board_watcher import FrameObserver
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.camera.waiting_pawns import WaitingPawns, has_no_camps
from toc_pi.app.event_lines import JsonLine, Judge, explained, rounded
from toc_pi.app.process import give_back, use_one_heap
from toc_pi.app.recording.clip import Clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, State
from toc_pi.events import CardsHeld, Declared, Event, Seen, Tick, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.observer import Observer
from toc_pi.vision.reliability import reliability_warnings


class PawnChange(NamedTuple):
    """A pawn that moved, came (no `start`) or went (no `end`): its name, its holes before and now."""

    pawn: str
    start: str | None
    end: str | None


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
    return tuple(PawnChange(pawn, start, end) for pawn, moved in pairs for start, end in moved)


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
