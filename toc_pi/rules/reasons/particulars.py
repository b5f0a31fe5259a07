"""Details of a move that a reason's sentence can name: numbers, holes, pawns, cards; codes, never words.

They are taken from the play that the search found as the smallest explanation (RULES 7), the same from which
the reasons come.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from calibration.holes import SEATS, Seat, is_home, seat_of
from toc_pi.effects import Particulars
from toc_pi.rules.engine import Engine
from toc_pi.rules.legal import required_results
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import View
from toc_pi.rules.position import Card
from toc_pi.rules.reasons.breaches import (
    BIT,
    CODES,
    FORWARD,
    MUST_PLAY,
    PUT,
    SPLIT_TOTAL,
    TOO_MANY_PAWNS,
    UNEXPLAINED,
    WRONG_DISTANCE,
)
from toc_pi.rules.reasons.problem import MANY, BestExplanation, Pawn, SearchStep, involved_pawns
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.splits import AS_MANY_AS_WISHED
from toc_pi.rules.uses import uses_of

SHIELDS = ("fresh", "own-start", "any-start")
MAX_EXAMPLES = 64
"""How many plays are examined for an example of must-play."""
MAX_NUMBERS = 3
"""The numbers of a card with more than this many aren't named."""


def find_particulars(
    engine: Engine, position: int, seat: Seat, card: Card, best: BestExplanation
) -> Mapping[str, Particulars]:
    """The details of each reason of an explanation."""
    about = involved_pawns(engine, seat, best.steps, best.sent)
    found = {}
    for code, bit in BIT.items():
        if not best.breaches & bit or bit == UNEXPLAINED:
            continue
        if bit == MUST_PLAY:
            found[code] = find_example(engine, position, seat, card)
            continue
        step = next((step for step in best.steps if step.breaches & bit), None)
        if step is None and bit not in (SPLIT_TOTAL, TOO_MANY_PAWNS):
            found[code] = Particulars(pawns=about.get(code, ()))
            continue
        case = _Case(engine, seat, card, best, about.get(code, ()), step or best.steps[0])
        found[code] = _READERS[code](case) if code in _READERS else case.details()
    return found


def find_example(engine: Engine, position: int, seat: Seat, card: Card) -> Particulars:
    """A play that must-play requires: of those examined, the one that moves the fewest pawns."""
    m = engine.masks
    pawns = (1 << m.seats * m.holes) - 1
    made = islice(required_results(engine, position, seat, card), MAX_EXAMPLES)
    changes = [(after ^ position) & pawns for after in made]
    change = min(filter(None, changes), key=lambda one: (one.bit_count(), one), default=0)
    came = [divmod(place, m.holes) for place in bits(change & ~position)]
    gone = [divmod(place, m.holes) for place in bits(change & position)]
    acting = engine.acting(position, seat)
    owner, end = next((one for one in came if one[0] in acting), (came or [(0, 0)])[0])
    start = next((hole for other, hole in gone if other == owner), None)
    at = None if start is None else m.names[start]
    if len(came) == 1:
        form = "out" if at is None else "go"
        return Particulars(form, seat=SEATS[owner], start=at, end=m.names[end], cards=(card,))
    if len(came) == 2 and {hole for _, hole in came} == {hole for _, hole in gone}:
        other = next(SEATS[one] for one, hole in came if hole != end)
        two = Particulars("swap", seat=SEATS[owner], start=at, end=m.names[end], other=other)
        return replace(two, cards=(card,))
    return Particulars(cards=(card,))


def strangeness(reasons: Sequence[str], particulars: Mapping[str, Particulars]) -> tuple[int, ...]:
    """How far an explanation is from a legal play, to be compared with those by other cards.

    Fewer reasons come first, then the more telling ones: a wrong number, which nearly every card can give as
    the reason, is among the last. Of wrong numbers the nearest comes first.
    """
    places, off = [], 0
    for code in reasons:
        places.append(CODES.index("split-total" if code == "wrong-distance" else code))
        if code in ("split-total", "wrong-distance"):
            about = particulars.get(code, Particulars())
            numbers = about.numbers or ((about.number,) if about.number else ())
            off += min((abs(about.went - number) for number in numbers), default=MANY)
    return int("unexplained" in reasons), len(reasons), *places, off


