"""Decides the content of all holes jointly, from the likelihoods of their points.

A near pawn occludes what is behind it, so points on its body count only for it. A pawn behind an empty hole
explains that hole's points as well as the board does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Indices, Mask, Singles
from toc_pi.vision.appearance_model import AppearanceModel, Overlap
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.planes import EFFECTIVE_SIZE, KEPT, TEMPERING, counts

SURE = 0.95  # probability above which a hole's content is certain
UNSURE = -1  # the content of a hole that isn't certain
PRIOR_PAWN = 0.12  # prior probability of a pawn in a hole, all seats together
PRIOR_OTHER = 0.002  # prior probability of something unknown in it
_LIMIT = 8.0  # cap of one point's log likelihood ratio
_MIN_SEEN = 0.2  # visible share of a body's points below which a hole is uncertain
_MIN_CLEAR = 0.5  # share of a body's points that must not be overexposed for a certain hole
_WHITE_PRIOR = 0.3  # of a pawn showing its white face
_EXPLAINED = 0.9  # a hole is `maybe_unknown` if board and pawns together are less probable than this
_STRANGE = 0.1  # prior factor of a pawn where one of another seat stood at set-up, and of a white top there
_SHADOW_EDGE = 0.25  # spread of the log light around a hole above which a shadow's edge is near
_SHADOW_EDGE_PRICE = 3.0  # log odds against a white top there
_ROUNDS = 3  # iterations of settling occlusions, at most
# Tempering: docs/decisions/0016-tempered-odds.md compares it with a fitted regression.
_USUAL = 5.0, 3.0  # mean squared misfit up to which the empty board, a pawn or a guessed board count in full
# Log odds lost where something else fits as well: in general, and by the emptiness of a guessed hole.
_ALIKE = 3.0, 4.5
_UNLIKE = 3.0  # lead in mean squared misfit over everything else from which nothing is lost
_CONTESTED = 0.0, -1.0  # lead below which a guessed hole's, a known hole's emptiness is contested by a pawn
_RIVAL = 12.0
"""Log odds below which a better-fitting pawn also contests a hole that shows its own pattern.

Of 2,823 such empty holes in ten films, 6 are contested by this, 78 without the limit. Black marbles pasted
over black holes, and a green peg measured too wide, were read as empty with certainty; their margins were 4
to 11.
"""

_CONTESTED_MOST = 2.0  # log odds that a contested hole is empty, at most
# The hole below a pawn is visible if enough of its points fit the empty hole better than the pawn.
_VISIBLE_HOLE = 8.0  # log odds against a pawn then
_HOLLOW_POINTS = 5  # least number of the hole's points
_HOLE_LIKE = 7.5  # their mean squared misfit of the empty hole is below this
_HOLE_UNLIKE = 2.0  # it is below the pawn's misfit by this; a real pawn's misfit is the lower one, by 3
_MIN_MARGIN = 0.3  # log odds: the likeliest content stays the likeliest
_UNKNOWN = 0.1  # share of known points, apart from pawns, that look different: above it no pawn is certain
_BLURRED = 2.0  # by how much that share may grow in a picture without any fine detail
SURELY_EMPTY = -60.0  # log odds of any pawn in a certainly empty hole


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What all holes hold.

    Attributes:
        names: the holes.
        contents: "" for an empty hole, then the pawns' names.
        log: (holes, contents) log probabilities; those of a hole add up to one.
        sure: (holes) whose likeliest content is certain.
        occupied: (holes) which certainly hold a pawn, even if which one is uncertain.
        maybe_unknown: (holes) which may hold something unknown.
        visible: (holes) visible share of a pawn's body, 0 to 1: not occluded, not overexposed.
        white: see `Reading`.
    """

    names: Sequence[str]
    contents: tuple[str, ...]
    log: Floats
    sure: Mask
    occupied: Mask
    maybe_unknown: Mask
    visible: Floats
    white: Mapping[str, float]

    @property
    def chances(self) -> Floats:
        """(holes, contents) the probabilities."""
        return np.exp(self.log)

    @property
    def content(self) -> Indices:
        """(holes) the index of each one's content, 0 for empty; `UNSURE` if it isn't certain."""
        return np.where(self.sure, self.log.argmax(axis=1), UNSURE)

    @property
    def holes(self) -> Mapping[str, str]:
        """The certainly occupied holes, with their pawns."""
        content = self.content
        return {self.names[at]: self.contents[content[at]] for at in np.flatnonzero(content > 0).tolist()}

    @property
    def probability(self) -> Mapping[str, Mapping[str, float]]:
        """The probabilities of each hole's contents, by name."""
        chances = self.chances
        rows = {
            self.names[at]: dict(zip(self.contents, chances[at].tolist(), strict=True))
            for at in np.flatnonzero(chances[:, 0] < 1.0).tolist()
        }
        return dict.fromkeys(self.names, dict.fromkeys(self.contents, 0.0) | {"": 1.0}) | rows

    @property
    def unsure(self) -> frozenset[str]:
        """The undecided holes."""
        return frozenset(compress(self.names, ~self.sure))


