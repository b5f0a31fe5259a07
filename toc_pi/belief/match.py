"""Weighs every explanation of a board by one play, and returns the one that is clearly best.

Independent of time. A board without exactly four pawns a seat is never an illegal move: a pawn is in a hand,
beside the board, or misread in one hole, and the next look will show which.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import exp, inf, log
from typing import Literal

from calibration.holes import Hole, Seat, is_home, start_hole
from toc_pi.belief.game import Belief, Play, Ruling
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import BELIEVED, NOT_RULED_OUT, PERSISTED, Look
from toc_pi.effects import Particulars
from toc_pi.rules.position import Pawns, Position

MatchKind = Literal["same", "legal", "illegal", "gap", "doubt"]

UNLAWFUL = 0.02  # prior weight of an illegal explanation, relative to a legal one
AWAY = 0.2  # factor if a captured pawn isn't in its camp yet: it may stand on an unsure hole instead
STILL_THERE = 0.4  # factor if the hole of a captured pawn that is beside the board isn't surely empty
LIFTED = 0.001  # factor if an uncaptured pawn would be off the board while no hand is in view
CLEAR = 0.9  # share of the total weight that the best explanation needs
AGAINST = 4.0  # a legal result is doubted if another hole is this many times likelier for the moved pawn
RATHER = 2.0  # a legal result is doubted if its old hole is this many times likelier for a captured pawn
MISREAD_FACE = 0.02  # a face seen for certain is still misread this often
MAX_ASKED = 4  # positions offered with a doubt
MAX_RECORDS = 2  # reasons are sought from the positions of likeliest freshness only


@dataclass(frozen=True, slots=True)
class Match:
    """The best explanation of a board.

    Attributes:
        kind: `same` nothing moved; `legal` or `illegal` a play; `gap` there are too few or too many pawns;
            `doubt` no explanation is clearly best.
        pawns: the position outside camps, with unsure holes filled in.
        positions: the legal results with these pawns, the likeliest freshness first.
        away: captured (or other) pawns that aren't accounted for yet, counted by seat.
        unfinished: illegal as it stands, but on the way to a legal result: `mown` if only removals of
            captured pawns are missing, or if nothing but removals has happened; `split` if other parts may
            follow; or "".
        others: with `doubt`, the likeliest positions, best first.
        fallen: legal, but an untouched pawn isn't accounted for, or one too many is seen in a camp.
    """

    kind: MatchKind
    pawns: Pawns
    positions: tuple[Position, ...] = ()
    away: tuple[tuple[Seat, int], ...] = ()
    unfinished: Literal["", "split", "mown"] = ""
    others: tuple[Pawns, ...] = ()
    fallen: bool = False


def match(rules: GameRules, belief: Belief, look: Look, play: Play) -> Match:
    """Explain a board by one play.

    Returns:
        The explanation that is clearly best, or `doubt`.
    """

    def weigh() -> Match:
        found = _explain(rules, belief, look, play)
        if found.kind != "gap":
            return found
        return _with_fallen(rules, belief, look, play) or _with_ghost(rules, belief, look, play) or found

    return rules.once(look, ("match", belief, play), weigh)


def _with_fallen(rules: GameRules, belief: Belief, look: Look, play: Play) -> Match | None:
    """A legal play during which an untouched pawn fell over, or was misread; or None.

    In doubt if that pawn may stand on an unsure hole.
    """
    standing = dict(look.pawns)
    for hole, seat in sorted(belief.pawns):
        if hole in standing or hole in look.unsure:
            continue
        chances = {**look.chances, hole: {str(seat): 0.5, "": 0.5}}
        upright = replace(look, unsure=look.unsure | {hole}, chances=chances)
        seen = _explain(rules, belief, upright, play)
        if seen.kind == "legal" and (hole, seat) in seen.pawns:
            moved_on = [
                seen.pawns - {(hole, seat)} | {(place, seat)}
                for place in sorted(look.unsure - dict(seen.pawns).keys())
                if look.chances.get(place, {}).get(seat, 0.0) >= NOT_RULED_OUT
            ]
            if moved_on:  # it needn't have fallen: the player may have moved it as well
                return Match("doubt", seen.pawns, others=(seen.pawns, *moved_on)[:MAX_ASKED])
            # A pawn that was passed may have been captured against the rules and be on its way to its camp.
            passed = is_passed(rules, hole, belief.pawns, seen.pawns)
            return replace(seen, fallen=True, away=((seat, 1),) if passed else seen.away)
    return None


def is_passed(rules: GameRules, hole: Hole, before: Pawns, after: Pawns) -> bool:
    """Whether a moved pawn passed this hole, going the shorter way round the track."""
    table = rules.table
    size, passed = table.track_length, table.track_index(hole)
    for old, seat in before - after:
        start = table.track_index(old)
        for new, other in after - before:
            end = table.track_index(start_hole(seat) if is_home(new) else new)
            if start is None or end is None or passed is None or seat != other:
                continue
            ahead = (end - start) % size
            if ahead <= size - ahead and 0 < (passed - start) % size < ahead:
                return True
            if ahead > size - ahead and 0 < (start - passed) % size < size - ahead:
                return True
    return False


def _with_ghost(rules: GameRules, belief: Belief, look: Look, play: Play) -> Match | None:
    """A legal play after which the camp still seems to hold the pawn that came out; or None."""
    real = look.without_ghost()
    if real is look:
        return None
    seen = _explain(rules, belief, real, play)
    return replace(seen, fallen=True) if seen.kind == "legal" else None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One position that a look may show, and why it is likely or not.

    Attributes:
        pawns: the position.
        away: the pawns that it doesn't account for.
        weights: the logarithms of its weights, by name.
    """

    pawns: Pawns
    away: Counter[Seat]
    weights: Mapping[str, float]

    @property
    def weight(self) -> float:
        """The logarithm of its weight."""
        return sum(self.weights.values())

    def __str__(self) -> str:
        """On one line: the position, its weight, and the weights that it is made of."""
        pawns = " ".join(f"{hole}:{seat}" for hole, seat in sorted(self.pawns))
        return f"{pawns} {self.weight:.2f} = {', '.join(f'{k} {v:.2f}' for k, v in self.weights.items())}"