class _Case:
    """One step of the explanation that breaks one rule."""

    def __init__(
        self,
        engine: Engine,
        seat: Seat,
        card: Card,
        best: BestExplanation,
        pawns: tuple[Pawn, ...],
        step: SearchStep,
    ) -> None:
        self.engine, self.seat, self.card = engine, seat, card
        self.best, self.pawns, self.step = best, pawns, step
        self.view = View(engine, step.before, step.acting, engine.team[seat])

    @property
    def uses(self) -> list[Use]:
        """What the card can be used for."""
        return [use for use, _ in uses_of(self.engine.rules, self.card)]

    @property
    def is_from_home(self) -> bool:
        """Whether the pawn stood in a home, or in the centre."""
        return self.step.hole is not None and self.step.hole >= self.engine.masks.length

    @property
    def kinds(self) -> set[str]:
        """The kinds of these uses."""
        return {use.kind for use in self.uses}

    @property
    def went(self) -> int:
        """How many holes the pawn went, negative for backward."""
        route = self.step.route
        assert route is not None
        return route.steps if route.direction == FORWARD else -route.steps

    def of(self, step: SearchStep) -> "_Case":
        """The same rule, broken by another step."""
        return _Case(self.engine, self.seat, self.card, self.best, self.pawns, step)

    def details(self, form: str = "", **more: Any) -> Particulars:
        """The pawn that broke the rule, its move, and the pawns involved; with more details of this form."""
        step, names = self.step, self.engine.masks.names
        found: dict[str, Any] = {"pawns": self.pawns}
        if step.seat >= 0:
            start = None if step.hole is None else names[step.hole]
            found |= {"seat": SEATS[step.seat], "start": start, "end": names[step.end]}
        return Particulars(form, **found | more)


def _protected_details(case: _Case) -> Particulars:
    """How the pawns are protected: by `protected`, or by being home."""
    homes = [is_home(hole) for hole, _ in case.pawns]
    if any(homes) or not homes:
        return case.details("home" if homes and all(homes) else "")
    return case.details(case.engine.rules.protected)


def _swapped(case: _Case) -> Particulars:
    """Which rule protects a pawn from the swap."""
    rules, m = case.engine.rules, case.engine.masks
    kept = case.view.on_start(rules.swap_other_pawn_not_on)
    is_other = all(kept >> m.numbers[hole] & 1 for hole, _ in case.pawns)
    which = rules.swap_other_pawn_not_on if is_other else rules.swap_own_pawn_not_on
    return case.details(which if which in SHIELDS else "")


def _own_start(case: _Case) -> Particulars:
    m = case.engine.masks
    return case.details("start", hole=m.names[m.start[case.step.seat]])


def _home_jumped(case: _Case) -> Particulars:
    """Which pawns in the home were in the way."""
    step, m = case.step, case.engine.masks
    assert step.hole is not None
    first = m.home[step.seat] - 1 if step.hole < m.length else min(step.hole, step.end)
    inside = (1 << max(step.hole, step.end)) - (2 << first)
    pawns = tuple(
        (m.names[hole], SEATS[case.view.seat_at(hole)])
        for hole in bits(case.view.occupied & inside)
        if case.best.steps[0].before & m.columns[hole]
    )
    return case.details("over" if pawns else "", pawns=pawns)


def _wrong_pawn(case: _Case) -> Particulars:
    """Whose pawns the card may move."""
    engine, step, view = case.engine, case.step, case.view
    group = engine.groups[case.seat][0]
    kinds = {use.kind for use in case.uses if use.number}
    if not step.acting:
        return case.details()
    if kinds in ({"opponent"}, {"any"}):
        is_on_track = step.hole is not None and step.hole < engine.masks.length
        if not is_on_track:
            return case.details("track")
        return case.details("opponent" if "opponent" in kinds else "")
    if kinds & {"opponent", "any"}:
        return case.details()
    shares = engine.rules.split_with == "team" and "split" in kinds
    if step.acting == group:
        return case.details("" if shares else "own")
    if engine.is_home(view.position, group) and not shares:
        return case.details("mate", other=SEATS[step.acting[0]])
    return case.details()


def _cards(kind: str) -> Callable[[_Case], Particulars]:
    """The cards with a use of a kind, where the pack has any."""

    def details(case: _Case) -> Particulars:
        packed = case.engine.rules.cards.items()
        cards = tuple(card for card, uses in packed if any(use.kind == kind for use in uses))
        return case.details("cards" if cards else "", cards=cards)

    return details


def _pair(case: _Case) -> Particulars:
    """Why two pawns may not be swapped."""
    step, m = case.step, case.engine.masks
    marks = (m.seats + 1) * m.holes
    holes = (step.after & ~step.before) >> marks & m.plane
    if holes >> m.centre & 1:
        return case.details("centre")
    if holes & ~m.track:
        return case.details("home")
    is_own = not holes & ~case.view.own
    return case.details("own" if is_own else "strangers")


