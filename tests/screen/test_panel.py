"""What the panel says and offers, in both languages."""

from dataclasses import replace

import pytest
from screen_table import COLOURS, altered, board, box_of, standing, tap, verdict

from calibration.holes import Hole, Seat, seats_of
from toc_pi.effects import Cleared, Echo, Ended, Notice, Offer, Question, Repair, State, Turn
from toc_pi.events import Card, Paused, Resumed, Seen
from toc_pi.referee.declaring import offered_by
from toc_pi.rules.position import RANKS
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen import layout
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.changes import after
from toc_pi.screen.face import numbered
from toc_pi.screen.frames import SIZE
from toc_pi.screen.layout import button_at, place_panel
from toc_pi.screen.panel import Choice, Mark, Panel
from toc_pi.screen.scene import Scene, opening, tapped, with_hands, with_hint
from toc_pi.screen.scene_panel import panel_of

A = Seat("a")


def _scene(*, taps: bool = False, board_name: str = "square-40") -> Scene:
    seats = board(board_name).seats
    scene = after(opening(board(board_name), COLOURS, "en", taps=taps), Seen(0.0, standing("", seats)))
    return after(scene, Turn(0.0, 1, A))


def test_in_large_text_the_cards_give_their_room_to_what_a_declared_card_does_until_they_are_wanted() -> None:
    declared = after(_scene(taps=True), Echo(1.0, A, "card", Card("7")))
    told = altered(declared, explained="A 7 moves forward or is split.", teaches=True)
    assert panel_of(told).keys
    large = altered(told, large=True)
    assert not panel_of(large).keys
    assert Choice("keypad", "Another card") in panel_of(large).orders
    opened = tap(large, "keypad")
    assert panel_of(opened).keys == panel_of(told).keys
    assert panel_of(altered(declared, large=True)).keys, "nothing needs their room"


def test_the_title_names_the_seat_in_turn() -> None:
    assert panel_of(_scene()).title.name == "Black"
    french = opening(board(), COLOURS, "fr")
    assert panel_of(after(french, Turn(0.0, 1, A))).title.name == "Noir"


def test_a_wrong_move_has_a_cross_and_the_referees_words() -> None:
    box = box_of(after(_scene(), verdict("a0:a", "a9:a", legal=False), "A 7 goes seven holes."))
    assert (box.mark, box.sentence) == (Mark.CROSS, "A 7 goes seven holes.")


def test_a_right_move_has_a_tick_and_says_who_goes_back() -> None:
    box = box_of(after(_scene(), verdict("a0:a a7:b", "a7:a", captured="b")))
    assert box.mark is Mark.TICK
    assert [(line.seat, line.text) for line in box.lines] == [
        ("b", "Yellow: back to camp"),
        ("a", "Black, 7"),
    ]


def test_a_lost_view_comes_before_every_verdict() -> None:
    flagged = after(_scene(taps=True), verdict("a0:a", "a9:a", legal=False))
    panel = panel_of(after(flagged, State(5.0, "blind")))
    assert panel.box is not None
    assert panel.box.mark is Mark.WORD
    assert [button.choice.key for button in place_panel(panel).buttons] == ["by-hand"]


def test_a_hand_changes_no_more_than_the_last_line() -> None:
    flagged = after(_scene(), verdict("a0:a", "a9:a", legal=False))
    still, hand = panel_of(flagged), panel_of(after(flagged, State(5.0, "hand")))
    assert hand.status
    assert hand.box == still.box


def test_a_question_offers_a_button_for_each_choice_in_its_own_words() -> None:
    asked = after(_scene(), Question(1.0, 7, "what-happened", {}, ("x", "none")), "What?", {"x": "b3 to b10"})
    named = altered(asked, named=True)
    assert [(choice.key, choice.label) for choice in panel_of(named).answers] == [
        ("answer:x", "b3 to b10"),
        ("answer:none", "None of these"),
    ]
    assert panel_of(asked).answers[0].label == "① to ②", "who doesn't read names finds them on the drawing"
    assert panel_of(asked).holes == {"b3": 1, "b10": 2}
    assert not panel_of(named).holes


