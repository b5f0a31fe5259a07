"""The set-up as data: every step is reached, back leads back, and any answers make a playable table."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.appearance.sampling_grid import PawnSet
from calibration.board.board_file import shipped_boards
from calibration.holes import Seat
from calibration.new_board.learn import BoardDescription
from calibration.pose.found_pose import NOT_FOUND
from toc_pi.app.journaled_game import is_same_game, settings_kept
from toc_pi.app.setup.answers import (
    Answers,
    agree,
    answers_of,
    colour_at,
    matters,
    seating,
    seatings,
    settings_of,
    with_house_rule,
)
from toc_pi.app.setup.live_view import SeenPawns
from toc_pi.app.setup.setting_up import begin, half_learnt, learnt, seen_table, tap
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import INSIDE, STEPS, SettingUp, asked_of, first_page
from toc_pi.app.setup.table_summary import NARROWEST_HOLE_PX, CameraStatus, game_of
from toc_pi.languages import LANGUAGES, Language, load_texts
from toc_pi.rulebook.pages import GROUPS
from toc_pi.rules.ruleset import NAMES, house_rules
from toc_pi.screen.pages.page import Page
from toc_pi.store.people import Families
from toc_pi.store.settings import (
    DataFolders,
    example_settings,
    load_settings,
    read_settings,
    set_up_places,
    settings_text,
    write_settings,
)

FAMILY = Answers(language="fr", names={Seat("a"): "Léa", Seat("b"): "Tom"})
CAMERAS = ("auto", "usb 0")
SEEN = SeenPawns(
    dict(zip(map(Seat, "abcd"), ("white", "yellow", "green", "black"), strict=True)),
    PawnSet("marble", 11.0, 14.0, white_face=False),
)


def keys(page: Page) -> list[str]:
    return [key.key for key in (*page.keys, *page.feet) if not key.plain]


def seen(state: SettingUp) -> Page:
    return page_of(state, CameraStatus(pictures=True))


def walk(start: SettingUp, most: int = 400) -> Iterator[tuple[SettingUp, str, SettingUp]]:
    """Every state reached by some of each page's keys, breadth first; each with the tap."""
    waiting, met = [start], {start.step}
    while waiting and most:
        most -= 1
        state = waiting.pop(0)
        for key in keys(seen(state)):
            after = tap(state, key)
            yield state, key, after
            if after.step not in met:
                met.add(after.step)
                waiting.append(after)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_reached_and_every_key_does_something(language: Language) -> None:
    met, idle = set(), []
    starts = [begin(known, Answers(language=language), cameras=CAMERAS) for known in ((FAMILY,), ())]
    starts.append(learnt(starts[1], "square-40", BoardDescription("own-1", (), 400.0, home_entry=-2)))
    for state, key, after in (one for start in starts for one in walk(start)):
        met |= {state.step, after.step}
        if after == state and key not in ("letter:-", "letter:space", "letter:erase"):
            idle.append((state.step, key))
    assert met == set(STEPS) - {"ending"}, "only with a game in progress"
    same = [
        (step, key)
        for step, key in idle
        if key.partition(":")[0] not in ("sound", "colour", "camera", "letters", "bright", "faces", "pawns")
    ]
    assert not same, "but for a choice that is in force already, each key changes something"


def test_the_first_time_each_step_follows_the_other_and_back_leads_all_the_way_back() -> None:
    for start in (seen_table(begin(), "square-40", SEEN), begin(present=Answers(camera="none"))):
        state, steps = start, []
        while state.wish != "play":
            steps.append(state.step)
            before, state = state, tap(state, "next")
        assert tuple(steps) == asked_of(start)
        state = before
        for step in reversed(steps[:-1]):
            state = tap(state, "back")
            assert state.step == step
        assert first_page(state)
        assert tap(state, "back").wish == "leave"


