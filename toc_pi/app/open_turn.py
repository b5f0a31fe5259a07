"""The open turn of a game in the form teaching uses."""

from toc_pi.belief.game import Game, playable_part
from toc_pi.referee.states import RefereeState
from toc_pi.teaching.moment import Moment


def open_turn(game: Game, state: RefereeState) -> Moment | None:
    """What the referee knows of the open turn; None once the game is over.

    Args:
        game: rules and table.
        state: of the referee.
    """
    course = state.course
    if course.phase != "play":
        return None
    declared = state.queue[0] if state.queue else None
    players = game.table.players
    return Moment(
        game.rules,
        game.table,
        state.n,
        playable_part(state.record[0])[0],
        players[course.turn][0],
        declared.card if declared is not None and declared.do == "card" else None,
        course.again,
        course.pawn,
        course.struck,
        course.used,
        {player[0]: len(hand) for player, hand in zip(players, course.hands, strict=True)},
        (course.dealer, course.deals),
    )
