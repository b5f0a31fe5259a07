"""The set-up with a camera: it proposes, people have the last word, and what it can't tell is asked."""

from dataclasses import replace

import pytest
from taps import tap
from test_setting_up import CAMERAS, FAMILY, SEEN

from calibration.appearance.pawn_set import KINDS, PawnSet
from calibration.errors import NOT_FOUND
from calibration.holes import Seat
from calibration.new_board.description import BoardDescription
from calibration.setup.card_place import PileAdvice
from calibration.setup.correction import Correction
from toc_pi.app.setup.answers import (
    Answers,
    colour_at,
)
from toc_pi.app.setup.setting_up import begin, half_learnt, learnt, seen_table
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus, asked_of
from toc_pi.languages import LANGUAGES, Language, load_texts


def test_the_camera_proposes_and_people_have_the_last_word() -> None:
    state = seen_table(replace(begin(), step="camera"), "round-40", SEEN)
    assert (state.answers.board, state.answers.pawns) == ("round-40", SEEN.kind)
    assert [colour_at(state.answers, seat) for seat in state.answers.seats] == [*SEEN.colours.values()]
    assert "board" not in asked_of(state)
    state = tap(tap(state, "seat:b"), "colour:green")
    assert state.step == "camera", "the seat was tapped in the picture"
    assert (colour_at(state.answers, Seat("b")), colour_at(state.answers, Seat("c"))) == ("green", "yellow")
    assert tap(tap(state, "seat:b"), "back").step == "camera"
    halma = tap(tap(state, "go:pawns"), "pawns:halma")
    assert (halma.step, halma.answers.pawns.kind) == ("camera", "halma")
    state = tap(tap(state, "go:pawns"), f"pawns:{SEEN.kind.kind}")
    state = replace(tap(replace(state, step="side"), "white:yes"), step="camera")
    assert state.answers.pawns == replace(SEEN.kind, white_face=True)
    again = replace(
        SEEN, colours=dict.fromkeys("abcd", "red"), kind=PawnSet("peg", 28.0, 6.0, white_face=False)
    )
    state = seen_table(state, "round-40", again)
    assert colour_at(state.answers, Seat("b")) == "green"
    assert state.answers.pawns == replace(SEEN.kind, white_face=True)
    state = tap(tap(state, "go:board"), "board:cross-45")
    assert seen_table(state, "round-40", SEEN).answers.board == "cross-45"


def test_play_waits_until_the_camera_has_seen_the_table_and_then_begins_by_itself() -> None:
    state = begin()
    while state.step != "waiting":
        assert not state.wish
        state = tap(state, "next")
    assert tap(state, "back").step == "ready"
    begun = seen_table(state, "round-40", SEEN)
    assert (begun.wish, begun.answers.board, begun.answers.pawns) == ("play", "round-40", SEEN.kind)
    assert [colour_at(begun.answers, seat) for seat in begun.answers.seats] == [*SEEN.colours.values()]
    misplaced = seen_table(state, "round-40", replace(SEEN, advice="put all pawns into their camps"))
    assert (misplaced.step, misplaced.wish) == ("waiting", "")
    assert tap(misplaced, "next").wish == "play", "people have the last word"


def test_from_waiting_for_the_camera_leads_a_way_to_each_remedy_and_back() -> None:
    state = begin(cameras=CAMERAS)
    while state.step != "waiting":
        state = tap(state, "next")
    assert tap(tap(state, "camera"), "back").step == "waiting"
    assert tap(tap(state, "camera"), "camera:usb 0").step == "waiting"
    assert tap(tap(state, "camera"), "camera:none").wish == "play"
    chosen = tap(tap(state, "go:board"), "board:cross-45")
    assert chosen.step == "waiting"
    other = seen_table(chosen, "round-40", SEEN)
    assert (other.step, other.wish, other.answers.board) == ("waiting", "", "cross-45")
    look = CameraStatus(pictures=True, board="round-40")
    assert "You chose another one" in page_of(other, look).text
    assert seen_table(chosen, "cross-45", SEEN).wish == "play"
    learning = tap(tap(state, "go:board"), "board:learn")
    learning = tap(learning, "next")
    assert learning.wish == "learn"
    tapped = BoardDescription("own-1", (), 400.0)
    learnt_one = tap(learnt(half_learnt(learning, tapped, ("entry",)), "cross-45", tapped), "next")
    assert (learnt_one.step, learnt_one.answers.board) == ("waiting", "cross-45")


