"""Fits the factor from a score of `Worth` to natural log odds (`scale.odds` in toc_pi/teaching/worth.toml).

    python research/fit_odds.py [--games N] [--seed N]

Plays whole games between hints, N for each rule set and table, samples the scores at some turns, and finds
the factor whose softmax fits the winners best (maximum likelihood, by Newton's method). Prints the factor,
and how often teams won for each predicted chance.
"""

import argparse
from math import exp
from random import Random

from whole_games import TABLES, hint, play_game

from toc_pi.rules.engine import engine_of
from toc_pi.rules.game import GameState
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.teaching.hint import load_weights
from toc_pi.teaching.worth import NOBODY, Holding, Worth, share

STEPS, BINS, ASKED = 20, 10, 0.3

Sample = tuple[list[float], int]
"""The teams' scores, and the index of the winner."""


def collect(games: int, random: Random) -> list[Sample]:
    """Scores at some turns of games that were won."""
    found: list[Sample] = []
    for name in NAMES:
        rules = load_ruleset(name)
        for table in TABLES.values():
            engine = engine_of(rules, table)
            worth = Worth(engine, load_weights())
            nothing = [Holding(frozenset(), 0)] * len(table.players)
            for _ in range(games):
                scores: list[list[float]] = []

                def watch(game: GameState) -> None:
                    if random.random() < ASKED:
                        scores.append(worth.scores(engine.encode(game.position), nothing, NOBODY))  # noqa: B023

                winner = play_game(rules, table, [hint(2, 0.0)] * len(table.players), random, watch)
                if winner is not None:
                    found += [(one, winner) for one in scores]
    return found


def fit(samples: list[Sample]) -> float:
    """The maximum-likelihood factor."""
    factor = 1.0
    for _ in range(STEPS):
        slope = curve = 0.0
        for scores, winner in samples:
            shares = share([factor * score for score in scores])
            mean = sum(p * score for p, score in zip(shares, scores, strict=True))
            square = sum(p * score * score for p, score in zip(shares, scores, strict=True))
            slope += scores[winner] - mean
            curve += square - mean * mean
        factor *= exp(max(-0.5, min(0.5, slope / (curve * factor)))) if curve else 1.0
    return factor


def main() -> None:
    """Print the factor and the table of chances."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    samples = collect(options.games, Random(options.seed))
    factor = fit(samples)
    print(f"{len(samples)} boards; odds = {factor:.3f} times as now")
    said: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for scores, winner in samples:
        for team, chance in enumerate(share([factor * score for score in scores])):
            said[min(BINS - 1, int(chance * BINS))].append((chance, team == winner))
    for rows in filter(None, said):
        mean, came = sum(chance for chance, _ in rows) / len(rows), sum(won for _, won in rows) / len(rows)
        print(f"said {100 * mean:5.1f} %   came {100 * came:5.1f} %   {len(rows)} times")


if __name__ == "__main__":
    main()
