"""Pile tracker: detects that a card was laid or taken back, from still changes to the reference.

Where the picture is still and differs from the reference of `still_places` over part of a card's area, the
networks of `laid_card` are run once.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Indices, Mask, Singles
from calibration.board.board import Board
from calibration.camera import Pose, project, to_board
from calibration.setup.card_place import CARD_MM, TABLE_MM
from toc_pi.events import RANKS, Card, CardLaid, CardsHeld, CardTaken, OnPile, PileGathered
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, combined, with_look
from toc_pi.vision.cards.held_cards import HeldCards
from toc_pi.vision.cards.laid_card import (
    APART_MM,
    CROP,
    SURE,
    TWIN_MM,
    CardDetection,
    CardNetworks,
    Plane,
    has_edges,
    likeness,
)
from toc_pi.vision.cards.still_places import StillPlaces, grown
from toc_pi.vision.motion_gate import SPREAD_PX, WIDTH, GreyPicture, Noise

AGAIN_S = 1.6  # an uncertain card is read again after this time, while nothing covers it
LEAST_SHARE = 0.1  # least share of a card's area that changes when one is laid on the table
LEAST_ON_PILE = 0.03  # the same on the pile, where it may cover a similar card
LEAST_NEW = 0.15
"""Least share of its place that a card without a readable face has changed: 97 % of 507 cards on film change
more, and noise by night in which four edges were seen had changed nothing.
"""
WORTH = 0.1  # least probability of a card for a second search, and for reading it
ELSEWHERE = 0.97  # the same beyond PILE_MM from the last card
PILE_MM = 150.0
SAME_RANK = 0.05  # least probability that two readings of one card agree on its rank
ALIKE = 0.86
"""Least correlation of two pictures of the same card: of 400 drawn cards 97 % of second pictures, some of
them out of focus, are above it, and 97 % of pictures of a card of the same rank laid over the first one
below.
"""
BACK = 0.8  # share of a card's places that look as before it was laid: it was taken back
MOSTLY = 0.8  # share of a change that is still, or on the pile
AT_ONCE = 3  # most cards found in one picture, and most that are taken back individually
MOVED_SHARE = 0.4  # change elsewhere, relative to the cards' places, that means that they were pushed there
SHOWN = 0.001  # ranks below this probability are dropped
FACE, NO_FACE = 40.0, 0.03
"""Likelihood ratios of a read face, and of none, for a detected card: on 16 films of cards all 105
detections below 0.97 that showed a face were cards, some of 0.17 to 0.5, and all 127 without one were
none. How far a face was read is a power of its rank's probability: an arm, too, looks a little like one.
"""
READ = 8
"""That power: an arm was read as a joker with 0.66, and found with 0.19."""
AROUND_PX = 3  # pixels of the small picture around a new card that are absorbed with it
KEPT = 24  # cards whose appearance is kept until their rank is confirmed


@dataclass(frozen=True, slots=True, eq=False)
class _OnPile:
    """A card on the pile.

    Attributes:
        where: (h, WIDTH) bool, its pixels in the small picture.
        shows: those in which it differs from what is below it.
        under: (h, WIDTH) log brightness before it was laid.
        votes: sum of its log probabilities over `looks` pictures.
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


