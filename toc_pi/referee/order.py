"""Hands and order of play where hands are unseen, cards aren't declared, and turns may leave no trace.

Cards that are laid down unseen leave no trace but who plays next. Each possible course keeps its probability,
and every turn that is seen weighs them anew (a forward filter of a hidden Markov model).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf
from operator import attrgetter

from calibration.holes import Seat
from toc_pi.belief.game import Play, playable_part
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.plays import chance_of_passing, chance_of_stuck, unseen_plays
from toc_pi.effects import CardSettled
from toc_pi.errors import BadInput
from toc_pi.events import Declared
from toc_pi.referee.phases import LAY_DOWN_S, MOVE_S
from toc_pi.referee.states import RefereeState, StepResult
from toc_pi.referee.turns import PossibleCourse, SettledTurn
from toc_pi.rules.game import (
    JOKER,
    UNKNOWN,
    Action,
    CardPlayed,
    Deal,
    Discard,
    GameState,
    Give,
    Stop,
    Throw,
    pass_on,
    play_on,
    teams_of,
    with_hand,
)
from toc_pi.rules.position import Card, Position
from toc_pi.rules.table import Player
from toc_pi.rules.turn import apply, gift_size


def deal_values(rules: GameRules, course: GameState) -> Mapping[str, str]:
    """Values for a deal's notice: who deals how many cards, and who gives how many to whom (`a>c`)."""
    players = rules.table.players
    dealt = {"seat": str(players[course.dealer][0]), "cards": str(max(map(len, course.hands)))}
    gives = []
    for team in teams_of(rules.table):
        members = [players[player][0] for player in team if player not in course.away]
        mates = [*members[1:], *members[:1]]
        gives += [f"{giver}>{mate}" for giver, mate in zip(members, mates, strict=True) if giver != mate]
    if rules.ruleset.exchange == "none" or not gives:
        return dealt
    gift = str(gift_size(rules.ruleset, course))
    return {**dealt, "exchange": rules.ruleset.exchange, "gift": gift, "gives": " ".join(gives)}


def start_course(rules: GameRules, course: GameState) -> GameState:
    """Deal and exchange unknown cards until a player is to play one."""
    if course.phase == "deal":
        course = apply(rules.ruleset, rules.table, course, Deal())
    while course.phase == "exchange":
        gift = (UNKNOWN,) * gift_size(rules.ruleset, course)
        course = apply(rules.ruleset, rules.table, course, Give(gift))
    return course


def go_on(rules: GameRules, course: GameState, declared: Declared, after: Position) -> GameState:
    """Hands and order after a turn; declarations are taken as true even if they contradict the record."""
    if declared.do == "card" and declared.card is None:
        if not declared.cards:
            gone = go_on(rules, course, replace(declared, do="discard", card=UNKNOWN), course.position)
            return replace(gone, position=after)
        likeliest = declared.cards[0]  # it isn't counted as seen
        done = go_on(rules, course, replace(declared, card=likeliest), after)
        seen_last = done.used[-1:] == (likeliest,)
        return replace(done, used=(*done.used[:-1], UNKNOWN)) if seen_last else done
    course = seat_at_turn(rules, course, declared.seat)
    player = course.turn
    shown = declared.cards if declared.do == "throw" else (declared.card,) if declared.card else ()
    hand = course.hands[player]
    if declared.do == "throw" and len(hand) != len(shown):
        course = replace(course, hands=with_hand(course, player, (UNKNOWN,) * len(shown)))
    elif not hand:
        course = replace(course, hands=with_hand(course, player, (UNKNOWN,)))
    action: Action
    possible, stuck = playable_part(after)
    if stuck:
        course = replace(course, position=playable_part(course.position)[0])
    if declared.do in ("card", "pass") and declared.card is not None:
        action = CardPlayed(declared.card, possible)
    elif declared.do == "discard":
        action = Discard(declared.card or UNKNOWN)
    elif declared.do == "throw":
        action = Throw(tuple(sorted(shown)))
    else:
        return start_course(rules, pass_on(replace(course, position=after), player))
    try:
        done = apply(rules.ruleset, rules.table, course, action)
    except BadInput:
        done = pass_on(course, player)
    return start_course(rules, replace(done, position=after))


def lay_down_unseen(rules: GameRules, course: GameState) -> GameState:
    """Assume that the player on turn discarded, threw or kept a second play without declaring it."""
    if course.again == "later":
        return start_course(rules, apply(rules.ruleset, rules.table, course, Stop()))
    laid = Declared(0.0, rules.on_turn(course), "discard", UNKNOWN)
    if throws_hand(rules, course):
        laid = replace(laid, do="throw", card=None, cards=(UNKNOWN,) * len(course.hands[course.turn]))
    return go_on(rules, course, laid, course.position)


def throws_hand(rules: GameRules, course: GameState) -> bool:
    """Whether the player on turn throws the whole hand if no card of it can be played."""
    return rules.ruleset.cannot_play == "throw" and not (course.again or course.struck)


