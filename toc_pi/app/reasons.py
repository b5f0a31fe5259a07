"""Why a verdict was illegal, as a sentence in English and French."""

from collections.abc import Callable, Mapping

from calibration.holes import Seat
from toc_pi.referee.effects import Verdict
from toc_pi.referee.game import Game, playable_part
from toc_pi.rules.explain import Judgement, explain
from toc_pi.rules.position import Position
from toc_pi.words import explain_text


def why(game: Game, colours: Mapping[Seat, str]) -> Callable[[Verdict], Mapping[str, str]]:
    """What turns an illegal verdict of a game into its sentence by language."""

    def sentences(verdict: Verdict) -> Mapping[str, str]:
        card = verdict.card or verdict.cards[0]
        before = Position(frozenset(verdict.before.items()), verdict.before_fresh)
        # What was said counts; which pawns it is about is asked of the rules again.
        playable, stuck = playable_part(before)
        after = dict(frozenset(verdict.holes.items()) - stuck)
        again = explain(game.rules, game.table, playable, verdict.seat, card, after)
        judgement = Judgement(legal=False, reasons=verdict.reasons, about=again.about)
        return explain_text(judgement, game.rules, before, verdict.seat, card, verdict.holes, colours)

    return sentences
