"""A learner's lessons: the course, the state of the open lesson, and the task on the screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.board.board import Board
from calibration.holes import Hole, Seat
from toc_pi.effects import Verdict
from toc_pi.events import HINTS, Offered, Seen
from toc_pi.languages import Faces, Language
from toc_pi.phrases import Phrases
from toc_pi.rules.pawn_moves import pawn_moves_of
from toc_pi.rules.position import Position
from toc_pi.screen.scene import BoardArrow, LessonTask, Scene
from toc_pi.store.people import Stars
from toc_pi.teaching.lesson_attempt import LessonAttempt, arrows, right_moves
from toc_pi.teaching.lessons import Lesson
from toc_pi.teaching.play_phrases import PlayPhrases

STAR, NO_STAR = "★", "☆"  # earned, and not earned
NOTHING = Offered((), dict.fromkeys(HINTS, frozenset()), 1)  # a lesson's card is given

Frames = Sequence[Mapping[Hole, Seat]]  # boards, shown one after the other


STEP_S, WHOLE_S, HOLD_S = 0.4, 6.0, 1.6
"""A demonstration: seconds per hole, at most for a whole path, and pause before it repeats."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lessons, their board and their language.

    Attributes:
        board: the board drawn.
        lessons: easiest first; at least one.
        colours: each seat's colour, a word of FOOTAGE.md.
        language: of every sentence.
        faces: the letters of the pack's jack, queen and king.
    """

    board: Board
    lessons: Sequence[Lesson]
    colours: Mapping[Seat, str]
    language: Language
    faces: Faces = "JQK"

    @property
    def phrases(self) -> PlayPhrases:
        """The lessons' sentences."""
        return PlayPhrases(Phrases(self.language, self.colours, faces=self.faces))


@dataclass(frozen=True, slots=True)
class PupilState:
    """The state of a learner's lessons.

    Attributes:
        course: the lessons.
        session: the current attempt.
        scene: what the screen shows.
        stars: what was learned so far.
        over: whether everything was learned, or the learner has ended the lessons.
        seen: the last observation; None before the first, and if pawns are moved on the screen.
        frames: the boards of a demonstration, shown one after the other; empty if nothing is demonstrated.
        since_s: when the demonstration began; None before its first step.
        chosen: whether the card is chosen; some lessons ask for it first.
    """

    course: Lessons
    session: LessonAttempt
    scene: Scene
    stars: Stars = field(default_factory=dict)
    over: bool = False
    seen: Seen | None = None
    frames: Frames = ()
    since_s: float | None = None
    chosen: bool = True

    @property
    def lesson(self) -> Lesson:
        """The open lesson."""
        return self.session.lesson


def tell(  # what stands beside a board
    room: PupilState,
    sentence: str,
    headline: str,
    keys: Sequence[str] = (),
    ways: Sequence[BoardArrow] = (),
    verdict: Verdict | None = None,
    repair: Mapping[Hole, str] = {},
) -> PupilState:
    """The state with a new task, with its verdict and repair.

    Each key's label is its own text.
    """
    phrases = room.course.phrases
    number = [one.name for one in room.course.lessons].index(room.lesson.name) + 1
    place = phrases.say("place", number=number, count=len(room.course.lessons))
    labelled = tuple((one, phrases.say(one)) for one in keys)
    task = LessonTask(place, headline, sentence, labelled, tuple(ways))
    game = replace(room.scene.game, task=task, verdict=verdict, repair=repair)
    return replace(room, scene=replace(room.scene, game=game))


def following(room: PupilState) -> Lesson | None:
    """The next lesson that isn't learned; None if all are."""
    lessons = room.course.lessons
    number = [one.name for one in lessons].index(room.lesson.name) + 1
    return next((one for one in (*lessons[number:], *lessons[:number]) if one.name not in room.stars), None)


def show(room: PupilState, frames: Sequence[Mapping[Hole, Seat]], headline: str, sentence: str) -> PupilState:
    """Demonstrate a play until the learner continues."""
    lesson = room.lesson
    mistake = next((one for one in lesson.wrong if frames[-1] == one.holes), None)
    ways: tuple[BoardArrow, ...] = ()
    if mistake is not None:
        ways = tuple((start, end, seat) for start, end, seat in mistake.ways if end is not None)
    elif frames[-1] == dict(lesson.right[0].pawns):
        ways = arrows(right_moves(lesson))
    board = replace(room.scene.board, looked=True, picked=None, former=None)
    room = replace(room, frames=frames, since_s=None, scene=replace(room.scene, board=board))
    scene = tell(_framed(room, frames[0]), sentence, headline, ("go",), ways).scene
    assert scene.game.task is not None
    task = replace(scene.game.task, shows="wrong" if mistake else "right")
    return replace(room, scene=replace(scene, game=replace(scene.game, task=task)))


def _framed(room: PupilState, frame: Mapping[Hole, Seat]) -> PupilState:
    """The state with a board of the demonstration on the screen."""
    before = room.lesson.position
    shown = room.scene.board.standing(Position(frozenset(frame.items())))
    fresh = frozenset(hole for hole in before.fresh if (hole, frame.get(hole)) in before.pawns)
    board = replace(room.scene.board, pawns=shown, unsure=frozenset())
    game = replace(room.scene.game, fresh=fresh)
    return replace(room, scene=replace(room.scene, board=board, game=game))


def advance(room: PupilState, t: float) -> PupilState:
    """Advance the demonstration hole by hole; at its end it repeats."""
    if room.since_s is None:
        return replace(room, since_s=t)
    count = len(room.frames)
    step_s = min(STEP_S, WHOLE_S / count)
    at = min(int((t - room.since_s) % (count * step_s + HOLD_S) / step_s), count - 1)
    shown = _framed(room, room.frames[at])
    return room if shown.scene.board.pawns == room.scene.board.pawns else shown


def verdict_of(room: PupilState, t: float, holes: Mapping[Hole, Seat], reasons: tuple[str, ...]) -> Verdict:
    """The verdict on a try, as the referee's."""
    lesson = room.lesson
    result = next((right for right in lesson.right if dict(right.pawns) == dict(holes)), None)
    moves = () if result is None else pawn_moves_of(lesson.table, lesson.position, lesson.card, result)
    before = dict(lesson.position.pawns)
    return Verdict(
        t,
        1,
        lesson.seat,
        "card",
        lesson.card,
        (),
        not reasons,
        tuple(sorted(move.seat for move in moves if move.kind == "capture")),
        dict(holes),
        lesson.position.fresh if result is None else result.fresh,
        before,
        lesson.position.fresh,
        reasons,
        before if reasons else {},
    )
