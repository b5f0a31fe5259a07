"""Colour changes beyond a gain: narrow-band lamps and other tone curves.

A lamp of another colour multiplies blue, green and red each by a factor, which can be measured on the wood
around a hole. A narrow-band lamp, or a camera that boosts saturation, also mixes channels; a camera's tone
curve makes dark parts darker or paler. Both are estimated from known colours in the picture: the board, its
paint, and pawns that haven't been moved. Colours far from these keep a larger uncertainty.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import POINTS, Mask, Places, Singles

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

GAMMA = 2.2  # of the pictures: light is additive, grey levels aren't
_BLACK = np.float32(1)  # grey level that represents no light
_OTHERS = ((1, 2), (0, 2), (0, 1))  # for blue, green and red, the channels mixed into it
_TERMS = 4  # shares of the two other channels, slope and curvature of the tone curve
# Of the terms: prior standard deviations in the set-up's light and in another one; limits of their values.
_USUAL = np.array((0.3, 0.3, 0.6, 0.2))
_LOOSE = np.array((1.0, 1.0, 0.6, 0.2))
_LEAST, _MOST = np.array((-0.4, -0.4, -0.8, -0.5)), np.array((5.0, 5.0, 2.0, 0.5))
_EVERY, _FIRST = 11, 3  # every n-th point of the grids is used; at first, every n-th of these
# A residual belongs to something else if it is larger than _FAR (logarithm) and _NOISES (standard deviations
# of noise) together.
_FAR = 0.3
_NOISES = 3.0
# While colours may have changed much, the limit is _WIDEST at first and smaller by a factor in each round.
_WIDEST, _NARROWER, _NEAREST = 1.0, 0.6, 0.12  # first limit, factor, last limit
_ALIKE = 0.06  # logarithm: residual of points that are explained
_ROUNDS = 6  # of the fit
_EFFECTIVE_SIZE = 1.5  # effective sample size of a hole's points
_NOTABLE = 0.12  # logarithm: largest change of the pawns' colours that counts as the set-up's light
# Least distance of a tone from no change, standard deviations: real changes of light are at least 5.5 away,
# those made by a film's codec less than 2.3.
_TOLD = 4.0
_BETTER = 0.95  # a tone must reduce the cost of the gain alone by this factor


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Some reference points with the colours that a tone predicts for them.

    Attributes:
        points: (m) flat indices into (holes, POINTS); hole: (m) their holes; which: (m) indices of known
            points.
        board: (3, m) grey levels of the empty board.
        change: (3, 4, m) derivatives of their logarithms by the terms.
        own: (k) which of the m are where pawns stood; stood, other: levels and derivatives of those pawns.
    """

    points: Indices
    hole: Indices
    which: Indices
    board: Singles
    change: Singles
    own: Indices
    stood: Singles
    other: Singles


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Known colours of some points of the holes' grids.

    Attributes:
        points: (n) flat indices into (holes, POINTS); hole: (n) their holes.
        board: (3, n) BGR of the empty board.
        stood: (3, n) the same with the set-up's pawns.
        own: (holes) where these stood.
        wood: (3, holes) BGR of plain wood in each hole's light.
        near: (holes, k) each hole's nearest holes.
        pawns: (3, 4, pawns) derivatives of the logarithms of each seat's pawns by the terms.
        behind: for each hole, which of the n points a pawn in it hides.
        few: some of the points, in the set-up's colours.
    """

    points: Indices
    hole: Indices
    board: Singles
    stood: Singles
    own: Mask
    wood: Singles
    near: Indices
    pawns: Singles
    behind: tuple[Indices, ...]
    few: "Shown"


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """A change of colours.

    Attributes:
        terms: (3, 4) for blue, green and red: the shares of the other channels, and the tone curve.
        doubt: (3, 4, 4) their covariance.
        cost: mean robust residual of the known points, 0 to 1.
    """

    terms: Floats
    doubt: Floats
    cost: float


def know(
    empty: Singles,
    stood: Singles,
    flat: Indices,
    kind: Indices,
    wood: Singles,
    near: Indices,
    bodies: Singles,
    places: Places,
) -> Known:
    """Choose the known points.

    Args:
        empty: (3, holes, POINTS) BGR of the empty board.
        stood: (3, m) BGR of the set-up's pawns, at the points on bodies.
        flat: (m) indices of those in (holes, POINTS).
        kind: (holes) which pawn stood there, -1 for none.
        wood: (3, holes) ratios of the board around each hole.
        near: (holes, k) each hole's nearest holes.
        bodies: (3, pawns, m) BGR of each pawn.
        places: the grids.
    """
    holes = len(kind)
    points = np.arange(0, holes * POINTS, _EVERY)
    board = empty.reshape(3, -1)
    seen = board.copy()
    own = kind >= 0
    mine = own[flat // POINTS]
    seen[:, flat[mine]] = stood[:, mine]
    bright = np.median(wood[0][near], axis=1)
    red, blue = np.median(wood[1:], axis=1)
    green = bright - (red + blue) / 3
    plain = np.exp(np.stack([green + blue, green, green + red])) - DARKEST
    pawns = np.median(bodies, axis=2)
    usual = np.repeat(np.median(plain, axis=1)[:, None], pawns.shape[1], axis=1)
    hole = points // POINTS
    levels = board[:, points], seen[:, points], plain.astype(np.float32)
    few = _show(points, hole, own, levels, np.arange(0, len(points), _FIRST), np.zeros((3, _TERMS)))
    _, change = toned(pawns, usual, np.zeros((3, _TERMS)))
    behind = _behind(places, points)
    return Known(points, hole, levels[0], levels[1], own, levels[2], near, change, behind, few)


def _show(
    points: Indices,
    hole: Indices,
    own: Mask,
    levels: tuple[Singles, Singles, Singles],
    which: Indices,
    terms: Floats,
) -> Shown:
    """Some of the points in a tone; `levels` are those of board, pawns and wood."""
    board, stood, wood = levels
    mine = hole[which]
    shown, change = toned(board[:, which], wood[:, mine], terms)
    stands = np.flatnonzero(own[mine])
    pawns, other = toned(stood[:, which[stands]], wood[:, mine[stands]], terms)
    dark = np.float32(DARKEST)
    return Shown(
        points[which], mine, which, np.exp(shown) - dark, change, stands, np.exp(pawns) - dark, other
    )


def _shown_in(known: Known, terms: Floats, which: Indices) -> Shown:
    levels = known.board, known.stood, known.wood
    return _show(known.points, known.hole, known.own, levels, which, terms)


def _behind(places: Places, points: Indices) -> tuple[Indices, ...]:
    """For each hole, the points that its pawn hides: on its own body, and on grids behind it."""
    which = np.full(len(places.names) * POINTS, -1)
    which[points] = np.arange(len(points))
    hidden: list[list[Indices]] = [
        [POINTS * hole + np.flatnonzero(mine)] for hole, mine in enumerate(places.inside)
    ]
    for far, row in enumerate(places.covers):
        for near, mask in row:
            hidden[near].append(POINTS * far + np.flatnonzero(mask))
    chosen = (which[np.concatenate(mine)] for mine in hidden)
    return tuple(mine[mine >= 0] for mine in chosen)


def toned(values: Singles, wood: Singles, terms: Floats) -> tuple[Singles, Singles]:
    """Apply a tone to colours.

    Args:
        values: (3, n) grey levels.
        wood: (3, n) of the wood there, which doesn't change.
        terms: see `Tone`.

    Returns:
        (3, n) log of the levels plus DARKEST, and (3, 4, n) their derivatives by the terms.
    """
    base = np.log(np.maximum(wood, np.float32(1)) + _BLACK)
    share = np.exp(np.float32(GAMMA) * (np.log(np.maximum(values, np.float32(0)) + _BLACK) - base))
    least = np.exp(np.float32(-GAMMA) * base) * np.float32(_BLACK**GAMMA)
    first, second, steep, bend = terms.astype(np.float32).T[:, :, None]
    one, two = (share[list(others)] for others in zip(*_OTHERS, strict=True))
    whole = 1 + first + second
    light = np.maximum((share + first * one + second * two) / whole, least)
    q = np.log(light) * np.float32(1 / GAMMA)
    level = np.maximum(np.exp(base + (1 + steep + bend * q) * q), _BLACK)
    above = level + (np.float32(DARKEST) - _BLACK)
    felt = level / above
    rate = felt * (1 + steep + 2 * bend * q) * np.float32(1 / GAMMA) / whole
    slope = np.stack([rate * (one / light - 1), rate * (two / light - 1), felt * q, felt * q * q], axis=1)
    return np.log(above), slope


def find_tone(
    logs: Singles, gain: Singles, known: Known, blur: float, noise: Singles
) -> tuple[Tone | None, Mask]:
    """Estimate the tone of a picture relative to the set-up's.

    Args:
        logs: (3, holes, POINTS) log of blue, green and red as seen, plus DARKEST.
        gain: (3, holes) log change of the light around.
        known: the known colours.
        blur: how much of the fine detail is lost, 0 to 1: blur makes dark holes paler, too.
        noise: (256) standard deviation of the sensor's noise for each grey level.

    Returns:
        The tone, or None if the gain is enough or no tone fits better; and which of the points `Known.few`
        don't match their known colour without a tone.
    """
    zero = np.zeros((3, _TERMS))
    off, change = _apart(logs, gain, known.few, len(known.own), _FAR)
    tone = _step(off, change, len(known.own), zero, _FAR, _USUAL)
    odd = _is_odd(off, logs, known.few, noise)
    if notable(tone.terms, known) < _NOTABLE * (1 + blur):
        return None, odd
    every = np.arange(len(known.points))
    far, terms, shown = _WIDEST, zero, _shown_in(known, zero, every)
    plain = _round(logs, gain, known, shown, zero, _NEAREST).cost
    # The gain is measured on paint too, whose colour change the terms must explain: use an even colour of
    # light.
    bright = gain.mean(axis=0)
    even = bright + np.median(gain - bright, axis=1, keepdims=True)
    for _ in range(_ROUNDS):
        even = even + _evenly(logs, even, known, shown, far)
        tone = _round(logs, even, known, shown, terms, far)
        terms = tone.terms
        shown = _shown_in(known, terms, every)
        far = max(_NARROWER * far, _NEAREST)
    even = even + _evenly(logs, even, known, shown, far)
    last = _round(logs, even, known, shown, terms, _NEAREST)
    return (tone if last.cost < _BETTER * plain and surely(tone) > _TOLD else None), odd


def notable(terms: Floats, known: Known) -> float:
    """The largest log change of the pawns' colours, to first order."""
    return float(np.abs(terms[:, None] @ known.pawns).max(initial=0.0))


