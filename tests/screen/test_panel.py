"""What the panel says and offers, in both languages."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from screen_table import COLOURS, altered, board, box_of, standing, tap, verdict
from states import states

from calibration.holes import Hole, Seat, seats_of
from toc_pi.effects import Cleared, Echo, Ended, Notice, Question, Repair, State, Turn
from toc_pi.events import Card, Paused, Resumed, Seen
from toc_pi.languages import capital, load_texts
from toc_pi.referee.declaring import offered_by
from toc_pi.rules.position import RANKS
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen import layout
from toc_pi.screen.board_face import numbered
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.changes import after
from toc_pi.screen.frames import SIZE
from toc_pi.screen.layout import button_at, place_panel
from toc_pi.screen.pages.page import Key
from toc_pi.screen.panel import Mark
from toc_pi.screen.scene import Scene, opening, tapped, with_hint, with_manual_input
from toc_pi.screen.scene_panel import panel_of

A = Seat("a")


WRONG, SAID = verdict("a0:a", "a9:a", legal=False), "A 7 goes seven holes."


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
    assert Key("keypad", "Another card") in panel_of(large).orders
    opened = tap(large, "keypad")
    assert panel_of(opened).keys == panel_of(told).keys
    assert panel_of(altered(declared, large=True)).keys, "nothing needs their room"


def test_the_title_names_the_seat_in_turn_and_the_winners() -> None:
    assert panel_of(_scene()).title.name == "Black"
    french = opening(board(), COLOURS, "fr")
    assert panel_of(after(french, Turn(0.0, 1, A))).title.name == "Noir"
    title = panel_of(after(_scene(), Ended(9.0, (A, Seat("c"))))).title
    assert (title.name, title.seats) == ("Black and Red", ("a", "c"))


def test_a_verdict_has_its_sign_the_referees_words_and_who_goes_back() -> None:
    wrong = box_of(after(_scene(), WRONG, SAID))
    assert (wrong.mark, wrong.sentence) == (Mark.CROSS, SAID)
    right = box_of(after(_scene(), verdict("a0:a a7:b", "a7:a", captured="b")))
    assert right.mark is Mark.TICK
    assert [(line.seat, line.text) for line in right.lines] == [
        ("b", "Yellow: back to camp"),
        ("a", "Black, 7"),
    ]


def test_a_lost_view_comes_before_every_verdict() -> None:
    flagged = after(_scene(taps=True), WRONG)
    panel = panel_of(after(flagged, State(5.0, "blind")))
    assert panel.box is not None
    assert panel.box.mark is Mark.WORD
    assert [button.choice.key for button in place_panel(panel).buttons] == ["by-hand"]


def test_a_hand_changes_no_more_than_the_last_line() -> None:
    flagged = after(_scene(), WRONG)
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


def test_cards_can_be_tapped_where_people_tap_and_nowhere_else() -> None:
    assert [choice.key for choice in panel_of(_scene(taps=True)).keys] == [f"card:{card}" for card in RANKS]
    assert not place_panel(panel_of(_scene(taps=False))).buttons


ORDERS: dict[str, tuple[Callable[[], Scene], str]] = {
    "a flag": (lambda: after(_scene(taps=True), WRONG), "accept correct doubt"),
    "a discard against the rules": (
        lambda: after(_scene(taps=True), replace(verdict("a0:a", "a0:a", legal=False), do="throw")),
        "accept correct",
    ),
    "a hand to lay down": (lambda: tap(_scene(taps=True), "throw"), "throw-none"),
    "its first card": (lambda: tap(_scene(taps=True), "throw", "card:9"), "throw-done throw-none"),
    "moved pawns": (lambda: _moved(), "done restore"),
    "moved pawns beside a flag": (lambda: after(_moved(), WRONG), "done restore"),
    "a board that isn't found": (
        lambda: after(opening(board(), COLOURS, taps=True), Turn(0.0, 1, A)),
        "",
    ),
}


def _moved() -> Scene:
    return tap(with_manual_input(_scene(taps=True), standing("a0:a")), "hole:a0", "hole:a7")


@pytest.mark.parametrize("name", ORDERS)
def test_each_state_has_its_orders(name: str) -> None:
    make, orders = ORDERS[name]
    panel = panel_of(make())
    assert [choice.key for choice in panel.orders] == orders.split()
    assert not panel.keys or name not in ("a flag", "a board that isn't found")


@pytest.mark.parametrize("name", states("en"))
def test_keep_and_undo_have_their_places(name: str) -> None:
    orders = [choice.key for choice in panel_of(states("en")[name]).orders]
    assert orders.count("undo") == 0 or orders[-1] == "undo"
    assert orders.count("accept") == 0 or orders[0] == "accept"
    assert not {"undo", "accept"} <= {*orders} or len(orders) > 1


def test_a_flag_can_be_given_another_card() -> None:
    flagged = after(_scene(taps=True), WRONG)
    correcting = tap(flagged, "correct")
    assert panel_of(correcting).keys == panel_of(_scene(taps=True)).keys
    assert tapped(correcting, "correct") == flagged


def test_a_flag_stays_until_the_referee_takes_it_down() -> None:
    flagged = after(_scene(taps=True), WRONG)
    declared = after(flagged, Echo(5.0, A, "card", Card("9")))
    assert declared.game.flagged == flagged.game.flagged
    assert after(declared, Cleared(5.0, 3, righted=False)).game.flagged is None


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
    assert panel_of(free).orders[0] == Key("pass", "Later")


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


def test_a_tap_beside_the_buttons_is_no_choice() -> None:
    assert button_at(place_panel(panel_of(_scene(taps=True))), 100, 100) is None


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


def test_a_notice_beside_a_flag_is_the_last_line() -> None:
    flagged = after(_scene(), WRONG, SAID)
    panel = panel_of(after(flagged, Notice(5.0, "flag-stands"), "The last move isn't settled yet."))
    assert panel.box is not None
    assert panel.box.sentence == SAID
    assert panel.status == "The last move isn't settled yet."


def test_a_long_hint_gets_the_box_and_a_short_one_the_last_line() -> None:
    scene = _scene()
    assert panel_of(with_hint(scene, "no lamps")).status == "no lamps"
    long = panel_of(with_hint(scene, "I can't find the board: light a lamp, or move the camera up a little."))
    assert long.box is not None
    assert long.status == ""


def test_a_rest_hides_everything_but_the_way_on() -> None:
    flagged = after(_scene(taps=True), WRONG)
    resting = after(flagged, Paused(5.0))
    assert [button.choice.key for button in place_panel(panel_of(resting)).buttons] == ["pause"]
    assert panel_of(after(resting, Resumed(6.0))) == panel_of(flagged)


def test_before_the_board_is_found_the_panel_says_what_is_going_on() -> None:
    assert "ooking for the board" in box_of(opening(board(), COLOURS)).sentence


def test_a_finger_finds_the_hole_that_it_means() -> None:
    face = opening(board(), COLOURS).board.face
    view = layout.place_board(face)
    for hole, place in face.holes.items():
        x, y = view.point(place)
        assert layout.hole_at(face, x + 4, y - 4) == hole
    assert layout.hole_at(face, *layout.USUAL.board.middle) is None, (
        "nothing is near the middle of this board"
    )


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: _scene(taps=True), "Tap the card that is played, then move the pawns."),
        (
            lambda: altered(_scene(taps=True), declare="camera"),
            "Lay the card on the pile, then move the pawns.",
        ),
        (
            lambda: altered(_scene(taps=True), declare="free"),
            load_texts("setup", "en")["declare"]["free_below"],
        ),
        (lambda: tap(_scene(taps=True), "discard"), "Tap the card that is discarded."),
        (lambda: tap(_scene(taps=True), "throw", "card:9"), "9"),
        (
            lambda: after(opening(board(), COLOURS, taps=True), Turn(0.0, 1, A)),
            "Looking for the board. Please put all pawns into their camps, and keep hands away.",
        ),
        (lambda: with_hint(opening(board(), COLOURS), "Light a lamp."), "Light a lamp."),
        (lambda: _scene(), None),
        (lambda: after(_scene(taps=True), Turn(9.0, 2, Seat("b"))), None),
    ],
)
def test_a_message_says_what_to_do_next(make: Callable[[], Scene], sentence: str | None) -> None:
    box = panel_of(make()).box
    assert (None if box is None else box.sentence) == sentence


def test_without_a_camera_each_step_says_the_next() -> None:
    scene = with_manual_input(_scene(taps=True), standing(""))
    said = [box_of(scene).sentence]
    for step in (Echo(1.0, A, "card", Card("A")), "hole:aC1", "hole:a0"):
        changed = tapped(scene, step) if isinstance(step, str) else after(scene, step)
        assert changed is not None
        scene = changed
        said.append(box_of(scene).sentence)
    assert said == [
        "Tap the card that is played.",
        "Tap a pawn, then the hole it goes to.",
        "Tap the hole it goes to.",
        "All moved? Tap Done.",
    ]


def test_the_rules_reference_is_shown_when_somebody_asks_why() -> None:
    scene = after(_scene(taps=True), WRONG, SAID, {"why": "RULES M1"})
    assert box_of(scene).sentence == SAID
    assert panel_of(scene).orders[-1].key == "why"
    asked = tap(scene, "why")
    assert box_of(asked).sentence == f"{SAID} (RULES M1)"
    silent = after(_scene(taps=True), WRONG, SAID)
    assert "why" not in [choice.key for choice in panel_of(silent).orders]


def test_no_line_begins_with_a_mark_that_french_sets_apart(fonts: Fonts) -> None:
    text = "Jouez le 6 : un pion « libre » avance ; et l'autre ? Non !"
    for width in range(60, 400, 7):
        _, lines = fonts.paragraph(text, 16, width, 2000)
        assert all(line[0] not in ":;?!»" and line[-1] != "«" for line in lines)
        assert " ".join(lines) == text


def test_no_name_of_a_hole_is_left_in_a_verdict_whose_sentence_begins_with_it() -> None:
    sentence = capital("dH1 is in the home of red, not of yellow.")
    numbers: dict[Hole, int] = {}
    assert numbered([sentence], numbers) == ("① is in the home of red, not of yellow.",)
    assert numbers == {Hole("dH1"): 1}
