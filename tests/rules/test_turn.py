"""The turn: possible actions, their results, who is next, and whole games of random players."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from games_at_hand import FOUR, PAIRS, TABLES, cards, dealt, kinds, seat_on_turn, shuffler
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, is_home, seat_of, start_hole
from toc_pi.errors import BadInput
from toc_pi.rules.game import (
    UNKNOWN,
    Action,
    CardPlayed,
    Deal,
    Discard,
    Give,
    Keep,
    Stop,
    Throw,
    come_back,
    leave,
    new_game,
    pack_of,
    play_on,
    winners,
)
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, house_rules, load_ruleset, ruleset_from
from toc_pi.rules.table import Table
from toc_pi.rules.turn import apply, choices, must_play

PLIES = 5000


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("name", NAMES)
def test_random_games_keep_the_invariants(name: str, kind: str) -> None:
    """Random players: four pawns per seat, no card lost, others' homes empty, somebody wins."""
    random, rules, table = Random(f"{name} {kind}"), load_ruleset(name), TABLES[kind]
    pack = Counter(pack_of(rules))
    shuffle = shuffler(random)
    game = new_game(rules, table, random.choice(table.played))
    for _ in range(300):
        if game.phase == "over":
            break
        open_now = choices(rules, table, game)
        assert open_now, f"{seat_on_turn(table, game)} has nothing to do"
        action = random.choice(open_now)
        after = apply(rules, table, game, action, shuffle)
        assert Counter([*after.stock, *after.used, *sum(after.hands, ()), *sum(after.gifts, ())]) == pack
        _check_board(table, game.position, after.position)
        if isinstance(action, Deal | Give | Keep | Stop | Discard | Throw):
            assert after.position == game.position
        game = after
    assert (game.phase == "over") == bool(winners(table, game))


def _check_board(table: Table, before: Position, after: Position) -> None:
    counted = Counter(seat for _, seat in after.pawns)
    assert all(count <= PAWNS_A_SEAT for count in counted.values())
    assert set(counted) <= set(table.played)
    for hole, seat in after.pawns:
        assert not is_home(hole) or seat_of(hole) == seat
    for hole in after.fresh:
        assert (hole, seat_of(hole)) in after.pawns
        assert hole == start_hole(seat_of(hole) or Seat(""))
    at_home = Counter(seat for hole, seat in before.pawns if is_home(hole))
    assert not at_home - Counter(seat for hole, seat in after.pawns if is_home(hole))


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end(name: str) -> None:
    """Two random players finish within 5,000 cards."""
    random, rules = Random(name), load_ruleset(name)
    table = TABLES["two of four"]
    game, plies = new_game(rules, table, Seat("a")), 0
    shuffle = shuffler(random)
    while game.phase != "over" and plies < PLIES:
        action = random.choice(choices(rules, table, game))
        plies += isinstance(action, CardPlayed | Discard | Throw)
        game = apply(rules, table, game, action, shuffle)
    assert winners(table, game) in (("a",), ("c",))


@settings(max_examples=40)
@given(st.data())
def test_house_rules_never_leave_a_player_without_a_choice(data: st.DataObject) -> None:
    """Any rule set with any house rules that agree, at any table, for 60 actions."""
    name = data.draw(st.sampled_from(NAMES))
    house: list[str] = []
    for rule in data.draw(st.lists(st.sampled_from(sorted(house_rules())), max_size=6, unique=True)):
        try:
            load_ruleset(name, (*house, rule))
        except BadInput:
            continue
        house.append(rule)
    rules, table = load_ruleset(name, tuple(house)), TABLES[data.draw(st.sampled_from(sorted(TABLES)))]
    random = Random(data.draw(st.integers(0, 2**32)))
    game, shuffle = new_game(rules, table, random.choice(table.played)), shuffler(random)
    for _ in range(60):
        if game.phase == "over":
            return
        game = apply(rules, table, game, random.choice(choices(rules, table, game)), shuffle)
        assert game.phase != "play" or game.hands[game.turn]


def test_the_dealer_sits_on_the_right_of_who_begins() -> None:
    """RULES 4, deals: `first` begins, the player on the right deals, a pack gives 5, 4 and 4."""
    rules = load_ruleset("quebec", ("no-exchange",))
    game = apply(rules, FOUR, new_game(rules, FOUR, Seat("c")), Deal())
    assert (game.dealer, game.turn, game.phase) == (1, 2, "play")
    sizes = []
    while game.dealer == 1:
        sizes.append(len(game.hands[0]))
        for _ in range(4):
            game = apply(rules, FOUR, game, Throw((UNKNOWN,) * sizes[-1]))
        game = apply(rules, FOUR, game, Deal())
    assert sizes == [5, 4, 4]
    assert (game.dealer, seat_on_turn(FOUR, game), len(game.hands[0]), game.used) == (2, "d", 5, ())


def test_a_pack_that_cannot_serve_everybody_is_refused() -> None:
    """Seven cards for eight players are more than there are."""
    rules = ruleset_from({"base": "quebec", "parameters": {"deal": [7]}})
    with pytest.raises(BadInput, match="8 players with 7 cards need 56; the pack has 52"):
        new_game(rules, Table(8), Seat("a"))


