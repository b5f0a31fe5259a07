"""Illegal moves of careless hands, with the reasons from the rules."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, home_holes, start_hole
from toc_pi.belief.game import Game
from toc_pi.errors import BadInput
from toc_pi.rules.game import pack_of
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import load_ruleset

Pawns = frozenset[tuple[Hole, Seat]]


COMMON = (
    "wrong-distance",
    "wrong-pawn",
    "no-swap",
    "home-left",
    "cannot-come-out",
    "must-play",
    "split-total",
)
ENOUGH = 5  # boards to choose from: hands that break the rarer rules are found among several
ELSEWHERE = (
    ("toc", ()),
    ("tock", ()),
    ("tock-variant", ()),
    ("saut", ()),
    ("saut", ("no-jump",)),
    ("quebec", ("new-lap", "five-any", "spill")),
    ("quebec", ("seven-plain", "four-both", "start-fresh")),
    ("fadoq", ("new-lap", "jump-must", "five-any")),
    ("toc", ("start-fresh", "jump-may", "four-forward", "pass-protected")),
)


def wrong_move(
    game: Game, before: Position, seat: Seat, card: Card, rng: Random, pawn: Hole | None
) -> tuple[Pawns, tuple[str, ...]] | None:
    """A board that hands could make and this card doesn't allow, with its reasons; None if none was found."""
    if pawn is not None:
        return None
    by_reason: dict[str, tuple[Pawns, tuple[str, ...]]] = {}
    tried = set()
    ways = [_nearly_legal(game, before, seat, card, rng), _as_elsewhere(game, before, seat, card, rng)]
    careless = rng.choice([*ways, *ways, _wild_moves(game, before, rng)])
    for after in careless:
        if after == before.pawns or after in tried:
            continue
        tried.add(after)
        try:
            judgement = explain(game.rules, game.table, before, seat, card, dict(after))
        except BadInput:
            continue
        if not judgement.legal:
            by_reason.setdefault(judgement.reasons[0], (after, tuple(judgement.reasons)))
        if len(tried) >= ENOUGH:
            break
    rare = sorted(set(by_reason) - set(COMMON))
    codes = rare if rare and rng.random() < 0.8 else sorted(by_reason)
    return by_reason[rng.choice(codes)] if codes else None


def _nearly_legal(game: Game, before: Position, seat: Seat, card: Card, rng: Random) -> Iterator[Pawns]:
    """Boards from the card with a slip, from another card, or from somebody else's pawns."""
    cards = sorted(set(pack_of(game.rules)))
    for _ in range(20):
        player, played = seat, card
        kind = rng.choice(["standing", "over", "card", "card", "seat", "twice"])
        if kind == "card":
            played = rng.choice(cards)
        elif kind == "seat":
            player = rng.choice(game.table.played)
        results = sorted(legal_moves(game.rules, game.table, before, player, played), key=str)
        if not results:
            continue
        result = rng.choice(results)
        after = result.pawns
        if kind == "standing":  # what was captured still stands
            free = {hole for hole, _ in before.pawns} - {hole for hole, _ in after}
            waiting = Counter(owner for _, owner in before.pawns) - Counter(owner for _, owner in after)
            after |= {pair for pair in before.pawns if pair[0] in free and waiting[pair[1]]}
        elif kind == "over":  # a hole too far, or not far enough
            came = sorted(after - before.pawns)
            hole, owner = rng.choice(came) if came else (Hole(""), seat)
            index = game.table.track_index(hole) if came else None
            if index is None:
                continue
            beside = game.table.track_hole(index + rng.choice([-1, 1]))
            if beside in dict(after):
                continue
            after = after - {(hole, owner)} | {(beside, owner)}
        elif kind == "twice":  # two pawns, or one twice
            again = sorted(legal_moves(game.rules, game.table, result, seat, card), key=str)
            after = rng.choice(again).pawns if again else before.pawns
        if max(Counter(owner for _, owner in after).values(), default=0) <= PAWNS_A_SEAT:
            yield after


def _as_elsewhere(game: Game, before: Position, seat: Seat, card: Card, rng: Random) -> Iterator[Pawns]:
    """Boards from the card under other rules: captures, jumps, swaps, laps."""
    found = set()
    for name, house in ELSEWHERE:
        rules = load_ruleset(name, house)
        with suppress(BadInput):  # a card or a pawn that they don't know
            found.update(result.pawns for result in legal_moves(rules, game.table, before, seat, card))
    found -= {result.pawns for result in legal_moves(game.rules, game.table, before, seat, card)}
    boards = sorted(found, key=sorted)
    rng.shuffle(boards)
    yield from boards


def _wild_moves(game: Game, before: Position, rng: Random) -> Iterator[Pawns]:
    """Boards from one careless hand, endlessly."""
    table = game.table
    at = dict(before.pawns)
    outside = sorted(at)
    for _ in range(30):
        board = dict(at)
        kind = rng.choice(["go", "go", "go", "out", "swap", "home", "back", "sent"])
        if kind == "out":
            who = rng.choice(table.played)
            if sum(owner == who for owner in board.values()) < 4:
                board[start_hole(rng.choice([who, who, rng.choice(table.played)]))] = who
        elif not outside:
            continue
        elif kind == "go":
            hole = rng.choice(outside)
            index = table.track_index(hole)
            if index is not None:
                owner = board.pop(hole)
                steps = rng.choice([*range(1, 14), -1, -2, -3, -4, -5, -8, 18, 20])
                board[table.track_hole(index + steps)] = owner
        elif kind == "swap" and len(outside) > 1:
            one, other = rng.sample(outside, 2)
            board[one], board[other] = board[other], board[one]
        elif kind == "home":
            hole = rng.choice(outside)
            owner = board[hole]
            into = rng.choice(home_holes(owner if rng.random() < 0.8 else rng.choice(table.played)))
            if into not in board:
                del board[hole]
                board[into] = owner
        elif kind == "back":
            hole = rng.choice(outside)
            if hole in home_holes(board[hole]):
                owner = board.pop(hole)
                board[table.track_hole(rng.randrange(table.track_length))] = owner
        elif kind == "sent":
            del board[rng.choice(outside)]
        yield frozenset(board.items())
