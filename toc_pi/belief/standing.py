"""Which positions a look may show, whatever was played, and how likely each is."""

from collections import Counter
from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.game import Belief, absent_of
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import LIFTED
from toc_pi.rules.position import Pawns

NOT_UNLIKELY = 0.03  # positions with at least this share of the best likelihood are possible too
MOST_LIKELY = 8  # positions returned at most
HIDDEN = 0.3  # likelihood ratio to the record from which unsure holes may hide a move
REFUTED = 0.1  # likelihood ratio to the likeliest position below which a position is refuted
MOVED = 0.5  # prior of a position that differs from the record, relative to the record


def stands(
    rules: GameRules, belief: Belief, look: Look, pawns: Pawns, seats: frozenset[Seat] | None = None
) -> bool:
    """Whether a look shows a position with every pawn accounted for; a ghost in a camp is tolerated.

    Args:
        seats: those whose pawns must be accounted for; default: all.
    """

    def find() -> bool:
        if not look.agrees(pawns):
            return False
        lacking = look.lacking(pawns, rules.seats)
        if lacking is None:
            lacking = look.without_ghost().lacking(pawns, rules.seats)
        if not lacking:
            return lacking is not None
        nowhere = look.nowhere(lacking - belief.missing)
        return not nowhere if seats is None else seats.isdisjoint(nowhere)

    return rules.once(look, ("stands", pawns, belief.absent, seats), find)


def shows(rules: GameRules, belief: Belief, look: Look, pawns: Pawns) -> bool:
    """Whether a look agrees with a position, and unsure holes don't refute it."""
    return stands(rules, belief, look, pawns) and not is_refuted(rules, belief, look, pawns)


def likeliest_pawns(rules: GameRules, belief: Belief, look: Look) -> Pawns | None:
    """The likeliest filling of a look's unsure holes; None where no filling is possible."""
    likely = likely_pawns(rules, belief, look)
    return likely[0] if likely else None


def likely_pawns(rules: GameRules, belief: Belief, look: Look) -> tuple[Pawns, ...]:
    """The likely fillings of a look's unsure holes, the likeliest first."""

    def find() -> tuple[Pawns, ...]:
        weights = {
            pawns: likelihood(rules, belief, look, pawns) * (1.0 if pawns == belief.pawns else MOVED)
            for pawns in look.completions(belief.pawns)
        }
        most = max(weights.values())
        likely = [pawns for pawns, weight in weights.items() if weight > NOT_UNLIKELY * most]
        return tuple(sorted(likely, key=lambda pawns: -weights[pawns])[:MOST_LIKELY])

    return rules.once(look, ("likely", belief.pawns, belief.absent), find)


def is_refuted(rules: GameRules, belief: Belief, look: Look, pawns: Pawns) -> bool:
    """Whether unsure holes refute a position: another one is far likelier."""
    if not look.unsure:
        return False
    likeliest = likeliest_pawns(rules, belief, look)
    if likeliest is None or likeliest == pawns:
        return False
    return likelihood(rules, belief, look, pawns) < REFUTED * likelihood(rules, belief, look, likeliest)


def may_hide(rules: GameRules, belief: Belief, look: Look) -> bool:
    """Whether unsure holes may hide that a pawn has moved, by their probabilities and the count of pawns."""
    if not look.unsure:
        return False

    def find() -> bool:
        still = likelihood(rules, belief, look, belief.pawns)
        return any(
            pawns != belief.pawns and likelihood(rules, belief, look, pawns) > HIDDEN * still
            for pawns in look.completions(belief.pawns)
        )

    return rules.once(look, ("may hide", belief.pawns, belief.absent), find)


def likelihood(rules: GameRules, belief: Belief, look: Look, pawns: Pawns) -> float:
    """Likelihood of the unsure holes given a position, whatever was played; 0 if a seat has > 4 pawns."""

    def find() -> float:
        lacking = look.lacking(pawns, rules.seats)
        if lacking is None:
            return 0.0
        missing = lacking - belief.missing if belief.absent else lacking
        weight = look.likelihood(pawns) * look.camp_likelihood(missing)
        return weight * LIFTED if look.nowhere(missing) else weight

    return rules.once(look, ("likelihood", pawns, belief.absent), find)


def with_missing(rules: GameRules, belief: Belief, look: Look, pawns: Pawns) -> Belief:
    """Record as absent the pawns that this position doesn't account for."""
    lacking = look.lacking(pawns, rules.seats)
    gone = look.nowhere(lacking) if lacking is not None else None
    if not gone:
        return belief
    # Pawns are only ever added here: that one has returned is decided on a board at rest (`with_returned`).
    return replace(belief, absent=absent_of(gone | belief.missing))


def with_returned(rules: GameRules, belief: Belief, look: Look) -> Belief:
    """Drop absent pawns that are back in their camps; the look shows the record."""
    lacking = look.lacking(belief.pawns, rules.seats)
    if lacking is None:
        return belief
    still = {
        seat: count if look.may_wait(seat) else min(count, lacking[seat]) for seat, count in belief.absent
    }
    return replace(belief, absent=absent_of(Counter(still)))