def test_what_cannot_be_played_is_thrown_discarded_or_either() -> None:
    """RULES 4, `cannot_play`; with rules that draw the hand is full again."""
    hand = "2 3 4 6 8"
    thrown = dealt(load_ruleset("quebec"), FOUR, hand)
    assert choices(load_ruleset("quebec"), FOUR, thrown) == (Throw(cards(hand)),)
    after = apply(load_ruleset("quebec"), FOUR, thrown, Throw(cards(hand)))
    assert (after.hands[0], seat_on_turn(FOUR, after)) == ((), "b")
    for name, expected, left in (
        ("saut", {"Discard"}, 4),
        ("toc", {"Discard"}, 5),
        ("fadoq", {"Discard", "Throw"}, 5),
    ):
        rules = load_ruleset(name)
        game = dealt(rules, FOUR, hand)
        assert kinds(choices(rules, FOUR, game)) == expected
        assert len(apply(rules, FOUR, game, Discard(Card("2"))).hands[0]) == left
    fadoq = load_ruleset("fadoq")
    assert len(apply(fadoq, FOUR, dealt(fadoq, FOUR, hand), Throw(cards(hand))).hands[0]) == 5


def test_either_draws_even_where_one_doesnt_otherwise() -> None:
    """A family's quebec: discard one and draw one, or lay down the hand and draw as many."""
    rules = ruleset_from({"base": "quebec", "parameters": {"cannot_play": "either"}})
    hand = "2 3 4 6 8"
    for action in (Discard(Card("2")), Throw(cards(hand))):
        after = apply(rules, FOUR, dealt(rules, FOUR, hand), action)
        assert (len(after.hands[0]), seat_on_turn(FOUR, after)) == (5, "b")


def test_a_card_that_can_be_played_must_be() -> None:
    """However harmful (R23: a 5 moves an opponent though none of one's own is out)."""
    rules = load_ruleset("toc")
    game = dealt(rules, FOUR, "5 8 9 9 Q", board="b3:b")
    assert kinds(choices(rules, FOUR, game)) == {"CardPlayed"}
    free = load_ruleset("toc", ("five-free",))
    game = dealt(free, FOUR, "5 8 9 9 Q", board="b3:b")
    assert kinds(choices(free, FOUR, game)) == {"CardPlayed", "Discard"}
    assert not must_play(free, FOUR, game, game.hands[0])


def test_a_pass_is_open_and_never_asked_for() -> None:
    """House rule jack-pass: the jack may be laid down, or another card discarded."""
    rules = load_ruleset("toc", ("jack-pass",))
    game = dealt(rules, FOUR, "J 8 9 9 Q")
    assert CardPlayed(Card("J"), game.position) in choices(rules, FOUR, game)
    assert Discard(Card("8")) in choices(rules, FOUR, game)


def test_partners_give_each_other_cards() -> None:
    """saut: two cards after the first deal of a pack, then one; laid down, then taken."""
    rules = load_ruleset("saut")
    game = apply(
        rules, PAIRS, new_game(rules, PAIRS, Seat("a")), Deal((cards("A 2 3 4 5"), *[cards("6 7 8 9 Q")] * 3))
    )
    assert (game.phase, seat_on_turn(PAIRS, game)) == ("exchange", "a")
    game = apply(rules, PAIRS, game, Give(cards("A 2")))
    assert (len(game.hands[0]), seat_on_turn(PAIRS, game)) == (3, "c")
    game = apply(rules, PAIRS, game, Give(cards("8 Q")))
    assert (game.hands[0], game.hands[2]) == (cards("3 4 5 8 Q"), cards("A 2 6 7 9"))
    for _ in range(2):
        game = apply(rules, PAIRS, game, Give(cards("6 7")))
    assert (game.phase, seat_on_turn(PAIRS, game)) == ("play", "a")
    with pytest.raises(BadInput, match="no exchange is open"):
        apply(rules, PAIRS, game, Give(cards("3 4")))


def test_an_exchange_that_is_free_may_be_refused() -> None:
    """tock: a player may decline; single players don't exchange at all."""
    rules = load_ruleset("tock")
    game = apply(rules, PAIRS, new_game(rules, PAIRS, Seat("b")), Deal())
    assert (game.phase, seat_on_turn(PAIRS, game)) == ("exchange", "b")
    game = apply(rules, PAIRS, apply(rules, PAIRS, game, Keep()), Keep())
    assert (game.phase, seat_on_turn(PAIRS, game)) == ("play", "b")
    assert apply(rules, FOUR, new_game(rules, FOUR, Seat("b")), Deal()).phase == "play"


