"""A lesson on the screen, as pure functions from state to state: a tap, an observation, or passing time.

The pawns stand before a camera, or are moved on the screen. Either way the position is set up first, each try
is judged by the rules, and stars are stored. `tutor` connects it with a window and a camera.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.board.board import Board
from calibration.holes import Hole, Seat, is_camp, seats_of
from toc_pi.app.by_hand import standing
from toc_pi.faces import Faces
from toc_pi.languages import Language
from toc_pi.referee.effects import Echo, Turn, Verdict
from toc_pi.referee.events import Seen, View, ViewChanged
from toc_pi.referee.offered import HINTS, Offered
from toc_pi.rules.explain import explain
from toc_pi.screen import scene as scenes
from toc_pi.screen.changes import after
from toc_pi.screen.lesson_task import LessonTask, Way
from toc_pi.screen.scene import Scene
from toc_pi.teaching.lessons import Lesson, reaches
from toc_pi.teaching.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.teaching.play_phrases import PlayPhrases
from toc_pi.teaching.session import (
    MOST_STARS,
    MOST_TRIES,
    Begin,
    NotYet,
    Right,
    Session,
    Wrong,
    right_moves,
    steps,
)
from toc_pi.teaching.watching import Answer, SeenBoard, Unclear, Watching, find, finish, look, lose, wait
from toc_pi.words import explain_text

STAR, NO_STAR = "★", "☆"  # earned, and not earned
NOTHING = Offered((), dict.fromkeys(HINTS, frozenset()), 1)
"""The card of a lesson is given."""

# Keys of a lesson; each is also the key of its text.
AGAIN, ONCE_MORE, NEXT, LATER = "again", "once-more", "next", "later"
DONE, CANT, BACK = "done", "cant", "restore"

Stars = Mapping[str, int]
"""For each learned lesson, its best number of stars."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lessons, their board and their language.

    Attributes:
        board: the board drawn.
        lessons: the easiest first; at least one.
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
        return PlayPhrases(self.language, self.colours, self.faces)


@dataclass(frozen=True, slots=True)
class PupilState:
    """The state of a pupil's lessons.

    Attributes:
        course: the lessons.
        watching: the open lesson, and the board before the camera.
        scene: what the screen shows.
        stars: what was learned so far.
        over: everything was learned, or the pupil has ended the lessons.
        seen: the last observation; None before the first, and if pawns are moved on the screen.
    """

    course: Lessons
    watching: Watching
    scene: Scene
    stars: Stars = field(default_factory=dict)
    over: bool = False
    seen: Seen | None = None

    @property
    def session(self) -> Session:
        """The state of the open lesson."""
        return self.watching.session

    @property
    def lesson(self) -> Lesson:
        """The open lesson."""
        return self.watching.session.lesson


def enter(course: Lessons, stars: Stars, *, camera: bool = False, scene: Scene | None = None) -> PupilState:
    """The state at the first lesson that wasn't learned yet; at the very first if all were.

    Args:
        course: the lessons.
        stars: what was learned before.
        camera: whether the pawns stand before a camera; else they are moved on the screen.
        scene: shown until now: its colours, names and menu stay.
    """
    lesson = next((one for one in course.lessons if one.name not in stars), course.lessons[0])
    empty = scenes.opening(course.board, course.colours, course.language, taps=True, offered=NOTHING)
    empty = replace(empty, faces=course.faces)
    if scene is not None:
        kept = {name: getattr(scene, name) for name in ("named", "night", "menu", "pulse", "large")}
        empty = replace(empty, **kept)
    return open_lesson(
        PupilState(course, Watching(Session(lesson)), _by_hand(empty, not camera), stars), lesson
    )