def test_a_table_that_was_here_before_does_not_wait_for_the_camera() -> None:
    known = tap(begin((FAMILY,)), "change")
    assert tap(known, "next").wish == "play"
    fresh = tap(begin((FAMILY,)), "fresh")
    while fresh.step != "ready":
        fresh = tap(fresh, "next")
    assert tap(fresh, "next").step == "waiting"


def test_a_kind_of_pawn_that_the_camera_cannot_tell_is_asked_and_not_claimed() -> None:
    unsure = replace(SEEN, kind_sure=False)
    state = seen_table(replace(begin(), step="camera"), "square-40", unsure)
    look = CameraStatus(board="square-40", pictures=True)
    assert "I can't tell the kind of pawn" in page_of(state, look).text
    asked = tap(replace(state, step="rules"), "rules:fadoq")
    assert asked.step == "pawns"
    page = page_of(asked)
    assert "Which is it?" in page.text
    assert not any(key.on for key in page.keys if key.key.startswith("pawns:"))
    assert "next" not in [key.key for key in page.feet], "a kind that is unsure is never taken in silence"
    assert tap(asked, "next") == asked
    told = tap(asked, "pawns:peg")
    assert told.step == "teams"
    asked = tap(replace(asked, step="rules"), "rules:quebec")
    assert [key.key for key in page_of(asked).keys] == [f"pawns:{kind}" for kind in KINDS]
    told = tap(asked, "pawns:peg")
    assert told.step == "side", "kind first, side after, one question a page"
    assert [key.key for key in page_of(told).keys] == ["white:yes", "white:no"]
    assert (told.answers.pawns.kind, told.answers.pawns.height) == ("peg", 28.0)
    assert "Which is it?" not in page_of(told).text
    again = seen_table(told, "square-40", replace(unsure, empty=frozenset({Seat("a")})))
    assert again.answers.pawns.kind == "peg"
    assert "pawns" not in asked_of(replace(asked, step="rules", pawns=SEEN))


def test_who_did_not_wait_for_the_camera_is_asked_for_the_kind_before_play() -> None:
    state = replace(begin(), step="side")
    hasty = replace(tap(state, "white:yes"), step="ready")
    waiting = tap(hasty, "next")
    assert waiting.step == "waiting"
    assert seen_table(waiting, "square-40", SEEN).answers.pawns == replace(SEEN.kind, white_face=True)
    asked = seen_table(waiting, "square-40", replace(SEEN, kind_sure=False))
    assert (asked.step, asked.wish) == ("pawns", "")
    again = tap(asked, "pawns:peg")
    assert seen_table(again, "square-40", replace(SEEN, kind_sure=False)).wish == "play"


def test_the_camera_page_says_which_pawns_it_cannot_tell_apart() -> None:
    seats = (Seat("b"), Seat("d"))
    for seen, told in (
        (replace(SEEN, unsure=frozenset(seats)), "not sure of these colours: yellow, black"),
        (SEEN, "Tap its seat in the picture"),
        (replace(SEEN, alike=(seats,)), "Yellow and black look alike"),
        (replace(SEEN, advice="put all pawns into their camps"), "Put all pawns into their camps"),
    ):
        state = seen_table(replace(begin(), step="camera"), "square-40", seen)
        look = CameraStatus(pictures=True, board="square-40")
        assert told in page_of(state, look).text


def test_where_the_camera_reads_the_cards_its_page_shows_where_to_lay_them() -> None:
    state = seen_table(replace(begin(), step="declare", past=("ready",)), "square-40", SEEN)
    assert tap(state, "declare:strict").step == "ready"
    state = tap(state, "declare:camera")
    assert (state.step, state.answers.declare) == ("camera", "camera")
    look = CameraStatus(pictures=True, board="square-40", pile=PileAdvice("lay the cards there"))
    assert "Found: Square. Lay the cards there. Is a colour wrong?" in page_of(state, look).text
    moved = replace(look, correction=Correction(up_mm=100.0))
    assert "Lay the cards" not in page_of(state, moved).text, "first the camera is moved"
    assert tap(state, "next").step == "ready"


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_in_the_picture_are_read_unless_people_say_otherwise(language: Language) -> None:
    state = replace(begin(present=Answers(language=language)), step="camera")
    preset = state.answers.declare
    assert seen_table(state, "square-40", SEEN).answers.declare == preset != "camera"
    look = CameraStatus(pictures=True, board="square-40", pile=PileAdvice("lay the cards there"))
    assert "go:declare" not in [key.key for key in page_of(state, look).keys]

    state = seen_table(state, "square-40", SEEN, cards=True)
    words = load_texts("setup", language)
    assert state.answers.declare == "camera"
    page = page_of(state, look)
    assert words["live"]["cards"] in page.text
    (key,) = (key for key in page.keys if key.key == "go:declare")
    assert key.below == words["declare"]["camera"]
    assert seen_table(state, "square-40", SEEN).answers.declare == "camera", "a hand may lie over them now"
    on = tap(state, "next")
    assert on.step == "players", "nothing else is asked for it"
    while on.step != "ready":
        on = tap(on, "next")
    assert on.answers.declare == "camera"

    asked = tap(state, "go:declare")
    assert (asked.step, tap(asked, "back").step) == ("declare", "camera")
    for declare in ("free", "strict", "camera"):
        told = seen_table(tap(asked, f"declare:{declare}"), "square-40", SEEN, cards=True)
        assert (told.step, told.answers.declare) == ("camera", declare)
        assert tap(told, "next").step == "players"