def surely(tone: Tone) -> float:
    """The Mahalanobis distance of the terms from zero.

    A board of plain wood is hardly evidence for saturated colours: there even large terms are uncertain.
    """
    apart = sum(
        mine @ np.linalg.solve(doubt, mine) for mine, doubt in zip(tone.terms, tone.doubt, strict=True)
    )
    return float(np.sqrt(max(apart, 0.0)))


def unexplained(logs: Singles, gain: Singles, known: Known, tone: Tone, noise: Singles) -> Mask:
    """Which of the points `Known.few` don't match their known colour in a tone.

    Args:
        logs, gain, known, noise: see `find_tone`; the gain is that in the tone.
        tone: of the light.
    """
    shown = _shown_in(known, tone.terms, known.few.which)
    off, _ = _apart(logs, gain, shown, len(known.own), _FAR)
    return _is_odd(off, logs, shown, noise)


def _is_odd(off: Singles, logs: Singles, shown: Shown, noise: Singles) -> Mask:
    """Which residuals are larger than light, paint and noise explain; dark points are noisier."""
    seen = np.exp(logs.reshape(3, -1).take(shown.points, 1))
    levels = (seen - np.float32(DARKEST), shown.board)
    grain = np.maximum(*(noise.take(level.astype(np.intp), mode="clip") for level in levels))
    spread = np.float32(_NOISES) * grain / seen
    return np.asarray((np.abs(off) > np.hypot(np.float32(_FAR), spread)).any(axis=0))


