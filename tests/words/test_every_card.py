"""Every card of every rule set, with every house rule, gets a verdict: on the screen and as JSON."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import pygame
import pytest
from letters import letters

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.app.event_lines import LineWriter
from toc_pi.belief.game import Game, Play
from toc_pi.effects import Echo, Effect, State, Verdict
from toc_pi.events import Card, Declared, Event, Seen, Tick, ViewChanged
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.referee.referee import Referee
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.changes import after
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import SIZE
from toc_pi.screen.panel import Panel
from toc_pi.screen.scene import Scene, opening
from toc_pi.screen.scene_panel import panel_of
from toc_pi.words import why

A = Seat("a")
SEATS = seats_of(4)
COLOURS = dict(zip(SEATS, ("red", "blue", "green", "yellow"), strict=True))
TABLE = Table(4, 16, True, (), ((SEATS[0], SEATS[2]), (SEATS[1], SEATS[3])))
BOARD = load_board("square-40")
STARTS = [
    Position.parse(pawns)
    for pawns in (
        "a0:a* a7:a aH1:a b0:b* b9:b c4:c c12:c d0:d",
        "a5:a a9:a b0:b* c3:c d8:d",
        "X:a d10:a b3:b c0:c*",
        "aH1:a aH2:a aH3:a d16:a b5:b c9:c d0:d*",
        "b5:b c2:c d12:d",
        "a9:a b12:b",
    )
]


class Shown:
    """Shows every effect on a screen and in a line, in each language."""

    def __init__(self, rules: RuleSet, drawn: set[str], draw_it: Callable[[Scene], None]) -> None:
        self.game = Game(rules, TABLE, A)
        self.referee = Referee(self.game)
        self.begun = self.referee.state
        reasons = why(self.game, COLOURS)
        self.phrases = {language: Phrases(language, COLOURS, reasons) for language in LANGUAGES}
        self.scenes: dict[str, Scene] = {
            language: opening(BOARD, COLOURS, language, taps=True, offered=offered_by(rules))
            for language in LANGUAGES
        }
        self.liner = LineWriter(self.phrases, reasons)
        self.drawn = drawn
        self.draw = draw_it
        self.show(Tick(0.0), (self.referee.turn(),))

    def show(self, event: Event, effects: Iterable[Effect]) -> None:
        for language, phrases in self.phrases.items():
            scene = self.scenes[language]
            if isinstance(event, Seen):
                scene = after(scene, event)
            for effect in effects:
                scene = after(scene, effect, phrases.screen_text(effect))
                sentence = phrases.sentence(effect)
                assert sentence is None or (sentence and "{" not in sentence)
            self.scenes[language] = scene
            if not all(isinstance(effect, Echo | State) for effect in effects):
                panel = panel_of(scene)
                if (kind := f"{language} {_kind(panel)}") not in self.drawn:
                    self.drawn.add(kind)
                    self.draw(scene)
        for effect in effects:
            if (line := self.liner.line(effect)) is not None:
                assert json.loads(json.dumps(line))["event"]


def _kind(panel: Panel) -> str:
    """A key under which two panels are alike except for names and cards."""
    box = "" if panel.box is None else f"{panel.box.headline} {len(panel.box.sentence) // 20}"
    buttons = (*panel.answers, *panel.keys, *panel.orders)
    return f"{panel.title.below} {box} {[choice.key for choice in buttons]}"


def standing(pawns: Mapping[Hole, Seat]) -> dict[Hole, Seat]:
    board = dict(pawns)
    for seat in SEATS:
        waiting = 4 - sum(owner == seat for owner in pawns.values())
        board |= dict.fromkeys(camp_holes(seat)[:waiting], seat)
    return board


def play(shown: Shown, start: Position, declared: Declared, after_it: Mapping[Hole, Seat]) -> list[Verdict]:
    """Play a card at a position, with the board after it; return the verdicts."""
    referee, state = shown.referee, shown.begun
    referee.state = replace(state.with_record((start,)), course=replace(state.course, position=start))
    events: tuple[Event, ...] = (
        Seen(1.0, standing(dict(start.pawns))),
        declared,
        ViewChanged(2.0, "hand"),
        ViewChanged(3.0, "watching"),
        Seen(3.0, standing(after_it)),
        *(Tick(3.0 + wait) for wait in (0.5, 3.0, 5.0, 9.0)),
    )
    for event in events:
        effects = referee.step(event)
        shown.show(event, effects)
        if found := [effect for effect in effects if isinstance(effect, Verdict)]:
            return found
    return []


def wrong(start: Position, legal: set[frozenset[tuple[Hole, Seat]]]) -> Iterator[Mapping[Hole, Seat]]:
    """Boards that no play of the card gives: one pawn of the player stands elsewhere."""
    for hole, seat in sorted(start.pawns):
        for end in ("a11", "b2", "c16", "aH4", "d5"):
            pawns = (start.pawns - {(hole, seat)}) | {(Hole(end), seat)}
            if seat == A and end not in dict(start.pawns) and pawns not in legal:
                yield dict(pawns)


def rule_sets(name: str) -> Iterator[RuleSet]:
    yield load_ruleset(name)
    for house in house_rules():
        yield load_ruleset(name, (house,))


@pytest.fixture
def draw_it() -> Callable[[Scene], None]:
    surface = pygame.Surface(SIZE)
    return lambda scene: GamePage(scene).draw(surface, letters())


@pytest.mark.parametrize("name", NAMES)
def test_every_card_of_a_rule_set_with_every_house_rule_comes_to_a_verdict(
    name: str, draw_it: Callable[[Scene], None]
) -> None:
    drawn, met = set[str](), set[object]()
    for rules in rule_sets(name):
        shown = Shown(rules, drawn, draw_it)
        for card in rules.cards:
            # Wrong moves and cards without a move: once for each action of a card, and for each kind of turn.
            judge(shown, card, wrongly=_is_new(met, card, rules.uses(card)))
        if _is_new(met, *(getattr(rules, each) for each in OF_THE_TURN)):
            lay_down(shown)
    assert len(drawn) > 10


OF_THE_TURN = ("joker_again", "ten_next", "cannot_play", "draw", "exchange", "deal", "not_forced")


def _is_new(met: set[object], *what: object) -> bool:
    known = what in met
    met.add(what)
    return not known


def judge(shown: Shown, card: Card, *, wrongly: bool) -> None:
    """Judge a legal play of a card, and a wrong one on request."""
    declared = Declared(1.5, A, "card", card)
    for start in STARTS:
        results = shown.referee.rules.results(start, Play(A, card))
        moved = next((result for result in results if result.pawns != start.pawns), None)
        if moved is None:
            continue
        verdicts = play(shown, start, declared, dict(moved.pawns))
        assert [verdict.legal for verdict in verdicts] == [True], (shown.game.rules.house, card, start)
        if wrongly:
            board = next(wrong(start, {result.pawns for result in results}))
            verdicts = play(shown, start, declared, board)
            assert [verdict.legal for verdict in verdicts] == [False], (shown.game.rules.house, card, start)
        return
    pytest.fail(f"no play of {card} under {shown.game.rules.base} {shown.game.rules.house}")


def lay_down(shown: Shown) -> None:
    """Each card discarded, and thrown: judged, whether or not it could have been played."""
    for card in shown.game.rules.cards:
        for do, cards in (("discard", ()), ("throw", (card,))):
            declared = Declared(1.5, A, do, card if do == "discard" else None, cards)
            for start in (STARTS[0], Position.parse("b5:b")):
                assert play(shown, start, declared, dict(start.pawns)), (shown.game.rules.house, declared)
