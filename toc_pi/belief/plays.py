"""Which plays may have led to a board: the ranks of an undeclared card, or two turns between two looks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from calibration.holes import Hole, Seat, start_hole
from toc_pi.belief.game import Belief, Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import Match, is_between
from toc_pi.rules.engine import Wanted
from toc_pi.rules.game import GameState, pack_of, unseen
from toc_pi.rules.position import Card, Pawns, Position
from toc_pi.rules.table import Player, Table

MAX_COUNTED = 100  # results of a card are counted up to here; beyond it the exact number hardly matters
KEPT = 0.5  # the chance that the second card of a joker is kept for a later turn: nobody has counted
MIN_LEFT = 0.01  # weight of a rank whose cards have all been counted: the count may be wrong
# For a card that was seen, but not surely.
MISREAD = 0.0005  # least probability of a rank that it doesn't look like: it is left out below twice that
UNLIKELY = 0.001  # a rank that is less likely than this, once the move is known, isn't named

CardProbabilities = Mapping[Card, float]
"""What a card on the pile looks like: the probability of each rank; empty if it wasn't seen."""
NOT_SEEN: CardProbabilities = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class UndeclaredMove:
    """A move whose card wasn't declared.

    Attributes:
        record: every position that fits the record before the move.
        play: whose card it is; its card is ignored.
        pawns: the board after the move.
        course: the state of the game, with the cards seen so far.
        odds: what its card looked like.
    """

    rules: GameRules
    record: tuple[Position, ...]
    play: Play
    pawns: Pawns
    course: GameState
    odds: CardProbabilities = field(default_factory=lambda: NOT_SEEN)

    def priors(self) -> dict[Card, float]:
        """The weight of each rank before the board is looked at: its cards left, times what it looks like."""
        left = unseen(self.rules.ruleset, self.course.used)
        looks = {card: max(self.odds.get(card, 0.0), MISREAD) if self.odds else 1.0 for card in left}
        return {card: max(left[card], MIN_LEFT) * looks[card] for card in left}

    def weights(self) -> dict[Card, float]:
        """The weight of each rank for which the board is the result of a legal move.

        It is the number of its unseen cards, divided by the number of results it allows. Inferred cards are
        counted as seen, so no rank is excluded because of the count alone.
        """
        priors, plays = self.priors(), {card: replace(self.play, card=card) for card in self.rules.ranks}
        return {
            card: priors[card] / self.rules.count(self.record, play, MAX_COUNTED)
            for card, play in plays.items()
            if self.rules.legal_as(self.record, play, self.pawns)
        }

    def explaining(self) -> tuple[Card, ...]:
        """The ranks for which the board is the result of a legal move, the likeliest first.

        One that the card hardly can be by its look is left out if another one fits.
        """
        weights = self.weights()
        least = UNLIKELY * sum(weights.values()) if self.odds else 0.0
        likely = [card for card in weights if weights[card] >= least]
        return tuple(sorted(likely, key=lambda card: -weights[card]))

    def wrong_rank(self, wrong: float) -> tuple[Card | None, float]:
        """The rank that a legal move's card looks most like among those that forbid it, and its probability.

        Args:
            wrong: the probability of one particular wrong move.
        """
        legal, priors = self.weights(), self.priors()
        against = {card: wrong * priors[card] for card in self.odds if card not in legal}
        likeliest = max(against, key=lambda card: against[card], default=None)
        if likeliest is None:
            return None, 0.0
        return likeliest, against[likeliest] / (sum(against.values()) + sum(legal.values()))

    def chance(self) -> float:
        """The probability that the player on turn, with an unknown hand, makes this legal move.

        Each card that can be played is as likely, and so is each of its results. Of a card that was seen on
        the pile, what it looks like is weighed instead of the hand.
        """
        course, keeping = _without_choice(self.course)
        likely = sum(self.weights().values()) * (1.0 - keeping)
        if self.odds:
            priors = self.priors()
            return likely / sum(priors[card] for card in self.rules.ranks)
        total, dead = _dead_cards(self.rules, self.record, course)
        return likely / max(total - dead, MIN_LEFT) * (1.0 - chance_of_stuck(self.rules, self.record, course))