def _apart(logs: Singles, gain: Singles, shown: Shown, holes: int, far: float) -> tuple[Singles, Singles]:
    """Residuals of points against their known colours, and their derivatives by the terms."""
    lit = np.exp(gain).astype(np.float32).take(shown.hole, 1)
    seen = logs.reshape(3, -1).take(shown.points, 1)
    off = seen - np.log(shown.board * lit + np.float32(DARKEST))
    change = shown.change
    own = shown.own
    if len(own):
        apart = seen[:, own] - np.log(shown.stood * lit[:, own] + np.float32(DARKEST))
        # A pawn may have left: each hole is taken as empty or not, whichever fits better.
        less = _badly(apart, far) - _badly(off[:, own], far)
        gone = np.bincount(shown.hole[own], less, minlength=holes) > 0
        stays = ~gone[shown.hole[own]]
        off[:, own[stays]] = apart[:, stays]
        change = change.copy()
        change[:, :, own[stays]] = shown.other[:, :, stays]
    return off, change


def _round(logs: Singles, gain: Singles, known: Known, shown: Shown, terms: Floats, far: float) -> Tone:
    """One iteration of the fit, linearised at `shown`."""
    holes = len(known.own)
    return _step(*_apart(logs, gain, shown, holes, far), holes, terms, far, _LOOSE)


