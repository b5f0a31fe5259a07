"""How a picture's colours differ from the set-up's beyond a gain: lamps of few colours, other curves.

A lamp of another colour multiplies blue, green and red each by a number, and that is all that the light
around a hole can tell. A lamp of narrow bands, or a camera that makes colours stronger, also lets one colour
run into another; a camera's curve makes dark parts darker or paler. Both are found from what is known of the
picture: the board, its paint, and the pawns that nobody has moved. What those don't tell stays in doubt, the
more the farther a colour is from wood's.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import POINTS, Mask, Places, Singles

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

GAMMA = 2.2  # of the pictures: light adds up, grey levels don't
_BLACK = np.float32(1)  # grey level that counts as no light
_OTHERS = ((1, 2), (0, 2), (0, 1))  # of blue, green and red, those that may run into each
_TERMS = 4  # a colour's share of each other one, its curve's steepness and bend
_USUAL = np.array((0.3, 0.3, 0.6, 0.2))  # how large each may be in the set-up's light,
_LOOSE = np.array((1.0, 1.0, 0.6, 0.2))  # and in another
_LEAST, _MOST = np.array((-0.4, -0.4, -0.8, -0.5)), np.array((5.0, 5.0, 2.0, 0.5))
_EVERY, _FIRST = 11, 3  # one of so many of the grids' points is looked at; at first, one of so many of these
_FAR = 0.3  # logarithm: what is farther off belongs to something else,
_NOISES = 3.0  # of the sensor's: beyond them a point's distance isn't noise
_WIDEST, _NARROWER, _NEAREST = (
    1.0,
    0.6,
    0.12,
)  # and where colours may have changed much, at first and in the end
_ALIKE = 0.06  # logarithm: so far off are points that are explained
_ROUNDS = 6
_VOICES = 1.5  # so many points of a hole speak for themselves
_NOTABLE = 0.12  # logarithm: by so much at most the pawns' colours may seem changed in the set-up's light
_TOLD = (
    4.0  # standard deviations: true tones are 5.5 and more from none; what a film's codec does is below 2.3
)
_BETTER = 0.95  # of what the gain alone explains badly: more, and a tone is none


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Some of the points that are known, in a tone.

    Attributes:
        points: (m) flat indices into (holes, POINTS); hole: (m) whose; which: (m) of the known ones.
        board: (3, m) grey levels of the empty board.
        change: (3, 4, m) how their logarithms change with the terms.
        own: (k) which of the m lie where pawns stood; stood, other: the same of the pawns there.
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
    """What is known of some points of the holes' grids.

    Attributes:
        points: (n) flat indices into (holes, POINTS); hole: (n) whose.
        board: (3, n) BGR of the empty board.
        stood: (3, n) the same with the pawns of the set-up.
        own: (holes) where these stood.
        wood: (3, holes) BGR of plain wood in each hole's light.
        near: (holes, k) each hole's nearest holes.
        pawns: (3, pawns) BGR of each seat's; plain: (3, pawns) their logarithms, DARKEST added.
        pawns_wood: (3, pawns) BGR of the wood beside.
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
    plain: Singles
    pawns_wood: Singles
    behind: tuple[Indices, ...]
    few: "Shown"


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """How the colours differ.

    Attributes:
        terms: (3, 4) for blue, green and red: the share of the others in it, and its curve.
        doubt: (3, 4, 4) their covariance.
        cost: how badly what is known is explained, 0 to 1.
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
    """Choose the points.

    Args:
        empty: (3, holes, POINTS) BGR of the empty board.
        stood: (3, m) BGR of the pawns that stood, at the points on bodies.
        flat: (m) where those are in (holes, POINTS).
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
    shown, _ = toned(pawns, usual, np.zeros((3, _TERMS)))
    behind = _behind(places, points)
    return Known(points, hole, levels[0], levels[1], own, levels[2], near, pawns, shown, usual, behind, few)


def _show(
    points: Indices,
    hole: Indices,
    own: Mask,
    levels: tuple[Singles, Singles, Singles],
    which: Indices,
    terms: Floats,
) -> Shown:
    """Some of the points in a tone; the levels are of the board, of the pawns and of the wood."""
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
    """For each hole, which points its pawn hides: on its own body, and on grids behind."""
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
    """Colours as a tone shows them.

    Args:
        values: (3, n) grey levels.
        wood: (3, n) of the wood there, which stays as it is.
        terms: see `Tone`.

    Returns:
        (3, n) logarithms with DARKEST added, and (3, 4, n) how they change with the terms.
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
    """Find how a picture's colours differ from the set-up's.

    Args:
        logs: (3, holes, POINTS) of blue, green and red as seen, DARKEST added.
        gain: (3, holes) how the light around has changed, logarithms.
        known: what is known.
        blur: how much of the fine detail is lost, 0 to 1: that makes dark holes paler, too.
        noise: (256) standard deviation of the sensor's for each grey level.

    Returns:
        The tone, None where the gain says all, or nothing says it better; and which of the points of
        `Known.few` look like nothing that is known of them, without a tone.
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
    # What is painted around a hole says of the light what the terms are to say: its colour is the board's.
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
    """By how much the pawns' colours seem changed, at most."""
    now, _ = toned(known.pawns, known.pawns_wood, terms)
    return float(np.abs(now - known.plain).max(initial=0.0))