def chance_of_passing(rules: GameRules, record: tuple[Position, ...], course: GameState) -> float:
    """The probability that the player on turn moves nothing: no card can be played, or a second is kept."""
    course, keeping = _without_choice(course)
    return 1.0 - (1.0 - chance_of_stuck(rules, record, course)) * (1.0 - keeping)


def _without_choice(course: GameState) -> tuple[GameState, float]:
    """The course of a second card as of any other one, and the chance that it is kept for later."""
    return (replace(course, again=""), KEPT) if course.again == "later" else (course, 0.0)


def unseen_plays(rules: GameRules, record: tuple[Position, ...], play: Play) -> tuple[Position, ...]:
    """The positions after a play that changes no hole, or after none; those of the record come first.

    After a swap of two pawns of one seat the board looks the same, but neither pawn is fresh any more.
    """
    fitting = (after for before in record for after in rules.results(before, play, Wanted(before.pawns)))
    return tuple(dict.fromkeys((*record, *fitting)))


def chance_of_stuck(rules: GameRules, record: tuple[Position, ...], course: GameState) -> float:
    """The probability that the player on turn has no card that he must play, so that he may lay cards down.

    Args:
        record: every position that fits the record.
        course: the state of the game, with the cards seen so far; his hand is taken for unknown.
    """
    total, dead = _dead_cards(rules, record, course)
    chance = 1.0
    for drawn in range(min(len(course.hands[course.turn]), total)):
        chance *= max(dead - drawn, 0) / (total - drawn)
    return chance


def _dead_cards(rules: GameRules, record: tuple[Position, ...], course: GameState) -> tuple[int, int]:
    """How many cards are unseen, and how many of them the player on turn needn't play."""
    left = {rank: max(count, 0) for rank, count in unseen(rules.ruleset, course.used).items()}
    forced = frozenset.intersection(*(rules.forced_ranks(course, before) for before in record))
    return sum(left.values()), sum(count for rank, count in left.items() if rank not in forced)


def is_guessed(belief: Belief, look: Look, seen: Match) -> bool:
    """Whether an explanation differs from the record in holes that are unsure."""
    return any(hole in look.unsure for hole, _ in seen.pawns ^ belief.pawns)


def only_removed(belief: Belief, seen: Match) -> bool:
    """Whether pawns only disappeared, or one has fallen over: it may be in a hand."""
    return seen.fallen or seen.pawns < belief.pawns


def is_doubtful(rules: GameRules, belief: Belief, look: Look, seen: Match) -> bool:
    """Whether a legal result needs a second look before it is accepted."""
    doubtful = only_removed(belief, seen) or is_guessed(belief, look, seen)
    return doubtful or _came_unseen(rules, belief, look, seen)


def _came_unseen(rules: GameRules, belief: Belief, look: Look, seen: Match) -> bool:
    """Whether a pawn came out although its camp isn't surely one pawn short."""
    came = Counter(seat for _, seat in seen.pawns) - Counter(seat for _, seat in belief.pawns)
    if not came:
        return False
    lacking = look.lacking(seen.pawns, rules.seats)
    return lacking is None or any(
        lacking[seat] < belief.missing[seat] or look.may_wait(seat) for seat in came
    )


def touches_unsure(rules: GameRules, belief: Belief, look: Look, play: Play) -> bool:
    """Whether this play could have brought a pawn to an unsure hole."""
    return any(
        (hole, seat) not in belief.pawns
        and any(
            True
            for _ in rules.find(belief.record, play, Wanted(frozenset({(hole, seat)}), rules.holes - {hole}))
        )
        for hole in sorted(look.unsure)
        for seat in rules.seats
    )


MAX_WAYS = 16  # nearest results from which the next play is tried
MAX_SIMILAR = 256  # results examined of a play that the next one has partly undone
MAX_SPLITS = 4  # nearest results from which a split is tried: it has many results
ONE_CARDS_PAWNS = 2  # most pawns moved by a card that isn't split: a swap
SLOPPY = 2  # holes by which a pawn may have been put down beside its target
# Reasons that don't show that the second of two plays was its player's own mistake.
NOT_ONE_PLAYERS = ("unexplained", "wrong-pawn", "sent-back", "too-many-pawns")