def _step(off: Singles, change: Singles, holes: int, terms: Floats, far: float, loose: Floats) -> Tone:
    """One robust Gauss-Newton step with a prior."""
    trust = _trust(off, far)
    effective = min(1.0, _EFFECTIVE_SIZE * holes / max(len(trust), 1))
    left = ((off * off) @ trust) / max(float(trust.sum()), 1e-6)
    weight = trust * (np.float32(effective) / np.maximum(left, np.float32(_ALIKE**2)))[:, None]
    weighed = change * weight[:, None]
    doubt = np.asarray(np.linalg.inv(weighed @ change.swapaxes(1, 2) + np.diag(loose**-2.0)), np.float64)
    step = (weighed @ off[:, :, None])[..., 0] - terms / loose**2
    now = terms + (doubt @ step[..., None])[..., 0]
    return Tone(np.minimum(np.maximum(now, _LEAST), _MOST), doubt, float(_badly(off, far).mean()))


def _evenly(logs: Singles, gain: Singles, known: Known, shown: Shown, far: float) -> Singles:
    """(3, holes) correction of the gain: the median residual of neighbouring holes."""
    holes = len(known.own)
    off, _ = _apart(logs, gain, shown, holes, far)
    trust = _trust(off, far)
    weight = np.bincount(shown.hole, trust, minlength=holes) + 1e-6
    more = np.stack([np.bincount(shown.hole, trust * plane, minlength=holes) / weight for plane in off])
    return np.asarray(np.median(more[:, known.near], axis=2), np.float32)


def _trust(off: Singles, far: float) -> Singles:
    return np.asarray(1 / (1 + (off * off).sum(axis=0) / np.float32(far**2)) ** 2, np.float32)


def _badly(off: Singles, far: float) -> Singles:
    """(n) robust (bounded) residuals, 0 to 1."""
    square = (off * off).sum(axis=0)
    return np.asarray(square / (square + np.float32(far**2)), np.float32)