def surely(tone: Tone) -> float:
    """How far its terms are from none at all, in standard deviations of what is doubtful about them.

    A board of wood alone says next to nothing of saturated colours: there even large terms are only guessed.
    """
    apart = sum(
        mine @ np.linalg.solve(doubt, mine) for mine, doubt in zip(tone.terms, tone.doubt, strict=True)
    )
    return float(np.sqrt(max(apart, 0.0)))


def unexplained(logs: Singles, gain: Singles, known: Known, tone: Tone, noise: Singles) -> Mask:
    """Which of the points of `Known.few` look like nothing that is known of them, in a tone.

    Args:
        logs, gain, known, noise: see `find_tone`; the gain in that tone.
        tone: of the light.
    """
    shown = _shown_in(known, tone.terms, known.few.which)
    off, _ = _apart(logs, gain, shown, len(known.own), _FAR)
    return _is_odd(off, logs, shown, noise)


def _is_odd(off: Singles, logs: Singles, shown: Shown, noise: Singles) -> Mask:
    """Which points are farther off than light, paint and the noise explain; dark ones are noisier."""
    seen = np.exp(logs.reshape(3, -1).take(shown.points, 1))
    levels = (seen - np.float32(DARKEST), shown.board)
    grain = np.maximum(*(noise.take(level.astype(np.intp), mode="clip") for level in levels))
    spread = np.float32(_NOISES) * grain / seen
    return np.asarray((np.abs(off) > np.hypot(np.float32(_FAR), spread)).any(axis=0))


def _apart(logs: Singles, gain: Singles, shown: Shown, holes: int, far: float) -> tuple[Singles, Singles]:
    """How far points are from what is known, and how what is known changes with the terms."""
    lit = np.exp(gain).astype(np.float32).take(shown.hole, 1)
    seen = logs.reshape(3, -1).take(shown.points, 1)
    off = seen - np.log(shown.board * lit + np.float32(DARKEST))
    change = shown.change
    own = shown.own
    if len(own):
        apart = seen[:, own] - np.log(shown.stood * lit[:, own] + np.float32(DARKEST))
        # A pawn may have gone: each hole is what explains it better.
        less = _badly(apart, far) - _badly(off[:, own], far)
        gone = np.bincount(shown.hole[own], less, minlength=holes) > 0
        stays = ~gone[shown.hole[own]]
        off[:, own[stays]] = apart[:, stays]
        change = change.copy()
        change[:, :, own[stays]] = shown.other[:, :, stays]
    return off, change


def _round(logs: Singles, gain: Singles, known: Known, shown: Shown, terms: Floats, far: float) -> Tone:
    """Better terms from where `shown` is."""
    holes = len(known.own)
    return _step(*_apart(logs, gain, shown, holes, far), holes, terms, far, _LOOSE)


def _step(off: Singles, change: Singles, holes: int, terms: Floats, far: float, loose: Floats) -> Tone:
    """One step of Gauss and Newton, with trust in what fits."""
    trust = _trust(off, far)
    voices = min(1.0, _VOICES * holes / max(len(trust), 1))
    left = ((off * off) @ trust) / max(float(trust.sum()), 1e-6)
    weight = trust * (np.float32(voices) / np.maximum(left, np.float32(_ALIKE**2)))[:, None]
    weighed = change * weight[:, None]
    doubt = np.asarray(np.linalg.inv(weighed @ change.swapaxes(1, 2) + np.diag(loose**-2.0)), np.float64)
    step = (weighed @ off[:, :, None])[..., 0] - terms / loose**2
    now = terms + (doubt @ step[..., None])[..., 0]
    return Tone(np.minimum(np.maximum(now, _LEAST), _MOST), doubt, float(_badly(off, far).mean()))


def _evenly(logs: Singles, gain: Singles, known: Known, shown: Shown, far: float) -> Singles:
    """(3, holes) what the light around most holes nearby is brighter than the gain says."""
    holes = len(known.own)
    off, _ = _apart(logs, gain, shown, holes, far)
    trust = _trust(off, far)
    weight = np.bincount(shown.hole, trust, minlength=holes) + 1e-6
    more = np.stack([np.bincount(shown.hole, trust * plane, minlength=holes) / weight for plane in off])
    return np.asarray(np.median(more[:, known.near], axis=2), np.float32)


def _trust(off: Singles, far: float) -> Singles:
    return np.asarray(1 / (1 + (off * off).sum(axis=0) / np.float32(far**2)) ** 2, np.float32)


def _badly(off: Singles, far: float) -> Singles:
    """(n) how badly points are explained, of which no single one counts for much."""
    square = (off * off).sum(axis=0)
    return np.asarray(square / (square + np.float32(far**2)), np.float32)