def plays_twice(rules: GameRules, declared: Declared) -> bool:
    """Whether a declared card is a joker that gives its player a second one."""
    if declared.do != "card" or declared.card != JOKER or rules.ruleset.joker_again == "none":
        return False
    return all(use.kind != "any-card" for use in rules.ruleset.uses(declared.card))


def next_player(rules: GameRules, course: GameState, declared: Declared) -> Player:
    """The seats of the player after a declared card; empty if they play again or the game may end."""
    after = go_on(rules, course, declared, course.position)
    player = rules.player_of(declared.seat)
    return () if after.phase != "play" or after.turn == player else rules.table.players[after.turn]


def seat_at_turn(rules: GameRules, course: GameState, seat: Seat) -> GameState:
    """Give the turn to the player of a seat because they acted, even out of turn."""
    player = rules.player_of(seat)
    if course.phase == "over":
        course = play_on(rules.table, course)
    for _ in course.hands:
        if course.turn == player and course.phase == "play":
            return course
        if course.again == "later" or (rules.is_free and course.phase == "play"):
            course = lay_down_unseen(rules, course)
    is_reached = course.turn == player and course.phase == "play"
    return course if is_reached else replace(_given(course, player), phase="play")


def _given(course: GameState, player: int) -> GameState:
    """The course if it is this player's turn, with nothing left to do of another one's."""
    return replace(course, turn=player, again="", pawn=None, struck=False, ten=False)


def passed_over(rules: GameRules, course: GameState, seat: Seat) -> tuple[Seat, ...]:
    """The first seat of each player whom `seat_at_turn` assumes to have laid a card down unseen, in order."""
    passed, player = list[Seat](), rules.player_of(seat)
    for _ in course.hands:
        if course.turn == player or course.phase != "play" or not rules.is_free:
            return tuple(passed)
        if course.again != "later":
            passed.append(rules.on_turn(course))
        course = lay_down_unseen(rules, course)
    return ()


def go_ahead(
    rules: GameRules, course: GameState, declared: Declared, after: Position, waits: Seat
) -> GameState:
    """Like `go_on`, for a player who went ahead of one whose turn it was, and who plays next."""
    for _ in course.hands:
        if course.turn != rules.player_of(waits):
            course = lay_down_unseen(rules, course)
    gone = go_on(rules, _given(course, rules.player_of(declared.seat)), declared, after)
    return replace(gone, turn=course.turn, again="", pawn=None) if gone.phase == "play" else gone


# Below it, a player isn't assumed to have laid cards down because he could play none. In 40 simulated games
# the lowest chance at 673 real discards was 0.005; at 79 % of 2,347 plays it is below 0.001.
STUCK = 0.001


def is_soon(state: RefereeState) -> bool:
    """Whether the last turn was too recent for all other players to have discarded, and one to have moved."""
    return state.episode.clear_since - state.turns[-1].t < shortest_round_s(state) + MOVE_S


def shortest_round_s(state: RefereeState) -> float:
    """The shortest time in which all players but the last one lay a card down, seconds."""
    player = state.rules.player_of(state.turns[-1].play.seat)
    others = sum(bool(hand) for number, hand in enumerate(state.course.hands) if number != player)
    return LAY_DOWN_S * others


def with_unseen_play(
    rules: GameRules, record: tuple[Position, ...], course: GameState
) -> tuple[Position, ...]:
    """The positions after the player on turn has laid cards down, or has played without a visible change."""
    return unseen_plays(rules, record, Play(rules.on_turn(course), None, course.pawn))


def after_unseen_round(state: RefereeState) -> RefereeState:
    """The state if everybody may have had such a turn since the last move; or else as it is."""
    if not state.turns or is_soon(state):
        return state
    record, course = state.record, state.course
    for _ in range(len(course.hands)):
        if course.phase != "play":
            return state
        unseen = with_unseen_play(state.rules, record, course)
        if unseen == record and chance_of_stuck(state.rules, record, course) < STUCK:
            return state
        record, course = unseen, lay_down_unseen(state.rules, course)
    return state.with_record(record)


