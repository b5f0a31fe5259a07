"""Help levels: what is explained to each player unasked, how that fades, and the open turn for teaching.

A kind is a use of a card (`split`, `back`, `swap` …), or a broken rule (`!home-left`).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from calibration.holes import Seat
from toc_pi.app.setup.answers import Answers, colour_at, stored_settings
from toc_pi.belief.game import Game, playable_part
from toc_pi.referee.states import RefereeState
from toc_pi.rules.pawn_moves import PawnMove
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.uses import uses_of
from toc_pi.store.people import MAX_TIMES, Players, family_of, load_learned, read_or_tell, save_learned
from toc_pi.store.table_config import Hints
from toc_pi.teaching.options import Moment

if TYPE_CHECKING:
    from toc_pi.app.starting import SessionConfig

ENOUGH = 3  # a kind done correctly this often isn't explained any more
BROKEN = "!"  # prefix of a broken rule's code


class Helping:
    """Tracks what players know, and how many hints they have left.

    Args:
        answers: the table's settings: how much is explained to whom, and how many hints anybody may ask for.
        counts: what players knew before this session.
        keep: called with all counts whenever they change.
    """

    def __init__(
        self,
        answers: Answers,
        counts: Players | None = None,
        keep: Callable[[Players], None] = lambda _: None,
    ) -> None:
        self.answers = answers
        self._keep = keep
        self._counts = {player: dict(kinds) for player, kinds in (counts or {}).items()}
        self._used = Counter[Seat]()

    def begin(self) -> None:
        """Reset the hints for a new game."""
        self._used.clear()

    def level(self, seat: Seat) -> Hints:
        """The help level of a seat's player; the program needs no help."""
        return "asked" if seat in self.answers.chairs else self.answers.levels.get(seat, self.answers.hints)

    def hints_left(self, seat: Seat) -> int | None:
        """How many hints a seat's player may still ask for; None for any number."""
        limit = self.answers.hint_limit
        return max(0, limit - self._used[seat]) if limit else None

    def use_hint(self, seat: Seat) -> None:
        """Count a hint as used."""
        self._used[seat] += 1

    def explain(self, seat: Seat, kinds: Iterable[str]) -> tuple[str, ...]:
        """The kinds to explain to a seat's player now; they are counted as explained."""
        if self.level(seat) in ("silent", "asked"):
            return ()
        due = tuple(kind for kind in dict.fromkeys(kinds) if self._is_due(seat, kind))
        self._count(seat, due, explained=1)
        return due

    def did_right(self, seat: Seat, kinds: Iterable[str]) -> None:
        """Count what a seat's player did right."""
        if self.level(seat) in ("first", "shown"):
            self._count(seat, dict.fromkeys(kinds), right=1)

    def _is_due(self, seat: Seat, kind: str) -> bool:
        """Whether a kind is due: at level `first` once; else until it is known, broken rules three times."""
        explained, right = self._counts.get(self._name(seat), {}).get(kind, (0, 0))
        if right >= ENOUGH:
            return False
        return not explained if self.level(seat) == "first" else explained < ENOUGH or kind[:1] != BROKEN

    def _count(self, seat: Seat, kinds: Iterable[str], explained: int = 0, right: int = 0) -> None:
        known = self._counts.setdefault(self._name(seat), {})
        for kind in kinds:
            told, done = known.get(kind, (0, 0))
            known[kind] = min(MAX_TIMES, told + explained), min(MAX_TIMES, done + right)
        if kinds:
            self._keep({player: dict(counts) for player, counts in self._counts.items()})

    def _name(self, seat: Seat) -> str:
        """The key of a player's stored knowledge: a name, or the seat's colour."""
        return self.answers.names.get(seat) or colour_at(self.answers, seat)


def open_help(begun: "SessionConfig", answers: Answers) -> Helping:
    """The help for each player, with what this family's players learned in earlier sessions."""
    folder, family = begun.places.state, " ".join(family_of(stored_settings(begun.places)))

    def keep(counts: Players) -> None:
        # Playing continues if this can't be written.
        begun.disk.do("help", lambda: save_learned(folder, family, counts))

    known = read_or_tell(lambda: load_learned(folder, family), begun.wanted.tell)
    return Helping(answers, known, keep)


def kinds_of_card(rules: RuleSet, card: Card) -> tuple[str, ...]:
    """The uses of a card, as kinds."""
    return tuple(dict.fromkeys(use.kind for use, _ in uses_of(rules, card)))


def kinds_of_play(rules: RuleSet, card: Card, moves: Iterable[PawnMove]) -> tuple[str, ...]:
    """The kinds used in a play, among those of its card."""
    done: set[str] = {move.kind for move in moves}
    may = kinds_of_card(rules, card)
    found: list[str] = [kind for kind in may if kind in ("out", "swap") and kind in done]
    if done & {"go", "home"}:
        found += [kind for kind in may if kind not in ("out", "swap", "pass", "any-card")]
    return (*found, *(kind for kind in ("home", "capture") if kind in done))


def kinds_of_breach(reasons: Iterable[str]) -> tuple[str, ...]:
    """Broken rules, as kinds."""
    return tuple(f"{BROKEN}{reason}" for reason in reasons)


def open_turn(game: Game, state: RefereeState) -> Moment | None:
    """The open turn for teaching; None once the game is over."""
    course = state.course
    if course.phase != "play":
        return None
    declared = state.queue[0] if state.queue else None
    players = game.table.players
    return Moment(
        game.rules,
        game.table,
        state.n,
        playable_part(state.record[0])[0],
        players[course.turn][0],
        declared.card if declared is not None and declared.do == "card" else None,
        course.again,
        course.pawn,
        course.struck,
        course.used,
        {player[0]: len(hand) for player, hand in zip(players, course.hands, strict=True)},
        (course.dealer, course.deals),
    )