def hypotheses(
    rules: GameRules, belief: Belief, look: Look, play: Play, results: Collection[Pawns]
) -> tuple[Hypothesis, ...]:
    """Every position that a look may show, weighed: the recorded one, each legal result, and all others."""
    players = rules.table.player_of(play.seat)
    before, absent = belief.pawns, belief.missing
    found: dict[Pawns, Hypothesis] = {}
    for pawns in {before, *results}:
        lacking = look.lacking(pawns, rules.seats) if look.agrees(pawns) else None
        if lacking is not None:
            pawns_away, weights = _accounted(look, before, pawns, lacking - absent)
            if pawns_away and _maybe_not_captured(look, before - pawns, pawns_away):
                weights["still there"] = STILL_THERE
            found[pawns] = _hypothesis(look, pawns, pawns_away, weights)
    for pawns in look.completions(before):
        lacking = look.lacking(pawns, rules.seats) if pawns not in found else None
        if lacking is not None:
            pawns_away, weights = _accounted(look, before, before, lacking - absent)
            if "lifted" not in weights:  # a pawn in a hand is no move
                weights["unlawful"] = UNLAWFUL
            if not look.must_hold(before, pawns, players):
                unseen = _unlikely_changes(look, before, pawns, lacking, absent)
                weights["changed"] = look.change_prior(pawns, before) * PERSISTED**unseen
            found[pawns] = _hypothesis(look, pawns, pawns_away, weights)
    return tuple(found.values())


def _hypothesis(look: Look, pawns: Pawns, away: Counter[Seat], weights: Mapping[str, float]) -> Hypothesis:
    named = {**weights, "seen": look.likelihood(pawns)}
    logs = {name: log(weight) if weight else -inf for name, weight in named.items()}
    return Hypothesis(pawns, away, logs)


def _explain(rules: GameRules, belief: Belief, look: Look, play: Play) -> Match:
    before, record = belief.pawns, belief.record
    players = rules.table.player_of(play.seat)
    results = rules.by_pawns(record, play, look.wanted())
    found = {one.pawns: one for one in hypotheses(rules, belief, look, play, results.keys())}
    weights = {pawns: exp(one.weight) for pawns, one in found.items()}
    total = sum(weights.values())
    if not total:
        return Match("gap", look.pawns)
    shares = {pawns: weight / total for pawns, weight in weights.items()}
    best = max(shares, key=lambda pawns: (shares[pawns], sorted(pawns)))
    gone = tuple(sorted(found[best].away.items()))
    doubtful = shares[best] < CLEAR
    if not doubtful and best == before:
        return Match("same", best, results.get(best, ()), away=gone)
    if not doubtful and gone and best not in results:
        return Match("gap", best, away=gone)
    if not doubtful and best in results:
        wrong = {pawns: share for pawns, share in shares.items() if pawns not in results}
        doubtful = (
            _maybe_not_captured(look, before - best, found[best].away)
            or look.rules_out(best, before)
            or _rather_not_captured(before, best, wrong, shares[best])
            or _likelier_elsewhere(look, before, best, (one.pawns for one in found.values() if not one.away))
        )
    elif not doubtful:
        doubtful = look.guesses(best, before) < BELIEVED and not look.must_hold(before, best, players)
    if doubtful:
        likely = sorted(shares, key=lambda pawns: (-shares[pawns], sorted(pawns)))
        return Match("doubt", best, others=tuple(likely[:MAX_ASKED]))
    if best in results:
        return Match("legal", best, likeliest_first(results[best], look), away=gone)
    return _illegal(rules, record, play, best)


