"""The set-up as data: every step is reached, back leads back, and any answers make a playable table."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from taps import tap

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import shipped_boards
from calibration.holes import Seat
from calibration.new_board.description import BoardDescription
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
from toc_pi.app.setup.setting_up import begin, learnt, seen_table
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus, SeenPawns, SetupPage, SetupState, asked_of, opened
from toc_pi.app.setup.table_summary import game_of
from toc_pi.languages import LANGUAGES, Language
from toc_pi.rule_pages.pages import GROUPS
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


def seen(state: SetupState) -> Page:
    return page_of(state, CameraStatus(pictures=True))


def walk(start: SetupState, most: int = 400) -> Iterator[tuple[SetupState, str, SetupState]]:
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
    assert met == set(get_args(SetupPage)) - {"ending"}, "only with a game in progress"
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
        assert not state.past
        assert tap(state, "back").wish == "leave"


def test_a_board_is_described_in_steps_of_a_centimetre_before_it_is_tapped() -> None:
    state = tap(replace(begin(), step="board"), "board:learn")
    for key in ("width:10", "width:1", "width:1", "width:-1", "next"):
        state = tap(state, key)
    assert (state.width_mm, state.wish) == (510.0, "learn")


@pytest.mark.parametrize(
    "keys",
    [
        *(f"go:players seat:b {key}" for key in ("name", "colour:", "chair", "level")),
        *("go:board board:learn", "go:rules read:", "go:house group:seven", "go:camera camera"),
    ],
)
def test_a_step_within_another_leads_back_to_it(keys: str) -> None:
    states = [tap(begin((FAMILY,)), "change")]
    for key in keys.split():
        states.append(tap(states[-1], key))
        assert states[-1].step != states[-2].step
    for inner, outer in pairwise(reversed(states)):
        assert tap(inner, "back").step == outer.step


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
            game_of(read_settings(stored, Path("set-up")))
            assert settings_of(answers_of(stored)) == stored


@pytest.mark.parametrize(
    ("rules", "board", "usual"),
    [
        ("toc", "square-40", "alone"),
        ("toc", "octagon-70", "alone"),
        ("tock", "square-40", "pairs"),
        ("saut", "hexagon-55", "pairs"),
        ("quebec", "square-40", "pairs"),
        ("quebec", "hexagon-55", "two-teams"),
        ("fadoq", "octagon-70", "two-teams"),
    ],
)
def test_who_plays_together_is_proposed_as_the_rules_and_the_seats_have_it(
    rules: str, board: str, usual: str
) -> None:
    state = tap(replace(begin(), step="board"), f"board:{board}")
    state = tap(replace(state, step="rules"), f"rules:{rules}")
    assert seating(state.answers) == usual
    chosen = tap(replace(state, step="teams"), "teams:two-colours")
    assert seating(tap(replace(chosen, step="rules"), "rules:saut").answers) == "two-colours"
    alone = tap(replace(state, step="chair", seat=Seat("b")), "chair:nobody")
    assert seating(alone.answers) == "alone" or len(alone.answers.played) % 2 == 0


@settings(max_examples=40)
@given(st.data())
def test_whatever_is_tapped_can_be_played_and_is_remembered_as_it_was(data: st.DataObject) -> None:
    state = begin(cameras=CAMERAS)
    for _ in range(data.draw(st.integers(0, 40))):
        state = replace(tap(state, data.draw(st.sampled_from(keys(seen(state))))), wish="")
    stored = settings_of(state.answers)
    game_of(read_settings(tomllib.loads(settings_text(stored)), Path("set-up")))
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
    state = replace(begin(), step="name", seat=Seat("c"), past=("players", "seat"))
    for letter in ("L", "letters", "É", "A", "-", "M", "A", "X", "erase", "space", "-"):
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
    state = replace(begin(), step="colour", seat=Seat("a"))
    before = {seat: colour_at(state.answers, seat) for seat in state.answers.seats}
    after = tap(state, f"colour:{before[Seat('b')]}").answers
    assert colour_at(after, Seat("a")) == before[Seat("b")]
    assert colour_at(after, Seat("b")) == before[Seat("a")]


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
    assert load_settings(written.settings).names == FAMILY.names
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
    state = tap(replace(state, step="chair", seat=Seat("d")), "chair:nobody")
    assert Seat("d") in state.answers.played, "or else the program would be alone"
    state = tap(replace(state, step="chair", seat=Seat("b")), "chair:nobody")
    assert Seat("b") in tap(replace(state, step="chair"), "chair:0").answers.played
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
    louder = tap(tap(ready, "go:sound"), "sound:full")
    assert is_same_game(kept, settings_kept(settings_of(louder.answers)))
    other = tap(tap(ready, "go:rules"), "rules:fadoq")
    assert not is_same_game(kept, settings_kept(settings_of(other.answers)))
    asking = opened(other, "ending")
    assert tap(asking, "back").step == "ready"
    assert tap(asking, "yes").wish == "play"
    assert tap(asking, "yes").warned
    written = write_settings(DataFolders(tmp_path, tmp_path), settings_of(FAMILY))
    assert is_same_game(settings_kept(written), kept), "as written and read again"
