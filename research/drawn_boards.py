"""Draws tables, boards with holes, pawns, and things lying about: parts of synthetic scenes."""

import cv2
import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]

DRAWN = 216  # px: size in which scenes are drawn before they are scaled down
PLANE = 2.2  # widths of the field that a table's texture spans
WOODS = np.array(
    [
        [140, 185, 215],
        [95, 150, 195],
        [60, 105, 160],
        [45, 75, 120],
        [30, 50, 85],
        [165, 200, 220],
        [75, 125, 180],
    ],
    np.float32,
)


def lay_table(rng: np.random.Generator) -> Singles:
    kind = rng.choice(["plain", "wood", "stripes", "checks", "marble", "patches"])
    one, two = (any_colour(rng) for _ in range(2))
    size = (DRAWN, DRAWN)
    if kind == "wood":
        return _wood(rng, WOODS[rng.integers(len(WOODS))] * rng.uniform(0.5, 1.2))
    y, x = np.mgrid[0:DRAWN, 0:DRAWN].astype(np.float32) / DRAWN
    if kind == "stripes":
        share = 0.5 + 0.5 * np.sign(np.sin(2 * np.pi * rng.uniform(5, 26) * x))
    elif kind == "checks":
        count = rng.uniform(4, 16)
        share = 0.25 * (np.sign(np.sin(2 * np.pi * count * x)) + np.sign(np.sin(2 * np.pi * count * y))) + 0.5
    elif kind == "marble":
        share = np.abs(np.sin(6 * x + 9 * smooth(rng, size, 5))) ** 0.3
    elif kind == "patches":
        share = (smooth(rng, size, int(rng.integers(3, 9))) > 0).astype(np.float32)
    else:
        share = 0.1 * smooth(rng, size, 30)
        two = one * 0.8
    texture = one + (two - one) * np.asarray(share, np.float32)[..., None]
    return np.asarray(texture * (1 + 0.05 * smooth(rng, size, 60)[..., None]), np.float32)


def lay_tartan(rng: np.random.Generator) -> Singles:
    """Cloth with broad stripes and narrow ones both ways."""
    count = int(rng.integers(5, 14))
    colours = [any_colour(rng) * rng.uniform(0.3, 1) for _ in range(2)]
    line, every = any_colour(rng), int(rng.integers(1, 4))
    threads = []
    for _ in range(2):
        at = np.arange(DRAWN, dtype=np.float32) / DRAWN * count
        broad = np.where((np.floor(at) % 2)[:, None] > 0, *colours)
        narrow = (np.abs(at % every - 0.5) < 0.06)[:, None]
        threads.append(np.where(narrow, line, broad))
    texture = 0.5 * (threads[0][:, None] + threads[1][None])
    return np.asarray(texture * (1 + 0.05 * smooth(rng, (DRAWN, DRAWN), 60)[..., None]), np.float32)


