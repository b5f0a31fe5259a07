"""Shows a watched film in a window at its own pace, and at the end the summary: turns, flags, captures."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

from calibration.camera import flat, project
from calibration.holes import Seat, is_home
from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.loop import rest
from toc_pi.app.stage import Stage
from toc_pi.app.watch import Happening, Passed
from toc_pi.effects import Ended, Settled, TakenBack, Verdict
from toc_pi.events import Seen
from toc_pi.languages import Language, load_texts
from toc_pi.phrases import Phrases
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.screen.film_view import FilmWindow, Spot, Summary
from toc_pi.screen.palette import colour_of
from toc_pi.screen.window import Quit, Tapped
from toc_pi.words import card_of

MAX_FLAGGED = 8  # maximum number of flagged turns that are listed


def sum_up(
    happened: Iterable[object],
    seats: Sequence[Seat],
    phrases: Phrases,
    language: Language,
    command: str = "toc-pi play",
) -> Summary:
    """The summary of a game, from its effects in order; `command` is what to type to play."""
    last: dict[int, Verdict] = {}
    flagged: list[Verdict] = []
    settled: dict[int, Settled] = {}
    ended: Ended | None = None
    for each in happened:
        if isinstance(each, Verdict):
            last[each.n] = each
            flagged += [] if each.legal else [each]
        elif isinstance(each, Settled):
            settled[each.n] = each
        elif isinstance(each, TakenBack):
            last.pop(each.n, None)
            settled.pop(each.n, None)
            ended = None
        elif isinstance(each, Ended):
            ended = each
    words = load_texts("summary", language)["said"]
    played = words["turns_one" if len(last) == 1 else "turns"].format(turns=len(last))
    how_many = ("flagged_none", "flagged_one", "flagged_many")[min(2, len(flagged))]
    lines = [f"{played} {words[how_many].format(count=len(flagged))}"]
    lines += [_flagged(verdict, language, phrases) for verdict in flagged[:MAX_FLAGGED]]
    if len(flagged) > MAX_FLAGGED:
        lines.append(words["more"].format(count=len(flagged) - MAX_FLAGGED))
    legal = (verdict for verdict in last.values() if verdict.legal)
    taken = Counter(seat for verdict in legal for seat in verdict.captured)
    counted = _counted(taken, seats, words, phrases)
    lines.append(words["captures"].format(who=counted) if counted else words["no_captures"])
    if ended is not None:
        lines.append(phrases.sentence(ended) or "")
    else:
        holes = settled[max(settled)].holes if settled else {}
        home = Counter(seat for hole, seat in holes.items() if is_home(hole))
        standing = _counted(home, seats, words, phrases)
        lines.append(words["standing" if standing else "standing_none"].format(who=standing))
    return Summary(words["title"], (*lines, words["go_on"].format(command=command)), words["close"])


def _flagged(verdict: Verdict, language: Language, phrases: Phrases) -> str:
    cards = (verdict.card,) if verdict.card else verdict.cards or (card_of(verdict),)
    why = phrases.reason(verdict)
    return load_texts("summary", language)["said"]["flagged"].format(
        n=verdict.n,
        who=phrases.who(verdict.seat),
        card=rule_texts(language).names(cards, "or" if verdict.do == "card" else "and"),
        why=f"{why[:1].lower()}{why[1:]}",
    )


def _counted(
    counts: Mapping[Seat, int], seats: Sequence[Seat], words: Mapping[str, str], phrases: Phrases
) -> str:
    """Seats with their counts; those with none are left out."""
    counted = ((seat, counts[seat]) for seat in seats if counts[seat])
    return ", ".join(words["count"].format(who=phrases.who(seat), count=n) for seat, n in counted)


LINGER_S = 2.0  # how long the last picture stays before the summary
SUMMARY_S = 180.0  # how long the summary stays without a tap
POLL_S = 0.02  # time between two looks for taps

# While the board is searched, dots count up to one less than DOTS, one more after each DOT_S.
DOT_S = 0.6
DOTS = 4

SPOT = 0.45  # radius of a ring over the film, in pitches between holes


class Projector:
    """Plays a stream of happenings in a window.

    Args:
        stage: shows the game; left open.
        speed: 1 for the film's own pace, 2 for twice as fast.
        tell: called with each happening, before it is shown.
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
        """Play until the film is over; False if the window was closed before.

        Args:
            happenings: from `toc_pi.app.watch`.
            first: the film's first picture, shown while the board is being found.
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
        self._window.sum_up(summary)
        until = time.monotonic() + SUMMARY_S
        while time.monotonic() < until and not self._stage.touches():
            rest(POLL_S)

    def _shown(self, happening: Happening) -> bool:
        """Show one happening; False once the window was closed."""
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
            self._stage.hint("")  # what is hard to see was said
        self._stage.show(happening)
        return True

    def _read(self, seen: Seen) -> tuple[Spot, ...]:
        """Spots at the observed holes in the picture; camps that are areas are left out."""
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
        """Keep the window responsive, with running dots, until `done`; False once it was closed."""
        begun, is_open = time.monotonic(), True
        while not done():
            dots = int((time.monotonic() - begun) / DOT_S) % DOTS
            self._window.caption(doing and f"{doing} {'.' * dots}")
            is_open &= not any(isinstance(event, Quit) for event in self._stage.touches())
            rest(POLL_S)
        self._window.caption("")
        return is_open

    def _wait(self, due_s: float) -> bool:
        """Keep the window responsive until a time of the film, also in pauses; False once it was closed."""
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
