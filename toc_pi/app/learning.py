"""Lessons on the screen: pawns are moved by tapping, each try is judged, and stars are kept.

`Room` is pure: a tap goes in, a room with another scene comes out. `learn` runs it in a window.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.board import Board
from calibration.holes import Seat, is_camp, seats_of
from toc_pi.app.by_hand import standing
from toc_pi.referee.effects import Echo, Notice, Question, Turn
from toc_pi.referee.offered import HINTS, Offered
from toc_pi.rules.explain import explain
from toc_pi.screen import scene as scenes
from toc_pi.screen.changes import after
from toc_pi.screen.scene import Language, Scene
from toc_pi.screen.window import Quit, Tapped, Window
from toc_pi.teaching.lessons import Lesson
from toc_pi.teaching.session import MOST_STARS, NotYet, Reply, Right, Session, Show, Wrong, decline, see
from toc_pi.teaching.told import Told
from toc_pi.words import explain_text

POLL_S = 0.02
STAR, NO_STAR = "★", "☆"
NOTHING = Offered((), dict.fromkeys(HINTS, frozenset()), 1)
"""The card of a lesson is given."""
AGAIN, NEXT, LATER = "again", "next", "later"

Stars = Mapping[str, int]
"""For each lesson that was learned, its best stars."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """What is learned on which board, in whose words.

    Attributes:
        board: is drawn.
        lessons: the easiest first; at least one.
        colours: each seat's colour, a word of FOOTAGE.md.
        language: of every sentence.
    """

    board: Board
    lessons: Sequence[Lesson]
    colours: Mapping[Seat, str]
    language: Language

    @property
    def told(self) -> Told:
        """Says them."""
        return Told(self.language, self.colours)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a pupil is.

    Attributes:
        course: what is learned.
        session: the lesson that is open.
        scene: what the screen shows.
        stars: what was learned so far.
        over: all was learned, or enough for today.
    """

    course: Lessons
    session: Session
    scene: Scene
    stars: Stars = field(default_factory=dict)
    over: bool = False


def enter(course: Lessons, stars: Stars) -> Room:
    """The room at the first lesson that wasn't learned yet; at the first of all where each was."""
    lesson = next((one for one in course.lessons if one.name not in stars), course.lessons[0])
    return _open(course, lesson, stars)


def tap(room: Room, choice: str) -> Room:
    """The room after a tap.

    Args:
        room: stays as it is.
        choice: a key of `toc_pi.screen.panel.Choice`.
    """
    course, lesson = room.course, room.session.lesson
    match choice:
        case "answer:again" | "undo":
            return _begin(room)
        case "answer:next":
            following = _following(course, lesson, room.stars)
            return replace(room, over=True) if following is None else _open(course, following, room.stars)
        case "answer:later" | "leave":
            return replace(room, over=True)
        case "done":
            return _tried(room)
    changed = scenes.tapped(room.scene, choice)
    return room if changed is None else replace(room, scene=changed)


def learn(
    window: Window,
    course: Lessons,
    stars: Stars,
    keep: Callable[[Stars], None],
    clock: Callable[[], float] = time.monotonic,
) -> Stars:
    """Teach until the pupil has enough, or everything is learned.

    Args:
        window: shows it; closed by who opened it.
        course: what is learned.
        stars: what was learned before.
        keep: told of the stars whenever a lesson was learned.
        clock: seconds; a pupil who taps nothing for an hour has gone.

    Returns:
        The stars at the end.
    """
    room, tapped_s = enter(course, stars), clock()
    window.show(room.scene)
    while not room.over and clock() - tapped_s < 3600.0:
        for event in window.events():
            tapped_s = clock()
            if isinstance(event, Quit):
                return room.stars
            if isinstance(event, Tapped):
                before, room = room, tap(room, event.choice)
                if room.stars != before.stars:
                    keep(room.stars)
                window.show(room.scene)
        time.sleep(POLL_S)
    return room.stars


