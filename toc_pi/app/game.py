"""Makes the referee's game from a table's settings."""

from toc_pi.belief.game import Declare, Game
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.ruleset import RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table
from toc_pi.store.table_settings import TableSettings


def game_of(settings: TableSettings, declare: Declare = "strict") -> Game:
    """Rules, table and first seat at a table.

    Args:
        settings: of the table.
        declare: whether every card is declared, or inferred from its move if it isn't.

    Raises:
        BadInput: the board is one of another game, or the rules are invalid.
    """
    if settings.board.game != "toc" or settings.first is None:
        raise BadInput(
            said("board {name}: one of another game can be read, not refereed", name=settings.board.name)
        )
    table = Table(
        seats=settings.board.seats,
        home_entry=settings.board.home_entry,
        centre=settings.board.centre,
        players=settings.players,
        teams=settings.teams,
        stretch=settings.board.stretch,
    )
    return Game(_rules_of(settings), table, settings.first, settings.pawns.white_face, declare)


def _rules_of(settings: TableSettings) -> RuleSet:
    if settings.ruleset is not None:
        return ruleset_from(settings.ruleset, settings.house)
    if settings.rules is None:
        raise BadInput("rules are missing")
    return load_ruleset(settings.rules, settings.house)