def log_of(rows: Iterable[Mapping[str, float]], contents: Sequence[str]) -> Floats:
    """(k, contents) log probabilities from rows of `Decision.probability`."""
    chances = np.array([[row[content] for content in contents] for row in rows]).reshape(-1, len(contents))
    return np.asarray(np.log(np.maximum(chances, np.exp(SURELY_EMPTY))))


def normalise(log: Floats) -> Floats:
    """Log probabilities from (holes, contents) log weights: those of a hole add up to one."""
    return log - np.logaddexp.reduce(log, axis=1, keepdims=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Odds:
    """The holes that may hold a pawn; modified in place while they are settled.

    Attributes:
        score: (states, k) log odds of each state against the empty board.
        misfit: (1 + states, k) mean squared misfit of the empty board and of each state.
        share: (k) share of each one's points that aren't occluded.
        held: (holes) the state of the pawn that explains each hole best; -1 for none.
    """

    score: Floats
    misfit: Floats
    share: Floats
    held: Indices


def decide(evidence: Evidence, model: AppearanceModel) -> Decision:
    """Decide what stands in all holes."""
    kinds = len(model.calibration.looks.names)
    candidates = evidence.candidates
    white = model.calibration.pawns.white_face
    prior = np.log(_priors(kinds, white, model.pawns.unmoved.pawn[candidates]))
    if white:
        prior[kinds:-1] -= _SHADOW_EDGE_PRICE * _near_shadow_edge(evidence.gain, model)[candidates]
    prior -= KEPT * evidence.pattern_kept
    visible_hole = _visible_hole_price(evidence)
    odds = _weigh_independently(evidence, model, prior - visible_hole)
    _resolve_occlusion(odds, evidence, model, prior, visible_hole)
    _temper(odds.score, odds.misfit, model.never_seen[candidates], evidence.pattern_kept, kinds)
    log_odds = np.full((len(odds.held), 1 + len(evidence.states)), SURELY_EMPTY)
    log_odds[:, 0] = 0.0
    log_odds[candidates, 1:] = odds.score.T
    visible = np.ones(len(odds.held))
    visible[candidates] = odds.share
    clear = evidence.not_overexposed.copy()
    if _unexplained_share(evidence, odds.held, model) > _UNKNOWN * (1 + _BLURRED * evidence.blur):
        clear[candidates[~evidence.pattern_kept]] = 0.0
    clear[candidates[evidence.pattern_kept & (odds.score.max(axis=0, initial=SURELY_EMPTY) > 0)]] = (
        0.0  # both are impossible
    )
    return _to_decision(log_odds, visible * clear, clear >= _MIN_CLEAR, model)


def _unexplained_share(evidence: Evidence, held: Indices, model: AppearanceModel) -> float:
    """Share of the known points, apart from those behind pawns, that look different: another light or board.

    On film and photographs it stays below 0.05, in most lights that a colour transform explains below 0.1;
    it is 0.17 and more where a camera's colours are clipped, or a board with painted seats was turned.
    """
    free = np.ones(len(model.reference_colours.points), np.bool_)
    for hole in np.flatnonzero(held >= 0):
        free[model.reference_colours.hidden_by[hole]] = False
    outliers = evidence.outliers[free[model.reference_colours.subset.which]]
    return float(outliers.mean()) if len(outliers) else 1.0


def _weigh_independently(evidence: Evidence, model: AppearanceModel, prior: Floats) -> _Odds:
    """Each hole by itself, as if all others were empty."""
    states, candidates = evidence.states, evidence.candidates
    size = counts(evidence.first)
    weight = model.points.weight[model.points.first[candidates]]  # the same for all points of a hole
    effective = weight * size
    total = _sums(_log_ratios(states, evidence.board), evidence)
    mean = total * (weight / np.maximum(effective, 1.0)) + evidence.bonus / np.maximum(size, 1)
    score = mean * (np.minimum(effective, EFFECTIVE_SIZE) * TEMPERING) + prior
    misfits = _sums(evidence.board_misfit[None], evidence), _sums(evidence.state_misfit, evidence)
    fits = np.concatenate([part / size for part in misfits])
    held = np.full(len(model.grids.names), -1)
    best = score.argmax(axis=0)
    standing = (score.max(axis=0) > 0) & (best < len(states) - 1)
    held[candidates[standing]] = best[standing]
    return _Odds(score, fits, np.ones(len(candidates)), held)


def _sums(values: Singles, evidence: Evidence) -> Singles:
    """(…, k) sums over the points of each candidate."""
    if not len(evidence.candidates):
        return values[..., :0]
    return np.asarray(np.add.reduceat(values, evidence.first[:-1], axis=-1))


def _log_ratios(states: Singles, board: Singles) -> Singles:
    """The points' log likelihood ratio of each state against the board, capped."""
    log_ratios = states - board
    return np.asarray(log_ratios.clip(-_LIMIT, _LIMIT, out=log_ratios), np.float32)


def _visible_hole_price(evidence: Evidence) -> Floats:
    """(states, k) log odds against each pawn if the hole below it is visible."""
    count = _sums(evidence.in_hole.astype(np.float32), evidence)
    size = np.maximum(count, 1)
    board = _sums(evidence.board_misfit * evidence.in_hole, evidence) / size
    pawns = _sums(evidence.state_misfit * evidence.in_hole, evidence) / size
    seen = (count >= _HOLLOW_POINTS) & (board < _HOLE_LIKE)
    lead = np.minimum(np.maximum((pawns - board) / _HOLE_UNLIKE, 0.0), 1.0)
    price = np.where(seen, _VISIBLE_HOLE * lead, 0.0)
    price[-1] = 0.0
    return price


def _resolve_occlusion(
    odds: _Odds, evidence: Evidence, model: AppearanceModel, prior: Floats, visible_hole: Floats
) -> None:
    """Account for occlusion by pawns in other holes, from near to far, until nothing changes."""
    rank = np.empty(len(odds.held), np.intp)
    rank[model.order] = np.arange(len(odds.held))
    order = np.argsort(rank[evidence.candidates]).tolist()
    candidates, held = evidence.candidates.tolist(), odds.held.tolist()
    for _ in range(_ROUNDS):
        changed = False
        for at in order:
            index = candidates[at]
            links = [link for link in model.overlaps[index] if held[link.hole] >= 0]
            if links:
                _weigh_occluded(odds, at, links, evidence, model, prior[:, at], visible_hole[:, at])
                likeliest = int(odds.score[:, at].argmax())
                stands = odds.score[likeliest, at] > 0 and likeliest < len(odds.score) - 1
                now = likeliest if stands else -1
                changed |= held[index] != now
                odds.held[index] = held[index] = now
        if not changed:
            return


def _weigh_occluded(
    odds: _Odds,
    at: int,
    links: list[Overlap],
    evidence: Evidence,
    model: AppearanceModel,
    prior: Floats,
    visible_hole: Floats,
) -> None:
    """Re-evaluate one hole, given the pawns before and behind it."""
    states = evidence.states
    own = slice(int(evidence.first[at]), int(evidence.first[at + 1]))
    size = own.stop - own.start
    weight = float(model.points.weight[model.points.first[evidence.candidates[at]]])
    free = np.ones(size, np.float32)
    behind = evidence.board[own].copy()
    unlike = evidence.board_misfit[own].copy()
    for link in links:
        if link.nearer:
            free[link.points] = 0
        else:
            other, points = odds.held[link.hole], own.start + link.points
            generic = states[other, points] - np.float32(0.5)
            explained = generic > behind[link.points] - 1
            unlike[link.points] = np.where(
                explained, evidence.state_misfit[other, points], unlike[link.points]
            )
            behind[link.points] = np.maximum(generic, behind[link.points] - np.float32(1.0))
    count = float(free.sum())
    seen, total = max(count, 1.0), count * weight
    mean_ratio = _log_ratios(states[:, own], behind) @ free
    mean_ratio *= weight / max(total, 1.0)
    mean_ratio += evidence.bonus[at] / size
    score = mean_ratio * (min(total, EFFECTIVE_SIZE) * TEMPERING) + prior
    if free[evidence.in_hole[own]].all():
        score -= visible_hole
    odds.score[:, at] = score
    odds.misfit[0, at] = unlike @ free / seen
    odds.misfit[1:, at] = evidence.state_misfit[:, own] @ free / seen
    odds.share[at] = total / max(weight * size, 1e-6)


def _near_shadow_edge(gain: Singles, model: AppearanceModel) -> Mask:
    """(holes) whether a shadow's edge is near, where bright wood may look like a white top."""
    around = gain.mean(axis=0)[model.neighbours]
    return np.asarray(around.max(axis=1) - around.min(axis=1) > _SHADOW_EDGE)


def _priors(kinds: int, white: bool, stood: Indices) -> Floats:
    """(states, k) prior of each pawn, of each showing white, and of something else.

    `stood`, (k), is the pawn in each hole at set-up, -1 for none.
    """
    pawn = np.full((kinds, len(stood)), PRIOR_PAWN / kinds)
    pawn[(stood >= 0) & (np.arange(kinds)[:, None] != stood)] *= _STRANGE
    pale = pawn * _WHITE_PRIOR * np.where(stood >= 0, _STRANGE, 1.0)
    other = np.full((1, len(stood)), PRIOR_OTHER)
    return np.concatenate([pawn, *([pale] if white else []), other])


def _temper(score: NDArray[np.floating], fits: Floats, unseen: Mask, kept: Mask, kinds: int) -> None:
    """Temper log odds where even the likeliest content fits badly, or another one fits nearly as well.

    Args:
        score: (states, k) log odds against the empty board, changed.
        fits: (1 + states, k) mean squared misfit of the empty board and of each state.
        unseen: (k) the holes that were never seen empty.
        kept: (k) those that show their own pattern: these are empty in any light.
    """
    count = score.shape[1]
    if not count:
        return
    odds = np.concatenate([np.zeros((1, count)), score])[:-1]
    named = np.concatenate([[0], 1 + np.arange(len(odds) - 1) % kinds])
    best = odds.argmax(axis=0)
    holes = np.arange(count)
    others = named[:, None] != named[best]
    margin = odds[best, holes] - np.where(others, odds, -np.inf).max(axis=0)
    fit = fits[best, holes]
    # White faces take their colour from the picture, so a good fit is no evidence.
    worse = np.where(others, fits[: len(odds)], np.inf)[: 1 + kinds].min(axis=0) - fit
    usual = np.where((best > 0) | unseen, _USUAL[1], _USUAL[0])
    alike = np.where((best == 0) & unseen, _ALIKE[1], _ALIKE[0])
    worth = margin * np.minimum(1.0, (usual / np.maximum(fit, 1e-6)) ** 1.5)
    worth -= alike * np.clip(1.0 - worse / _UNLIKE, 0.0, 1.5)
    less = np.where(others, fits[: len(odds)], np.inf).min(axis=0) - fit
    contested = (best == 0) & np.where(unseen, worse < _CONTESTED[0], less < _CONTESTED[1])
    worth = np.where(contested, np.minimum(worth, _CONTESTED_MOST), worth)
    worth = np.where((best == 0) & kept & ~(contested & (margin < _RIVAL)), margin, worth)
    score *= np.maximum(worth, _MIN_MARGIN) / np.maximum(margin, _MIN_MARGIN)


def _to_decision(log_odds: Floats, share: Floats, clear: Mask, model: AppearanceModel) -> Decision:
    """The decision that follows from the tempered log odds of every state, (holes, 1 + states)."""
    names, pawns = model.grids.names, model.calibration.looks.names
    states = normalise(log_odds)
    log, faces = states[:, : 1 + len(pawns)].copy(), {}
    if model.calibration.pawns.white_face:
        pale = states[:, 1 + len(pawns) : -1]
        log[:, 1:] = np.logaddexp(log[:, 1:], pale)
        likely = np.flatnonzero(log.argmax(axis=1))
        pawn = log[likely].argmax(axis=1) - 1
        shown_white = np.exp(pale[likely, pawn] - log[likely, 1 + pawn]).tolist()
        faces = {names[at]: chance for at, chance in zip(likely.tolist(), shown_white, strict=True)}
    chances = np.exp(log)
    in_view = (share >= _MIN_SEEN) & clear
    return Decision(
        names,
        ("", *pawns),
        normalise(log),
        sure=(chances.max(axis=1) >= SURE) & in_view,
        occupied=(chances[:, 1:].sum(axis=1) >= SURE) & in_view,
        maybe_unknown=chances.sum(axis=1) < _EXPLAINED,
        visible=share.clip(0.0, 1.0),
        white=faces,
    )