def _open(course: Lessons, lesson: Lesson, stars: Stars) -> Room:
    """A lesson's position, its card, and the sentence before."""
    return _begin(Room(course, Session(lesson, "try"), _empty(course), stars))


def _empty(course: Lessons) -> Scene:
    """The board without pawns; no card is asked for."""
    return scenes.opening(course.board, course.colours, course.language, taps=True, offered=NOTHING)


def _begin(room: Room) -> Room:
    """The position once more, for another try; mistakes count on."""
    course, lesson = room.course, room.session.lesson
    pawns = standing(lesson.position, seats_of(course.board.seats))
    shown = {hole: seat for hole, seat in pawns.items() if hole in room.scene.face.holes}
    scene = scenes.with_hands(_empty(course), shown)
    scene = replace(scene, fresh=lesson.position.fresh, named=room.scene.named, night=room.scene.night)
    scene = after(scene, Turn(0.0, 1, lesson.seat))
    scene = after(scene, Echo(0.0, lesson.seat, "card", lesson.card))
    before = f"{_place(course, lesson)} {course.told.lesson(lesson, 'before')}"
    scene = after(scene, Notice(0.0, "no-card"), before)
    session = replace(room.session, phase="try")
    return replace(room, session=session, scene=scene)


def _tried(room: Room) -> Room:
    """The pupil says that the move is made, or that there is none."""
    out = {hole: seat for hole, seat in room.scene.pawns.items() if not is_camp(hole)}
    unmoved = out == dict(room.session.lesson.position.pawns)
    session, replies = decline(room.session) if unmoved else see(room.session, out)
    sentence = " ".join(filter(None, (_said(room.course, session.lesson, reply) for reply in replies)))
    right = next((reply for reply in replies if isinstance(reply, Right)), None)
    if right is None:
        return replace(room, session=session, scene=_asked(room, sentence, (AGAIN, LATER)))
    name = session.lesson.name
    stars = {**room.stars, name: max(right.stars, room.stars.get(name, 0))}
    scene = replace(_asked(room, sentence, (NEXT, AGAIN)), pulse=room.scene.pulse + 1)
    return replace(room, session=replace(session, tries=0), scene=scene, stars=stars)


def _said(course: Lessons, lesson: Lesson, reply: Reply) -> str:
    told = course.told
    match reply:
        case Right(stars):
            return f"{STAR * stars}{NO_STAR * (MOST_STARS - stars)} {told.lesson(lesson, 'after')}"
        case NotYet():
            return told.say("not_yet")
        case Show(deeds):
            return told.say("shown", deeds=told.deeds(deeds))
        case Wrong(holes):
            judged = explain(
                lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, dict(holes)
            )
            texts = explain_text(
                judged, lesson.rules, lesson.position, lesson.seat, lesson.card, holes, course.colours
            )
            return texts[course.language]
    return ""


def _asked(room: Room, sentence: str, choices: tuple[str, ...]) -> Scene:
    """The scene with a sentence and large keys below it."""
    told = room.course.told
    labels = {choice: told.say(choice) for choice in choices}
    asked = Question(0.0, 1, "not-so", {}, choices)
    return after(replace(room.scene, notice=None), asked, sentence, labels)


def _place(course: Lessons, lesson: Lesson) -> str:
    """Which lesson of how many, and its title: "3/17 Capturing."."""
    number = [one.name for one in course.lessons].index(lesson.name) + 1
    return f"{number}/{len(course.lessons)} {course.told.lesson(lesson, 'title')}."


def _following(course: Lessons, lesson: Lesson, stars: Stars) -> Lesson | None:
    """The next lesson that isn't learned; None where all are."""
    number = [one.name for one in course.lessons].index(lesson.name) + 1
    ahead = (*course.lessons[number:], *course.lessons[:number])
    return next((one for one in ahead if one.name not in stars), None)