def any_colour(rng: np.random.Generator) -> Singles:
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, 230) ** 1, rng.uniform(25, 245)]]])
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def smooth(rng: np.random.Generator, size: tuple[int, int], cells: int) -> Singles:
    """(h, w) low-frequency noise with standard deviation 1."""
    rough = rng.normal(0, 1, (cells + 3, cells + 3)).astype(np.float32)
    return np.asarray(cv2.resize(rough, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(rng: np.random.Generator, colour: Singles) -> Singles:
    """Wood: grain, and sometimes planks."""
    fibres = rng.normal(0, 1, (4, 70)).astype(np.float32)
    grain = cv2.resize(fibres, (DRAWN, DRAWN), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(rng.uniform(8, 40) * smooth(rng, (DRAWN, DRAWN), 2) + 3 * grain)
    texture = colour * (1 + rng.uniform(0.02, 0.12) * grain + rng.uniform(0, 0.1) * rings)[..., None]
    if rng.random() < 0.3:
        planks = np.repeat(rng.normal(1, 0.12, 6).astype(np.float32), DRAWN // 6)[None, :, None]
        texture = texture * planks
    if rng.random() < 0.5:
        texture = texture.transpose(1, 0, 2)
    return np.asarray(texture, np.float32)


def lay_board(rng: np.random.Generator, outline: Singles) -> Singles:
    kind = rng.choice(["wood", "paint", "squares", "print"], p=[0.5, 0.27, 0.11, 0.12])
    wood = _wood(rng, WOODS[rng.integers(len(WOODS))] * rng.uniform(0.5, 1.25))
    y, x = np.mgrid[0:DRAWN, 0:DRAWN].astype(np.float32) / DRAWN * PLANE - (PLANE - 1) / 2
    if kind == "wood":
        board = wood
    elif kind == "squares":
        count = int(rng.choice([8, 10]))
        dark = ((np.floor(x * count) + np.floor(y * count)) % 2)[..., None]
        other = np.array([200, 220, 230], np.float32) * rng.uniform(0.6, 1.1)
        if rng.random() < 0.4:
            other = any_colour(rng)
        inside = ((x > 0) & (x < 1) & (y > 0) & (y < 1))[..., None]
        board = np.where(inside & (dark > 0), wood, other)
    else:
        colour = (
            any_colour(rng)
            if kind == "paint"
            else np.array([225, 232, 235], np.float32) * rng.uniform(0.5, 1)
        )
        board = colour * (1 + rng.uniform(0, 0.06) * smooth(rng, (DRAWN, DRAWN), 40)[..., None])
    board = np.ascontiguousarray(board, np.float32)
    lines = any_colour(rng) if rng.random() < 0.5 else board.mean(axis=(0, 1)) * rng.choice([0.3, 1.6])
    for _ in range(int(rng.integers(0, 4))):
        line = _to_texture(grown(outline, rng.uniform(0.3, 1.1))).round().astype(np.int32)
        cv2.polylines(board, [line], True, tuple(map(float, lines)), int(rng.integers(1, 3)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 3))):  # a compass, a centre, painted seats
        at = _to_texture(rng.uniform(0.1, 0.9, (1, 2)))[0].astype(int)
        size = int(rng.uniform(4, 30))
        thick = int(rng.choice([-1, 1, 2]))
        cv2.circle(
            board, (int(at[0]), int(at[1])), size, tuple(map(float, any_colour(rng))), thick, cv2.LINE_AA
        )
    return board


def _to_texture(points: Singles) -> Singles:
    return np.asarray((points + (PLANE - 1) / 2) / PLANE * DRAWN, np.float32)


def grown(outline: Singles, by: float) -> Singles:
    return np.asarray(0.5 + by * (outline - 0.5), np.float32)


def mixed(under: Singles, over: Singles, cover: Singles) -> Singles:
    return np.asarray(under + (over - under) * cover[..., None], np.float32)


def moved(mask: Singles, by: Singles) -> Singles:
    shift = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
    return np.asarray(
        cv2.warpAffine(mask, shift, mask.shape[::-1], borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def find_holes(rng: np.random.Generator, outline: Singles) -> tuple[Singles, NDArray[np.intp]]:
    """The places of holes: along the outline, in rows, in camps; and whose camp each is, or -1."""
    places, seats = [], []
    ring = grown(outline, rng.uniform(0.86, 0.98))
    count = int(rng.integers(10, 24))
    for one, two in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        steps = max(2, round(count * float(np.hypot(*(two - one)))))
        places += [one + (two - one) * k / steps for k in range(steps)]
    seats += [-1] * len(places)
    step = 1 / count
    shape = rng.choice(["square", "row"])
    for seat, corner in enumerate((ring + np.roll(ring, -1, axis=0)) / 2):
        inward = (0.5 - corner) / max(float(np.hypot(*(0.5 - corner))), 1e-3)
        side = inward[::-1] * (1, -1)
        places += [corner + (k + 1) * step * inward for k in range(4)]
        seats += [-1] * 4
        if rng.random() < 0.8:
            camp = corner + 3 * step * inward + 5 * step * side
            grid = (
                [(i, j) for i in range(2) for j in range(2)]
                if shape == "square"
                else [(i, 0) for i in range(4)]
            )
            places += [camp + step * (i * inward + j * side) for i, j in grid]
            seats += [seat] * 4
    return np.array(places, np.float32), np.array(seats, np.intp)


def drill(base: Singles, rng: np.random.Generator, spots: Singles, mm: float) -> Singles:
    radius = max(0.8, rng.uniform(1.8, 5.5) * mm)
    wood = np.median(base.reshape(-1, 3), axis=0)
    inner = wood * rng.uniform(0.1, 0.5) if rng.random() < 0.8 else any_colour(rng)
    rim = wood * rng.uniform(0.7, 1.5) if rng.random() < 0.6 else any_colour(rng)
    ringed = rng.random() < 0.4
    for x, y in spots:
        at = (round(float(x) * 16), round(float(y) * 16))
        if ringed:
            cv2.circle(base, at, round(radius * 16 * 1.35), tuple(map(float, rim)), -1, cv2.LINE_AA, 4)
        cv2.circle(base, at, round(radius * 16), tuple(map(float, inner)), -1, cv2.LINE_AA, 4)
    return base


class Pawns:
    """A game's pawns: one shape, several colours."""

    def __init__(self, rng: np.random.Generator, mm: float) -> None:
        self.kind = rng.choice(["peg", "cone", "ball", "piece"])
        wide = {"peg": (3, 8), "cone": (10, 16), "ball": (9, 16), "piece": (16, 36)}[str(self.kind)]
        self.wide = max(1.2, rng.uniform(*wide) * mm)
        tall = {"peg": (12, 40), "cone": (18, 32), "ball": (3, 8), "piece": (15, 70)}[str(self.kind)]
        self.tall = rng.uniform(*tall) * mm * rng.uniform(0.2, 0.9)
        count = int(rng.choice([2, 4, 6, 8]))
        self.colours = [self._paint(rng) for _ in range(count)]
        self.shadow = rng.normal(0, 0.7, 2) * self.tall
        self.dark = rng.uniform(0.4, 1)

    @staticmethod
    def _paint(rng: np.random.Generator) -> Singles:
        if rng.random() < 0.3:
            return np.array([1, 1, 1], np.float32) * rng.choice([25, 235])
        if rng.random() < 0.2:
            return WOODS[rng.integers(len(WOODS))] * rng.uniform(0.4, 1.2)
        return any_colour(rng)

    def stand(self, base: Singles, spots: Singles, who: NDArray[np.intp]) -> Singles:
        """Draw some, far ones first."""
        shade = np.ones(base.shape[:2], np.float32)
        for x, y in spots:
            ends = [
                (round(float(a) * 8), round(float(b) * 8))
                for a, b in ((x, y), (x + self.shadow[0], y + self.shadow[1]))
            ]
            cv2.line(shade, *ends, float(self.dark), max(1, round(self.wide)), cv2.LINE_AA, 3)
        base = base * cv2.GaussianBlur(shade, (0, 0), 0.8)[..., None]
        for index in np.argsort(spots[:, 1]):
            self.draw(base, spots[index], self.colours[who[index]])
        return base

    def draw(self, base: Singles, spot: Singles, colour: Singles) -> Singles:
        """Draw one."""
        x, y = float(spot[0]), float(spot[1])
        head = (x, y - self.tall)
        for part, (shift, light) in enumerate(((0.0, 0.75), (-0.2, 1.1))):
            paint = tuple(float(v) * light for v in colour)
            wide = self.wide * (1 - 0.45 * part)
            dx = shift * self.wide
            if self.kind in ("peg", "ball"):
                ends = [(round((a + dx) * 8), round(b * 8)) for a, b in ((x, y), head)]
                cv2.line(base, *ends, paint, max(1, round(wide)), cv2.LINE_AA, 3)
            else:
                foot = np.array([[x - wide / 2 + dx, y], [x + wide / 2 + dx, y], [x + dx, head[1]]])
                cv2.fillPoly(base, [(foot * 8).round().astype(np.int32)], paint, cv2.LINE_AA, 3)
                cv2.circle(
                    base,
                    (round((x + dx) * 8), round(head[1] * 8)),
                    round(wide * 8 * 0.32),
                    paint,
                    -1,
                    cv2.LINE_AA,
                    3,
                )
                cv2.circle(
                    base,
                    (round((x + dx) * 8), round(y * 8)),
                    round(wide * 8 * 0.45),
                    paint,
                    -1,
                    cv2.LINE_AA,
                    3,
                )
        return base


def stand_then(
    base: Singles,
    rng: np.random.Generator,
    spots: Singles,
    taken: NDArray[np.bool_],
    camps: NDArray[np.bool_],
    who: NDArray[np.intp],
    sets: Pawns,
) -> Singles:
    """The earlier picture's board: without pawns, or with others, or with most of the same."""
    choice = rng.random()
    if choice < 0.65:  # behind pawns the board is inpainted
        stood = sets.stand(base.copy(), spots[camps], who[camps])
        apart = np.abs(stood - base).max(axis=2) > rng.uniform(4, 40)
        hidden = cv2.dilate(apart.view(np.uint8), np.ones((int(rng.choice([1, 3])),) * 2, np.uint8))
        seen = np.clip(stood, 0, 255).astype(np.uint8)
        return np.asarray(cv2.inpaint(seen, hidden, 3, cv2.INPAINT_TELEA), np.float32)
    other = taken.copy()
    moved = rng.random(len(spots)) < (0.03 if choice < 0.85 else 0.4)
    other[moved] = ~other[moved]
    return sets.stand(base.copy(), spots[other], who[other])


def clutter(
    base: Singles, rng: np.random.Generator, where: Singles, few: bool = False
) -> tuple[Singles, Singles]:
    """Cards, cups, bowls, telephones and scraps laid where `where` is 1; and their mask."""
    over = np.zeros(base.shape[:2], np.float32)
    for _ in range(1 if few else int(rng.integers(0, 6))):
        layer, cover = np.zeros_like(base), np.zeros(base.shape[:2], np.uint8)
        at = rng.uniform(0.05, 0.95, 2) * DRAWN
        if few:
            at = rng.uniform(0.2, 0.8, 2) * DRAWN
        colour = any_colour(rng)
        kind = rng.choice(["card", "cup", "phone"])
        if kind == "cup":
            size = rng.uniform(10, 40)
            axes = (round(size), round(size * rng.uniform(0.5, 1)))
            cv2.ellipse(cover, tuple(at.astype(int).tolist()), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
            layer[:] = colour
            inner = tuple(round(0.8 * axis) for axis in axes)
            cv2.ellipse(
                layer,
                tuple(at.astype(int).tolist()),
                inner,
                0,
                0,
                360,
                tuple(map(float, colour * 0.6)),
                -1,
                cv2.LINE_AA,
            )
        else:
            half = np.array([rng.uniform(8, 22), rng.uniform(12, 34)])
            if kind == "card":
                colour = np.array([235, 238, 240], np.float32) if rng.random() < 0.6 else colour
            else:
                colour = np.full(3, rng.uniform(8, 60), np.float32)
            angle = rng.uniform(0, np.pi)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            quad = at + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn.T
            cv2.fillPoly(cover, [(quad * 16).round().astype(np.int32)], 255, cv2.LINE_AA, 4)
            layer[:] = colour
            pips = np.array([40, 30, 190], np.float32) if rng.random() < 0.5 else colour * 0.4
            for _ in range(int(rng.integers(0, 8))):
                spot = at + (rng.uniform(-0.8, 0.8, 2) * half) @ turn.T
                cv2.circle(
                    layer,
                    tuple(spot.astype(int).tolist()),
                    int(rng.integers(1, 4)),
                    tuple(map(float, pips)),
                    -1,
                )
        here = cover.astype(np.float32) / 255
        shadow = cv2.GaussianBlur(moved(here, rng.normal(0, 4, 2)), (0, 0), rng.uniform(0.5, 4))
        base = base * (1 - rng.uniform(0, 0.5) * (shadow * where)[..., None])
        base = mixed(base, layer, here * where)
        over = np.maximum(over, here * where)
    return base, over
