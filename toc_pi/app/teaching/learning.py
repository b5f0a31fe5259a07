"""A lesson on the screen, as pure functions from state to state: taps, observations, passing time.

The pawns are in front of a camera, or are moved on the screen. Either way the position is set up first, each
try is judged by the rules, and stars are stored. `tutor` connects this with a window and a camera.
"""

from collections.abc import Mapping
from dataclasses import replace

from calibration.holes import Hole, Seat, is_camp
from toc_pi.app.teaching.pupil import (
    NO_STAR,
    NOTHING,
    STAR,
    Lessons,
    PupilState,
    advance,
    following,
    show,
    tell,
    verdict_of,
)
from toc_pi.effects import Echo, Turn
from toc_pi.events import CameraView, Offered, Seen, ViewChanged
from toc_pi.rules.position import Card
from toc_pi.rules.reasons.explain import explain
from toc_pi.screen import scene as scenes
from toc_pi.screen.changes import after
from toc_pi.screen.scene import Scene
from toc_pi.store.people import Stars
from toc_pi.teaching.lesson_attempt import (
    MAX_STARS,
    MAX_TRIES,
    Begin,
    LessonAttempt,
    NotYet,
    Reply,
    Right,
    Unclear,
    Wrong,
    arrows,
    cover,
    demonstration,
    finish,
    look,
    repair,
    right_moves,
    uncover,
    wait,
)
from toc_pi.teaching.lessons import Lesson, reaches
from toc_pi.words import explain_text


def enter(course: Lessons, stars: Stars, *, camera: bool = False, scene: Scene | None = None) -> PupilState:
    """The state at the first lesson not learned yet; at the first one if all are.

    Args:
        course: the lessons.
        stars: what was learned before.
        camera: whether there is a camera; else pawns are moved on the screen.
        scene: the previous scene; its colours, names and menu are kept.
    """
    lesson = next((one for one in course.lessons if one.name not in stars), course.lessons[0])
    empty = scenes.opening(course.board, course.colours, course.language, taps=True, offered=NOTHING)
    liked, pulse = replace(empty.preferences, faces=course.faces), 0
    if scene is not None:
        now, pulse = scene.preferences, scene.game.pulse
        liked = replace(liked, named=now.named, night=now.night, menu=now.menu, large=now.large)
    empty = replace(empty, preferences=liked, game=replace(empty.game, pulse=pulse))
    return open_lesson(PupilState(course, LessonAttempt(lesson), _by_hand(empty, not camera), stars), lesson)


def open_lesson(room: PupilState, lesson: Lesson, t: float = 0.0) -> PupilState:
    """A lesson from its start: a demonstration, or setting up its position."""
    game = replace(room.scene.game, verdict=None, repair={}, declared=None, offered=NOTHING)
    scene = after(replace(room.scene, game=game), Turn(t, 1, lesson.seat))
    if not lesson.hand.ask:
        scene = after(scene, Echo(t, lesson.seat, "card", lesson.card))
    room = replace(room, session=LessonAttempt(lesson), scene=scene, chosen=not lesson.hand.ask)
    frames = demonstration(lesson)
    if not frames:
        return begin(room, t)
    phrases = room.course.phrases
    if lesson.show == "wrong":
        return show(room, frames, phrases.say("not_so"), _reason(room, lesson.wrong[0].holes))
    return show(room, frames, phrases.lesson(lesson, "title"), phrases.look(lesson))


def begin(room: PupilState, t: float) -> PupilState:
    """Let the learner try: on the board the position must be set up first, on the screen it is set up at
    once.
    """
    room = replace(room, frames=(), since_s=None)
    if room.scene.board.by_hand:
        return _begin_by_hand(room, t)
    board = replace(room.scene.board, looked=room.seen is not None, pawns={})
    game = replace(room.scene.game, fresh=room.lesson.position.fresh)
    room = replace(room, scene=replace(room.scene, board=board, game=game))
    if room.seen is not None:
        return see_board(room, room.seen)
    say = room.course.phrases.say
    return tell(room, say("set_up_below"), say("set_up"), verdict=game.verdict, repair=game.repair)


