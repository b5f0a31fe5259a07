"""Why a verdict was illegal, as a sentence in English and French."""

from collections.abc import Callable, Mapping

from calibration.holes import Seat
from toc_pi.referee.effects import Verdict
from toc_pi.referee.game import Game, playable_part
from toc_pi.rules.explain import Judgement, explain
from toc_pi.rules.position import Position
from toc_pi.words import cite_rules, explain_text

Sentences = Callable[[Verdict], Mapping[str, str]]


def why(game: Game, colours: Mapping[Seat, str], *, cited: bool = True) -> Sentences:
    """What turns an illegal verdict of a game into its sentence by language.

    Args:
        game: whose rules they are.
        colours: seat -> colour word.
        cited: whether it is said where the rules stand.
    """

    def sentences(verdict: Verdict) -> Mapping[str, str]:
        card = verdict.card or verdict.cards[0]
        before = Position(frozenset(verdict.before.items()), verdict.before_fresh)
        # What was said counts; which pawns it is about is asked of the rules again.
        playable, stuck = playable_part(before)
        after = dict(frozenset(verdict.holes.items()) - stuck)
        again = explain(game.rules, game.table, playable, verdict.seat, card, after)
        judgement = Judgement(legal=False, reasons=verdict.reasons, about=again.about)
        return explain_text(
            judgement, game.rules, before, verdict.seat, card, verdict.holes, colours, cited=cited
        )

    return sentences


def clauses(game: Game) -> Sentences:
    """What turns an illegal verdict of a game into the places where its rules stand, by language."""
    return lambda verdict: cite_rules(game.rules, verdict.reasons, verdict.card or verdict.cards[0])