def open_lesson(room: PupilState, lesson: Lesson, t: float = 0.0) -> PupilState:
    """A lesson from its start: its position is to be set up; on the screen it is set up at once."""
    scene = replace(room.scene, verdict=None, repair={}, fresh=lesson.position.fresh, turned=False)
    scene = after(scene, Turn(t, 1, lesson.seat))
    scene = after(scene, Echo(t, lesson.seat, "card", lesson.card))
    room = replace(room, watching=Watching(Session(lesson)), scene=scene)
    if scene.by_hand:
        return _begin_by_hand(room, t)
    if room.seen is not None:
        return see_board(room, room.seen)
    task = _task(room, room.course.phrases.say("set_up_below"), room.course.phrases.say("set_up"))
    return replace(room, scene=replace(scene, task=task))


def with_hands(room: PupilState, fault: str = "") -> PupilState:
    """The same lesson with pawns moved on the screen, because the camera doesn't see the board."""
    if room.scene.by_hand:
        return replace(room, scene=scenes.with_fault(room.scene, fault))
    scene = scenes.with_fault(_by_hand(room.scene, by_hand=True), fault)
    return open_lesson(replace(room, scene=scene, seen=None), room.lesson)


def see_board(room: PupilState, seen: Seen) -> PupilState:
    """The state after an observation; pawns moved on the screen until then are dropped."""
    if room.scene.by_hand:
        scene = replace(_by_hand(room.scene, by_hand=False), looked=True, fault="")
        return open_lesson(replace(room, scene=scene, seen=seen), room.lesson, seen.t)
    session = room.session
    watching, answers = look(room.watching, seen.t, SeenBoard(seen.holes, seen.unsure, seen.probability))
    room = replace(room, seen=seen, watching=watching, scene=after(room.scene, seen))
    if session.phase in ("set-up", "put-back") and not any(isinstance(one, Begin) for one in answers):
        return _arrange(room, answers)
    return _answer(room, answers, seen.t)


def see_view(room: PupilState, t: float, view: View) -> PupilState:
    """The state after a view change: a hand over the board, or clear again."""
    watching = find(room.watching, t) if view == "watching" else lose(room.watching)
    return replace(room, watching=watching, scene=after(room.scene, ViewChanged(t, view)))


def pass_time(room: PupilState, t: float) -> PupilState:
    """The state after time has passed: a move that was still for long enough is judged."""
    if room.scene.by_hand:
        return room
    watching, answers = wait(room.watching, t)
    return room if watching == room.watching else _answer(replace(room, watching=watching), answers, t)


def tap(room: PupilState, choice: str, t: float = 0.0) -> PupilState:
    """The state after a tap.

    Args:
        room: stays as it is.
        choice: a key of `toc_pi.screen.panel.Choice`, or `lesson:NAME` to open one.
        t: seconds.
    """
    kind, _, which = choice.partition(":")
    match kind:
        case "once-more" if room.session.phase == "after":
            return open_lesson(room, room.lesson, t)
        case "again" | "undo" if room.scene.by_hand:
            return _begin_by_hand(room, t)
        case "next" if room.session.phase == "after":
            following = _following(room)
            return replace(room, over=True) if following is None else open_lesson(room, following, t)
        case "later":
            return replace(room, over=True)
        case "lesson":
            chosen = next((one for one in room.course.lessons if one.name == which), room.lesson)
            return open_lesson(room, chosen, t)
        case "by-hand":
            return with_hands(room)
        case "done" | "cant":
            return _done(room, t)
    changed = scenes.tapped(room.scene, choice)
    if changed is None:
        return room
    room = replace(room, scene=changed)
    return _put(room, t) if kind == "hole" and changed.by_hand else room


def _by_hand(scene: Scene, by_hand: bool) -> Scene:
    seen = replace(scene, by_hand=by_hand, looked=by_hand, view="watching", fault="")
    return replace(seen, repair={}, awaited=False)