def test_the_camera_proposes_and_people_have_the_last_word() -> None:
    state = seen_table(replace(begin(), step="camera"), "round-40", SEEN)
    assert (state.answers.board, state.answers.pawns) == ("round-40", SEEN.kind)
    assert [colour_at(state.answers, seat) for seat in state.answers.seats] == [*SEEN.colours.values()]
    assert "board" not in asked_of(state)
    state = tap(tap(state, "seat:b"), "colour:green")
    assert (colour_at(state.answers, Seat("b")), colour_at(state.answers, Seat("c"))) == ("green", "yellow")
    state = tap(state, "back")
    assert state.step == "camera", "the seat was tapped in the picture"
    state = tap(tap(state, "go:pawns"), "white:yes")
    assert (state.step, state.answers.pawns) == ("camera", replace(SEEN.kind, white_face=True))
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
    look = CameraStatus(board="square-40", pictures=True, hole_px=9.0, elevation_deg=60.0)
    assert "I can't tell the kind of pawn" in page_of(state, look).text
    asked = tap(replace(state, step="rules"), "rules:fadoq")
    assert asked.step == "pawns"
    page = page_of(asked)
    assert "Which is it?" in page.text
    assert not any(key.on for key in page.keys if key.key.startswith("pawns:"))
    told = tap(asked, "pawns:peg")
    assert (told.answers.pawns.kind, told.answers.pawns.height) == ("peg", 28.0)
    assert "Which is it?" not in page_of(told).text
    again = seen_table(told, "square-40", replace(unsure, empty=frozenset({Seat("a")})))
    assert again.answers.pawns.kind == "peg"
    assert "pawns" not in asked_of(replace(asked, step="rules", pawns=SEEN))


def test_who_did_not_wait_for_the_camera_is_asked_for_the_kind_before_play() -> None:
    state = replace(begin(), step="pawns")
    hasty = replace(tap(state, "white:yes"), step="ready")
    waiting = tap(hasty, "next")
    assert waiting.step == "waiting"
    assert seen_table(waiting, "square-40", SEEN).answers.pawns == replace(SEEN.kind, white_face=True)
    asked = seen_table(waiting, "square-40", replace(SEEN, kind_sure=False))
    assert (asked.step, asked.wish) == ("pawns", "")
    again = tap(tap(asked, "pawns:peg"), "next")
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
        look = CameraStatus(pictures=True, board="square-40", hole_px=12.0)
        assert told in page_of(state, look).text


def test_a_board_is_described_in_steps_of_a_centimetre_before_it_is_tapped() -> None:
    state = tap(replace(begin(), step="board"), "board:learn")
    for key in ("width:10", "width:1", "width:1", "width:-1", "next"):
        state = tap(state, key)
    assert (state.width_mm, state.wish) == (510.0, "learn")


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


def test_a_step_within_another_leads_back_to_it() -> None:
    for step, outer in INSIDE.items():
        assert tap(replace(begin(), step=step, seat=Seat("a")), "back").step == outer


def test_who_comes_back_sees_all_answers_on_one_page_and_returns_to_it_after_each_change() -> None:
    state = tap(begin((FAMILY,)), "change")
    assert state.step == "ready"
    for key in keys(seen(state)):
        if key.startswith("go:"):
            opened = tap(state, key)
            assert opened.step == key[3:]
            assert tap(opened, "next").step == "ready"
            assert tap(opened, "back").step == "ready"


def test_the_same_table_as_last_time_is_one_tap_and_the_first_judged_move_the_second() -> None:
    start = begin((FAMILY, Answers()))
    assert keys(seen(start))[0] == "same:0"
    state = tap(start, "same:0")
    assert (state.wish, state.answers) == ("play", FAMILY)
    taps = ("same:0", "card:K")
    assert len(taps) <= 4, "at most four, from power-on to the first judged move"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", shipped_boards())
def test_every_board_with_every_seating_and_rule_set_can_be_played(board: str, language: Language) -> None:
    state = tap(replace(begin((), Answers(language=language)), step="board"), f"board:{board}")
    for rules in NAMES:
        for way in seatings(state.answers):
            chosen = replace(state.answers, rules=rules, seating=way)
            stored = settings_of(chosen)
            game_of(read_settings(stored, Path("set-up")).table)
            assert settings_of(answers_of(stored)) == stored