class PileTracker:
    """Processes every picture in order and reports changes of the pile."""

    def __init__(
        self,
        board: Board,
        networks: CardNetworks | None = None,
        pack: FamilyPack = UNKNOWN_PACK,
        learned: Callable[[FamilyPack], object] = lambda _: None,
        laid: int = 0,
    ) -> None:
        """Set up the tracker.

        Args:
            pack: the learned model of the family's pack, from the same network.
            learned: called with the pack model when it has changed.
            laid: number of cards counted before.
        """
        self._outline = np.asarray(board.outline, np.float32)
        self._networks = self._of_piles = networks or CardNetworks()
        self._of_hands: CardNetworks | None = None
        self._pack = pack
        self._learned = learned
        self._looks: dict[int, Floats] = {}
        self._table: StillPlaces | None = None
        self._pose: Pose | None = None
        self._pile: tuple[_OnPile, ...] = ()
        self._count = laid
        self._held: HeldCards | None = None

    def look(
        self, t: float, image: Image, now: GreyPicture, noise: Noise, pose: Pose
    ) -> tuple[OnPile | CardsHeld, ...]:
        """The events since the last picture.

        Args:
            t: seconds of film.
            image: (h, w, 3), registered, as `now`, its small picture.
            noise: of small pictures.
            pose: of the camera in these pictures.
        """
        table = self._table
        if table is None or pose is not self._pose or table.image.shape != image.shape:
            self._table, self._pose = StillPlaces(t, image, now), pose
            return ()
        if not table.update(t, now, noise):
            return tuple(self._read_again(t, image, table))
        events: tuple[OnPile | CardsHeld, ...] = ()
        if (table.odd & table.still).any():
            taken = tuple(self._taken(t, image, table))
            events = (*taken, *self._laid(t, image, table))
        table.settle(image)
        held = () if self._held is None else self._held.look(t, image, table, pose)
        return (*events, *held, *self._read_again(t, image, table))

    def ask(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards."""
        if not asks:
            self._networks, self._held = self._of_piles, None
        elif self._held is None:
            self._networks = self._of_hands = self._of_hands or self._of_piles.of_hands()
            self._held = HeldCards(self._networks)

    def teach(self, n: int, card: Card) -> None:
        """Learn the appearance of a confirmed card, at most once per card."""
        look = self._looks.pop(n, None)
        if look is not None:
            self._pack = with_look(self._pack, card, look)
            self._learned(self._pack)

    def _votes(self, n: int, image: Image, plane: Plane, corners: Floats) -> Floats:
        """The log probabilities of a card in a picture; keeps its appearance."""
        face = self._networks.read(image, plane, corners)
        if self._held is not None:  # those networks' embeddings don't match the pack's
            return np.asarray(np.log(np.maximum(face.shares, 1e-9)))
        self._looks[n] = face.look
        while len(self._looks) > KEPT:
            del self._looks[next(iter(self._looks))]
        return np.asarray(np.log(np.maximum(combined(self._pack, face.shares, face.look), 1e-9)))

    def _laid(self, t: float, image: Image, table: StillPlaces) -> Iterator[CardLaid]:
        """Detect newly laid cards."""
        for _ in range(AT_ONCE):
            found = self._find(image, table)
            if not found:
                break
            for plane, place in found:
                where = _places(table, plane, place.corners)
                if (where & ~table.still).any():
                    return  # something still moves over it: try again later
                votes = self._votes(self._count + 1, image, plane, place.corners)
                if _looks_as_before(image, table, plane, place.corners):
                    table.keep(image, where)  # a shadow, or light reflected by a sleeve
                elif self._is_last(image, table, place.corners, votes) or self._is_twin(place, votes):
                    table.keep(image, where)
                elif _is_card(place, votes) and (
                    _is_read(votes)
                    or (table.odd[where].mean() >= LEAST_NEW and has_edges(image, plane, place.corners))
                ):
                    self._count += 1
                    shows, under = where & table.odd, table.reference
                    card = _OnPile(self._count, t, plane, place.corners, where, shows, under, votes)
                    self._pile = (*self._pile, card)
                    table.keep(image, grown(where, AROUND_PX) & table.still)
                    yield _told(t, card)
        table.seen = table.odd & table.still

    def _find(self, image: Image, table: StillPlaces) -> tuple[tuple[Plane, CardDetection], ...]:
        """The likeliest cards among the unchecked changes, from one change."""
        best: tuple[tuple[Plane, CardDetection], ...] = ()
        for middle in self._middles(table):
            plane, at = self._plane(middle)
            places = self._networks.find(table.image, image, plane, at)
            if places[0].chance >= WORTH:  # search again, centred on the card
                middles = [place.corners.mean(axis=0) for place in places]
                again = self._networks.find(table.image, image, plane, np.mean(middles, axis=0))
                places = max(places, again, key=lambda found: found[0].chance)
            likely = tuple((plane, one) for one in places if self._is_likely(one))
            if likely and (not best or likely[0][1].chance > best[0][1].chance):
                best = likely
        return best

    def _middles(self, table: StillPlaces) -> Iterator[Floats]:
        """The middles, px, of unchecked changes that may be cards.

        A change connected to a moving region is an arm, or will be checked once the arm is gone.
        """
        odd, scale = table.odd, table.image.shape[1] / WIDTH
        waiting = odd & table.still
        count, labels = _connected(odd)
        total, still, new = (
            np.bincount(labels[each], minlength=count) for each in (odd, waiting, waiting & ~table.seen)
        )
        for label in np.flatnonzero((new > 0) & (still >= MOSTLY * total)):
            rows, columns = np.nonzero(waiting & (labels == label))
            middle = (np.array([columns.mean(), rows.mean()]) + 0.5) * scale - 0.5
            if still[label] * scale**2 >= self._least_share(middle) * self._card_px(middle):
                yield middle
                yield from self._on_pile(rows, columns, scale)

    def _on_pile(self, rows: Indices, columns: Indices, scale: float) -> Iterator[Floats]:
        """The middle, px, of a change's part on the pile: an arm may lie beside the new card."""
        if not self._pile:
            return
        where = self._pile[-1].where
        near = grown(where, round(float(np.sqrt(where.sum())) / 2))[rows, columns]
        if near.any() and near.mean() < MOSTLY:
            yield (np.array([columns[near].mean(), rows[near].mean()]) + 0.5) * scale - 0.5

    def _least_share(self, middle: Floats) -> float:
        """The share of a card's area that must have changed at a point of the picture."""
        if not self._pile:
            return LEAST_SHARE
        _, at = self._plane(middle)
        away = np.linalg.norm(self._pile[-1].corners.mean(axis=0) - at)
        return LEAST_ON_PILE if away <= CARD_MM[1] else LEAST_SHARE

    def _card_px(self, middle: Floats) -> float:
        """A card's area, px, at a point of the picture."""
        assert self._pose is not None
        here = to_board(middle + np.array([(0.0, 0.0), (9.0, 0.0), (0.0, 9.0)]), self._pose)
        (ax, ay), (bx, by) = here[1] - here[0], here[2] - here[0]
        area = abs(float(ax * by - ay * bx)) / 81.0
        return CARD_MM[0] * CARD_MM[1] / area if area > 0 else np.inf

    def _plane(self, middle: Floats) -> tuple[Plane, Floats]:
        """The plane of a card at a point of the picture, and that point on it, mm."""
        assert self._pose is not None
        (at,) = to_board(middle[None], self._pose)
        if cv2.pointPolygonTest(self._outline, (float(at[0]), float(at[1])), False) >= 0:
            return Plane(self._pose, 0.0), at
        (at,) = to_board(middle[None], self._pose, TABLE_MM)
        return Plane(self._pose, TABLE_MM), at

    def _is_likely(self, place: CardDetection) -> bool:
        """Whether a detection is worth reading: cards are likelier on the pile than anywhere else."""
        if not self._pile or self._held is not None:
            return place.chance >= WORTH
        away = np.linalg.norm(place.corners.mean(axis=0) - self._pile[-1].corners.mean(axis=0))
        return place.chance >= (WORTH if away <= PILE_MM else ELSEWHERE)

    def _is_last(self, image: Image, table: StillPlaces, corners: Floats, votes: Floats) -> bool:
        """Whether the detection is the current top card."""
        if not self._pile:
            return False
        last = self._pile[-1]
        away = np.linalg.norm(corners.mean(axis=0) - last.corners.mean(axis=0))
        if away >= APART_MM or _shares(last) @ np.exp(votes) < SAME_RANK:
            return False
        then, now = (last.plane.take(each, last.corners, CROP) for each in (table.image, image))
        return likeness(then, now) >= ALIKE

    def _is_twin(self, place: CardDetection, votes: Floats) -> bool:
        """Whether a card of an open hand was found twice."""
        if self._held is None:
            return False
        middle = place.corners.mean(axis=0)
        near = (card for card in self._pile if np.linalg.norm(card.corners.mean(axis=0) - middle) < TWIN_MM)
        return any(_shares(card) @ np.exp(votes) >= SAME_RANK for card in near)

    def _taken(self, t: float, image: Image, table: StillPlaces) -> Iterator[OnPile]:
        """The cards that were taken away: all of them, or the last ones.

        Their places look as before the first of them was laid. If the pile was pushed, it reappears
        elsewhere.
        """
        pile, odd, still = self._pile, table.odd, table.still
        if not pile or not (odd & still & pile[-1].shows).any():
            return
        for count in sorted({len(pile), *range(1, min(AT_ONCE, len(pile)) + 1)}, reverse=True):
            shows = np.any([card.shows for card in pile[-count:]], axis=0)
            back = shows & still & table.look_as(pile[-count].under)
            if back.sum() >= BACK * shows.sum():
                break
        else:
            return
        elsewhere = odd & ~grown(shows, SPREAD_PX)
        is_pushed = elsewhere.sum() >= MOVED_SHARE * shows.sum()
        if is_pushed and (elsewhere & ~still).any():
            return  # it may be a hand
        self._pile = pile[:-count]
        if is_pushed:
            return
        table.keep(image, grown(shows, SPREAD_PX) & still)
        if count == len(pile) > 1:
            yield PileGathered(t)
        else:
            yield from (CardTaken(t, card.n) for card in reversed(pile[-count:]))

    def _read_again(self, t: float, image: Image, table: StillPlaces) -> Iterator[CardLaid]:
        """Read the last card again while its rank is uncertain and nothing covers it."""
        if not self._pile:
            return
        card = self._pile[-1]
        if not 0 < t - card.t <= AGAIN_S or _told(t, card).card is not None:
            return
        if (card.where & (table.odd | ~table.still)).any():
            return
        votes = self._votes(card.n, image, card.plane, card.corners)
        better = replace(card, votes=card.votes + votes, looks=card.looks + 1)
        self._pile = (*self._pile[:-1], better)
        told = _told(t, better)
        if told.card is not None:
            yield told


def _places(table: StillPlaces, plane: Plane, corners: Floats) -> Mask:
    """(h, WIDTH) bool: the pixels of a card in the small picture."""
    seen = project(np.column_stack([corners, np.full(4, plane.z)]), plane.pose)
    scale = WIDTH / table.image.shape[1]
    drawn = np.zeros(table.last.shape, np.uint8)
    cv2.fillConvexPoly(drawn, ((seen + 0.5) * scale - 0.5).round().astype(np.int32), 1)
    return np.asarray(drawn > 0)


def _connected(odd: Mask) -> tuple[int, Indices]:
    """The number of connected changes, and the label of each pixel; 0 for none."""
    joined = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    count, labels = cv2.connectedComponents(joined)
    return count, np.asarray(labels, np.intp)


def _looks_as_before(image: Image, table: StillPlaces, plane: Plane, corners: Floats) -> bool:
    """Whether a place shows what was there before, in another light: then no card was laid."""
    then, now = (plane.take(each, corners, CROP) for each in (table.image, image))
    return likeness(then, now) >= ALIKE


def _is_card(place: CardDetection, votes: Floats) -> bool:
    return place.chance * _face_ratio(votes) >= 1 - place.chance


def _is_read(votes: Floats) -> bool:
    """Whether a face was read so far that it speaks for a card."""
    return _face_ratio(votes) >= 1


def _face_ratio(votes: Floats) -> float:
    read = float(np.exp(votes[:-1].max())) ** READ
    return FACE * read + NO_FACE * (1 - read)


def _shares(card: _OnPile) -> Floats:
    """The probabilities of the ranks, and of no face: the mean over a card's readings."""
    votes = card.votes / card.looks
    shares = np.exp(votes - votes.max())
    return np.asarray(shares / shares.sum())


def _told(t: float, card: _OnPile) -> CardLaid:
    """The event of a laid card."""
    shares = _shares(card)
    if shares.argmax() == len(RANKS):
        return CardLaid(t, card.n, {})
    ranks: dict[Card, float] = {
        rank: round(float(share), 3) for rank, share in zip(RANKS, shares, strict=False) if share >= SHOWN
    }
    best = max(ranks, key=lambda rank: ranks[rank])
    return CardLaid(t, card.n, ranks, best if shares[RANKS.index(best)] >= SURE else None)