def test_people_who_do_not_read_names_of_holes_never_see_any() -> None:
    numbers: dict[Hole, int] = {}
    holes = [f"{seat}{number}" for seat in "abc" for number in range(1, 6)]
    (sentence,) = numbered([", ".join(holes)], numbers)
    assert sentence.endswith("⑩, (11), (12), (13), (14), (15)")
    assert list(numbers) == holes


def test_an_offered_card_is_declared_by_its_button() -> None:
    offered = after(_scene(), Offer(1.0, A, (Card("A"), Card("*"))))
    assert [choice.key for choice in panel_of(offered).answers] == ["card:A", "card:*", "offer-none"]


def test_cards_can_be_tapped_where_people_tap_and_nowhere_else() -> None:
    assert [choice.key for choice in panel_of(_scene(taps=True)).keys] == [
        *(f"card:{card}" for card in RANKS),
    ]
    assert not place_panel(panel_of(_scene(taps=False))).buttons


def test_a_flag_can_be_kept_doubted_or_given_another_card() -> None:
    flagged = after(_scene(taps=True), verdict("a0:a", "a9:a", legal=False))
    assert [choice.key for choice in panel_of(flagged).orders] == ["correct", "accept", "doubt"]
    assert panel_of(flagged).keys == ()
    correcting = tap(flagged, "correct")
    assert panel_of(correcting).keys == panel_of(_scene(taps=True)).keys
    assert tapped(correcting, "correct") == flagged


def test_a_flag_stays_until_the_referee_takes_it_down() -> None:
    flagged = after(_scene(taps=True), verdict("a0:a", "a9:a", legal=False))
    declared = after(flagged, Echo(5.0, A, "card", Card("9")))
    assert declared.game.flagged == flagged.game.flagged
    assert after(declared, Cleared(5.0, 3, righted=False)).game.flagged is None


def test_a_discard_against_the_rules_can_be_kept_or_a_card_played() -> None:
    laid_down = replace(verdict("a0:a", "a0:a", legal=False), do="throw")
    panel = panel_of(after(_scene(taps=True), laid_down))
    assert [(choice.key, choice.label) for choice in panel.orders] == [
        ("correct", "Play a card"),
        ("accept", "Keep it anyway"),
    ]


def test_a_question_comes_before_a_repair() -> None:
    broken = after(_scene(taps=True), Repair(1.0, {Hole("a3"): "b"}))
    asked = panel_of(after(broken, Question(1.0, 7, "what-happened", {}, ("x", "none")), "What happened?"))
    assert asked.box is not None
    assert asked.box.sentence == "What happened?"
    assert [choice.key for choice in asked.answers] == ["answer:x", "answer:none"]


@pytest.mark.parametrize(
    ("rules", "house", "keys", "orders"),
    [
        ("quebec", (), RANKS[:-1], ["throw", "undo"]),
        ("toc", (), RANKS[:-1], ["discard", "undo"]),
        ("tac-tik", (), tuple(card for card in RANKS if card not in "K*"), ["discard", "undo"]),
        ("fadoq", (), RANKS, ["discard", "throw", "undo"]),
        ("quebec", ("jack-pass",), RANKS[:-1], ["throw", "pass", "undo"]),
        ("quebec", ("joker-any",), RANKS, ["throw", "undo"]),
        ("fadoq", ("no-jokers", "throw-hand"), RANKS[:-1], ["throw", "undo"]),
    ],
)
def test_only_what_the_rule_set_has_is_offered(
    rules: str, house: tuple[str, ...], keys: tuple[str, ...], orders: list[str]
) -> None:
    panel = panel_of(altered(_scene(taps=True), offered=offered_by(load_ruleset(rules, house))))
    assert [choice.key.removeprefix("card:") for choice in panel.keys] == list(keys)
    assert [choice.key for choice in panel.orders] == orders


def test_who_was_struck_by_a_ten_discards_a_card_and_does_nothing_else() -> None:
    offered = offered_by(load_ruleset("tock"))
    struck = after(altered(_scene(taps=True), offered=offered), Turn(9.0, 2, A, "discard-one"))
    assert struck.dialog.discarding
    assert [choice.key for choice in panel_of(struck).orders] == ["undo"]


def test_a_card_of_a_joker_may_be_kept_for_later() -> None:
    offered = offered_by(load_ruleset("fadoq"))
    free = after(altered(_scene(taps=True), offered=offered), Turn(9.0, 2, A, "may-play-again"))
    assert panel_of(free).orders[0] == Choice("pass", "Later")


