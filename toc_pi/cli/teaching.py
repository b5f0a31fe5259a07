"""The commands `hint` and `learn`: the best plays of a hand, and the lessons of a rule set."""

import argparse
import json
import os
import time
from collections.abc import Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from random import Random
from typing import Any

from calibration.board.board_file import load_board
from calibration.errors import BadBoard
from calibration.files.disk import is_missing
from calibration.holes import USUAL_STRETCH, Seat, home_entries, seats_of
from toc_pi.app.setup.answers import USUAL_BOARD, USUAL_RULES
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.teaching.pupil import Lessons
from toc_pi.cli.arguments import REQUESTS, Arguments, argument, either, given
from toc_pi.cli.requests import Request, answer_lines, checked, number, shown, situation, texts
from toc_pi.cli.rules import is_family_file, load, written
from toc_pi.cli.terminal import complain, say
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.languages import LANGUAGES, spoken
from toc_pi.phrases import Phrases
from toc_pi.rules.game import pack_of
from toc_pi.rules.pawn_moves import pawn_moves_of
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.store.folder import DiskWorker
from toc_pi.store.settings import DataFolders, find_places, load_settings, set_up_places
from toc_pi.store.table_config import NO_CAMERA, TableConfig
from toc_pi.teaching.hint import STRENGTHS, Advice, advise
from toc_pi.teaching.lessons import Lesson, lesson_named, lessons_of
from toc_pi.teaching.options import Moment, threats
from toc_pi.teaching.play_phrases import COLOURS, PlayPhrases

LONGEST_S = 60.0  # thinking time that may be asked for
TOLD = 3
"""For how many of the best plays the text says who can then reach their pawns."""


def arguments(command: str) -> Arguments:
    if command == "hint":
        return (REQUESTS,)
    return (
        argument("lesson", nargs="?", metavar="LESSON", help="one of them (default: all)"),
        argument(
            "--rules",
            metavar="NAME",
            help="a rule set, or a family's own file (default: the table's, or quebec)",
        ),
        argument("--house", nargs="+", action="extend", default=[], metavar="X", help="house rules"),
        argument(
            "--stretch", type=int, default=USUAL_STRETCH, help="holes of the track a seat has, 12 to 24"
        ),
        argument("--entry", type=int, metavar="N", help="the printed number before the home"),
        argument("--lang", choices=LANGUAGES, help="language of the sentences (default: the table's)"),
        argument(
            "--board", metavar="B", help="a shipped board, or a file (default: the table's, or square-40)"
        ),
        argument(
            "--by-hand", action="store_true", help="move pawns on the screen, also where there is a camera"
        ),
        argument("--name", default="", metavar="PUPIL", help="whose stars are kept"),
        either(
            argument("--json", action="store_true", help="print JSON Lines, one lesson per line"),
            argument("--text", action="store_true", help="print the lessons with their answers, no window"),
        ),
    )


def execute(command: str, options: argparse.Namespace) -> int:
    """Answer hints, or print lessons.

    Raises:
        BadInput: the file can't be read; no such rule set, house rule or lesson.
    """
    if command == "hint":
        return answer_lines(command, options.requests, answer_hint)
    name = options.rules or USUAL_RULES
    rules = load(name, options.house)
    source = {"ruleset": read_toml(given(name), given=True)} if is_family_file(name) else {"rules": name}
    entry = home_entries(options.stretch)[0] if options.entry is None else options.entry
    centre = any(use.kind == "centre" for uses in rules.cards.values() for use in uses)
    table = Table(home_entry=entry, centre=centre, stretch=options.stretch)
    lessons = _chosen(rules, table, options.lesson)
    if not (options.json or options.text) and (status := _learn(options)) is not None:
        return status
    for lesson in lessons:
        if options.json:
            print(json.dumps(lesson_line(lesson, source), ensure_ascii=False))
        else:
            _print_lesson(lesson, PlayPhrases(Phrases(options.lang or spoken(), COLOURS)))
    return 0


PAINTS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")


