"""Whose turn it may be: the hands and orders of play that are possible after cards that nobody saw.

Cards that are laid down unseen leave no trace but who plays next. Each possible course keeps its probability,
and every turn that is seen weighs them anew (a forward filter of a hidden Markov model).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from operator import attrgetter

from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.plays import chance_of_passing, chance_of_stuck
from toc_pi.events import Declared
from toc_pi.referee.order import go_on, lay_down_unseen, skip_ahead, start_course
from toc_pi.referee.states import PossibleCourse, RefereeState, SettledTurn
from toc_pi.referee.waits import LAY_DOWN_S
from toc_pi.rules.game import UNKNOWN, GameState, pass_on, player_of, with_hand
from toc_pi.rules.position import Position

# Estimates, tried on simulated evenings.
FORGOTTEN = 0.003  # least chance that a player was passed over, even if they could have played
OUT_OF_ORDER = 0.0005  # chance that it is another player's turn than the cards say, for whatever reason
HASTY = 0.05  # factor if there was no time to lay down so many cards
MAX_COURSES = 12  # courses that are kept
MIN_CHANCE = 1e-4  # and their least probability


def possible_courses(state: RefereeState) -> tuple[PossibleCourse, ...]:
    """The possible courses, the one by which the state goes on among them; it alone if it was set anew."""
    if any(one.course == state.course for one in state.courses):
        return state.courses
    return (PossibleCourse(1.0, state.course),)


def courses_after(
    book: GameRules, state: RefereeState, declared: Declared, after: Position, turns: tuple[SettledTurn, ...]
) -> tuple[PossibleCourse, ...]:
    """The possible courses after a turn, the likeliest player's likeliest one first.

    Args:
        book, state: the rules, and the state before the turn.
        declared: the play.
        after: the position after it.
        turns: all settled turns with this one.
    """
    found: dict[tuple[object, ...], list[PossibleCourse]] = defaultdict(list)
    for chance, before in _before_turn(book, state, player_of(book.game.table, declared.seat)):
        course = skip_ahead(book, turns, go_on(book, before, declared, after))
        key = (course.turn, course.phase, course.dealer, course.again, *map(len, course.hands))
        found[key].append(PossibleCourse(chance, course))
    total = sum(way.chance for ways in found.values() for way in ways)
    likely = [
        PossibleCourse(sum(way.chance for way in ways) / total, max(ways, key=attrgetter("chance")).course)
        for ways in found.values()
    ]
    on_turn: dict[int, float] = defaultdict(float)
    for one in likely:
        on_turn[one.course.turn] += one.chance
    ranked = sorted(likely, key=lambda one: (on_turn[one.course.turn], one.chance), reverse=True)
    return tuple(one for one in ranked[:MAX_COURSES] if one.chance >= MIN_CHANCE) or tuple(ranked[:1])


def _before_turn(book: GameRules, state: RefereeState, player: int) -> Iterator[tuple[float, GameState]]:
    """Each course in which it is a player's turn, once those before them have laid cards down unseen."""
    chances: dict[tuple[object, ...], tuple[float, float]] = {}

    def passing(course: GameState) -> tuple[float, float]:
        """The chances that the player on turn has nothing to play, and that they move nothing."""
        key = (course.turn, len(course.hands[course.turn]), course.again)
        if key not in chances:
            stuck = chance_of_stuck(book, state.record, replace(course, again=""))
            chances[key] = stuck, chance_of_passing(book, state.record, course)
        return chances[key]

    since_s = state.episode.clear_since - state.turns[-1].t if state.turns else inf
    for one in possible_courses(state):
        yield one.chance * OUT_OF_ORDER, out_of_order(one.course, player)
        open_now = [(one.chance, one.course)]
        for laid in range(2 * len(one.course.hands)):
            hasty = HASTY if laid * LAY_DOWN_S > since_s else 1.0
            after = list[tuple[float, GameState]]()
            for chance, course in open_now:
                if course.phase != "play" or chance < MIN_CHANCE:
                    continue
                stuck, passes = passing(course)
                if course.turn == player and course.hands[player]:
                    yield chance * max(1.0 - stuck, FORGOTTEN) * hasty, course
                throws = book.game.rules.cannot_play == "throw" and not (course.again or course.struck)
                after.append(
                    (chance * max(passes, 0.0 if throws else FORGOTTEN), lay_down_unseen(book, course))
                )
                if throws and course.hands[course.turn]:
                    after.append((chance * FORGOTTEN, _without_trace(book, course)))
            open_now = after


def _without_trace(book: GameRules, course: GameState) -> GameState:
    """The course after one card that moved nothing, where who can play none throws the whole hand."""
    hand = course.hands[course.turn][1:]
    left = replace(course, hands=with_hand(course, course.turn, hand), used=(*course.used, UNKNOWN))
    return start_course(book, pass_on(left, course.turn))


def out_of_order(course: GameState, player: int) -> GameState:
    """The course if it is another player's turn; counted out of cards, they hold as many as anybody else."""
    held = course.hands[player] or (UNKNOWN,) * max(1, *map(len, course.hands))
    hands = with_hand(course, player, held)
    return replace(
        course, turn=player, hands=hands, phase="play", again="", pawn=None, struck=False, ten=False
    )