@settings(max_examples=40)
@given(st.data())
def test_whatever_is_tapped_can_be_played_and_is_remembered_as_it_was(data: st.DataObject) -> None:
    state = begin(cameras=CAMERAS)
    for _ in range(data.draw(st.integers(0, 40))):
        state = replace(tap(state, data.draw(st.sampled_from(keys(seen(state))))), wish="")
    stored = settings_of(state.answers)
    game_of(read_settings(tomllib.loads(settings_text(stored)), Path("set-up")).table)
    colours = [colour_at(state.answers, seat) for seat in state.answers.seats]
    assert len(set(colours)) == len(colours)
    assert settings_of(answers_of(stored)) == stored
    assert seating(answers_of(stored)) == seating(state.answers)


def test_every_house_rule_that_is_offered_changes_something_and_those_in_force_agree() -> None:
    for rules in NAMES:
        answers = Answers(rules=rules)
        for key in house_rules():
            if matters(rules, key):
                answers = with_house_rule(answers, key)
                assert key in answers.house
                assert agree(rules, answers.house)
        assert not set(with_house_rule(answers, answers.house[0]).house) >= set(answers.house)


def test_what_nobody_was_asked_about_stays_as_the_settings_say() -> None:
    stored = tomllib.loads(example_settings())
    assert settings_of(answers_of(stored))["pawns"] == stored["pawns"]
    own = {**stored, "ruleset": {"base": "quebec", "name": "Chez nous"}, "focal": 900.0}
    state = begin((), answers_of(own), step="ready")
    assert settings_of(state.answers)["ruleset"]["name"] == "Chez nous"
    changed = tap(replace(state, step="rules"), "rules:saut")
    assert settings_of(changed.answers)["rules"] == "saut"
    assert "ruleset" not in settings_of(changed.answers)
    other = tap(replace(state, step="board"), "board:octagon-70")
    assert "focal" not in settings_of(other.answers), "it holds for one camera in one place"


def test_a_name_is_typed_letter_by_letter_with_accents() -> None:
    state = replace(begin(), step="name", seat=Seat("c"))
    for letter in ("l", "letters", "É", "a", "-", "m", "a", "x", "erase", "space", "-"):
        state = tap(state, f"letter:{letter}")
    assert state.typed == "Léa-Ma "
    named = tap(state, "named")
    assert named.step == "players"
    assert settings_of(named.answers)["names"] == {"c": "Léa-Ma"}
    again = tap(tap(named, "seat:c"), "name")
    assert again.typed == "Léa-Ma"
    for _ in again.typed:
        again = tap(again, "letter:erase")
    assert "names" not in settings_of(tap(again, "named").answers)


def test_a_colour_that_somebody_has_is_swapped() -> None:
    state = replace(begin(), step="seat", seat=Seat("a"))
    before = {seat: colour_at(state.answers, seat) for seat in state.answers.seats}
    after = tap(state, f"colour:{before[Seat('b')]}").answers
    assert colour_at(after, Seat("a")) == before[Seat("b")]
    assert colour_at(after, Seat("b")) == before[Seat("a")]


def test_a_wrong_colour_that_is_corrected_again_leaves_the_others_as_the_camera_sees_them() -> None:
    state = seen_table(replace(begin(), step="camera"), "square-40", SEEN)
    before = [*SEEN.colours.values()]
    state = tap(state, "seat:a")
    for colour in ("purple", "yellow", "white"):
        state = tap(state, f"colour:{colour}")
    assert [colour_at(state.answers, seat) for seat in state.answers.seats] == before


def test_the_camera_page_says_what_to_do_about_the_picture() -> None:
    for language in LANGUAGES:
        live = load_texts("setup", language)["live"]
        state = replace(begin((), Answers(language=language)), step="camera")
        far = CameraStatus(pictures=True, board="square-40", hole_px=NARROWEST_HOLE_PX - 1)
        looks = {
            "opening": CameraStatus(),
            "looking": CameraStatus(pictures=True),
            "missing": CameraStatus(fault="missing"),
            "unknown": CameraStatus(pictures=True, advice=NOT_FOUND),
            "far": far,
            "unseen": replace(far, whole=False),
            "flat": replace(far, hole_px=12.0, elevation_deg=20.0),
            "pawns": replace(far, hole_px=12.0),
        }
        for key, look in looks.items():
            beginning = live[key].partition("{")[0]
            assert beginning in page_of(state, look).text, (key, page_of(state, look).text)
        dark = page_of(
            state, CameraStatus(pictures=True, advice="it is too dark to see the holes: switch a light on")
        )
        assert dark.text.startswith("It is too dark" if language == "en" else "Il fait trop sombre")


