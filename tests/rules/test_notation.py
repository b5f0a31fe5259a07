"""Positions, plays and games as text: what is written is read as the same, and bad text is rejected."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_reader import (
    Situation,
    read_cards,
    read_pawns,
    read_play,
    read_position,
    read_transcript,
    write_position,
)

from calibration.holes import CENTRE, PAWNS_A_SEAT, Hole, Seat, home_holes, seats_of, start_hole
from toc_pi.rules.drawing import draw_board
from toc_pi.rules.game import (
    UNKNOWN,
    Action,
    CardPlayed,
    GameState,
    face_down,
    new_game,
    with_hand,
    write_cards,
)
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import RANKS, Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.transcript import (
    Laid,
    Setting,
    Transcript,
    replay,
    transcript_of,
    write_pawns,
    write_play,
    write_transcript,
)
from toc_pi.rules.turn import apply, choices

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
GAME = """
[Rules "tock"]
[Board "4 16"]
[Teams "a+c b+d"]
[First "a"]
deal a:A,2,*,?2 b:?5
board -
a gives 2
c gives ?1
b keeps
1 a A a0 + 7
turn b ?3
2 b throw 2,3,4
"""


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of every size, with players of one or two colours, alone or in teams."""
    seats = draw(st.sampled_from((4, 6, 8)))
    order = seats_of(seats)
    kinds = {
        "alone": ((), ()),
        "teams": ((), tuple(order[start::2] for start in range(2))),
        "pairs": ((), tuple((order[one], order[one + seats // 2]) for one in range(seats // 2))),
        "colours": (tuple((order[one], order[one + seats // 2]) for one in range(seats // 2)), ()),
        "empty chairs": (((order[0],), (order[2],)), ()),
    }
    players, teams = kinds[draw(st.sampled_from(sorted(kinds)))]
    stretch = draw(st.just(18) | st.integers(12, 24))
    entry = stretch - draw(st.integers(0, 2))
    return Table(seats, entry, draw(st.booleans()), players, teams, stretch)


@st.composite
def positions(draw: st.DrawFn, table: Table) -> Position:
    """Possible positions of a table, crowded ones too."""
    near = st.integers(0, 30) | st.integers(0, table.track_length - 1)
    pawns: dict[Hole, Seat] = {}
    for seat in table.played:
        own = st.sampled_from((*home_holes(seat), *([CENTRE] if table.centre else [])))
        holes = near.map(table.track_hole) | own | st.just(start_hole(seat))
        for hole in draw(st.lists(holes, max_size=PAWNS_A_SEAT)):
            pawns.setdefault(hole, seat)
    fresh = [hole for hole, seat in pawns.items() if hole == start_hole(seat) and draw(st.booleans())]
    return Position(frozenset(pawns.items()), frozenset(fresh))


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Positions with all optional fields."""
    table = draw(tables())
    hand = st.lists(st.sampled_from((*RANKS, UNKNOWN)), max_size=7)
    hands = [read_cards(write_cards(draw(hand))) for _ in table.players]
    return Situation(
        Setting(
            draw(st.sampled_from(NAMES)), draw(st.sampled_from(((), ("spill",), ("no-pass", "spill")))), table
        ),
        draw(positions(table)),
        draw(st.none() | st.sampled_from(table.played)),
        tuple(hands) if draw(st.booleans()) else (),
    )


@settings(max_examples=60)
@given(situations())
def test_a_position_is_read_as_it_was_written(situation: Situation) -> None:
    """One line holds rules, table, pawns, freshness, turn and hands."""
    line = write_position(situation)
    assert "\n" not in line
    assert read_position(line) == situation


@settings(max_examples=60)
@given(st.data())
def test_a_play_is_known_by_its_words(data: st.DataObject) -> None:
    """Every result of every card has its own text, which leads only to it (M15)."""
    table = data.draw(tables())
    rules = load_ruleset(data.draw(st.sampled_from(NAMES)), data.draw(st.sampled_from(((), ("jack-pass",)))))
    before = data.draw(positions(table))
    card = data.draw(st.sampled_from(sorted(rules.cards)))
    results = {}
    for after in legal_moves(rules, table, before, table.players[0][0], card):
        text = write_play(table, before, card, after)
        assert read_play(table, before, text) == (card, after)
        assert results.setdefault(text, after) == after
        assert " set " not in text, f"{text} on {before}"


@settings(max_examples=60)
@given(st.data())
def test_what_hands_did_can_be_written_too(data: st.DataObject) -> None:
    """Any board after any board: an illegal play that was let stand is written as it was."""
    table = data.draw(tables())
    before, after = data.draw(positions(table)), data.draw(positions(table))
    text = write_play(table, before, Card("7"), after)
    assert read_play(table, before, text) == ("7", after)


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("", "K a0", "a0:a*"),
        ("a0:a", "A a0 x a0:a", "a0:a*"),
        ("a0:a*", "4 a0-d14", "d14:a"),
        ("a3:a a8:c", "5 a3-a8 x a8:c", "a8:a"),
        ("c5:c c9:a d0:b", "K c5-d0 x c9:a d0:b", "d0:c"),
        ("a3:a b9:b", "J a3<>b9", "a3:b b9:a"),
        ("a0:a* a5:a", "J a0<>a", "a0:a a5:a"),
        ("a3:a a5:a", "J =", "a3:a a5:a"),
        ("d10:a", "Q d10-aH3", "aH3:a"),
        ("a7:a", "2 a7-X", "X:a"),
        ("d10:d d6:d", "4 d10-d6 x d6:d", "d6:d"),
        ("a3:a b2:a", "7 a3-a5 b2-b7", "a5:a b7:a"),
    ],
)
def test_plays_read_as_people_say_them(before: str, text: str, after: str) -> None:
    """The page's examples, read and written."""
    table = Table(centre=True)
    start, end = Position.parse(before), Position.parse(after)
    assert read_play(table, start, text) == (text.split()[0], end)
    assert write_play(table, start, Card(text.split()[0]), end) == text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_with_hidden_hands_is_read_as_it_was_written(name: str) -> None:
    """A file of a real table with unknown hands leads through the same boards, counts and turns."""
    random = Random(name)
    rules, table = load_ruleset(name), Table(6, 17, True, teams=(("a", "d"), ("b", "e"), ("c", "f")))
    game, actions = new_game(rules, table, Seat("c")), list[Action]()
    games = [game]
    while len(actions) < 150 and game.phase != "over":
        action = random.choice(_choices_of_anybody(rules, table, games[-1], random))
        game = apply(rules, table, game, action, face_down)
        actions.append(action)
        games.append(game)
    transcript = Transcript(
        Setting(name, (), table), Seat("c"), tuple(actions), {"Event": "test"}, {3: "a remark"}
    )
    text = write_transcript(rules, transcript)
    again, found = read_transcript(text)
    assert again == rules
    assert [_without_stock(after) for after in replay(rules, found)] == [
        _without_stock(game) for game in games
    ]
    assert write_transcript(rules, found) == text


def test_the_examples_on_the_page_are_correct() -> None:
    """Its position, its game and its drawing are read and drawn by the program."""
    page = PAGE.read_text(encoding="utf-8")
    line, game, drawing = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    situation = read_position(line.strip())
    assert write_position(situation) == line.strip()
    rules, transcript = read_transcript(game)
    assert write_transcript(rules, transcript).split() == game.split()
    position = read_pawns("a0:a* b2:c cH4:c", Table())
    assert draw_board(position, Table()) == drawing.rstrip("\n")
    assert write_pawns(position) == "a0:a* b2:c cH4:c"


def _choices_of_anybody(rules: RuleSet, table: Table, game: GameState, random: Random) -> list[Action]:
    """Choices with hidden hands: any card of the pack may be in one."""
    if game.phase == "play":
        hand = tuple(
            random.choice(sorted(rules.cards)) if card == UNKNOWN else card for card in game.hands[game.turn]
        )
        game = replace(game, hands=with_hand(game, game.turn, hand))
    found = choices(rules, table, game)
    return [action for action in found if isinstance(action, CardPlayed)] or list(found)


def _without_stock(game: GameState) -> GameState:
    return replace(game, stock=(UNKNOWN,) * len(game.stock))


def test_a_real_game_is_written_as_played() -> None:
    """Unknown hands, a throw with a missing card, somebody out of turn, a pass, a comment."""
    rules, table = load_ruleset("quebec"), Table(teams=(("a", "c"), ("b", "d")))
    empty, one = Position.parse(""), Position.parse("b0:b*")
    laid = [
        Laid(Seat("a"), "throw", read_cards("2,3,6,8"), empty),
        Laid(Seat("b"), "card", (Card("K"),), one, "against the rules, let stand"),
        Laid(Seat("d"), "discard", (Card("2"),), one),
        Laid(Seat("c"), "pass", (), one),
        Laid(Seat("a"), "discard", (Card("9"),), one),
    ]
    text = write_transcript(rules, transcript_of(rules, Setting("quebec", (), table), Seat("a"), laid))
    lines = [line for line in text.splitlines() if line[:1].isdigit() or line.startswith("turn")]
    assert lines == [
        "turn a ?4",
        "1 a throw 2,3,6,8",
        "2 b K b0  # against the rules, let stand",
        "turn d ?5",
        "3 d discard 2",
        "turn a ?1",
        "4 a discard 9",
    ]
    assert write_transcript(*read_transcript(text)) == text
