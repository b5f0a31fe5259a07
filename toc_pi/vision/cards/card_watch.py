"""Notices that a card was laid or taken back: what is still again, and differs from what lay there.

Arms stay beside a board for a whole evening, so each place of the small picture is still or moving on its
own. The reference is put together from still places; what differs from it over a part of a card's area, and
is still, is looked at once by the networks of `laid_card`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Mask, Singles, median
from calibration.board.board import Board
from calibration.camera import Pose, project, to_board
from calibration.setup.card_place import CARD_MM, TABLE_MM
from toc_pi.events import RANKS, Card, CardLaid, CardTaken, OnPile, PileGathered
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, combined, with_look
from toc_pi.vision.cards.laid_card import SURE, CardNetworks, Place, Plane
from toc_pi.vision.motion_gate import SPREAD_PX, WIDTH, GreyPicture, Noise, change_limits

STILL_S = 0.3  # so long a place may not change before it is looked at
SETTLED_S = 2.0  # what is no card for so long belongs to the table
AGAIN_S = 1.6  # a card that isn't sure is read again within this time, while nothing covers it
MOVED = 0.08  # change of log brightness that counts without noise
LEAST_SHARE = 0.1  # least share of a card's area that changes when one is laid on the table
LEAST_ON_PILE = 0.03  # the same on the pile, where it may cover its like
WORTH = 0.1  # least probability of a card of which a second look is taken
FACE = 0.8  # least probability of a card's face that confirms a place that isn't likely by itself
LIKELY = 0.5  # probability of a card from which on its place needs no such confirmation
LEAST_CHANCE = 0.15  # least probability of a card on the pile
ELSEWHERE = 0.97  # the same farther than PILE_MM from the last card
PILE_MM = 150.0
SAME_MM = 6.0  # a corner of the same card is found within this distance
BACK = 0.8  # share of a card's places that look again as before it was laid: it was taken back
MOSTLY = 0.8  # share of a change that is still
AT_ONCE = 3  # most cards that are found in one picture, and that are taken back without the rest
MOVED_SHARE = 0.4  # change elsewhere, as a share of the cards' places, that shows that they were pushed there
SHOWN = 0.001  # less likely ranks are left out
KEPT = 24  # cards of which it is kept how they look, until it is known what they are


@dataclass(frozen=True, slots=True, eq=False)
class _OnPile:
    """A card that was found.

    Attributes:
        where: (h, WIDTH) bool, its places in the small picture.
        shows: those in which it differs from what it was laid on.
        under: (h, WIDTH) logarithms before it was laid.
        votes: sum of the logarithms of its probabilities, over `looks` pictures.
    """

    n: int
    t: float
    plane: Plane
    corners: Floats
    where: Mask
    shows: Mask
    under: Singles
    votes: Floats
    looks: int = 1


@dataclass(slots=True, eq=False)
class _Table:
    """What is known of the small picture's places.

    Attributes:
        logs, image: the reference, put together from still places.
        last: the logarithms of the last picture.
        moved_t: when each place changed last, s.
        odd_t: since when each place differs from the reference, s; infinite where it doesn't.
        seen: the places of the last change that was no card.
    """

    logs: Singles
    image: Image
    last: Singles
    moved_t: Singles
    odd_t: Singles
    seen: Mask


class CardWatch:
    """Gets every picture in order and reports what has happened on the pile."""

    def __init__(
        self,
        board: Board,
        networks: CardNetworks | None = None,
        pack: FamilyPack = UNKNOWN_PACK,
        learned: Callable[[FamilyPack], object] = lambda _: None,
        laid: int = 0,
    ) -> None:
        """Begin to watch.

        Args:
            pack: what is known of the family's pack, by looks of the same network.
            learned: called with it when more is known.
            laid: cards that were counted before.
        """
        self._outline = np.asarray(board.outline, np.float32)
        self._networks = networks or CardNetworks()
        self._pack = pack
        self._learned = learned
        self._looks: dict[int, Floats] = {}
        self._table: _Table | None = None
        self._pose: Pose | None = None
        self._pile: tuple[_OnPile, ...] = ()
        self._count = laid

    def look(self, t: float, image: Image, now: GreyPicture, noise: Noise, pose: Pose) -> tuple[OnPile, ...]:
        """What has happened since the last picture.

        Args:
            t: seconds of film.
            image: (h, w, 3), registered, as `now`, its small picture.
            noise: of small pictures.
            pose: of the camera in these pictures.
        """
        table = self._table
        if table is None or pose is not self._pose or table.image.shape != image.shape:
            shape = now.logs.shape
            self._table = _Table(
                now.logs,
                image.copy(),
                now.logs,
                np.full(shape, t, np.float32),
                np.full(shape, np.inf, np.float32),
                np.zeros(shape, bool),
            )
            self._pose = pose
            return ()
        limit = np.maximum(np.float32(MOVED), change_limits(noise, now.logs))
        odd = _changed(now.logs, table.logs, limit)
        last, table.last = table.last, now.logs
        if not odd.any() and not np.isfinite(table.odd_t).any():  # as nearly always
            return tuple(self._read_again(t, image, ~odd))
        moved = _changed(now.logs, last, limit)
        table.moved_t[moved] = t
        table.seen &= ~moved
        table.odd_t[~odd] = np.inf
        np.minimum(table.odd_t, np.float32(t), out=table.odd_t, where=odd)
        still = t - table.moved_t >= STILL_S
        waiting = odd & still
        if not waiting.any():
            return tuple(self._read_again(t, image, still))
        events = (*self._taken(t, image, still, limit), *self._laid(t, image, waiting))
        self._settle(t, image, now.logs, still)
        return (*events, *self._read_again(t, image, still))

    def teach(self, n: int, card: Card) -> None:
        """Learn how a card looks, which was confirmed by its move or by the players; each at most once."""
        look = self._looks.pop(n, None)
        if look is not None:
            self._pack = with_look(self._pack, card, look)
            self._learned(self._pack)

    def _votes(self, n: int, image: Image, plane: Plane, corners: Floats) -> Floats:
        """The logarithms of a card's probabilities in a picture; keeps how it looks there."""
        face = self._networks.read(image, plane, corners)
        self._looks[n] = face.look
        while len(self._looks) > KEPT:
            del self._looks[next(iter(self._looks))]
        return np.asarray(np.log(np.maximum(combined(self._pack, face.shares, face.look), 1e-9)))

    def _settle(self, t: float, image: Image, logs: Singles, still: Mask) -> None:
        """Take into the reference what has been still for long and is no card."""
        table = self._table
        assert table is not None
        old = still & (t - np.maximum(table.odd_t, table.moved_t) >= SETTLED_S) & np.isfinite(table.odd_t)
        if old.any():
            self._keep(image, logs, old)

    def _keep(self, image: Image, logs: Singles, where: Mask) -> None:
        """Take places into the reference."""
        table = self._table
        assert table is not None
        table.logs = np.where(where, logs, table.logs)
        table.odd_t[where] = np.inf
        height, width = image.shape[:2]
        whole = cv2.resize(where.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(image, whole, table.image)

    def _laid(self, t: float, image: Image, waiting: Mask) -> Iterator[CardLaid]:
        """The cards that were laid."""
        table = self._table
        assert table is not None
        for _ in range(AT_ONCE):
            waiting = waiting & np.isfinite(table.odd_t)
            found = self._find(image, waiting)
            if not found:
                break
            for plane, place in found:
                where = self._places(plane, place.corners)
                if self._is_last(place.corners):  # uncovered again
                    self._keep(image, table.last, where)
                elif ((t - table.moved_t < STILL_S) & where).any():
                    return  # something still moves over it: it is looked at again
                elif (card := self._read(t, image, plane, place, where)) is not None:
                    self._pile = (*self._pile, card)
                    self._keep(image, table.last, _grown(where, 7) & (t - table.moved_t >= STILL_S))
                    yield _told(t, card)
        table.seen = waiting

    def _read(self, t: float, image: Image, plane: Plane, place: Place, where: Mask) -> _OnPile | None:
        """Read a new card; None if it is none."""
        table = self._table
        assert table is not None
        votes = self._votes(self._count + 1, image, plane, place.corners)
        if place.chance < LIKELY and 1.0 - np.exp(votes[-1]) < FACE:
            return None
        self._count += 1
        shows = where & np.isfinite(table.odd_t)
        return _OnPile(self._count, t, plane, place.corners, where, shows, table.logs, votes)

    def _find(self, image: Image, waiting: Mask) -> tuple[tuple[Plane, Place], ...]:
        """The likeliest cards among the changes that weren't looked at yet, of one change."""
        table = self._table
        assert table is not None
        best: tuple[tuple[Plane, Place], ...] = ()
        for middle in self._middles(waiting, image.shape[1] / WIDTH):
            plane, at = self._plane(middle)
            places = self._networks.find(table.image, image, plane, at)
            if places[0].chance >= WORTH:  # once more with the cards in the middle
                middles = [place.corners.mean(axis=0) for place in places]
                again = self._networks.find(table.image, image, plane, np.mean(middles, axis=0))
                places = max(places, again, key=lambda found: found[0].chance)
            likely = tuple((plane, one) for one in places if one.chance >= self._least_chance(one))
            if likely and (not best or likely[0][1].chance > best[0][1].chance):
                best = likely
        return best

    def _middles(self, waiting: Mask, scale: float) -> Iterator[Floats]:
        """The middles, px of the picture, of changes that may be a card and weren't looked at yet.

        What is connected with something that moves is an arm, or will be looked at without it.
        """
        table = self._table
        assert table is not None
        odd = np.isfinite(table.odd_t)
        joined = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        count, labels = cv2.connectedComponents(joined)
        total, still, new = (
            np.bincount(labels[each], minlength=count) for each in (odd, waiting, waiting & ~table.seen)
        )
        for label in np.flatnonzero((new > 0) & (still >= MOSTLY * total)):
            rows, columns = np.nonzero(waiting & (labels == label))
            middle = (np.array([columns.mean(), rows.mean()]) + 0.5) * scale - 0.5
            if still[label] * scale**2 >= self._least_share(middle) * self._card_px(middle):
                yield middle

    def _least_share(self, middle: Floats) -> float:
        """The share of a card's area that must have changed at a place of the picture."""
        if not self._pile:
            return LEAST_SHARE
        _, at = self._plane(middle)
        away = np.linalg.norm(self._pile[-1].corners.mean(axis=0) - at)
        return LEAST_ON_PILE if away <= CARD_MM[1] else LEAST_SHARE

    def _card_px(self, middle: Floats) -> float:
        """A card's area, px, at a place of the picture."""
        assert self._pose is not None
        here = to_board(middle + np.array([(0.0, 0.0), (9.0, 0.0), (0.0, 9.0)]), self._pose)
        (ax, ay), (bx, by) = here[1] - here[0], here[2] - here[0]
        area = abs(float(ax * by - ay * bx)) / 81.0
        return CARD_MM[0] * CARD_MM[1] / area if area > 0 else np.inf

    def _plane(self, middle: Floats) -> tuple[Plane, Floats]:
        """The plane on which a card at a place of the picture lies, and that place on it, mm."""
        assert self._pose is not None
        (at,) = to_board(middle[None], self._pose)
        if cv2.pointPolygonTest(self._outline, (float(at[0]), float(at[1])), False) >= 0:
            return Plane(self._pose, 0.0), at
        (at,) = to_board(middle[None], self._pose, TABLE_MM)
        return Plane(self._pose, TABLE_MM), at

    def _least_chance(self, place: Place) -> float:
        """A card is likelier to be laid on the pile than anywhere else."""
        if not self._pile:
            return LEAST_CHANCE
        away = np.linalg.norm(place.corners.mean(axis=0) - self._pile[-1].corners.mean(axis=0))
        return LEAST_CHANCE if away <= PILE_MM else ELSEWHERE

    def _is_last(self, corners: Floats) -> bool:
        """Whether these are the last card's corners."""
        if not self._pile:
            return False
        last = self._pile[-1].corners
        return bool(min(np.abs(np.roll(corners, turn, 0) - last).max() for turn in (0, 2)) < SAME_MM)

    def _places(self, plane: Plane, corners: Floats) -> Mask:
        """A card's places in the small picture."""
        table = self._table
        assert table is not None
        seen = project(np.column_stack([corners, np.full(4, plane.z)]), plane.pose)
        scale = WIDTH / table.image.shape[1]
        drawn = np.zeros(table.logs.shape, np.uint8)
        cv2.fillConvexPoly(drawn, ((seen + 0.5) * scale - 0.5).round().astype(np.int32), 1)
        return np.asarray(drawn > 0)

    def _taken(self, t: float, image: Image, still: Mask, limit: Singles) -> Iterator[OnPile]:
        """The cards that aren't there any more: all of them, or the last ones.

        Their places look as before the first of them was laid. A pile that is pushed is somewhere else then.
        """
        table, pile = self._table, self._pile
        assert table is not None
        odd = np.isfinite(table.odd_t)
        if not pile or not (odd & still & pile[-1].shows).any():
            return
        for count in sorted({len(pile), *range(1, min(AT_ONCE, len(pile)) + 1)}, reverse=True):
            shows = np.any([card.shows for card in pile[-count:]], axis=0)
            back = shows & still & ~_changed(table.last, pile[-count].under, limit)
            if back.sum() >= BACK * shows.sum():
                break
        else:
            return
        elsewhere = odd & ~_grown(shows, 2 * SPREAD_PX + 1)
        is_pushed = elsewhere.sum() >= MOVED_SHARE * shows.sum()
        if is_pushed and (elsewhere & ~still).any():
            return  # it may be a hand
        self._pile = pile[:-count]
        if is_pushed:
            return
        self._keep(image, table.last, _grown(shows, 2 * SPREAD_PX + 1) & still)
        if count == len(pile) > 1:
            yield PileGathered(t)
        else:
            yield from (CardTaken(t, card.n) for card in reversed(pile[-count:]))

    def _read_again(self, t: float, image: Image, still: Mask) -> Iterator[CardLaid]:
        """Read the last card once more where it isn't sure, and nothing covers it."""
        if not self._pile:
            return
        card = self._pile[-1]
        if not 0 < t - card.t <= AGAIN_S or _told(t, card).card is not None:
            return
        table = self._table
        assert table is not None
        if not (still | ~card.where).all() or (np.isfinite(table.odd_t) & card.where).any():
            return
        votes = self._votes(card.n, image, card.plane, card.corners)
        better = replace(card, votes=card.votes + votes, looks=card.looks + 1)
        self._pile = (*self._pile[:-1], better)
        told = _told(t, better)
        if told.card is not None:
            yield told


def _grown(where: Mask, size: int) -> Mask:
    """Places, and those around them."""
    return np.asarray(cv2.dilate(where.astype(np.uint8), np.ones((size, size), np.uint8)) > 0)


def _changed(now: Singles, then: Singles, limit: Singles) -> Mask:
    """The places that differ by more than noise and a change of light."""
    change = np.asarray(cv2.blur(now - then, (SPREAD_PX, SPREAD_PX)), np.float32)
    usual = np.float32(median(change[::4, ::4].ravel()))
    return np.asarray(np.abs(change - usual) > limit)


def _told(t: float, card: _OnPile) -> CardLaid:
    """A card as it is told: the mean of its looks."""
    votes = card.votes / card.looks
    shares = np.exp(votes - votes.max())
    shares /= shares.sum()
    if shares.argmax() == len(RANKS):
        return CardLaid(t, card.n, {})
    ranks: dict[Card, float] = {
        rank: round(float(share), 3) for rank, share in zip(RANKS, shares, strict=False) if share >= SHOWN
    }
    best = max(ranks, key=lambda rank: ranks[rank])
    return CardLaid(t, card.n, ranks, best if shares[RANKS.index(best)] >= SURE else None)