def _anew(room: PupilState, t: float) -> PupilState:
    """The same lesson, reset when the camera is lost or back."""
    if room.frames:
        return room
    return begin(replace(room, session=LessonAttempt(room.lesson)), t)


def with_hands(room: PupilState, fault: str = "") -> PupilState:
    """The same lesson with pawns moved on the screen, because the camera doesn't see the board."""
    if room.scene.board.by_hand:
        return replace(room, scene=scenes.with_fault(room.scene, fault))
    scene = scenes.with_fault(_by_hand(room.scene, by_hand=True), fault)
    return _anew(replace(room, scene=scene, seen=None), 0.0)


def see_board(room: PupilState, seen: Seen) -> PupilState:
    """The state after an observation; pawns moved on the screen are dropped."""
    if room.scene.board.by_hand:
        scene = _by_hand(room.scene, by_hand=False)
        scene = replace(scene, board=replace(scene.board, looked=True))
        return _anew(replace(room, scene=scene, seen=seen), seen.t)
    before = room.seen
    if room.frames:  # whoever moves pawns has seen enough of the demonstration
        is_same = before is None or before.unsure or seen.unsure or before.holes == seen.holes
        return replace(room, seen=seen) if is_same else see_board(begin(room, seen.t), seen)
    session, room = room.session, replace(room, seen=seen)
    scene = after(room.scene, seen)
    if not room.chosen and session.phase == "try":
        return replace(room, scene=scene)
    looked, answer = look(session, seen.t, seen.holes, seen.unsure, seen.probability)
    room = replace(room, session=looked, scene=scene)
    if session.phase in ("set-up", "put-back") and not isinstance(answer, Begin):
        return _arrange(room, answer)
    return _answer(room, answer, seen.t)


def see_view(room: PupilState, t: float, view: CameraView) -> PupilState:
    """The state after a view change: a hand over the board, or clear again."""
    session = uncover(room.session, t) if view == "watching" else cover(room.session)
    return replace(room, session=session, scene=after(room.scene, ViewChanged(t, view)))


def pass_time(room: PupilState, t: float) -> PupilState:
    """The state after time has passed: a move that was still long enough is judged."""
    if room.frames:
        return advance(room, t)
    if room.scene.board.by_hand or not room.chosen:
        return room
    session, answer = wait(room.session, t)
    return room if session == room.session else _answer(replace(room, session=session), answer, t)


def tap(room: PupilState, choice: str, t: float = 0.0) -> PupilState:
    """The state after a tap on a key of `toc_pi.screen.panel.Panel`, or on `lesson:NAME` to open one."""
    kind, _, which = choice.partition(":")
    phase = room.session.phase
    match kind:
        case "later":
            return replace(room, over=True)
        case "lesson":
            return open_lesson(room, _named(room, which), t)
        case "by-hand":
            return with_hands(room)
        case "go" if room.frames:
            return begin(room, t)
        case "card" | "cant" if not room.chosen and phase == "try":
            return _choose(room, Card(which), t)
        case "go" | "look" | "done" | "cant" | "hole" | "again" | "undo" if room.frames or not room.chosen:
            return room
        case "look" if phase == "try":
            return _show_answer(room)
        case "again" | "undo" if room.scene.board.by_hand:
            return _begin_by_hand(room, t)
        case "done" | "cant":
            return _done(room, t)
        case "once-more" | "next" if phase == "after":
            after_it = following(room) if kind == "next" else room.lesson
            return replace(room, over=True) if after_it is None else open_lesson(room, after_it, t)
    changed = scenes.tapped(room.scene, choice)
    if changed is None:
        return room
    room = replace(room, scene=changed)
    return _put(room, t) if kind == "hole" and changed.board.by_hand else room


def _named(room: PupilState, name: str) -> Lesson:
    return next((one for one in room.course.lessons if one.name == name), room.lesson)


def _by_hand(scene: Scene, by_hand: bool) -> Scene:
    board = replace(scene.board, by_hand=by_hand, looked=by_hand, view="watching", fault="")
    return scenes.set_up(replace(scene, board=board), {})