def test_an_exchange_at_ones_turn_comes_before_the_card() -> None:
    """tac-tik: once per deal, at the player's turn, before the play."""
    rules = load_ruleset("tac-tik")
    game = dealt(rules, PAIRS, "A 2 3 4", "A 2 3 4", "6 7 8 9")
    assert kinds(choices(rules, PAIRS, game)) == {"Give", "CardPlayed"}
    game = apply(rules, PAIRS, game, Give(cards("4")))
    assert (game.phase, seat_on_turn(PAIRS, game)) == ("exchange", "c")
    game = apply(rules, PAIRS, game, Give(cards("9")))
    assert (game.phase, seat_on_turn(PAIRS, game), game.hands[0]) == ("play", "a", cards("A 2 3 9"))
    assert kinds(choices(rules, PAIRS, game)) == {"CardPlayed"}


def test_three_in_a_team_give_to_the_next() -> None:
    """RULES 4, exchange: each gives to the next team-mate clockwise."""
    rules, table = load_ruleset("quebec"), TABLES["two threes"]
    hands = [cards(f"{card} 5 5 5 5") for card in ("A", "2", "3", "4", "6", "7")]
    game = apply(rules, table, new_game(rules, table, Seat("a")), Deal(tuple(hands)))
    for card in ("A", "3", "6"):
        game = apply(rules, table, game, Give(cards(card)))
    assert [game.hands[player][0] for player in (0, 2, 4)] == ["5", "A", "3"]
    assert "6" in game.hands[0]


def test_quick_start_puts_a_fresh_pawn_out() -> None:
    """One for every player."""
    rules = load_ruleset("toc", ("quick-start",))
    assert str(new_game(rules, FOUR, Seat("a")).position) == "a0:a* b0:b* c0:c* d0:d*"
    assert str(new_game(rules, TABLES["two colours"], Seat("a")).position) == "a0:a* b0:b*"


def test_who_is_home_has_won_and_the_others_may_go_on() -> None:
    """RULES 4, the end."""
    rules = load_ruleset("toc")
    game = dealt(rules, FOUR, "3 3", "A 2", "A 3", "K 4", board="aH2:a aH3:a aH4:a d14:a c5:c")
    game = apply(rules, FOUR, game, CardPlayed(Card("3"), Position.parse("aH1:a aH2:a aH3:a aH4:a c5:c")))
    assert (game.phase, winners(FOUR, game), choices(rules, FOUR, game)) == ("over", ("a",), ())
    further = play_on(FOUR, game)
    assert (further.phase, seat_on_turn(FOUR, further), further.hands[0]) == ("play", "b", ())
    assert winners(FOUR, further) == ("a",)


def test_a_team_wins_together() -> None:
    """One player's pawns home is not enough."""
    rules = load_ruleset("quebec")
    game = dealt(rules, PAIRS, "2 2", board="aH2:a aH3:a aH4:a d15:a cH2:c cH3:c cH4:c b15:c")
    game = apply(
        rules,
        PAIRS,
        game,
        CardPlayed(Card("2"), Position.parse("aH1:a aH2:a aH3:a aH4:a cH2:c cH3:c cH4:c b15:c")),
    )
    assert game.phase == "play"
    game = replace(game, turn=0)
    (last,) = [
        a
        for a in choices(rules, PAIRS, game)
        if isinstance(a, CardPlayed) and Hole("cH1") in dict(a.result.pawns)
    ]
    assert winners(PAIRS, apply(rules, PAIRS, game, last)) == ("a", "c")


def test_who_leaves_is_passed_over_and_may_come_back() -> None:
    """The cards are laid down, the pawns stay; the next deal includes the player again."""
    rules = load_ruleset("quebec", ("no-exchange",))
    game = apply(rules, FOUR, new_game(rules, FOUR, Seat("a")), Deal())
    left = leave(leave(game, 0), 1)
    assert (seat_on_turn(FOUR, left), left.hands[0], len(left.used)) == ("c", (), 10)
    for _ in range(2):
        left = apply(rules, FOUR, left, Throw((UNKNOWN,) * 5))
    again = apply(rules, FOUR, come_back(left, 0), Deal())
    assert [len(hand) for hand in again.hands] == [4, 0, 4, 4]


def test_leaving_calls_an_exchange_off() -> None:
    """The given cards go back."""
    rules = load_ruleset("quebec")
    game = apply(rules, PAIRS, new_game(rules, PAIRS, Seat("a")), Deal())
    game = leave(apply(rules, PAIRS, game, Give((UNKNOWN,))), 2)
    assert (game.phase, seat_on_turn(PAIRS, game), [len(hand) for hand in game.hands]) == (
        "play",
        "a",
        [5, 5, 0, 5],
    )


@pytest.mark.parametrize(
    ("action", "fault"),
    [
        (CardPlayed(Card("K"), Position.parse("")), "card K is not among"),
        (Discard(Card("9")), "card 9 is not among"),
        (Throw(cards("2")), "throw: 1 cards shown, the hand has 5"),
        (Stop(), "no second card"),
        (Deal(), "the game is at play now"),
        (Keep(), "the game is at play now"),
        (CardPlayed(Card("*"), Position.parse("")), "not in the pack"),
    ],
)
def test_what_is_not_open_now_is_refused(action: Action, fault: str) -> None:
    """What was found, and where the game is."""
    rules = load_ruleset("toc")
    with pytest.raises(BadInput, match=fault):
        apply(rules, FOUR, dealt(rules, FOUR, "2 3 4 6 8"), action)