def _begin_by_hand(room: PupilState, t: float) -> PupilState:
    """Set the position up on the screen for another try; mistakes keep counting."""
    position = room.lesson.position
    pawns = standing(position, seats_of(room.course.board.seats))
    shown = {hole: seat for hole, seat in pawns.items() if hole in room.scene.face.holes}
    scene = replace(scenes.put(room.scene, shown), verdict=None, fresh=position.fresh)
    watching = Watching(replace(room.session, phase="try"), dict(position.pawns), t)
    return _ask(replace(room, watching=watching, scene=scene))


def _put(room: PupilState, t: float) -> PupilState:
    """Handle a tap on a hole: a reached goal counts at once, any other position only with a tap on Done."""
    if room.session.phase != "try":
        return replace(room, scene=replace(room.scene, picked=None, former=None))
    if room.scene.picked is None and reaches(room.lesson, _out(room.scene)):
        return _done(room, t)
    return _ask(room)


def _done(room: PupilState, t: float) -> PupilState:
    """Judge the try: the pupil has tapped that the move is made, or that there is none."""
    watching = room.watching
    if room.scene.by_hand:
        watching = replace(watching, board=_out(room.scene), covered=False)
    watching, answers = finish(watching)
    return _answer(replace(room, watching=watching), answers, t)


def _out(scene: Scene) -> dict[Hole, Seat]:
    """The pawns outside their camps on the screen."""
    return {hole: seat for hole, seat in scene.pawns.items() if not is_camp(hole)}


def _ask(room: PupilState) -> PupilState:
    """Show the lesson's task; after the third mistake, the solution."""
    scene, lesson, phrases = room.scene, room.lesson, room.course.phrases
    shown = right_moves(lesson) if room.session.tries >= MOST_TRIES else ()
    sentence = phrases.say("shown", moves=phrases.moves(shown)) if shown else phrases.lesson(lesson, "before")
    if scene.by_hand and lesson == room.course.lessons[0]:
        sentence = f"{sentence} {phrases.say('tap')}"
    keys = (BACK, DONE) if scene.by_hand and scene.former is not None else (_finish(room),)
    task = _task(room, sentence, phrases.lesson(lesson, "title"), keys, shown)
    return replace(room, scene=replace(scene, task=task, verdict=None, repair={}))


def _finish(room: PupilState) -> str:
    """The key that ends a try: with an unchanged board it states that nothing can be played."""
    return CANT if _out(room.scene) == dict(room.lesson.position.pawns) else DONE


def _arrange(room: PupilState, answers: tuple[Answer, ...]) -> PupilState:
    """Show what is still to be set up or put back, the next pawn first; a wrong pawn is named."""
    scene, phrases, wanted = room.scene, room.course.phrases, dict(room.lesson.position.pawns)
    now, task = _out(scene), scene.task
    wrong = [hole for hole in sorted(wanted) if now.get(hole, wanted[hole]) != wanted[hole]]
    putting_back = room.session.phase == "put-back"
    sentence = phrases.say("set_up_below")
    if (unclear := next((one for one in answers if isinstance(one, Unclear)), None)) is not None:
        sentence = phrases.say("unclear", hole=unclear.hole)
    elif putting_back and task is not None:
        sentence = task.sentence
    elif wrong:
        who, other = phrases.who(now[wrong[0]]), phrases.who(wanted[wrong[0]])
        sentence = phrases.say("wrong_pawn", who=who, hole=wrong[0], other=other)
    verdict = scene.flagged if scene.flagged is not None and dict(scene.flagged.holes) == now else None
    repair: dict[Hole, str] = {}
    for step in () if verdict is not None else steps(now, wanted):
        repair |= {step.start: wanted.get(step.start, "")} if step.start is not None else {}
        repair |= {step.end: step.seat} if step.end is not None else {}
    made = _task(room, sentence, phrases.say("put_back" if putting_back else "set_up"))
    return replace(room, scene=replace(scene, task=made, verdict=verdict, repair=repair))


