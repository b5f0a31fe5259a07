"""Hands and order of play where hands are unseen: whose turn it is, and what follows from a turn."""

from collections.abc import Mapping
from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.game import playable_part
from toc_pi.belief.rulebook import Rulebook
from toc_pi.errors import BadInput
from toc_pi.referee.events import Declared
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
    player_of,
    teams_of,
    with_hand,
)
from toc_pi.rules.position import Position
from toc_pi.rules.table import Player
from toc_pi.rules.turn import apply, gift_size


def expected(book: Rulebook, course: GameState) -> Seat:
    """A seat of the player whose turn it is, the first one clockwise."""
    return book.game.table.players[course.turn][0]


def deal_values(book: Rulebook, course: GameState) -> Mapping[str, str]:
    """Values for a deal's notice: who deals how many cards, and who gives how many to whom (`a>c`)."""
    table, rules = book.game.table, book.game.rules
    dealt = {"seat": str(table.players[course.dealer][0]), "cards": str(max(map(len, course.hands)))}
    gives = []
    for team in teams_of(table):
        members = [table.players[player][0] for player in team if player not in course.away]
        gives += [
            f"{giver}>{mate}"
            for giver, mate in zip(members, [*members[1:], *members[:1]], strict=True)
            if giver != mate
        ]
    if rules.exchange == "none" or not gives:
        return dealt
    gift = str(gift_size(rules, course))
    return {**dealt, "exchange": rules.exchange, "gift": gift, "gives": " ".join(gives)}


def start_course(book: Rulebook, course: GameState) -> GameState:
    """Deal and exchange unknown cards until a player is to play one."""
    rules, table = book.game.rules, book.game.table
    if course.phase == "deal":
        course = apply(rules, table, course, Deal())
    while course.phase == "exchange":
        course = apply(rules, table, course, Give((UNKNOWN,) * gift_size(rules, course)))
    return course


def go_on(book: Rulebook, course: GameState, declared: Declared, after: Position) -> GameState:
    """Hands and order after a turn; declarations are taken as true even if they contradict the record."""
    rules, table = book.game.rules, book.game.table
    if declared.do == "card" and declared.card is None:
        return _with_unknown_card(book, course, declared, after)
    course = seat_at_turn(book, course, declared.seat)
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
    elif declared.do == "discard" and declared.card is not None:
        action = Discard(declared.card)
    elif declared.do == "throw":
        action = Throw(tuple(sorted(shown)))
    else:
        return start_course(book, pass_on(replace(course, position=after), player))
    try:
        done = apply(rules, table, course, action)
    except BadInput:
        done = pass_on(course, player)
    return start_course(book, replace(done, position=after))


def _with_unknown_card(book: Rulebook, course: GameState, declared: Declared, after: Position) -> GameState:
    """`go_on` for an undeclared card: as with the likeliest rank, but without counting it as seen."""
    if not declared.cards:
        gone = go_on(book, course, replace(declared, do="discard", card=UNKNOWN), course.position)
        return replace(gone, position=after)
    likeliest = declared.cards[0]
    done = go_on(book, course, replace(declared, card=likeliest), after)
    if done.used[-1:] == (likeliest,):
        done = replace(done, used=(*done.used[:-1], UNKNOWN))
    return done


def lay_down_unseen(book: Rulebook, course: GameState) -> GameState:
    """Assume that the player on turn discarded, threw or kept a second play without declaring it."""
    rules, seat = book.game.rules, expected(book, course)
    if course.again == "later":
        return start_course(book, apply(rules, book.game.table, course, Stop()))
    throws = rules.cannot_play == "throw" and not (course.again or course.struck)
    cards = (UNKNOWN,) * len(course.hands[course.turn]) if throws else ()
    card = None if throws else UNKNOWN
    laid = Declared(0.0, seat, "throw" if throws else "discard", card, cards)
    return go_on(book, course, laid, course.position)


def plays_twice(book: Rulebook, declared: Declared) -> bool:
    """Whether a declared card is a joker that gives its player a second one."""
    rules = book.game.rules
    if declared.do != "card" or declared.card != JOKER or rules.joker_again == "none":
        return False
    return all(use.kind != "any-card" for use in rules.uses(declared.card))


def next_player(book: Rulebook, course: GameState, declared: Declared) -> Player:
    """The seats of the player after a declared card; empty if he plays again or the game may end."""
    after = go_on(book, course, declared, course.position)
    player = player_of(book.game.table, declared.seat)
    return () if after.phase != "play" or after.turn == player else book.game.table.players[after.turn]


def seat_at_turn(book: Rulebook, course: GameState, seat: Seat) -> GameState:
    """Give the turn to the player of a seat because he acted, even out of turn."""
    table = book.game.table
    player = player_of(table, seat)
    if course.phase == "over":
        course = play_on(table, course)
    for _ in course.hands:
        if course.turn == player and course.phase == "play":
            return course
        if course.again == "later" or (book.game.declare == "free" and course.phase == "play"):
            course = lay_down_unseen(book, course)
    if course.turn == player and course.phase == "play":
        return course
    return replace(course, phase="play", turn=player, again="", pawn=None, struck=False, ten=False)


def passed_over(book: Rulebook, course: GameState, seat: Seat) -> tuple[Seat, ...]:
    """The first seat of each player whom `seat_at_turn` assumes to have laid a card down unseen, in order."""
    passed, player = list[Seat](), player_of(book.game.table, seat)
    for _ in course.hands:
        if course.turn == player or course.phase != "play" or book.game.declare == "strict":
            return tuple(passed)
        if course.again != "later":
            passed.append(expected(book, course))
        course = lay_down_unseen(book, course)
    return ()


def go_ahead(
    book: Rulebook, course: GameState, declared: Declared, after: Position, waits: Seat
) -> GameState:
    """Like `go_on`, for a player who went ahead of one whose turn it was, and who plays next."""
    table = book.game.table
    for _ in course.hands:
        if course.turn != player_of(table, waits):
            course = lay_down_unseen(book, course)
    ahead = replace(
        course, turn=player_of(table, declared.seat), again="", pawn=None, struck=False, ten=False
    )
    gone = go_on(book, ahead, declared, after)
    return replace(gone, turn=course.turn, again="", pawn=None) if gone.phase == "play" else gone


def new_deal(course: GameState, cards: int) -> GameState:
    """Refill the hands after a deal announced by the players."""
    size = cards or max((len(hand) for hand in course.hands), default=0)
    hands = tuple(() if player in course.away else (UNKNOWN,) * size for player in range(len(course.hands)))
    return replace(course, hands=hands)
