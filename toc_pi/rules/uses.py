"""The uses of a card, prepared for move generation (RULES 3)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from toc_pi.rules.masks import bits
from toc_pi.rules.moves import FIVE, View
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.ruleset_content import Use


def ready(rules: RuleSet, card: Card) -> "PreparedCard":
    """The uses of a card, prepared for move generation."""
    made = _playable(rules, card)
    uses = [one.use for one in made]
    is_alone = len(uses) == 1 or not any(use.kind == "split" for use in uses)
    numbers = [use.number for use in uses if use.kind != "out"]
    are_different = len(set(numbers)) == len(numbers) and not any(use.mows for use in uses)
    moves_own = all(use.kind in ("out", "forward", "back") for use in uses)
    return PreparedCard(
        made,
        is_plain=is_alone and len(made) == len(uses_of(rules, card)) and not rules.mate_when_stuck,
        # Two plays have the same result only if they move one pawn by equal numbers, or by numbers that end
        # on the same hole because of a jump.
        is_distinct=moves_own and (len(numbers) < 2 or (rules.jump == "none" and are_different)),
    )


def _playable(rules: RuleSet, card: Card) -> "tuple[Playable, ...]":
    """The uses of a card other than `pass`, prepared."""
    found = []
    for use, rank in uses_of(rules, card):
        if use.kind == "pass":
            continue
        five = rank == FIVE
        found.append(
            Playable(
                use,
                None if use.kind == "split" else _MAKERS[use.kind],
                five,
                bound=not (rules.pass_own_start or five),
                own_turn=not five or rules.five_home in ("all", "own"),
                others_turn=not five or rules.five_home == "all",
            )
        )
    return tuple(found)


@lru_cache(maxsize=1024)
def uses_of(rules: RuleSet, card: Card) -> tuple[tuple[Use, Card], ...]:
    """The uses of a card, each with the rank it counts as; `any-card` gives those of every other rank."""
    found = []
    for use in rules.cards[card]:
        if use.kind == "any-card":
            found += [
                (other, rank)
                for rank, uses in rules.cards.items()
                if rank != card
                for other in uses
                if other.kind != "any-card"
            ]
        else:
            found.append((use, card))
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Playable:
    """A use of a card, prepared.

    Attributes:
        use: what the card does.
        make: adds its results from a position to a list; None for a split.
        five: whether the card counts as a 5.
        bound: whether M9 applies to own pawns.
        own_turn, others_turn: whether own pawns, and others, may turn in (`five_home`).
    """

    use: Use
    make: Callable[[View, "Playable", list[int]], None] | None
    five: bool
    bound: bool
    own_turn: bool
    others_turn: bool


@dataclass(frozen=True, slots=True)
class PreparedCard:
    """The uses of a card, prepared.

    Attributes:
        plays: its uses other than `pass`.
        is_plain: it has no `pass`, no mate's plays, and no split beside other uses.
        is_distinct: no two of its plays have the same result.
    """

    plays: tuple[Playable, ...]
    is_plain: bool
    is_distinct: bool


def _come_out(view: View, _: Playable, found: list[int]) -> None:
    """`out`: M10."""
    for own in view.acting:
        view.come_out(own, found)


def _go_forward(view: View, play: Playable, found: list[int]) -> None:
    """`n`: M1, M2, M3."""
    use = play.use
    for own in view.acting:
        if pawns := view.planes[own] & view.only:
            view.move_forward(own, pawns, use.number, use.mows, play.bound, play.own_turn, found)


def _go_back(view: View, play: Playable, found: list[int]) -> None:
    """`-n`: M4."""
    for own in view.acting:
        for hole in bits(view.planes[own] & view.only & view.engine.masks.track):
            view.move_back(own, hole, play.use.number, play.use.mows, found)


def _move_opponent(view: View, play: Playable, found: list[int]) -> None:
    """`opp n`: M14."""
    _move_others(view, play, view.engine.opponents[view.acting], found)


def _move_any(view: View, play: Playable, found: list[int]) -> None:
    """`any n`: an own pawn on the track, or anybody's by M14."""
    use, track = play.use, view.engine.masks.track
    for own in view.acting:
        pawns = view.planes[own] & view.only & track
        view.move_forward(own, pawns, use.number, use.mows, play.bound, play.own_turn, found)
    _move_others(view, play, [seat for seat in range(len(view.planes)) if seat not in view.acting], found)


def _move_others(view: View, play: Playable, seats: Iterable[int], found: list[int]) -> None:
    """M14: pawns on the track, not protected ones unless `protected_moved`; M9 doesn't apply."""
    movable = view.engine.masks.track & view.only
    if not view.engine.rules.protected_moved:
        movable &= ~view.protected
    for other in seats:
        pawns = view.planes[other] & movable
        if pawns:
            view.move_forward(other, pawns, play.use.number, play.use.mows, False, play.others_turn, found)


def _swap(view: View, _: Playable, found: list[int]) -> None:
    """`swap`: M11."""
    view.swap(found)


def _use_centre(view: View, _: Playable, found: list[int]) -> None:
    """`centre`: M13."""
    m = view.engine.masks
    if not view.engine.table.centre:
        return
    for own in view.acting:
        pawns = view.planes[own] & view.only
        for hole in bits(pawns & m.sevens):
            view.enter_centre(own, hole, found)
        if pawns >> m.centre & 1:
            view.leave_centre(own, found)


# What finds the results of a use, by its kind.
_MAKERS: Mapping[str, Callable[[View, Playable, list[int]], None]] = {
    "out": _come_out,
    "forward": _go_forward,
    "back": _go_back,
    "opponent": _move_opponent,
    "any": _move_any,
    "swap": _swap,
    "centre": _use_centre,
}