def test_families_are_remembered_the_last_one_first_and_each_once(tmp_path: Path) -> None:
    families = Families(tmp_path)
    assert families.remembered() == ()
    first, other = settings_of(FAMILY), settings_of(replace(FAMILY, names={Seat("a"): "Zoé"}))
    for stored in (first, other, {**first, "rules": "saut"}):
        families.remember(stored)
    assert [one["rules"] for one in families.remembered()] == ["saut", "quebec"]
    (tmp_path / "families.json").write_bytes(b"\xff[")
    assert families.remembered() == ()


def test_settings_are_written_where_the_program_may_and_found_there(tmp_path: Path) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    (tmp_path / "config").write_text("no folder can be made here")
    stored = settings_of(FAMILY)
    written = write_settings(places, stored)
    assert written == set_up_places(places) != places
    assert load_settings(written.settings).table.names == FAMILY.names
    (tmp_path / "config").unlink()
    assert write_settings(places, stored) == places == set_up_places(places)


def test_a_seat_has_its_own_help_and_may_be_played_by_the_program_but_not_every_seat() -> None:
    state = tap(replace(begin(), step="players"), "seat:b")
    state = tap(tap(state, "level"), "level:shown")
    state = tap(tap(state, "chair"), "chair:2")
    assert (state.step, settings_of(state.answers)["chairs"]) == ("seat", {"b": 2})
    assert settings_of(state.answers)["levels"] == {"b": "shown"}
    for seat in "acd":
        state = tap(tap(replace(state, step="players"), f"seat:{seat}"), "chair")
        state = tap(state, "chair:3")
    assert settings_of(state.answers)["chairs"] == {"b": 2, "a": 3, "c": 3}, "somebody plays"
    state = tap(replace(state, step="seat", seat=Seat("d")), "nobody")
    assert Seat("d") in state.answers.played, "or else the program would be alone"
    state = tap(replace(state, step="seat", seat=Seat("b")), "nobody")
    assert "b" not in settings_of(state.answers)["chairs"]
    assert "levels" not in settings_of(state.answers)
    state = tap(tap(replace(state, step="seat", seat=Seat("a")), "chair"), "chair:0")
    assert settings_of(state.answers)["chairs"] == {"c": 3}


@pytest.mark.parametrize("rules", NAMES)
def test_every_house_rule_is_in_one_group_and_is_reached_from_its_key(rules: str) -> None:
    members = [key for group in GROUPS.values() for key in group]
    assert sorted(members) == sorted(house_rules())
    state = begin((), Answers(rules=rules), step="house")
    reached = {key.key for group in page_of(state).keys for key in page_of(tap(state, group.key)).keys}
    assert reached == {f"house:{key}" for key in house_rules() if matters(rules, key)}
    inside = tap(state, page_of(state).keys[0].key)
    chosen = tap(inside, page_of(inside).keys[0].key)
    assert len(chosen.answers.house) == 1
    assert tap(chosen, "back").step == "house"


def test_changes_that_end_the_game_in_progress_are_asked_about(tmp_path: Path) -> None:
    kept = settings_kept(settings_of(FAMILY))
    ready = begin((), FAMILY, step="ready")
    louder = tap(replace(ready, step="sound"), "sound:full")
    assert is_same_game(kept, settings_kept(settings_of(louder.answers)))
    other = tap(replace(ready, step="rules"), "rules:fadoq")
    assert not is_same_game(kept, settings_kept(settings_of(other.answers)))
    asking = replace(other, step="ending")
    assert tap(asking, "back").step == "ready"
    assert tap(asking, "yes").wish == "play"
    assert tap(asking, "yes").warned
    written = write_settings(DataFolders(tmp_path, tmp_path), settings_of(FAMILY))
    assert is_same_game(settings_kept(written), kept), "as written and read again"
