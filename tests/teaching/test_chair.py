"""The chair: its choice only depends on what a player knows, and it gives a reason."""

import dataclasses
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.holes import Seat
from toc_pi.rules.game import Cards, Deal, GameState, Give, Keep, in_order, new_game
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.turn import apply, choices
from toc_pi.teaching.chair import (
    Chair,
    chairs_of,
    corrected,
    decided,
    gift,
    has_decided,
    mates,
    missing,
    reason_of,
    sync_chair,
    taken_back,
    with_cards,
)
from toc_pi.teaching.hint import Advice, advise
from toc_pi.teaching.options import Moment

A, B, C, D = map(Seat, "abcd")
TEAMS = Table(teams=((A, C), (B, D)))


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def moment_of(rules: RuleSet, game: GameState) -> Moment:
    """The public information of a turn."""
    players = TEAMS.players
    return Moment(
        rules,
        TEAMS,
        7,
        game.position,
        players[game.turn][0],
        None,
        game.again,
        game.pawn,
        game.struck,
        game.used,
        {player[0]: len(hand) for player, hand in zip(players, game.hands, strict=True)},
        (game.dealer, game.deals),
    )


def played(rules: RuleSet, random: Random, turns: int) -> GameState:
    """A game with open cards after some turns."""

    def shuffle(pack: Cards) -> Cards:
        return tuple(random.sample(pack, len(pack)))

    game = new_game(rules, TEAMS, A)
    while turns or game.phase != "play":
        if game.phase == "over":
            break
        ways = choices(rules, TEAMS, game)
        action = random.choice([way for way in ways if not isinstance(way, Keep)] or ways)
        turns -= game.phase == "play" and turns > 0
        game = apply(rules, TEAMS, game, action, shuffle)
        assert isinstance(action, Deal | Give) or turns >= 0
    return game


def other_hands(game: GameState, random: Random) -> GameState:
    """A game that looks the same to the player on turn, with others' hands and the stock dealt again."""
    hidden = [card for player, hand in enumerate(game.hands) if player != game.turn for card in hand]
    hidden += game.stock
    random.shuffle(hidden)
    hands = []
    for player, hand in enumerate(game.hands):
        if player == game.turn:
            hands.append(hand)
            continue
        hands.append(in_order(hidden[: len(hand)]))
        hidden = hidden[len(hand) :]
    return dataclasses.replace(game, hands=tuple(hands), stock=tuple(hidden))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.integers(0, 40), st.sampled_from((1, 2, 3)))
def test_it_chooses_the_same_whatever_others_hold(name: str, seed: int, turns: int, strength: int) -> None:
    random, rules = Random(seed), load_ruleset(name)
    game = played(rules, random, turns)
    if game.phase != "play":
        return
    chosen = []
    for each in (game, other_hands(game, random), other_hands(game, random)):
        moment = moment_of(rules, each)
        chair = sync_chair(Chair(moment.seat, strength), moment)
        assert missing(chair, moment) == len(each.hands[each.turn])
        chair = with_cards(chair, each.hands[each.turn])
        looks = iter([True] * 4 + [False] * 1000)
        advices = advise(moment, chair.hand, strength, Random(1), lambda looks=looks: next(looks))  # type: ignore[misc]
        given_away = gift(chair, moment, 1)
        chosen.append(
            (advices, given_away, reason_of(moment, advices, frozenset(TEAMS.team_of(moment.seat))))
        )
    assert chosen[0] == chosen[1] == chosen[2]


def turn(board: str, counts: int = 4, n: int = 3, deal: tuple[int, int] = (3, 1), seat: Seat = A) -> Moment:
    return Moment(
        load_ruleset("quebec"),
        TEAMS,
        n,
        Position.parse(board),
        seat,
        counts=dict.fromkeys((A, B, C, D), counts),
        deal=deal,
    )


def best(board: str, hand: str) -> tuple[str, str | None]:
    moment = turn(board)
    chair = with_cards(sync_chair(Chair(A, 2), moment), cards(hand))
    advices = advise(moment, chair.hand, 2, Random(1))
    reason = reason_of(moment, advices, frozenset((A, C)))
    return reason.code, reason.seat


def test_it_says_why() -> None:
    assert best("a8:a b3:b", "2") == ("only", None)
    assert best("a8:a a16:b d15:a", "8 3") == ("captures", B)
    assert best("d14:a b5:b a3:a", "3 2")[0] == "home"
    assert best("b5:b", "K 2 3") == ("only", None)
    assert best("b5:b", "2 3 6")[0] == "cannot"
    assert best("aH2:a aH3:a aH4:a d14:a cH1:c cH2:c cH3:c cH4:c", "3 Q")[0] == "wins"


def test_cards_are_asked_for_when_they_are_dealt_and_come_back_with_a_turn() -> None:
    chair, first = Chair(A, 2), turn("a8:a")
    chair = sync_chair(chair, first)
    assert missing(chair, first) == 4
    chair = with_cards(chair, cards("2 3 6 K"))
    assert missing(chair, first) == 0
    advice = Advice("card", Card("6"), Position.parse("a14:a"), 0.5)
    chair = decided(chair, first, advice)
    assert has_decided(chair, first)
    assert (missing(chair, first), chair.hand) == (0, cards("2 3 K"))
    settled = turn("a14:a", counts=3, n=4, seat=B)
    assert missing(sync_chair(chair, settled), settled) == 0
    back = taken_back(sync_chair(chair, settled), 3)
    assert (back.hand, missing(sync_chair(back, first), first)) == (cards("2 3 6 K"), 0)
    anew = turn("a14:a", counts=5, n=9, deal=(3, 2))
    assert missing(sync_chair(chair, anew), anew) == 5


def test_another_card_that_people_declare_for_it_leaves_its_hand_instead() -> None:
    moment = turn("a8:a")
    chair = with_cards(sync_chair(Chair(A, 2), moment), cards("2 3 6 K"))
    chair = decided(chair, moment, Advice("card", Card("6"), Position.parse("a14:a"), 0.5))
    assert corrected(chair, moment, Card("6")) == chair
    assert corrected(chair, moment, Card("3")).hand == cards("2 6 K")
    strange = corrected(chair, moment, Card("Q"))
    assert (strange.hand, has_decided(strange, moment)) == ((), True)


def test_it_gives_what_it_needs_least_to_the_next_mate() -> None:
    moment = turn("a8:a b3:b")
    chair = with_cards(sync_chair(Chair(A, 2), moment), cards("8 8 8 K"))
    assert gift(chair, moment, 1) == cards("8")
    assert mates(moment, A) == (C,)
    assert chairs_of(TEAMS.players, {B: 3}) == (Chair(B, 3),)