def played_in_turn(
    rules: GameRules, belief: Belief, look: Look, plays: Sequence[Play]
) -> tuple[Position, ...]:
    """Whether several plays in succession explain the board; the last ones may not have been made yet.

    Args:
        plays: the declared plays, in order, two or more.

    Returns:
        The positions after the first play from which the others lead to this board; empty if there are none.
    """
    ways: dict[Position, Position] = {}  # possible position → position after the first play
    for results in rules.nearest(belief.record, plays[0], look.pawns, MAX_WAYS).values():
        ways |= {result: result for result in results}
    for number, play in enumerate(plays[1:], 2):
        nearest = sorted(ways, key=lambda position: len(position.pawns ^ look.pawns))[:MAX_WAYS]
        fitting = [
            ways[position]
            for position in nearest
            for after in rules.results(position, play, look.wanted())
            if _stands(rules, belief, look, after.pawns)
        ]
        if fitting:
            return tuple(dict.fromkeys(first for first in fitting if first.pawns == fitting[0].pawns))
        further: dict[Position, Position] = {}
        for position in nearest if number < len(plays) else ():
            for results in rules.nearest((position,), play, look.pawns, MAX_WAYS).values():
                for result in results:
                    further.setdefault(result, ways[position])
        ways = further
    return ()


def after_both(
    rules: GameRules, record: tuple[Position, ...], first: Play, second: Play, after: Pawns
) -> tuple[Position, ...]:
    """The positions with these pawns to which two plays lead, whichever board there was between them."""
    between = (
        position for ways in rules.nearest(record, first, after, MAX_WAYS).values() for position in ways
    )
    found = (result for position in between for result in rules.legal_as((position,), second, after))
    return tuple(dict.fromkeys(found))


def shows_second_card(rules: GameRules, record: tuple[Position, ...], play: Play, after: Pawns) -> bool:
    """Whether a board is a legal play of a joker followed by another card of the same player, not a joker."""
    seconds = [Play(play.seat, card) for card in rules.ranks if card != play.card]
    results = rules.nearest(record, play, after, MAX_WAYS).values()
    return any(rules.legal_as(positions, second, after) for positions in results for second in seconds)


def first_before_wrong(
    rules: GameRules, record: tuple[Position, ...], first: Play, second: Play, after: Pawns
) -> tuple[Position, ...]:
    """Whether an illegal board is a legal play followed by another player's illegal one.

    Returns:
        The positions after the first play, if exactly one board of it leads here by moving one pawn.
    """
    found, before = [], record[0].pawns
    wanted = Wanted(before & after, frozenset(hole for hole, _ in before ^ after))
    for pawns, positions in rules.by_pawns(record, first, wanted).items():
        if pawns != before and len(pawns ^ after) <= 2 and is_between(pawns, before, after):
            ruling = rules.ruling(positions[0], second, after)
            if len(ruling.reasons) == 1 and ruling.reasons[0] not in NOT_ONE_PLAYERS:
                found.append(positions)
    return found[0] if len(found) == 1 else ()


def foreign_seats(
    rules: GameRules, record: tuple[Position, ...], play: Play, after: Pawns
) -> frozenset[Seat]:
    """The seats of moved pawns that this play can't affect."""
    before, table = record[0].pawns, rules.table
    own = {*table.player_of(play.seat)}
    own |= rules.movable_seats(record, play)
    return frozenset(seat for _, seat in after - before if seat not in own)