def test_a_table_whose_settings_are_changed_keeps_how_its_cards_are_told() -> None:
    for state in (tap(begin((FAMILY,)), "change"), begin(present=FAMILY, step="camera")):
        assert seen_table(state, "square-40", SEEN, cards=True).answers.declare == FAMILY.declare


def test_of_a_new_board_only_what_its_picture_does_not_tell_is_asked() -> None:
    state = tap(tap(replace(begin(), step="board"), "board:learn"), "next")
    told = BoardDescription("own-1", (), 400.0, camps="", home_entry=None)
    asked = half_learnt(state, told, ("camps", "entry"))
    assert (asked.step, asked.wish) == ("camps", "")
    assert tap(asked, "back").step == "width"
    entry = tap(asked, "camps:areas")
    assert (entry.step, entry.wish) == ("entry", "")
    again = tap(entry, "entry:0")
    assert (again.wish, again.tapped) == ("learn", replace(told, camps="areas", home_entry=0))
    assert tap(half_learnt(state, told, ("entry",)), "entry:-1").wish == "learn"


def test_what_is_seen_of_a_new_board_is_shown_and_corrected_by_a_tap() -> None:
    tapped = BoardDescription("own-1", (), 400.0, camps="holes", home_entry=-2)
    state = learnt(replace(begin(), step="board", wish="learn"), "hexagon-55", tapped)
    assert (state.step, state.wish, state.answers.board) == ("learnt", "", "hexagon-55")
    shown = {key.key: key.below for key in page_of(state).keys}
    assert shown == {"camps:": "In holes", "entry:": "Two holes before their start"}
    assert tap(state, "next").step == tap(replace(state, step="board"), "next").step
    entry = tap(state, "entry:")
    assert tap(entry, "back") == state
    assert tap(entry, "entry:-2") == state
    changed = tap(entry, "entry:0")
    assert (changed.wish, changed.tapped) == ("learn", replace(tapped, home_entry=0))


def test_a_wrong_colour_that_is_corrected_again_leaves_the_others_as_the_camera_sees_them() -> None:
    state = seen_table(replace(begin(), step="camera"), "square-40", SEEN)
    before = [*SEEN.colours.values()]
    for colour in ("purple", "yellow", "white"):
        state = tap(tap(state, "seat:a"), f"colour:{colour}")
    assert [colour_at(state.answers, seat) for seat in state.answers.seats] == before


def test_the_camera_page_says_what_to_do_about_the_picture() -> None:
    for language in LANGUAGES:
        live = load_texts("setup", language)["live"]
        state = replace(begin((), Answers(language=language)), step="camera")
        found = CameraStatus(pictures=True, board="square-40")
        looks = {
            "opening": CameraStatus(),
            "looking": CameraStatus(pictures=True),
            "missing": CameraStatus(fault="missing"),
            "unknown": CameraStatus(pictures=True, advice=NOT_FOUND),
            "place": replace(found, correction=Correction(up_mm=190.0, left_deg=20.0)),
            "pawns": found,
        }
        for key, look in looks.items():
            beginning = live[key].partition("{")[0]
            assert beginning in page_of(state, look).text, (key, page_of(state, look).text)
        place = page_of(state, looks["place"]).text
        assert (
            "20 cm higher, turn left" if language == "en" else "20 cm plus haut, tournez à gauche"
        ) in place
        dark = page_of(
            state, CameraStatus(pictures=True, advice="it is too dark to see the holes: switch a light on")
        )
        assert dark.text.startswith("It is too dark" if language == "en" else "Il fait trop sombre")