def _begin_by_hand(room: PupilState, t: float) -> PupilState:
    """Set the position up on the screen for another try; mistakes keep counting."""
    position = room.lesson.position
    scene = scenes.with_pawns(room.scene, room.scene.board.standing(position))
    scene = replace(scene, game=replace(scene.game, verdict=None, fresh=position.fresh))
    session = replace(
        LessonAttempt(room.lesson, "try", room.session.tries), board=room.session.before, since_s=t
    )
    return _ask(replace(room, session=session, scene=scene))


def _put(room: PupilState, t: float) -> PupilState:
    """Handle a tap on a hole: reaching the goal counts at once, other positions only after Done."""
    if room.session.phase != "try":
        return replace(room, scene=scenes.with_pawns(room.scene, room.scene.board.pawns))
    if room.scene.board.picked is None and reaches(room.lesson, _out(room.scene)):
        return _done(room, t)
    return _ask(room)


def _done(room: PupilState, t: float) -> PupilState:
    """Judge the try: the learner says that the move is made, or that there is none."""
    session = room.session
    if room.scene.board.by_hand:
        session = replace(session, board=_out(room.scene), covered=False)
        room = replace(
            room, scene=scenes.with_pawns(room.scene, room.scene.board.pawns)
        )  # its answer comes first
    session, answer = finish(session)
    return _answer(replace(room, session=session), answer, t)


def _out(scene: Scene) -> dict[Hole, Seat]:
    """The pawns outside their camps on the screen."""
    return {hole: seat for hole, seat in scene.board.pawns.items() if not is_camp(hole)}


def _show_answer(room: PupilState) -> PupilState:
    """Show a right answer on request, which counts as one mistake, but only once."""
    phrases = room.course.phrases
    session = replace(room.session, tries=max(1, room.session.tries))
    sentence = phrases.say("shown", moves=phrases.moves(right_moves(room.lesson)))
    title = phrases.lesson(room.lesson, "title")
    return show(replace(room, session=session), demonstration(room.lesson, answer=True), title, sentence)


def _offer(room: PupilState, headline: str, sentence: str) -> PupilState:
    """Show the hand to choose a card from."""
    hand = room.lesson.hand
    offered = Offered(hand.cards, NOTHING.actions, 1)
    scene = replace(room.scene, game=replace(room.scene.game, offered=offered))
    return tell(replace(room, scene=scene), sentence, headline, () if hand.ask == "give" else ("cant",))


def _choose(room: PupilState, card: Card, t: float) -> PupilState:
    """Handle the choice of a card, "" for none."""
    lesson, phrases, hand = room.lesson, room.course.phrases, room.lesson.hand
    if card in hand.right or (not card and hand.ask == "nothing"):
        scene = replace(room.scene, game=replace(room.scene.game, offered=NOTHING))
        scene = after(scene, Echo(t, lesson.seat, "card", lesson.card))
        room = replace(room, chosen=True, scene=scene)
        return _ask(room) if room.seen is None else see_board(room, room.seen)
    session = replace(room.session, tries=room.session.tries + 1)
    room = replace(room, session=session)
    sentence = phrases.lesson(lesson, "no", card) if card else phrases.say("one_can")
    return _offer(room, phrases.say("look_again"), sentence)


def _ask(room: PupilState) -> PupilState:
    """Show the lesson's task; after the third mistake, the solution."""
    scene, lesson, phrases = room.scene, room.lesson, room.course.phrases
    title = phrases.lesson(lesson, "title")
    if not room.chosen:
        return _offer(room, title, phrases.lesson(lesson, "before"))
    shown = right_moves(lesson) if room.session.tries >= MAX_TRIES else ()
    sentence = phrases.lesson(lesson, "do" if lesson.hand.ask else "before")
    if shown:
        sentence = phrases.say("shown", moves=phrases.moves(shown))
    if scene.board.by_hand and lesson == room.course.lessons[0]:
        sentence = f"{sentence} {phrases.say('tap')}"
    return tell(room, sentence, title, _keys(room), arrows(shown))