def shows_two_plays(
    rules: GameRules, record: tuple[Position, ...], play: Play, after: Pawns, following: Player = ()
) -> bool:
    """Whether a board looks like a legal play followed by the next player's move.

    Then more than one move was made. The next player played some card legally, or moved pawns of their own
    or their team (legally or not), brought one out, or swapped two.

    Args:
        record: every position that fits the record before the play.
        following: the seats of the next player; empty if unknown.
    """
    before, table = record[0].pawns, rules.table
    own = table.player_of(play.seat)
    if _is_one_move(before, after):
        return False
    side = frozenset(table.team_of(following[0]) if following else table.played)
    results = rules.nearest(record, play, after, MAX_SIMILAR)
    nearest = list(results)[:MAX_WAYS]
    # The board is a result of the play with further pawns removed: by hand, unless another card did.
    sent = bool(following) and any(after < pawns for pawns in results)
    for pawns, positions in results.items():
        came, new = after - pawns, pawns - before
        # A pawn moved by the first play isn't on its hole: it was moved on by a card, or put down beside it.
        free = [pair for pair in came if pair[0] not in dict(pawns)]
        sloppy = any(_is_near(rules.table, one, other) for one in new - after for other in free)
        near, splits = pawns in nearest, pawns in nearest[:MAX_SPLITS]
        plainly = following and pawns != before and near and not sloppy
        if plainly and _is_one_play(rules, positions, following[:1], after, splits):
            return True
        if sent or pawns == before:  # a play without a trace is less likely than one wrong move
            continue
        seats = frozenset(seat for _, seat in came)
        allied = any(seats <= frozenset(one) for one in (*table.players, *table.teams))
        swapped = _is_swap(pawns, came) and bool(seats & frozenset(following or seats))
        owners = frozenset(seat for _, seat in new)
        partners = seats == owners and not owners & frozenset(own)  # they play their partner's pawns
        theirs = seats & frozenset(own)
        if not seats & side or seats == theirs or partners or not (swapped or (allied and not theirs)):
            continue
        taken = {hole for hole, _ in came}
        shows = [hole in taken or (hole, seat) in after for hole, seat in new]
        captured = Counter(seat for _, seat in pawns) - Counter(seat for _, seat in after)
        # Pawns that aren't where the play put them were moved on by their owner, or captured.
        open_to = [
            shown or seat in seats or captured[seat] for shown, (_, seat) in zip(shows, new, strict=True)
        ]
        left = Counter(seat for _, seat in pawns - after)
        moved = Counter(seat for hole, seat in came if hole != start_hole(seat))
        if not all(open_to) or (moved - left and not swapped):
            continue
        if all(shows) and (swapped or not came & before):
            return True
        if near and not sloppy and _is_one_play(rules, positions, sorted(seats), after, splits):
            return True
    return False


def _is_near(table: Table, one: tuple[Hole, Seat], other: tuple[Hole, Seat]) -> bool:
    """Whether two places of a pawn of one seat are at most `SLOPPY` holes apart on the track."""
    index, other_index = table.track_index(one[0]), table.track_index(other[0])
    if one[1] != other[1] or index is None or other_index is None:
        return False
    return abs(index - other_index) <= SLOPPY


def _is_one_move(before: Pawns, after: Pawns) -> bool:
    """Whether just one pawn was moved (capturing or not), or two were swapped."""
    came, left = after - before, before - after
    if len(came) != 1:
        return not came or (len(left) == 2 and _is_swap(before, came))
    ((hole, seat),) = came
    return all(pair[0] == hole or pair[1] == seat for pair in left)


def _is_one_play(
    rules: GameRules, before: tuple[Position, ...], seats: Sequence[Seat], after: Pawns, splits: bool
) -> bool:
    """Whether some card leads legally from a position to a board; split cards are tried only if `splits`."""
    moved = len(after - before[0].pawns)
    for card in dict.fromkeys(pack_of(rules.ruleset)):
        is_split = any(use.kind in ("split", "any-card") for use in rules.ruleset.uses(card))
        if (is_split and not splits) or (moved > ONE_CARDS_PAWNS and not is_split):
            continue
        for seat in seats:
            if rules.legal_as(before, Play(seat, card), after):
                return True
    return False


def _is_swap(before: Pawns, came: Pawns) -> bool:
    """Whether two pawns have changed places."""
    if len(came) != 2:
        return False
    (hole, seat), (other_hole, other_seat) = came
    return {(hole, other_seat), (other_hole, seat)} <= before


def _stands(rules: GameRules, belief: Belief, look: Look, pawns: Pawns) -> bool:
    if not look.agrees(pawns):
        return False
    lacking = look.lacking(pawns, rules.seats)
    return lacking is not None and not look.nowhere(lacking - belief.missing)