def test_no_more_cards_are_laid_down_than_a_hand_has() -> None:
    scene = tapped(altered(_scene(taps=True), offered=offered_by(load_ruleset("quebec"))), "throw")
    for _ in range(9):
        assert scene is not None
        scene = tap(scene, "card:9")
    assert scene.dialog.thrown == (Card("9"),) * 5


def test_a_repair_counts_as_the_board_does() -> None:
    broken = after(_scene(), Repair(1.0, {Hole("a3"): "b", Hole("b4"): ""}))
    for named, lines in (
        (True, [(1, "Yellow on a3"), (2, "nothing on b4")]),
        (False, [(1, "Yellow here"), (2, "nothing here")]),
    ):
        box = box_of(altered(broken, named=named))
        assert [(line.number, line.text) for line in box.lines] == lines


def test_a_pawn_that_belongs_nowhere_is_taken_off() -> None:
    stray = after(_scene(), Seen(1.0, standing("b4:c")))
    box = box_of(after(stray, Repair(1.0, {Hole("b4"): ""})))
    assert [line.text for line in box.lines] == ["take red off"]


def test_pawns_that_are_home_are_counted() -> None:
    seen = after(_scene(), Seen(1.0, standing("bH3:b bH4:b a0:a")))
    assert [(player.seat, player.home) for player in panel_of(seen).players] == [
        ("a", 0),
        ("b", 2),
        ("c", 0),
        ("d", 0),
    ]


def test_the_end_names_the_winners() -> None:
    panel = panel_of(after(_scene(), Ended(9.0, (A, Seat("c")))))
    assert panel.title.name == "Black and Red"
    assert panel.title.seats == ("a", "c")


def _panels() -> list[Panel]:
    scenes = [_scene(taps=True), after(_scene(taps=True), verdict("a0:a", "a9:a", legal=False))]
    scenes += [
        after(_scene(), Question(1.0, 7, "what-happened", {}, tuple(f"choice {n}" for n in range(count))))
        for count in (1, 2, 3, 4, 6, 8)
    ]
    scenes += [
        after(_scene(), Offer(1.0, A, tuple(Card(card) for card in RANKS[:count]))) for count in (1, 4, 5, 14)
    ]
    return [panel_of(scene) for scene in scenes]


def test_a_tap_beside_the_buttons_is_no_choice() -> None:
    places = place_panel(_panels()[0])
    assert button_at(places, 100, 100) is None


@pytest.mark.parametrize("name", ["square-40", "cross-45", "hexagon-55", "octagon-70", "star-60"])
def test_every_hole_and_lamp_lies_in_the_boards_half_of_the_window(name: str) -> None:
    face = opening(board(name), COLOURS).board.face
    view = layout.place_board(face)
    places = [*face.holes.values(), *(layout.place_lamp(face, seat) for seat in seats_of(board(name).seats))]
    for x, y in map(view.point, places):
        assert 4 <= x <= layout.USUAL.panel.left - 4
        assert 4 <= y <= SIZE[1] - 4
    # Seat a sits at the bottom.
    assert view.point(layout.place_lamp(face, A))[1] > SIZE[1] * 0.7


def test_laying_a_hand_down_shows_its_cards_and_the_way_out() -> None:
    scene = tap(_scene(taps=True), "throw")
    assert [choice.key for choice in panel_of(scene).orders] == ["throw-none"]
    scene = tap(scene, "card:9")
    panel = panel_of(scene)
    assert panel.box is not None
    assert panel.box.sentence == "9"
    assert [choice.key for choice in panel.orders] == ["throw-none", "throw-done"]


def test_a_notice_beside_a_flag_is_the_last_line() -> None:
    flagged = after(_scene(), verdict("a0:a", "a9:a", legal=False), "A 7 goes seven holes.")
    panel = panel_of(after(flagged, Notice(5.0, "flag-stands"), "The last move isn't settled yet."))
    assert panel.box is not None
    assert panel.box.sentence == "A 7 goes seven holes."
    assert panel.status == "The last move isn't settled yet."


def test_a_long_hint_gets_the_box_and_a_short_one_the_last_line() -> None:
    scene = _scene()
    assert panel_of(with_hint(scene, "no lamps")).status == "no lamps"
    long = panel_of(with_hint(scene, "I can't find the board: light a lamp, or move the camera up a little."))
    assert long.box is not None
    assert long.status == ""