def _learn(options: argparse.Namespace) -> int | None:
    """Teach in a window: with the settings' camera, or with pawns that are moved on the screen.

    Returns:
        The exit status; None without a display.

    Raises:
        BadInput: no such rule set, house rule, board or lesson; another program uses the camera.
    """
    # pygame isn't needed for hints, and for lessons as text.
    from toc_pi.app.journaled_game import hold_folder, screen_turned
    from toc_pi.app.teaching.tutor import LessonProgressStore, teach
    from toc_pi.screen.display import NoDisplay
    from toc_pi.screen.window import Window

    places = set_up_places(find_places(os.environ, Path.home()))
    settings = _settings(places)
    course = _course(options, settings)
    watched = settings is not None and not options.by_hand and settings.camera != NO_CAMERA
    watched = watched and settings is not None and settings.board == course.board
    disk = DiskWorker()
    stars = (
        LessonProgressStore(places.state, options.name, disk, complain) if options.lesson is None else None
    )
    try:
        window = Window(title="toc-pi learn", turned=screen_turned())
    except NoDisplay as error:
        complain("no window ({why}); going on as text", why=error)
        return None
    with closing(window), hold_folder(places, complain, "learn") if watched else nullcontext():
        try:
            calibration = places.calibration if watched else None
            learned = teach(course, window, settings, calibration, stars, complain)
        finally:
            disk.wait()
    count = sum(lesson.name in learned for lesson in course.lessons)
    say("lessons learned: {count} of {all}", count=count, all=len(course.lessons))
    return 0


def _course(options: argparse.Namespace, settings: TableConfig | None) -> Lessons:
    """The lessons: from the options, else the table's settings, else the defaults."""
    board = load_board(options.board or USUAL_BOARD) if options.board or settings is None else settings.board
    if settings is not None and options.rules is None and not options.house:
        rules = game_of(settings).rules
    else:
        rules = load(options.rules or (settings and settings.rules) or USUAL_RULES, options.house)
    on_board = Table(board.seats, board.home_entry, board.centre, stretch=board.stretch)
    lessons = _chosen(rules, on_board, options.lesson)
    chosen = {} if settings is None else settings.colours
    colours = {**dict(zip(seats_of(board.seats), PAINTS, strict=False)), **COLOURS, **chosen}
    if settings is None:
        return Lessons(board, lessons, colours, options.lang or spoken())
    return Lessons(board, lessons, colours, options.lang or settings.language, settings.faces)


def _chosen(rules: RuleSet, table: Table, name: str | None) -> tuple[Lesson, ...]:
    return lessons_of(rules, table) if name is None else (lesson_named(rules, table, name),)


def _settings(places: DataFolders) -> TableConfig | None:
    """The table's settings; None if there are none, or they can't be used."""
    if is_missing(places.settings):
        return None
    try:
        settings = load_settings(places.settings)
        game_of(settings)
    except (BadInput, BadBoard, OSError) as error:
        complain("{why}; lessons go on without these settings", why=error)
        return None
    return settings


def answer_hint(request: Request) -> dict[str, Any]:
    """All plays of a hand, the best first: `{"plays": [{"card": …, "holes": …, "win": …}]}`.

    Raises:
        BadInput: what is wrong with the request, and where.
    """
    rules, table, before, seat = situation(request)
    hand = _cards(request, "hand")
    if not hand:
        raise BadInput("hand is missing or empty; a list of cards is needed")
    counts = _counts(request, len(hand), len(pack_of(rules)))
    moment = Moment(rules, table, 0, before, seat, played=_cards(request, "played"), counts=counts)
    end = time.monotonic() + _seconds(request)
    found = advise(
        moment,
        hand,
        number(request, "strength", STRENGTHS[-1]),
        Random(number(request, "seed", 0)),
        lambda: time.monotonic() < end,
    )
    phrases_in: dict[str, PlayPhrases] = {
        language: PlayPhrases(Phrases(language, {})) for language in LANGUAGES
    }
    return {"plays": [_play(moment, one, phrases_in, place < TOLD) for place, one in enumerate(found)]}


