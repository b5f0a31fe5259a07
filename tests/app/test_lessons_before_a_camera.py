"""Lessons before a camera: every lesson of every rule set is set up, got wrong, put back and learned."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, is_camp, seats_of
from toc_pi.app.teaching.learning import enter, pass_time, see_board, see_view, tap, with_hands
from toc_pi.app.teaching.pupil import Lessons, PupilState
from toc_pi.events import Seen
from toc_pi.languages import Language, load_texts
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.board_face import repair_steps
from toc_pi.screen.panel import Mark, Panel
from toc_pi.screen.scene import tapped
from toc_pi.screen.scene_panel import panel_of
from toc_pi.teaching.lesson_attempt import ON_THE_WAY_S, STILL_S
from toc_pi.teaching.lessons import Lesson, lessons_of
from toc_pi.teaching.play_phrases import COLOURS

SQUARE = load_board("square-40")
HOLES = Mapping[Hole, Seat]


def course(
    rules: str, language: Language = "en", board: Board = SQUARE, house: tuple[str, ...] = ()
) -> Lessons:
    table = Table(board.seats, board.home_entry, board.centre, stretch=board.stretch)
    return Lessons(board, lessons_of(load_ruleset(rules, house), table), COLOURS, language)


class Pupil:
    """Moves pawns on a simulated board: hands come and go, and the board is still."""

    def __init__(self, course: Lessons, stars: Mapping[str, int] | None = None) -> None:
        self.room = enter(course, stars or {}, camera=True)
        self.board: dict[Hole, Seat] = {}
        self.t = 0.0

    def look(
        self, unsure: frozenset[Hole] = frozenset(), odds: Mapping[Hole, Mapping[str, float]] | None = None
    ) -> None:
        """The observer sees the board as it is."""
        pawns = dict(
            standing(Position(frozenset(self.board.items())), seats_of(self.room.course.board.seats))
        )
        sure = {hole: seat for hole, seat in pawns.items() if hole not in unsure}
        self.room = see_board(self.room, Seen(self.t, sure, unsure, odds or {}))

    def put(self, board: HOLES) -> None:
        """A hand sets the board up, and goes."""
        self.t += 1.0
        self.room = see_view(self.room, self.t, "hand")
        self.wait(3 * ON_THE_WAY_S)
        self.room = see_view(self.room, self.t, "watching")
        self.board = dict(board)
        self.look()

    def wait(self, seconds: float) -> None:
        """Time passes in small steps."""
        until = self.t + seconds
        while self.t < until:
            self.t += 0.25
            self.room = pass_time(self.room, self.t)

    def tap(self, key: str) -> None:
        self.room = tap(self.room, key, self.t)

    def follow(self) -> int:
        """Do what the screen asks for, one thing at a time, until nothing is left; return how many."""
        for count in range(30):
            if not self.room.scene.game.repair:
                return count
            first = repair_steps(self.room.scene.game.repair, self.room.scene.board.pawns)[0]
            after = dict(self.board)
            if first.start is not None and not is_camp(first.start):
                after.pop(first.start)
            if first.end is not None and first.seat is not None:
                after[first.end] = first.seat
            self.put(after)
        pytest.fail("the position is never reached")

    @property
    def panel(self) -> Panel:
        """The panel for people who know the holes by their names."""
        return panel_of(tapped(self.room.scene, "names") or self.room.scene)

    @property
    def mark(self) -> Mark:
        assert self.panel.box is not None
        return self.panel.box.mark

    @property
    def sentence(self) -> str:
        assert self.panel.box is not None
        return self.panel.box.sentence


def learn(pupil: Pupil, lesson: Lesson) -> None:
    """Set a lesson up, make its first mistake, put it back, and learn it."""
    room = pupil.room
    assert room.lesson == lesson
    phrases, wanted = room.course.phrases, dict(lesson.position.pawns)
    if lesson.show != "nothing":
        pupil.tap("go")
    if wanted != pupil.board:
        assert pupil.mark is Mark.HOME
    pupil.follow()
    assert pupil.board == wanted
    assert pupil.sentence == phrases.lesson(lesson, "before")
    if lesson.hand.ask:
        pupil.tap(f"card:{lesson.hand.right[0]}" if lesson.hand.right else "cant")
    asked = pupil.sentence
    for mistake in lesson.wrong[:1]:
        if dict(mistake.holes) == wanted:
            pupil.tap("done")
            assert pupil.mark is Mark.CROSS
            continue
        pupil.put(mistake.holes)
        pupil.wait(ON_THE_WAY_S + 0.5)
        assert pupil.mark is Mark.CROSS, lesson.name
        assert pupil.sentence
        pupil.put({})  # all taken off: the screen shows what is to be put back
        assert bool(pupil.room.scene.game.repair) is bool(wanted)
        pupil.follow()
        assert pupil.sentence == asked
    pupil.put(dict(lesson.right[-1].pawns))
    assert pupil.mark is Mark.TICK, lesson.name
    assert pupil.sentence == phrases.lesson(lesson, "after")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_lesson_of_a_rule_set_is_learned_before_a_camera(name: str, language: Language) -> None:
    pupil = Pupil(course(name, language))
    pupil.look()
    for lesson in pupil.room.course.lessons:
        learn(pupil, lesson)
        pupil.tap("next")
    assert pupil.room.over
    assert set(pupil.room.stars) == {lesson.name for lesson in pupil.room.course.lessons}


@pytest.mark.parametrize(
    ("board", "rules", "house"),
    [
        ("hexagon-55", "tock", ("king-mows", "no-own-capture")),
        ("octagon-70", "saut", ("jump-may", "start-fresh")),
        ("cross-45", "fadoq", ("seven-two", "jack-no-own", "five-any")),
    ],
)
def test_house_rules_and_other_boards_have_lessons_before_a_camera_too(
    board: str, rules: str, house: tuple[str, ...]
) -> None:
    pupil = Pupil(course(rules, board=load_board(board), house=house))
    pupil.look()
    for lesson in pupil.room.course.lessons:
        learn(pupil, lesson)
        pupil.tap("next")
    assert pupil.room.over


def at(name: str) -> Pupil:
    """A pupil at one lesson of quebec, its position not set up yet."""
    pupil = Pupil(course("quebec"))
    pupil.tap(f"lesson:{name}")
    pupil.look()
    pupil.tap("go")
    return pupil


def test_a_lesson_begins_with_what_it_shows_and_nothing_about_discards() -> None:
    pupil = Pupil(course("quebec"))
    assert pupil.mark is Mark.WORD
    assert pupil.sentence == pupil.room.course.phrases.look(pupil.room.lesson)
    pupil.tap("go")  # nothing was seen yet: the camera still looks for the board
    assert pupil.panel.box is not None
    assert pupil.panel.box.headline == load_texts("screen", "en")["box"]["looking"]
    assert pupil.panel.keys == ()


def test_whoever_does_it_at_once_has_done_it() -> None:
    pupil = Pupil(course("quebec"))
    pupil.tap("lesson:coming-out")
    pupil.look()
    assert pupil.room.frames
    pupil.put(dict(pupil.room.lesson.right[0].pawns))
    assert pupil.room.stars == {"coming-out": 3}


def test_the_next_pawn_is_shown_first_and_a_wrong_one_is_named() -> None:
    pupil = at("capturing")
    assert [line.text for line in pupil.panel.box.lines] == ["Red on a3", "Blue on a9", "Red on c2"]  # type: ignore[union-attr]
    pupil.put({Hole("a3"): Seat("d")})
    assert "Yellow" in pupil.sentence
    assert "a3" in pupil.sentence
    pupil.put({Hole("a3"): Seat("a"), Hole("b4"): Seat("b")})
    assert pupil.panel.box is not None
    assert pupil.panel.box.lines[0].text == "b4 → a9", "the pawn that stands wrong goes first"


def test_a_move_that_is_a_part_of_a_right_one_may_take_its_time() -> None:
    pupil = at("seven-split")
    pupil.follow()
    lesson = pupil.room.lesson
    begun = dict(lesson.wrong[1].holes)  # one of the two pawns is home, the other waits
    pupil.put(begun)
    pupil.wait(ON_THE_WAY_S - 1.0)
    assert pupil.mark is Mark.WORD
    pupil.put(dict(lesson.right[0].pawns))
    assert pupil.mark is Mark.TICK


def test_a_pawn_in_the_hand_is_no_answer_and_a_wrong_hole_is_one_soon() -> None:
    pupil = at("moving")
    pupil.follow()
    pupil.put({})
    pupil.wait(ON_THE_WAY_S - 1.0)
    assert pupil.mark is Mark.WORD
    pupil.put({Hole("a9"): Seat("a")})
    assert pupil.mark is Mark.WORD
    pupil.wait(STILL_S)
    assert pupil.mark is Mark.CROSS


def test_whoever_taps_done_is_answered_at_once() -> None:
    pupil = at("moving")
    pupil.follow()
    pupil.put({Hole("a9"): Seat("a")})
    pupil.tap("done")
    assert pupil.mark is Mark.CROSS


def test_the_third_mistake_is_followed_by_the_answer_with_arrows() -> None:
    pupil = at("moving")
    pupil.follow()
    for _ in range(3):
        pupil.put({Hole("a9"): Seat("a")})
        pupil.wait(STILL_S)
        pupil.put(dict(pupil.room.lesson.position.pawns))
    task = pupil.room.scene.game.task
    assert task is not None
    assert task.ways == ((Hole("a2"), Hole("a8"), Seat("a")),)
    pupil.put({Hole("a8"): Seat("a")})
    assert pupil.panel.box is not None
    assert "★☆☆" in pupil.panel.box.headline


def test_an_unsure_hole_is_decided_by_what_can_be_or_asked_about() -> None:
    pupil = at("moving")
    pupil.follow()
    hole = Hole("a8")
    pupil.board = {hole: Seat("a")}
    pupil.t += 1
    pupil.look(frozenset({hole}), {hole: {"a": 0.3, "": 0.7}})
    assert "a8" in pupil.sentence
    assert pupil.mark is Mark.WORD
    pupil.look(frozenset({hole}), {hole: {"a": 0.7, "": 0.3}})
    assert pupil.mark is Mark.TICK


def test_an_unsure_hole_that_clears_up_leaves_the_task_as_it_was() -> None:
    pupil = at("moving")
    pupil.follow()
    before = pupil.sentence
    pupil.look(frozenset({Hole("a2")}), {Hole("a2"): {"a": 0.3, "": 0.7}})
    assert "a2" in pupil.sentence
    pupil.look()
    assert pupil.sentence == before


def test_a_camera_that_is_lost_leaves_the_lesson_to_taps_and_back() -> None:
    pupil = at("moving")
    pupil.follow()
    pupil.room = with_hands(pupil.room, "lost")
    assert pupil.room.scene.board.by_hand
    assert (
        dict(pupil.room.session.lesson.position.pawns).items() <= dict(pupil.room.scene.board.pawns).items()
    )
    room = tap(tap(pupil.room, "hole:a2"), "hole:a8")
    assert room.stars == {"moving": 3}
    pupil.look()
    assert not pupil.room.scene.board.by_hand
    assert pupil.sentence == pupil.room.course.phrases.lesson(pupil.room.lesson, "before")


def test_what_lies_there_already_counts_for_the_next_lesson() -> None:
    pupil = at("coming-out")
    pupil.put(dict(pupil.room.lesson.right[0].pawns))
    assert pupil.mark is Mark.TICK
    pupil.tap("next")
    pupil.tap("go")
    assert [line.text for line in pupil.panel.box.lines] == ["a0 → a2"]  # type: ignore[union-attr]


def test_pupils_stay_where_they_are_in_other_colours_of_the_screen() -> None:
    pupil = at("moving")
    night = tap(pupil.room, "night")
    assert isinstance(night, PupilState)
    assert tapped(night.scene, "night") == pupil.room.scene


@settings(max_examples=25)
@given(st.randoms(use_true_random=False))
def test_whatever_is_tapped_and_seen_the_lesson_goes_on(random: Random) -> None:
    pupil = Pupil(course(random.choice(NAMES)))
    holes = [Hole(hole) for hole in SQUARE.holes if not is_camp(Hole(hole))]
    for _ in range(25):
        lesson, panel = pupil.room.lesson, pupil.panel
        boards: list[HOLES] = [
            dict(lesson.position.pawns),
            dict(random.choice(lesson.right).pawns),
            *(mistake.holes for mistake in lesson.wrong),
            {random.choice(holes): Seat(random.choice("abcd")) for _ in range(random.randrange(5))},
            dict(list(pupil.board.items())[1:]),
        ]
        match random.randrange(6):
            case 0:
                choices = [choice.key for choice in (*panel.answers, *panel.orders, *panel.keys)]
                keys = [
                    *choices,
                    f"hole:{random.choice(holes)}",
                    "hole:aC1",
                    "night",
                    "page",
                    "undo",
                    "by-hand",
                    "go",
                    "look",
                    f"lesson:{random.choice(pupil.room.course.lessons).name}",
                ]
                pupil.room = tap(pupil.room, random.choice(keys), pupil.t)
            case 1:
                pupil.wait(random.choice([0.5, 2.0, 10.0]))
            case 2:
                unsure = frozenset(random.sample(holes, 2) + list(pupil.board)[:1])
                pupil.look(unsure, {hole: {"a": 0.4, "": 0.6} for hole in unsure if random.random() < 0.5})
            case 3:
                pupil.room = with_hands(pupil.room, "lost")
            case _:
                pupil.put(random.choice(boards))
        assert pupil.room.scene.game.task is not None
        assert pupil.room.session.phase in ("set-up", "try", "put-back", "after")
        assert all(1 <= stars <= 3 for stars in pupil.room.stars.values())