def with_second_play(
    state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> tuple[Position, ...]:
    """The positions after a turn, also those after a second card that a joker allows and nobody sees."""
    rules, pawn = state.rules, None
    if not rules.is_free:
        return positions
    if _may_be_joker(declared):
        joker = Declared(state.t, declared.seat, "card", JOKER)
        course = go_on(rules, state.course, joker, positions[0])
        pawn, allowed = course.pawn, course.again != ""
    else:  # the second card of an earlier joker may have been kept
        allowed = rules.ruleset.joker_again == "later" and any(
            _may_be_joker(turn.play) and rules.same_player(turn.play.seat, declared.seat)
            for turn in state.turns
        )
    return unseen_plays(rules, positions, Play(declared.seat, None, pawn)) if allowed else positions


def _may_be_joker(play: Declared) -> bool:
    return JOKER in (play.card, *play.cards)


def is_inferred(turn: SettledTurn) -> bool:
    """Whether a settled turn's card was inferred from its move and hasn't been declared since."""
    return turn.play.do == "card" and bool(turn.play.cards)


def goes_on_after(state: RefereeState, turn: SettledTurn, card: Card) -> GameState:
    """Hands and order after a settled turn, the last one, if it was played with this card."""
    played = Declared(turn.t, turn.play.seat, "card", card)
    return course_after(state.rules, turn, played, state.record[0])


def course_after(rules: GameRules, turn: SettledTurn, play: Declared, after: Position) -> GameState:
    """Hands and order after a settled turn with this play."""
    if turn.ahead_of is not None:
        return go_ahead(rules, turn.course, play, after, turn.ahead_of)
    return go_on(rules, turn.course, play, after)


def skip_ahead(rules: GameRules, turns: tuple[SettledTurn, ...], course: GameState) -> GameState:
    """Pass over the next player if they have already played, ahead of those who have played since."""
    for turn in reversed(turns[-len(course.hands) : -1]):
        if rules.player_of(turn.play.seat) == course.turn:
            ahead = turn.ahead_of is not None and course.phase == "play"
            return pass_on(course, course.turn) if ahead else course
    return course


def settle_card(state: RefereeState, n: int, card: Card) -> StepResult:
    """Set the card of turn n; if that was the last turn, update whose turn it is."""
    turn = state.turns[n - 1]
    turns = (*state.turns[: n - 1], _played_by(turn, card), *state.turns[n:])
    known = replace(state, turns=turns)
    if n == len(state.turns):
        known = replace(known, course=skip_ahead(state.rules, turns, goes_on_after(state, turn, card)))
    was_open = turn.play.card is None
    return known, ((CardSettled(state.t, n, turn.play.seat, card),) if was_open else ())


def _played_by(turn: SettledTurn, card: Card | None, cards: tuple[Card, ...] = ()) -> SettledTurn:
    """A turn with another card, or other ranks that are possible."""
    return replace(turn, play=replace(turn.play, card=card, cards=cards))


def narrow(state: RefereeState, seat: Seat) -> StepResult:
    """Remove from the last turn's ranks those after which its player would have had to play again.

    Args:
        state: the state before the next turn is settled.
        seat: whose turn that is.
    """
    turn = state.turns[-1] if state.turns else None
    if turn is None or turn.play.card is not None or not is_inferred(turn):
        return state, ()
    player = state.rules.player_of(turn.play.seat)
    if state.rules.player_of(seat) == player:
        return state, ()
    after = {card: goes_on_after(state, turn, card) for card in turn.play.cards}
    left = tuple(
        card for card, course in after.items() if course.again not in ("same", "now") or course.turn != player
    )
    if not left or left == turn.play.cards:
        return state, ()
    if len(left) == 1:
        known, effects = settle_card(state, len(state.turns), left[0])
        return replace(known, course=state.course), effects
    return replace(state, turns=(*state.turns[:-1], _played_by(turn, None, left))), ()


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
    state: RefereeState, declared: Declared, after: Position, turns: tuple[SettledTurn, ...]
) -> tuple[PossibleCourse, ...]:
    """The possible courses after a turn, the likeliest player's likeliest one first.

    Args:
        turns: all settled turns with this one.
    """
    found: dict[tuple[object, ...], list[PossibleCourse]] = defaultdict(list)
    for chance, before in _before_turn(state, state.rules.player_of(declared.seat)):
        course = skip_ahead(state.rules, turns, go_on(state.rules, before, declared, after))
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


def _before_turn(state: RefereeState, player: int) -> Iterator[tuple[float, GameState]]:
    """Each course in which it is a player's turn, once those before them have laid cards down unseen."""
    chances: dict[tuple[object, ...], tuple[float, float]] = {}

    def passing(course: GameState) -> tuple[float, float]:
        """The chances that the player on turn has nothing to play, and that they move nothing."""
        key = (course.turn, len(course.hands[course.turn]), course.again)
        if key not in chances:
            stuck = chance_of_stuck(state.rules, state.record, replace(course, again=""))
            chances[key] = stuck, chance_of_passing(state.rules, state.record, course)
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
                throws = throws_hand(state.rules, course)
                after.append(
                    (chance * max(passes, 0.0 if throws else FORGOTTEN), lay_down_unseen(state.rules, course))
                )
                if throws and course.hands[course.turn]:
                    after.append((chance * FORGOTTEN, _without_trace(state.rules, course)))
            open_now = after


def _without_trace(rules: GameRules, course: GameState) -> GameState:
    """The course after one card that moved nothing, where who can play none throws the whole hand."""
    hand = course.hands[course.turn][1:]
    left = replace(course, hands=with_hand(course, course.turn, hand), used=(*course.used, UNKNOWN))
    return start_course(rules, pass_on(left, course.turn))


def out_of_order(course: GameState, player: int) -> GameState:
    """The course if it is another player's turn; counted out of cards, they hold as many as anybody else."""
    held = course.hands[player] or (UNKNOWN,) * max(1, *map(len, course.hands))
    return replace(_given(course, player), hands=with_hand(course, player, held), phase="play")