def lesson_line(lesson: Lesson, source: Mapping[str, Any]) -> dict[str, Any]:
    """A lesson as the line that `learn --json` prints (CONTRACT).

    Args:
        lesson: the lesson.
        source: the rule set in a request: `rules`, or `ruleset` with a family's file.
    """
    rules, table = lesson.rules, lesson.table
    phrases_in = {language: PlayPhrases(Phrases(language, COLOURS)) for language in LANGUAGES}
    request: dict[str, Any] = {
        "id": lesson.name,
        **source,
        "house": list(rules.house),
        "seats": table.seats,
        "stretch": table.stretch,
        "home_entry": table.home_entry,
        "centre": table.centre,
        "players": [list(player) for player in table.players],
        "teams": [list(team) for team in table.teams],
        **written(lesson.position),
        "seat": lesson.seat,
        "card": lesson.card,
    }
    hand = lesson.hand
    chosen = {"hand": {"ask": hand.ask, "cards": hand.cards, "right": hand.right}} if hand.ask else {}
    return {
        "lesson": lesson.name,
        "rules": rules.name,
        "request": request,
        "right": [written(after) for after in lesson.right],
        "wrong": [{"holes": dict(sorted(one.holes.items())), "reason": one.reason} for one in lesson.wrong],
        **chosen,
        "text": {
            when: {language: phrases.lesson(lesson, when) for language, phrases in phrases_in.items()}
            for when in ("title", "before", *(("do",) if hand.ask else ()), "after")
        },
    }


def _print_lesson(lesson: Lesson, phrases: PlayPhrases) -> None:
    """Print a lesson as text, for reading, or for setting it up on a board without a camera."""
    say("{name}: {lesson}", name=lesson.name, lesson=phrases.lesson(lesson, "title"))
    say(f"  {lesson.position}   {' '.join(lesson.hand.cards) or lesson.card}")
    say(f"  {phrases.lesson(lesson, 'before')}")
    if lesson.hand.ask:
        say(f"  {phrases.lesson(lesson, 'do')}")
    for after in lesson.right:
        say(f"    {phrases.moves(pawn_moves_of(lesson.table, lesson.position, lesson.card, after))}")
    say(f"  {phrases.lesson(lesson, 'after')}")
    say("")


def _play(
    moment: Moment, advice: Advice, phrases_in: Mapping[str, PlayPhrases], full: bool
) -> dict[str, Any]:
    """One play of a hand as a JSON object."""
    after = advice.result
    ends = [move.end for move in advice.moves if move.end is not None] if full else []
    reached = threats(moment.rules, moment.table, after, moment.seat, ends)
    found: dict[str, Any] = {} if advice.card is None else {"card": advice.card}
    if advice.do == "card":
        found |= written(after)
    else:
        found["do"] = advice.do
    text = {language: phrases.advice(advice, reached) for language, phrases in phrases_in.items()}
    return found | {"win": round(advice.win, 4), "text": text}


def _cards(request: Request, key: str) -> tuple[Card, ...]:
    cards = texts(request, key)
    for card in cards:
        if card not in RANKS:
            raise BadInput(
                "{key} has {card}; cards are {names}", key=key, card=shown(card), names=" ".join(RANKS)
            )
    return tuple(map(Card, cards))


def _counts(request: Request, own: int, pack: int) -> dict[Seat, int]:
    """The others' numbers of cards: as given, else from `turn`; none for as many as in this hand."""
    needed = f"a number of cards, 0 to {pack}"
    hands, turn = request.get("hands"), request.get("turn")

    def is_count(value: object) -> bool:
        return type(value) is int and 0 <= value <= pack

    if hands is not None:
        for seat, count in checked(
            request, "hands", _is_object, "an object of seat and number of cards"
        ).items():
            checked({(name := f"hands.{seat}"): count}, name, is_count, needed)
        return {Seat(seat): count for seat, count in (hands or dict.fromkeys("abcdefgh", 0)).items()}
    if turn is None:
        return {}
    told = checked(request, "turn", _is_object, 'an object with "left", a number of cards')
    left = checked({"turn.left": told.get("left", own)}, "turn.left", is_count, needed)
    return {Seat(letter): left for letter in "abcdefgh"}


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _seconds(request: Request) -> float:
    value = request.get("time", 1.0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST_S:
        raise BadInput(
            "time = {value}; allowed are 0 to {most} seconds", value=shown(value), most=f"{LONGEST_S:g}"
        )
    return float(value)
