"""The pages "What may I do?" and "Why?" in a running game, which goes on underneath."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import PATIENCE_S
from walking import COLOURS, SEATS, Eye, Walk

from calibration.holes import Hole, Seat
from toc_pi.app.teaching.coach import OpenHand, asked_anew, shown_hand
from toc_pi.app.teaching.moves_page import MovesPage, open_moves_page
from toc_pi.app.teaching.thinking import HintJob, Job, ProcessThinker, Thought, think
from toc_pi.events import CardLaid, CardsHeld, CardTaken, PileGathered
from toc_pi.phrases import Phrases
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.pages.page import Page
from toc_pi.screen.scene_panel import panel_of
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases

sys.path.append(str(Path(__file__).parents[1] / "rules"))
from tables_at_random import draw_situation

A, B = Seat("a"), Seat("b")
START = Position.parse("a0:a* a8:a a12:d b3:b d14:a")


class AtOnce:
    """Computes an answer when it is fetched."""

    def __init__(self) -> None:
        self.asked: list[Job] = []
        self.wanted: Job | None = None

    def ask(self, job: Job) -> None:
        self.asked.append(job)
        self.wanted = job

    def drop(self) -> None:
        self.wanted = None

    def take(self) -> tuple[Thought, ...]:
        wanted, self.wanted = self.wanted, None
        return () if wanted is None else ((wanted, think(wanted)),)

    def close(self) -> None:
        self.wanted = None


@pytest.fixture(params=[True, False], ids=["camera", "by hand"])
def walk(request: pytest.FixtureRequest) -> Walk:
    return Walk(load_ruleset("quebec"), START, camera=request.param, thinker=AtOnce())


def shown(walk: Walk) -> Page:
    assert walk.glass.guided is not None
    return walk.glass.guided


def keys(walk: Walk) -> list[str]:
    return [key.key for key in shown(walk).feet]


def move(walk: Walk, *ways: tuple[str, str]) -> None:
    """Hands move pawns on the board, or fingers on the screen."""
    if walk.camera:
        board = dict(walk.board)
        for start, end in ways:
            board[Hole(end)] = board.pop(Hole(start))
        walk.lay(board)
        walk.wait(4.0)
        return
    for way in ways:
        for hole in way:
            walk.tap(f"hole:{hole}")
    walk.tap("done")
    walk.wait(4.0)


def test_one_tap_shows_every_move_of_the_declared_card_and_one_closes_it(walk: Walk) -> None:
    walk.tap("card:4")
    assert "may" in [button.key for button in [panel_of(walk.stage.scene).may] if button is not None]
    walk.tap("may")
    results = legal_moves(walk.game.rules, walk.game.table, START, A, Card("4"))
    assert len(results) == 3
    texts = set()
    for _ in results:
        texts.add(shown(walk).text)
        walk.tap("guide:next")
    assert texts == {
        "Red goes from a0 to d14 and captures red on d14.",
        "Red goes from a8 to a4.",
        "Red goes from d14 to d10.",
    }
    walk.tap("guide:all")
    assert {way.number for way in shown(walk).ways} >= {1, 2, 3}
    walk.tap("guide:hole:d10")
    assert shown(walk).text == "Red goes from d14 to d10."
    walk.tap("guide:close")
    assert walk.glass.guided is None


def test_a_card_is_looked_at_without_being_declared(walk: Walk) -> None:
    walk.tap("may")
    assert [key.key for key in shown(walk).keys][:2] == ["card:A", "card:2"]
    walk.tap("guide:card:K")
    assert "comes out" not in shown(walk).text
    assert walk.referee.state.queue == ()
    assert walk.stage.scene.game.declared is None
    walk.tap("guide:card")
    walk.tap("guide:card:2")
    assert shown(walk).card == "2"


def test_a_seven_is_built_up_part_by_part(walk: Walk) -> None:
    walk.tap("card:7")
    walk.tap("may")
    while not (shown(walk).text.startswith("Red goes from a8 to a12")):
        walk.tap("guide:next")
    assert shown(walk).text == "Red goes from a8 to a12 and captures yellow on a12. 4 used, 3 left."
    walk.tap("guide:take")
    parts = {shown(walk).text}
    while True:
        walk.tap("guide:next")
        if shown(walk).text in parts:
            break
        parts.add(shown(walk).text)
    assert any("d14 to d17" in text for text in parts)
    assert not any("a12 to" in text for text in parts), "no pawn twice"
    walk.tap("guide:back")
    assert "4 used, 3 left" in shown(walk).text


def test_the_game_goes_on_under_a_page_and_a_verdict_closes_it() -> None:
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=AtOnce())
    walk.tap("card:4")
    walk.tap("may")
    move(walk, ("a8", "a4"))
    assert walk.glass.guided is None
    assert walk.referee.state.n == 2


def test_reachable_pawns_are_named_with_the_cards() -> None:
    walk = Walk(load_ruleset("quebec"), Position.parse("a8:a a2:d"), camera=True, thinker=AtOnce())
    walk.tap("card:2")
    walk.tap("may")
    assert shown(walk).text == "Red goes from a8 to a10."
    assert "yellow can reach it with 8" in shown(walk).more


def test_a_hint_names_its_chance_and_what_it_does_not_know(walk: Walk) -> None:
    walk.tap("card:4")
    walk.tap("may")
    walk.tap("guide:best")
    until = time.monotonic() + PATIENCE_S
    while "of 100 games" not in shown(walk).text and time.monotonic() < until:
        walk.wait(0.5)
    assert "of 100 games" in shown(walk).text
    assert "I don't know your other cards" in shown(walk).more
    assert shown(walk).ways


def test_a_hint_that_comes_too_late_is_dropped() -> None:
    thinker = AtOnce()
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=thinker)
    walk.tap("card:4")
    walk.tap("may")
    walk.glass.taps.append("guide:best")
    walk.glass.taps.append("guide:close")
    walk.wait(1.0)
    assert [type(job) for job in thinker.asked] == [HintJob]
    assert thinker.wanted is None
    assert walk.glass.guided is None


def test_why_shows_the_corrected_move_and_which_rules_judge_it_differently(walk: Walk) -> None:
    walk.tap("card:6")
    move(walk, ("a8", "a13"))
    assert walk.stage.scene.game.flagged is not None
    walk.tap("why")
    assert "You could play: red goes from a8 to a14" in shown(walk).more
    assert [(way.start, way.end) for way in shown(walk).ways] == [("a8", "a14")]
    walk.tap("guide:where")
    walk.wait(1.0)
    assert shown(walk).text == "The 6 moves one of your pawns 6 forward.", "the rule, not where it stands"
    assert shown(walk).more.startswith("All the rule sets")
    walk.tap("guide:close")
    assert walk.glass.guided is None
    board = standing(START, SEATS)
    if walk.camera:
        walk.tap("why")
        walk.lay(board)
        walk.wait(4.0)
        assert walk.glass.guided is None, "the move was put right meanwhile"


def test_why_of_a_move_without_a_card_is_about_the_nearest_one() -> None:
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=AtOnce(), declare="free")
    move(walk, ("a8", "b17"))
    assert walk.stage.scene.game.flagged is not None
    walk.tap("why")
    assert shown(walk).card == "K"
    assert "You could play: red goes from a8 to b3" in shown(walk).more


def test_why_of_a_legal_move_explains_what_the_card_does(walk: Walk) -> None:
    walk.tap("card:4")
    move(walk, ("a8", "a4"))
    walk.tap("why")
    assert shown(walk).text == "The 4 moves one of your pawns 4 backward."
    assert shown(walk).more == "Here: red goes from a8 to a4."
    walk.tap("guide:where")
    walk.wait(1.0)
    assert "house rule" in shown(walk).more


@pytest.fixture
def thinker() -> Iterator[ProcessThinker]:
    with closing(ProcessThinker()) as found:
        yield found


def answer(thinker: ProcessThinker) -> tuple[Thought, ...]:
    until = time.monotonic() + PATIENCE_S
    while not (found := thinker.take()) and time.monotonic() < until:
        time.sleep(0.005)
    return found


def test_the_other_process_answers_only_the_last_question_and_is_restarted_if_it_died(
    thinker: ProcessThinker,
) -> None:
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=thinker)
    walk.tap("card:4")
    for card in ("4", "6"):
        walk.tap("may")
        walk.tap("guide:best")
        walk.tap("guide:close")
        walk.tap(f"card:{card}")
    assert thinker.take() == ()
    walk.tap("may")
    job = HintJob(_asked(walk), (Card("6"),), 2)
    thinker.ask(job)
    ((asked, found),) = answer(thinker)
    assert asked is job
    assert isinstance(found, tuple)
    assert found[0].card == "6"
    assert thinker._process is not None
    thinker._process.kill()
    thinker.ask(job)
    ((_, found),) = answer(thinker)
    if found is None:  # requested before its end was noticed
        thinker.ask(job)
        ((_, found),) = answer(thinker)
    assert isinstance(found, tuple)


def _asked(walk: Walk) -> Moment:
    return Moment(walk.game.rules, walk.game.table, 1, START, A)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(0, 40), max_size=14))
def test_whatever_is_tapped_the_options_shown_are_legal(seed: int, taps: list[int]) -> None:
    """On tables of every size, with every rule set, crowded and with house rules."""
    asked = draw_situation(Random(seed))
    moment = Moment(asked.rules, asked.table, 3, asked.position, asked.seat, asked.card if seed % 2 else None)
    page: MovesPage | None = open_moves_page(moment)
    for number in taps:
        assert page is not None
        shown = page.guide(PlayPhrases(Phrases("en", COLOURS)))
        assert shown.title
        offered = [key.key for key in (*shown.keys, *shown.feet) if not key.plain and key.key != "close"]
        offered += [f"hole:{hole}" for hole, _ in sorted(asked.position.pawns)[:2]]
        if not offered:
            break
        page = page.tapped(offered[number % len(offered)])
        assert page is not None
        if page.option is not None and page.option.is_whole and page.card is not None:
            results = legal_moves(asked.rules, asked.table, asked.position, asked.seat, page.card)
            assert page.option.result in results
        if page.thinking:
            page = page.answered(None)


def lay_open(walk: Walk, *laid: CardLaid | CardTaken | PileGathered | CardsHeld) -> None:
    """The camera sees cards on the table."""
    assert isinstance(walk.eye, Eye)
    walk.eye.given += laid
    walk.evening.step(lambda: None)


def card(n: int, rank: str | None) -> CardLaid:
    return CardLaid(
        float(n), n, {} if rank is None else {Card(rank): 1.0}, None if rank is None else Card(rank)
    )


def held(*ranks: str) -> CardsHeld:
    return CardsHeld(1.0, tuple(sorted(map(Card, ranks))))


def test_a_hand_that_is_laid_open_is_looked_at_and_not_played() -> None:
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=AtOnce(), declare="camera")
    walk.tap("may")
    assert shown(walk).text.endswith("Or show them to the camera.")
    lay_open(walk, card(1, "4"), card(2, None), card(3, "K"))
    assert [key.key for key in shown(walk).keys if key.on] == ["card:4", "card:K"]
    lay_open(walk, card(2, "7"))  # it is read better
    assert [key.key for key in shown(walk).keys if key.on] == ["card:4", "card:7", "card:K"]
    walk.tap("guide:card:4")
    assert "Red goes" in shown(walk).text
    walk.tap("guide:close")
    assert (walk.referee.state.pile, walk.referee.state.queue, walk.referee.state.laid) == ((), (), 0)
    lay_open(walk, CardTaken(9.0, 3), PileGathered(9.5))
    assert walk.referee.state.laid == 0
    lay_open(walk, card(4, "4"))  # and now it is played
    assert [one.card for one in walk.referee.state.queue] == ["4"]


def test_cards_that_are_held_up_are_shown_as_if_they_were_laid_open() -> None:
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=AtOnce(), declare="camera")
    assert isinstance(walk.eye, Eye)
    lay_open(walk, held("K"))
    assert not walk.eye.asked, "nobody has asked"
    assert walk.glass.guided is None
    walk.tap("may")
    lay_open(walk, held("4"), held("4", "K"))
    assert [key.key for key in shown(walk).keys if key.on] == ["card:4", "card:K"]
    assert walk.eye.asked
    walk.tap("guide:close")
    walk.evening.step(lambda: None)
    assert not walk.eye.asked
    assert walk.referee.state.laid == 0


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from("4K"), max_size=5), st.lists(st.booleans(), min_size=5, max_size=5))
def test_a_hand_that_is_held_up_and_laid_down_is_one_hand(hand: list[str], also_held: list[bool]) -> None:
    """However it is shown, in part or as a whole, each of its cards is told once."""
    up = [one for one, is_held in zip(hand, also_held, strict=False) if is_held]
    laid = [card(n, rank) for n, rank in enumerate(hand, 1)]
    for order in ([*laid, held(*up)], [held(*up), *laid]):
        seen, told = OpenHand(), list[str]()
        for event in order:
            seen, new, _ = shown_hand(seen, event, asks=True)
            told += new
        assert sorted(told) == sorted(hand)
        assert shown_hand(asked_anew(seen), held(*up), asks=True)[1] == held(*up).cards


def test_after_the_board_is_found_anew_a_played_card_is_not_taken_for_one_that_was_shown() -> None:
    walk = Walk(load_ruleset("quebec"), START, camera=True, thinker=AtOnce(), declare="camera")
    walk.tap("may")
    lay_open(walk, card(1, "4"), card(2, "K"))
    walk.tap("guide:close")
    coach = walk.evening._extras.coach
    assert coach is not None
    coach.pile_found()
    lay_open(walk, card(1, "4"))  # the camera counts from the cards that were played
    assert [one.card for one in walk.referee.state.queue] == ["4"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from(["new", "again", "taken", "gathered"]), st.integers(1, 9))
    )
)
def test_a_card_is_either_of_an_open_hand_or_played_for_good(deeds: list[tuple[bool, str, int]]) -> None:
    hand, count, owner = OpenHand(), 0, dict[int, bool]()
    for asks, what, number in deeds:
        if what == "new":
            count += 1
            hand, told, is_hand = shown_hand(hand, card(count, "5"), asks=asks)
            owner[count] = is_hand
            assert is_hand == asks
            assert told == (("5",) if asks else ())
        elif what == "gathered":
            hand, told, is_hand = shown_hand(hand, PileGathered(0.0), asks=asks)
            assert (told, is_hand) == ((), owner.get(count, False))
        elif number <= count:
            event = card(number, "5") if what == "again" else CardTaken(0.0, number)
            hand, told, is_hand = shown_hand(hand, event, asks=asks)
            assert (told, is_hand) == ((), owner[number]), "and it is told once"