def _jump_missing(case: _Case) -> Particulars:
    """Where it should have jumped to."""
    step, m = case.step, case.engine.masks
    assert step.route is not None
    is_clockwise = step.route.direction == FORWARD or case.engine.rules.jump_way == "clockwise"
    over = (step.end + (m.stretch if is_clockwise else -m.stretch)) % m.length
    return case.details("on", hole=m.names[over])


def _jump(case: _Case) -> Particulars:
    """Why the jump wasn't allowed."""
    route, m = case.step.route, case.engine.masks
    if route is None:
        return case.details("swap")
    return case.details("none" if case.engine.rules.jump == "none" else "twice", hole=m.names[route.first])


def _no_centre(case: _Case) -> Particulars:
    """Which cards go to the centre, or the hole that isn't connected with it."""
    step, m = case.step, case.engine.masks
    if "centre" not in case.kinds:
        return _cards("centre")(case)
    outside = step.hole if step.end == m.centre else step.end
    if outside is None or step.route is None or step.route.by_seven:
        return case.details()
    return case.details("seven", hole=m.names[outside])


def _forbidden(case: _Case) -> Particulars:
    """Whose pawns may not be captured."""
    own = [SEATS.index(seat) in case.step.acting for _, seat in case.pawns]
    return case.details(("own" if all(own) else "" if any(own) else "team") if own else "")


def _direction(case: _Case) -> Particulars:
    went = case.went
    return case.details("back" if went > 0 else "forward", went=went)


def _split_total(case: _Case) -> Particulars:
    """The sum of the parts; nothing if one isn't measured, goes backward, or isn't a part."""
    routes = [step.route for step in case.best.steps]
    number = case.best.part.number if case.best.part else 0
    parts = tuple(
        route.steps for route in routes if route and route.kind != PUT and route.direction == FORWARD
    )
    went = sum(parts)
    if case.best.breaches & TOO_MANY_PAWNS or len(parts) < len(routes) or went == number:
        return Particulars()
    return Particulars("short" if went < number else "over", went=went, parts=parts, number=number)


def _too_many(case: _Case) -> Particulars:
    """How many pawns moved, and how many may."""
    count, ends = 0, set[tuple[int, int | None]]()
    for step in case.best.steps:
        if step.route is None:
            count += 2
        elif (step.seat, step.hole) in ends:
            ends.remove((step.seat, step.hole))
        else:
            count += 1
        ends.add((step.seat, step.end))
    kinds = case.kinds
    limit = case.engine.rules.split_pawns
    if "swap" not in kinds and "split" not in kinds:
        return Particulars("one", count=count, number=1)
    if kinds == {"split"} and limit < min(count, AS_MANY_AS_WISHED):
        return Particulars("limit", count=count, number=limit)
    return Particulars("many", count=count)


def _distance(case: _Case) -> Particulars:
    """How far the pawn went, and the card's numbers; of several pawns, one that went none of them.

    For a card that can also be used without a number, any distance is wrong as that use.
    """
    signed = {-use.number if use.kind == "back" else use.number for use in case.uses if use.number}
    wrong = (case.of(step) for step in case.best.steps if step.breaches & WRONG_DISTANCE)
    case = next((one for one in wrong if one.went not in signed), case)
    if not signed:
        form = next(iter(case.kinds)) if case.kinds in ({"swap"}, {"out"}) else ""
        return case.details(form, went=case.went)
    numbers = tuple(sorted(signed, key=lambda n: (n < 0, abs(n))))
    if len(numbers) > MAX_NUMBERS:
        return case.details(went=case.went)
    return case.details("numbers", went=case.went, numbers=numbers)


_READERS: Mapping[str, Callable[[_Case], Particulars]] = {
    "took-protected": _protected_details,
    "passed-protected": _protected_details,
    "passed-pawn": lambda case: case.details(case.engine.rules.no_passing),
    "swapped-protected": _swapped,
    "moved-protected": _protected_details,
    "crossed-own-start": _own_start,
    "home-jumped": _home_jumped,
    "home-backward": lambda case: case.details("inside" if case.is_from_home else ""),
    "home-closed": lambda case: case.details(case.engine.rules.five_home),
    "home-not-yours": lambda case: case.details(
        "owner", other=seat_of(case.engine.masks.names[case.step.end])
    ),
    "wrong-pawn": _wrong_pawn,
    "cannot-come-out": _cards("out"),
    "wrong-start": _own_start,
    "no-swap": _cards("swap"),
    "swap-pair": _pair,
    "jump-missing": _jump_missing,
    "jump-not-allowed": _jump,
    "no-centre": _no_centre,
    "capture-forbidden": _forbidden,
    "wrong-direction": _direction,
    "split-total": _split_total,
    "too-many-pawns": _too_many,
    "wrong-distance": _distance,
}
"""For each reason the function that finds its details; for others only the pawns are named."""