def test_a_rest_hides_everything_but_the_way_on() -> None:
    flagged = after(_scene(taps=True), verdict("a0:a", "a9:a", legal=False))
    resting = after(flagged, Paused(5.0))
    assert [button.choice.key for button in place_panel(panel_of(resting)).buttons] == ["pause"]
    assert panel_of(after(resting, Resumed(6.0))) == panel_of(flagged)


def test_before_the_board_is_found_the_panel_says_what_is_going_on() -> None:
    scene = opening(board(), COLOURS)
    looking = box_of(scene)
    assert "ooking for the board" in looking.sentence
    advised = box_of(with_hint(scene, "Light a lamp."))
    assert advised.sentence == "Light a lamp."


def test_a_finger_finds_the_hole_that_it_means() -> None:
    face = opening(board(), COLOURS).board.face
    view = layout.place_board(face)
    for hole, place in face.holes.items():
        x, y = view.point(place)
        assert layout.hole_at(face, x + 4, y - 4) == hole
    assert layout.hole_at(face, *layout.USUAL.board.middle) is None, (
        "nothing is near the middle of this board"
    )


def test_moved_pawns_are_done_or_put_back() -> None:
    scene = with_hands(_scene(taps=True), standing("a0:a"))
    scene = tap(scene, "hole:a0", "hole:a7")
    assert [choice.key for choice in panel_of(scene).orders] == ["restore", "done"]
    flagged = after(scene, verdict("a0:a", "a9:a", legal=False))
    assert [choice.key for choice in panel_of(flagged).orders] == ["restore", "done"]


def test_before_the_board_is_found_there_is_nothing_to_tap() -> None:
    unseen = after(opening(board(), COLOURS, taps=True), Turn(0.0, 1, A))
    panel = panel_of(unseen)
    assert (panel.keys, panel.orders) == ((), ())
    assert panel.box is not None
    assert "Looking for the board" in panel.box.sentence


def test_the_first_turn_says_what_to_do_and_the_second_is_silent() -> None:
    first = box_of(_scene(taps=True))
    assert first.sentence == "Tap the card that is played, then move the pawns."
    assert panel_of(_scene()).box is None
    assert panel_of(after(_scene(taps=True), Turn(9.0, 2, Seat("b")))).box is None


def test_a_discard_says_that_its_card_is_awaited() -> None:
    discarding = tap(_scene(taps=True), "discard")
    box = box_of(discarding)
    assert box.sentence == "Tap the card that is discarded."


def test_without_a_camera_each_step_says_the_next() -> None:
    scene = with_hands(_scene(taps=True), standing(""))
    said = [box_of(scene).sentence]
    for step in (Echo(1.0, A, "card", Card("A")), "hole:aC1", "hole:a0"):
        changed = tapped(scene, step) if isinstance(step, str) else after(scene, step)
        assert changed is not None
        scene = changed
        said.append(box_of(scene).sentence)
    assert said == [
        "Tap the card that is played.",
        "Tap a pawn, then its hole.",
        "Tap the hole where it goes.",
        "All moved? Tap Done.",
    ]


def test_the_rules_reference_is_shown_when_somebody_asks_why() -> None:
    wrong = verdict("a0:a", "a9:a", legal=False)
    scene = after(_scene(taps=True), wrong, "A 7 goes seven holes.", {"why": "RULES M1"})
    assert box_of(scene).sentence == "A 7 goes seven holes."
    assert panel_of(scene).orders[-1].key == "why"
    asked = tap(scene, "why")
    assert box_of(asked).sentence == "A 7 goes seven holes. (RULES M1)"
    silent = after(_scene(taps=True), wrong, "A 7 goes seven holes.")
    assert "why" not in [choice.key for choice in panel_of(silent).orders]


def test_no_line_begins_with_a_mark_that_french_sets_apart(fonts: Fonts) -> None:
    text = "Jouez le 6 : un pion « libre » avance ; et l'autre ? Non !"
    for width in range(60, 400, 7):
        _, lines = fonts.paragraph(text, 16, width, 2000)
        assert all(line[0] not in ":;?!»" and line[-1] != "«" for line in lines)
        assert " ".join(lines) == text