def _answer(room: PupilState, answers: tuple[Answer, ...], t: float) -> PupilState:
    """Show the answers to a try that was judged, or whose board isn't clear enough."""
    phrases, scene = room.course.phrases, room.scene
    for answer in answers:
        match answer:
            case Begin():
                return _ask(room)
            case Unclear(hole):
                task = _task(room, phrases.say("unclear", hole=hole), phrases.say("look_here"), (DONE,))
                return replace(room, scene=replace(scene, task=task, verdict=None))
            case Right(stars):
                return _learned(room, stars, t)
            case NotYet():
                task = _task(room, phrases.say("not_yet"), phrases.say("allowed"), _retry(room))
                room = replace(room, scene=replace(scene, task=task, verdict=None))
            case Wrong(holes):
                room = _mistaken(room, holes, t)
    before_camera = not scene.by_hand
    if before_camera and room.session.phase == "put-back":
        return _arrange(room, ())
    if before_camera and not answers and room.session.phase == "try" and scene.verdict is None:
        return _ask(room)
    return room


def _retry(room: PupilState) -> tuple[str, ...]:
    """The key for another try; before a camera, moved pawns are put back instead."""
    if room.scene.by_hand:
        return (AGAIN,)
    return () if room.session.phase == "put-back" else (_finish(room),)


def _mistaken(room: PupilState, holes: Mapping[Hole, Seat], t: float) -> PupilState:
    """Show a try that breaks a rule: its reason, and the way back."""
    lesson = room.lesson
    judged = explain(lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, dict(holes))
    texts = explain_text(
        judged,
        lesson.rules,
        lesson.position,
        lesson.seat,
        lesson.card,
        holes,
        room.course.colours,
        "plain",
    )
    verdict = _verdict(room, t, holes, reasons=judged.reasons)
    task = _task(room, texts[room.course.language], "", _retry(room))
    return replace(room, scene=replace(after(room.scene, verdict), task=task, repair={}))


def _learned(room: PupilState, stars: int, t: float) -> PupilState:
    """Show that the goal is reached, and store the stars."""
    phrases, lesson = room.course.phrases, room.lesson
    verdict = _verdict(room, t, room.watching.board or {}, reasons=())
    headline = f"{phrases.say('right')} {STAR * stars}{NO_STAR * (MOST_STARS - stars)}"
    task = _task(room, phrases.lesson(lesson, "after"), headline, (ONCE_MORE, NEXT))
    scene = replace(after(room.scene, verdict), task=task, repair={})
    best = {**room.stars, lesson.name: max(stars, room.stars.get(lesson.name, 0))}
    watching = replace(room.watching, session=replace(room.session, tries=0))
    return replace(room, watching=watching, scene=scene, stars=best)


def _verdict(room: PupilState, t: float, holes: Mapping[Hole, Seat], reasons: tuple[str, ...]) -> Verdict:
    """A try's judgement as a referee's verdict."""
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


def _task(
    room: PupilState, sentence: str, headline: str, keys: tuple[str, ...] = (), shown: Sequence[PawnMove] = ()
) -> LessonTask:
    """The pupil's task now."""
    phrases = room.course.phrases
    number = [one.name for one in room.course.lessons].index(room.lesson.name) + 1
    place = phrases.say("place", number=number, count=len(room.course.lessons))
    ways = tuple(way for move in shown for way in _ways(move))
    return LessonTask(place, headline, sentence, tuple((one, phrases.say(one)) for one in keys), ways)


def _ways(move: PawnMove) -> tuple[Way, ...]:
    """The arrows of an action; a capture needs none."""
    if move.end is None or move.kind == "capture":
        return ()
    way: Way = (move.start, move.end, move.seat)
    if move.kind == "swap" and move.start is not None and move.other is not None:
        return way, (move.end, move.start, move.other)
    return (way,)


def _following(room: PupilState) -> Lesson | None:
    """The next lesson that isn't learned; None if all are."""
    lessons = room.course.lessons
    number = [one.name for one in lessons].index(room.lesson.name) + 1
    return next((one for one in (*lessons[number:], *lessons[:number]) if one.name not in room.stars), None)