def _keys(room: PupilState) -> tuple[str, ...]:
    """The keys during a try: to end it once a pawn has moved, else to get help."""
    before = dict(room.lesson.position.pawns)
    if room.scene.board.by_hand and room.scene.board.former is not None:
        return ("restore", "done")
    if _out(room.scene) != before:
        return ("done",)
    return ("look", "cant") if any(one.holes == before for one in room.lesson.wrong) else ("look",)


def _arrange(room: PupilState, answer: Reply | None) -> PupilState:
    """Show what still has to be set up or put back, the next pawn first; a wrong pawn is named."""
    game, phrases, wanted = room.scene.game, room.course.phrases, dict(room.lesson.position.pawns)
    now, putting_back = _out(room.scene), room.session.phase == "put-back"
    wrong = [hole for hole in sorted(wanted) if now.get(hole, wanted[hole]) != wanted[hole]]
    sentence = phrases.say("set_up_below")
    if isinstance(answer, Unclear):
        sentence = phrases.say("unclear", hole=answer.hole)
    elif putting_back and game.task is not None:
        sentence = game.task.sentence
    elif wrong:
        who, other = phrases.plain.who(now[wrong[0]]), phrases.plain.who(wanted[wrong[0]])
        sentence = phrases.say("wrong_pawn", who=who, hole=wrong[0], other=other)
    verdict = game.flagged if game.flagged is not None and dict(game.flagged.holes) == now else None
    todo = {} if verdict is not None else repair(now, wanted)
    headline = phrases.say("put_back" if putting_back else "set_up")
    return tell(room, sentence, headline, verdict=verdict, repair=todo)


def _answer(room: PupilState, answer: Reply | None, t: float) -> PupilState:
    """Show the verdict on a try, or that its board isn't clear enough."""
    say, game = room.course.phrases.say, room.scene.game
    match answer:
        case Begin():
            return _ask(room)
        case Unclear(hole):
            return tell(room, say("unclear", hole=hole), say("look_here"), ("done",), repair=game.repair)
        case Right(stars):
            return _learned(room, stars, t)
        case NotYet():
            room = tell(room, say("not_yet"), say("allowed"), _retry(room), repair=game.repair)
        case Wrong(holes, reasons):
            verdict = verdict_of(room, t, holes, reasons)
            room = replace(room, scene=after(room.scene, verdict))
            room = tell(room, _reason(room, holes), "", _retry(room), verdict=verdict)
    if room.scene.board.by_hand:
        return room
    if room.session.phase == "put-back":
        return _arrange(room, None)
    waits = answer is None and room.session.phase == "try" and game.verdict is None
    return _ask(room) if waits else room


def _retry(room: PupilState) -> tuple[str, ...]:
    """The key for another try; with a camera, moved pawns are put back instead."""
    if room.scene.board.by_hand:
        return ("again",)
    return () if room.session.phase == "put-back" else _keys(room)


def _reason(room: PupilState, holes: Mapping[Hole, Seat]) -> str:
    """Why a board is illegal."""
    lesson = room.lesson
    judged = explain(lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, dict(holes))
    turn = (lesson.rules, lesson.position, lesson.seat, lesson.card)
    return explain_text(judged, *turn, holes, room.course.colours, "plain")[room.course.language]


def _learned(room: PupilState, stars: int, t: float) -> PupilState:
    """Show that the goal is reached, and store the stars."""
    phrases, lesson = room.course.phrases, room.lesson
    verdict = verdict_of(room, t, room.session.board or {}, reasons=())
    headline = f"{phrases.say('right')} {STAR * stars}{NO_STAR * (MAX_STARS - stars)}"
    room = replace(room, scene=after(room.scene, verdict))
    room = tell(room, phrases.lesson(lesson, "after"), headline, ("once-more", "next"), verdict=verdict)
    best = {**room.stars, lesson.name: max(stars, room.stars.get(lesson.name, 0))}
    return replace(room, session=replace(room.session, tries=0), stars=best)