def likeliest_first(positions: tuple[Position, ...], look: Look) -> tuple[Position, ...]:
    """Order positions with the same pawns by the evidence of white faces; leave out those it rules out."""
    if not look.white or len(positions) < 2:
        return positions
    weights = {}
    for position in positions:
        weight = 1.0
        for hole in frozenset().union(*(other.fresh for other in positions)):
            chance = min(max(look.white.get(hole, 0.5), MISREAD_FACE), 1.0 - MISREAD_FACE)
            weight *= chance if hole in position.fresh else 1.0 - chance
        weights[position] = weight
    best = max(weights.values())
    return tuple(sorted((p for p in positions if weights[p] > best / 20), key=lambda p: -weights[p]))


def reasons_of(rules: GameRules, record: tuple[Position, ...], play: Play, after: Pawns) -> tuple[str, ...]:
    """The reasons why a board is illegal, the most telling first. Slow: call it only when needed."""
    return ruling_of(rules, record[:MAX_RECORDS], play, after).reasons


def ruling_of(rules: GameRules, record: tuple[Position, ...], play: Play, after: Pawns) -> Ruling:
    """Why a board is illegal, with the details that can be named of the move."""
    best = min((rules.ruling(before, play, after) for before in record), key=lambda one: len(one.reasons))
    if best.reasons:
        return best
    # Legal for the card, but not with the pawn that must move.
    return Ruling(False, ("wrong-pawn",), {"wrong-pawn": Particulars("same", hole=play.pawn)}, best.card)


def is_between(pawns: Pawns, one: Pawns, other: Pawns) -> bool:
    """Whether every hole is as in one of two positions: a move on the way from one to the other."""
    at, first, second = dict(pawns), dict(one), dict(other)
    return all(at.get(hole) in (first.get(hole), second.get(hole)) for hole in {*at, *first, *second})


def _maybe_not_captured(look: Look, gone: Pawns, away: Counter[Seat]) -> bool:
    """Whether a captured pawn that isn't accounted for may stand on an unsure hole that was left.

    Then it wasn't captured, or it was swapped.
    """
    return any(look.chance(hole, seat) >= NOT_RULED_OUT for hole, _ in gone for seat in away)


def _rather_not_captured(before: Pawns, best: Pawns, wrong: Mapping[Pawns, float], weight: float) -> bool:
    """Whether a captured pawn is likelier on its old hole than in its camp, where neither is sure.

    Args:
        before, best: the record, and the legal position, in which the pawn is captured.
        wrong: the weights of illegal positions.
        weight: of the legal one.
    """
    captured = Counter(seat for _, seat in before) - Counter(seat for _, seat in best)
    return any(
        wrong.get(best | {(hole, seat)}, 0.0) >= RATHER * UNLAWFUL * weight
        for hole, seat in before - best
        if captured[seat]
    )


def _likelier_elsewhere(look: Look, before: Pawns, best: Pawns, others: Iterable[Pawns]) -> bool:
    """Whether the moved pawns are far likelier to stand elsewhere than where the move would be legal."""
    if not look.guessed(best, before):
        return False
    left, moved = before - best, Counter(seat for _, seat in best - before)
    least = AGAINST * look.likelihood(best)
    return any(
        before - other == left
        and Counter(seat for _, seat in other - before) == moved
        and look.likelihood(other) >= least
        for other in others
    )


def _unlikely_changes(
    look: Look, before: Pawns, after: Pawns, lacking: Counter[Seat], absent: Counter[Seat]
) -> int:
    """Number of pawns that must have changed their place unseen.

    They went to unsure camp holes without being captured, came out though they may still be in their camps,
    came onto the board from beside it, or left it while those missing before returned to their camps.
    """
    was, now = (Counter(seat for _, seat in pawns) for pawns in (before, after))
    new = lacking - absent
    gone = (new & (was - now) - look.nowhere(new)).total() + ((was - now) & lacking & absent).total()
    return gone + look.came_unseen(before, after) + ((now - was) & (absent - lacking)).total()


def _illegal(rules: GameRules, record: tuple[Position, ...], play: Play, after: Pawns) -> Match:
    before = record[0].pawns
    beyond = rules.beyond(record, play, after, before)
    unfinished: Literal["", "split", "mown"] = ""
    if not after - before:  # pawns were only removed so far
        unfinished = "mown" if any(True for _ in beyond) else ""
    else:
        for pawns in beyond:
            if pawns - after:
                unfinished = "split"
                break
            unfinished = "mown"
    return Match("illegal", after, unfinished=unfinished)


def _accounted(
    look: Look, before: Pawns, after: Pawns, missing: Counter[Seat]
) -> tuple[Counter[Seat], dict[str, float]]:
    """Whether four pawns a seat are accounted for in a position.

    Args:
        after: the position if it is a legal result, else the record; decides which pawns were captured.
        missing: the pawns that aren't surely seen if it is right.

    Returns:
        The pawns that aren't accounted for, and the weights of that.
    """
    nowhere, waiting = look.nowhere(missing), {"waiting": look.camp_likelihood(missing)}
    if not nowhere:
        return Counter(), waiting
    captured = Counter(seat for _, seat in before) - Counter(seat for _, seat in after)
    if nowhere - captured:
        return nowhere, {**waiting, "lifted": LIFTED}
    return missing & captured, {**waiting, "away": AWAY}
