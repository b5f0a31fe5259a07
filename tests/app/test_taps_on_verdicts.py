"""People who declare no cards and tap what is shown: which key means what, and what is seen after it."""

from itertools import pairwise

import pytest
from test_coach import AtOnce
from walking import SEATS, Walk

from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.panel import Panel
from toc_pi.screen.scene_panel import panel_of


class Table(Walk):
    """An evening where nobody declares a card; only what is on the screen can be tapped."""

    def __init__(self, start: str = "", rules: str = "quebec", *, camera: bool = True) -> None:
        position = Position.parse(start)
        super().__init__(load_ruleset(rules), position, camera=camera, thinker=AtOnce(), declare="free")

    @property
    def panel(self) -> Panel:
        return panel_of(self.stage.scene)

    def shown(self, *kinds: str) -> list[str]:
        """The keys on the screen, of some kinds."""
        keys = (*self.panel.answers, *self.panel.keys, *self.panel.orders)
        return [each.key for each in keys if not kinds or each.key.partition(":")[0] in kinds]

    def touch(self, *keys: str) -> None:
        """Tap keys, each of which is on the screen."""
        for key in keys:
            assert key in self.shown(), (key, self.shown())
            self.tap(key)

    def move(self, text: str) -> None:
        self.lay(standing(Position.parse(text), SEATS))

    def said(self) -> str:
        """All words of the message."""
        box = self.panel.box
        return (
            "" if box is None else " ".join([box.headline, box.sentence, *(line.text for line in box.lines)])
        )

    def cards(self) -> list[str | None]:
        return [turn.play.card for turn in self.referee.state.turns]


def test_the_cards_of_an_open_verdict_are_its_keys_and_the_keypad_is_that_of_the_player_it_names() -> None:
    table = Table()
    table.move("a0:a*")
    assert sorted(table.shown("told", "card")) == ["told:A", "told:K"]
    assert [each.label for each in table.panel.orders if each.key == "keypad"] == ["Blue's card"]
    table.touch("told:A")
    assert table.cards() == ["A"]
    assert not table.referee.state.queue
    assert "told:A" not in table.shown()
    assert "card:A" in table.shown()
    table.move("a0:a* b0:b*")
    table.touch("keypad", "card:A")
    assert [waiting.seat for waiting in table.referee.state.queue] == ["c"]
    assert table.panel.title.name == "Green"
    assert table.cards() == ["A", None]


def test_any_first_tap_on_a_card_leaves_the_next_legal_move_legal() -> None:
    """People tap a card for the verdict that they see: the next player's move isn't judged by it."""
    for card in "AK":
        table = Table()
        table.move("a0:a*")
        table.touch(f"told:{card}")
        table.move("a0:a* b0:b*")
        assert table.stage.scene.game.verdict is not None
        assert table.stage.scene.game.verdict.legal
        assert table.stage.scene.game.verdict.seat == "b"


def test_a_card_that_was_worked_out_is_corrected_for_its_own_player() -> None:
    table = Table("a3:a b3:b")
    table.move("a11:a b3:b")
    assert table.panel.title.name == "Blue"
    table.touch("doubt", "correct")
    assert (table.panel.title.name, table.panel.title.below) == ("Red", "which card was it?")
    table.touch("card:6")
    table.wait(1.0)
    flagged = table.stage.scene.game.flagged
    assert flagged is not None
    assert (flagged.n, flagged.seat, flagged.card) == (1, "a", "6")


def test_a_passed_over_player_says_no_by_one_tap_and_is_on_turn() -> None:
    table = Table("a3:a c5:c")
    table.move("a3:a c11:c")
    assert "Blue discarded?" in table.said()
    table.touch("passed:1:b")
    assert table.panel.title.name == "Blue"
    assert "blue did not discard" in table.said()
    assert table.shown("passed") == ["passed:1:a"], "whether Red did is still a question"


def test_a_passed_over_player_says_no_after_another_turn() -> None:
    table = Table("a3:a c5:c", "saut")
    table.move("a3:a c11:c")
    table.move("a3:a c11:c d0:d*")
    hands = [len(hand) for hand in table.referee.state.course.hands]
    table.touch("doubt", "passed:1:b")
    now = [len(hand) for hand in table.referee.state.course.hands]
    assert [a - b for a, b in zip(now, hands, strict=True)] == [0, 1, 0, 0]
    assert table.panel.title.name == "Red"
    assert not table.shown("mover"), "the page is closed"
    table.touch("doubt", "passed:1:a")
    assert [len(hand) for hand in table.referee.state.course.hands] == [now[0] + 1, *now[1:]]


@pytest.mark.parametrize("seat", ["b", "c", "d"])
def test_who_it_was_is_said_within_two_taps(seat: str) -> None:
    table = Table("a3:a b3:b c3:c d3:d", "tock")
    table.move("a9:a b3:b c3:c d3:d")
    table.touch("doubt", f"mover:{seat}")
    verdict = table.stage.scene.game.verdict
    assert verdict is not None
    assert (verdict.n, verdict.seat, verdict.legal) == (1, seat, False)
    assert table.stage.scene.game.flagged is not None
    table.touch("doubt", "mover:a")
    assert table.stage.scene.game.flagged is None
    assert table.panel.title.name == "Blue"


@pytest.mark.parametrize("camera", [True, False])
def test_undo_is_one_tap_a_turn_seen_at_once_and_redo_goes_back(camera: bool) -> None:
    table = Table(camera=camera)
    if camera:
        table.move("a0:a*")
        table.move("a0:a* b0:b*")
    else:
        for seat in "ab":
            table.tap("card:K")
            for key in (f"hole:{seat}C1", f"hole:{seat}0", "done"):
                table.tap(key)
    panels = [table.panel]
    for name in ("Blue", "Red"):
        table.touch("undo")
        panels.append(table.panel)
        assert table.panel.title.name == name
    assert table.referee.state.n == 1
    for name in ("Blue", "Green"):
        table.touch("redo")
        panels.append(table.panel)
        assert table.panel.title.name == name
    assert table.referee.state.n == 3
    assert "redo" not in table.shown()
    assert not table.stage.scene.game.repair
    assert all(one != other for one, other in pairwise(panels))
    assert dict(table.stage.scene.board.pawns) == dict(table.standing())


def test_undo_takes_a_tapped_card_back_before_the_turn_of_somebody_else() -> None:
    table = Table("b3:b")
    table.move("a0:a* b3:b")
    table.touch("told:K", "card:5")
    assert table.panel.card == "5"
    table.touch("undo")
    assert table.panel.card == ""
    assert (table.panel.title.name, table.referee.state.n) == ("Blue", 2)
    assert "taken back" in table.said()
    table.touch("redo")
    assert table.panel.card == "5"


def test_a_flag_says_whose_move_it_is_where_somebody_else_is_on_turn() -> None:
    table = Table("a3:a b3:b")
    table.move("a9:a b3:b")
    table.touch("doubt", "mover:b")
    assert table.stage.scene.game.flagged is not None
    assert (table.panel.title.name, table.stage.scene.game.flagged.seat) == ("Red", "b")
    assert "Blue" in table.said()
