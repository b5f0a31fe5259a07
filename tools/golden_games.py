"""Play the golden games again and write them to tests/games. `python tools/golden_games.py`.

Two whole games per rule set, each seeded by its name: the output is reproducible, and a person reviews what
has changed.
"""

from pathlib import Path
from random import Random

from calibration.holes import Seat, start_hole
from toc_pi.rules.game import Action, CardPlayed, Cards, Deal, Discard, GameState, Shuffle, Throw, new_game
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.transcript import Setting, Transcript, write_transcript
from toc_pi.rules.turn import apply, choices

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "games"
LONGEST = 3000
BY_LOT = 0.1

SINGLE, PAIRS = Table(), Table(teams=(("a", "c"), ("b", "d")))
GAMES = {
    "toc-1": Setting("toc", (), SINGLE),
    "toc-2": Setting("toc", ("five-not-fresh", "no-own-capture"), Table(players=(("a",), ("c",)))),
    "tock-1": Setting("tock", (), PAIRS),
    "tock-2": Setting("tock", (), Table(6, 16, True)),
    "tock-variant-1": Setting("tock-variant", (), SINGLE),
    "tock-variant-2": Setting("tock-variant", ("quick-start",), Table(8, 18, True)),
    "tac-tik-1": Setting("tac-tik", (), SINGLE),
    "tac-tik-2": Setting("tac-tik", ("four-both", "ten-skips"), PAIRS),
    "quebec-1": Setting("quebec", (), PAIRS),
    "quebec-2": Setting("quebec", ("seven-two", "discard-one"), Table(teams=PAIRS.teams, home_entry=18)),
    "saut-1": Setting("saut", (), Table(players=(("a", "c"), ("b", "d")))),
    "saut-2": Setting("saut", (), Table(6, 17, teams=(("a", "d"), ("b", "e"), ("c", "f")))),
    "fadoq-1": Setting("fadoq", (), Table(teams=PAIRS.teams, home_entry=18)),
    "fadoq-2": Setting("fadoq", ("joker-any", "jump-over", "jack-pass"), PAIRS),
}


def play_game(setting: Setting, seed: str) -> Transcript:
    """A game whose players choose the most advancing play, and a random one every tenth time."""
    random = Random(seed)
    rules, table = load_ruleset(setting.rules, setting.house), setting.table
    shuffle = _shuffler(random)
    first = random.choice(table.players)[0]
    game, actions = new_game(rules, table, first), list[Action]()
    while game.phase != "over" and len(actions) < LONGEST:
        action = _choose(random, choices(rules, table, game), table, game)
        after = apply(rules, table, game, action, shuffle)
        actions.append(_with_revealed_cards(action, game, after))
        game = after
    return Transcript(setting, first, tuple(actions), {"Event": f"Golden game {seed}"})


def _shuffler(random: Random) -> Shuffle:
    def shuffle(cards: Cards) -> Cards:
        return tuple(random.sample(cards, len(cards)))

    return shuffle


def _choose(random: Random, open_now: tuple[Action, ...], table: Table, game: GameState) -> Action:
    plays = [action for action in open_now if isinstance(action, CardPlayed)]
    if not plays or random.random() < BY_LOT:
        return random.choice(sorted(open_now, key=_in_order))
    team = table.team_of(table.players[game.turn][0])
    scores = [_progress(table, play.result, team) for play in plays]
    best = [play for play, score in zip(plays, scores, strict=True) if score == max(scores)]
    return min(best, key=_in_order)


def _in_order(action: Action) -> tuple[str, str]:
    """A sort key independent of the engine's order of plays."""
    if isinstance(action, CardPlayed):
        return action.card, str(action.result)
    return type(action).__name__, str(action)


def _progress(table: Table, position: Position, team: tuple[Seat, ...]) -> int:
    """A team's progress in hundredths of a pawn, minus the others'."""
    score = 0
    for hole, seat in position.pawns:
        here, start = table.track_index(hole), table.track_index(start_hole(seat))
        if here is None or start is None:
            far = 200 + 10 * int(hole[2:] or 0)
        else:
            far = 100 + 100 * ((here - start) % table.track_length) // table.track_length
        score += far if seat in team else -far // len(table.teams)
    return score


def _with_revealed_cards(action: Action, before: GameState, after: GameState) -> Action:
    """The action with the cards that it revealed; a reader of the file has no stock to draw from."""
    if isinstance(action, Deal):
        return Deal(after.hands)
    if isinstance(action, CardPlayed | Discard | Throw):
        kept = list(before.hands[before.turn])
        for card in action.cards if isinstance(action, Throw) else (action.card,):
            kept.remove(card)
        drawn = list(after.hands[before.turn])
        for card in kept:
            drawn.remove(card)
        if isinstance(action, CardPlayed):
            return CardPlayed(action.card, action.result, tuple(drawn))
        if isinstance(action, Discard):
            return Discard(action.card, tuple(drawn))
        return Throw(action.cards, tuple(drawn))
    return action


def main() -> None:
    """Write all games."""
    for name, setting in GAMES.items():
        game = play_game(setting, name)
        text = write_transcript(load_ruleset(setting.rules, setting.house), game)
        (FOLDER / f"{name}.toc").write_text(text, encoding="utf-8")
        print(f"{name}: {len(game.actions)} actions, {text.splitlines()[-1]}")


if __name__ == "__main__":
    main()
