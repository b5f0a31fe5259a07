"""The set-up's pages: what each step shows, in the chosen language."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from calibration.board.board_file import shipped_boards
from calibration.holes import Seat
from calibration.new_board.learn import CAMPS
from calibration.new_board.numbering import HOME_ENTRIES
from toc_pi.app.rule_reading import rule_page
from toc_pi.app.setup.answers import (
    USUAL_COLOURS,
    Answers,
    colour_at,
    matters,
    rules_of,
    seating,
    seatings,
)
from toc_pi.app.setup.setting_up import ABC, ACCENTS, ERASE, LEVELS, OTHER_LETTERS, SPACE
from toc_pi.app.setup.setup_steps import CHANGED, SettingUp, Step, first_page, kind_asked
from toc_pi.app.setup.table_summary import (
    SAMPLE_FILM,
    CameraStatus,
    Words,
    board_line,
    board_name,
    camera_name,
    camera_name_of,
    camera_sentence,
    colour_word,
    family_name,
    name_at,
    rules_name,
    summary,
    summary_line,
)
from toc_pi.languages import FACES, capital, colour_name, load_texts
from toc_pi.rule_pages.pages import GROUPS, house_rule, open_readings
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.ruleset import NAMES, house_rules, load_ruleset
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.settings import DECLARING, HINTS, LETTERS, LOUDNESS, NO_CAMERA, STRENGTHS
from toc_pi.store.table_settings import PAWN_KINDS

OWN_NAME = "toc-pi"
"""The program's player name."""
# Pages whose keys have a sentence under the label.
SENTENCES = (
    *(
        "welcome",
        "cameras",
        "pawns",
        "camps",
        "entry",
        "learnt",
        "rules",
        "house-group",
        "declare",
        "hints",
        "level",
    ),
    "chair",
)


def page_of(state: SettingUp, look: CameraStatus | None = None) -> Page:
    """The page of a step.

    Args:
        state: of the set-up.
        look: the camera's view, for the camera's page.
    """
    words = load_texts("setup", state.answers.language)
    seat = state.seat or ""
    title = words["title"][state.step].format(seat=seat, group=words["groups"].get(state.group, ""))
    text = words["text"].get("kind" if state.step == "pawns" and kind_asked(state) else state.step, "")
    large = state.answers.letters == "large"
    if state.step == "name":
        keys = tuple(_alphabet(state, words))
        return Page("name", title, keys=keys, shape=Shape.LETTERS, typed=state.typed, large=large)
    if state.step in ("camera", "players", "waiting"):
        look, board = look or CameraStatus(), state.answers.board
        keys = tuple(_players(state, words, look))
        if state.step != "players":
            keys, text = tuple(_camera(state, words, look)), camera_sentence(look, state, words)
        drawn = board if board_line(board, words) else ""  # its file may be gone
        return Page(
            state.step, title, text, keys, _feet(state, words), Shape.PICTURE, large=large, board=drawn
        )
    if state.step == "read":
        leave = Key("back", words["key"]["back"])
        return rule_page(rules_of(state.answers), state.group, state.answers.language, leave, large=large)
    keys = tuple(_KEYS[state.step](state, words))
    feet = _feet(state, words)
    return Page(state.step, title, text, keys, feet, sentences=state.step in SENTENCES, large=large)


def _feet(state: SettingUp, words: Words) -> tuple[Key, ...]:
    key = words["key"]
    way = words["menu"]["close"] if state.changing else key["leave"]
    back = Key("back", way if first_page(state) else key["back"])
    if state.step == "ready":
        return (back, Key("next", key["play"], strong=True))
    if state.step == "rules":
        return (back, Key("read:", key["read"]), Key("next", key["next"]))
    if state.step in ("camera", "waiting"):
        way_on = key["next" if state.step == "camera" else "play_anyway"]
        return (back, Key("camera", key["other"]), Key("next", way_on))
    if state.step == "language":
        return (back, Key("turn", key["turn"]), Key("next", key["next"]))
    return (back, Key("next", key["next"])) if state.step in (*CHANGED, "width", "learnt") else (back,)


def _welcome(state: SettingUp, words: Words) -> Iterator[Key]:
    key = words["key"]
    for at, family in enumerate(state.families):
        yield Key(
            f"same:{at}",
            key["same"] if at == 0 else family_name(family, words),
            summary(family, full=at == 0),
        )
        if at == 0:
            yield Key("change", key["change"], summary_line(state.answers))
    yield Key("fresh", key["fresh"], key["fresh_below"])


def _language(state: SettingUp, words: Words) -> Iterator[Key]:
    for language, word in (("fr", "french"), ("en", "english")):
        yield Key(f"language:{language}", words["key"][word], on=state.answers.language == language)


def _camera(state: SettingUp, words: Words, look: CameraStatus) -> Iterator[Key]:
    key, pawns = words["key"], state.answers.pawns
    if not look.pictures:
        yield Key(f"camera:{NO_CAMERA}", key["none"])
        yield Key(f"camera:film {SAMPLE_FILM}", words["cameras"]["sample"])
        return
    if not look.board:
        yield Key("corners", key["corners"])
    yield Key("go:board", key["other_board"])
    if look.board and state.pawns is not None:
        size = words["pawns"]["size"].format(kind=words["pawns"][pawns.kind], height=round(pawns.height))
        yield Key("go:pawns", f"{size} ?" if kind_asked(state) else size)


def _cameras(state: SettingUp, words: Words) -> Iterator[Key]:
    names = (*state.cameras, NO_CAMERA)
    own = state.answers.camera
    for name in names if own in names else (own, *names):
        kind = name.partition(" ")[0]
        yield Key(
            f"camera:{name}",
            camera_name_of(name, words),
            words["cameras"].get(f"{kind}_below", ""),
            own == name,
        )


def _board(state: SettingUp, words: Words) -> Iterator[Key]:
    own = state.answers.board
    for name in (*(() if own in shipped_boards() else (own,)), *shipped_boards()):
        yield Key(
            f"board:{name}",
            board_name(name, words),
            board_line(name, words),
            on=name == own,
            board=name if board_line(name, words) else "",
        )
    if not state.answers.without_camera:
        yield Key("board:learn", words["key"]["learn"], words["key"]["learn_below"])


def _width(state: SettingUp, words: Words) -> Iterator[Key]:
    yield Key("wide", words["seat"]["wide"].format(width=round(state.width_mm / 10)), plain=True)
    for step in (-10, 10, -1, 1):
        yield Key(f"width:{step}", words["seat"]["wide"].format(width=f"{step:+d}".replace("-", "−")))


def _camps(state: SettingUp, words: Words) -> Iterator[Key]:
    yield from choices("camps", CAMPS, "" if state.tapped is None else state.tapped.camps, words)


def _entry(state: SettingUp, words: Words) -> Iterator[Key]:
    own = "" if state.tapped is None else str(state.tapped.home_entry)
    yield from choices("entry", map(str, HOME_ENTRIES), own, words)


def _learnt(state: SettingUp, words: Words) -> Iterator[Key]:
    """What the picture shows of a new board, or people have said."""
    if state.tapped is not None:
        found: Mapping[Step, str] = {"camps": state.tapped.camps, "entry": str(state.tapped.home_entry)}
        for step, which in found.items():
            yield Key(f"{step}:", words["learnt"][step], words[step][which])


def _pawns(state: SettingUp, words: Words) -> Iterator[Key]:
    texts, pawns = words["pawns"], state.answers.pawns
    asked = kind_asked(state)
    sides = (
        Key("white:yes", texts["white"], texts["white_below"], on=pawns.white_face),
        Key("white:no", texts["plain"], texts["plain_below"], on=not pawns.white_face),
    )
    kinds = (
        Key(f"pawns:{kind}", texts[kind], texts[f"{kind}_below"], on=kind == pawns.kind and not asked)
        for kind in PAWN_KINDS
    )
    yield from (*kinds, *sides) if asked else (*sides, *kinds)


def _players(state: SettingUp, words: Words, look: CameraStatus) -> Iterator[Key]:
    """The seats around the board, as the camera sees them or as it is drawn: a is at the bottom."""
    seats = state.answers.seats
    seen = look.seats if look.board == state.answers.board else {}
    for number, seat in enumerate(seats):
        turn = math.pi * (0.5 + (2 * number + 1) / len(seats))
        place = seen.get(seat, (math.cos(turn), math.sin(turn)))
        yield replace(_person(state.answers, seat, f"seat:{seat}", words), at=place)


def _person(answers: Answers, seat: Seat, key: str, words: Words, on: bool | None = None) -> Key:
    colour = colour_word(answers, seat)
    nobody = seat in answers.empty
    strength = answers.chairs.get(seat)
    usual = colour if strength is None else words["chair"][f"strength{strength}"]
    name = words["seat"]["nobody"] if nobody else answers.names.get(seat, usual)
    return Key(key, name, f"{seat} · {colour}", on=on, seat=seat, colour=colour_at(answers, seat))


def _seat(state: SettingUp, words: Words) -> Iterator[Key]:
    answers, seat, key = state.answers, state.seat or Seat("a"), words["key"]
    yield Key("name", key["name"], answers.names.get(seat, "–"), seat=seat, colour=colour_at(answers, seat))
    yield Key("nobody", key["nobody"], key["nobody_below"], on=seat in answers.empty)
    strength, level = answers.chairs.get(seat), answers.levels.get(seat)
    yield Key("chair", key["chair"], words["chair"]["person" if strength is None else f"strength{strength}"])
    yield Key("level", key["level"], words["hints"]["table" if level is None else level])
    for colour in USUAL_COLOURS:
        yield Key(
            f"colour:{colour}",
            capital(colour_name(colour, answers.language)),
            on=colour_at(answers, seat) == colour,
            colour=colour,
        )


def _level(state: SettingUp, words: Words) -> Iterator[Key]:
    texts, own = words["hints"], state.answers.levels.get(state.seat or Seat("a"))
    table = texts[state.answers.hints]
    yield Key("level:table", texts["table"], texts["table_below"].format(level=table), on=own is None)
    for one in HINTS:
        yield Key(f"level:{one}", texts[one], texts[f"{one}_below"], on=one == own)


def _chair(state: SettingUp, words: Words) -> Iterator[Key]:
    texts, own = words["chair"], state.answers.chairs.get(state.seat or Seat("a"), 0)
    yield Key("chair:0", texts["person"], texts["person_below"], on=own == 0)
    for one in STRENGTHS:
        yield Key(f"chair:{one}", texts[f"strength{one}"], texts[f"strength{one}_below"], on=one == own)


def _alphabet(state: SettingUp, words: Words) -> Iterator[Key]:
    key = words["key"]
    for letter in ACCENTS if state.accents else ABC:
        yield Key(f"letter:{letter}", letter)
    yield Key("letter:-", "-")
    yield Key(f"letter:{ERASE}", key["erase"])
    yield Key("back", key["back"])
    yield Key(f"letter:{OTHER_LETTERS}", key["letters" if state.accents else "accents"])
    yield Key(f"letter:{SPACE}", key["space"])
    yield Key("named", key["done"])


def _teams(state: SettingUp, words: Words) -> Iterator[Key]:
    own = seating(state.answers)
    for way in seatings(state.answers):
        yield Key(f"teams:{way}", words["teams"][way], words["teams"][f"{way}_below"], on=way == own)


def _rules(state: SettingUp, _: Words) -> Iterator[Key]:
    book = rule_texts(state.answers.language)
    for name in NAMES:
        own = name == state.answers.rules and "ruleset" not in state.answers.others
        yield Key(f"rules:{name}", book.text("titles", name), book.text("summaries", name), on=own)


def _ending(_: SettingUp, words: Words) -> Iterator[Key]:
    yield Key("yes", words["ask"]["new_yes"])


def _house(state: SettingUp, words: Words) -> Iterator[Key]:
    """The groups of house rules, each with those that are played."""
    answers, asked = state.answers, _asked(state.answers.rules)
    for group, members in GROUPS.items():
        if set(asked) & set(members):
            played = [house_rule(key, answers.language).name for key in members if key in answers.house]
            below = ", ".join(played) or words["groups"]["none"]
            yield Key(f"group:{group}", words["groups"][group], below, strong=bool(played))


def _house_group(state: SettingUp, _: Words) -> Iterator[Key]:
    answers = state.answers
    for key in _asked(answers.rules):
        if key in GROUPS.get(state.group, ()):
            rule = house_rule(key, answers.language)
            yield Key(f"house:{key}", rule.name, rule.text, on=key in answers.house)


@cache
def _asked(rules: str) -> tuple[str, ...]:
    """The house rules of open readings first, then all others that change anything."""
    asked = [one.key for one in open_readings(load_ruleset(rules), "en")]
    return (*asked, *(key for key in house_rules() if key not in asked and matters(rules, key)))


def _first(state: SettingUp, words: Words) -> Iterator[Key]:
    answers = state.answers
    for seat in answers.played:
        yield _person(answers, seat, f"first:{seat}", words, on=seat == answers.first)


def _declare(state: SettingUp, words: Words) -> Iterator[Key]:
    yield from choices("declare", DECLARING, state.answers.declare, words)
    yield from choices("faces", FACES, state.answers.faces, words)


def _hints(state: SettingUp, words: Words) -> Iterator[Key]:
    yield from choices("hints", HINTS, state.answers.hints, words)


def _sound(state: SettingUp, words: Words) -> Iterator[Key]:
    yield from sound_keys(state.answers, words, voice=state.voice)


def sound_keys(answers: Answers, words: Words, *, voice: bool) -> Iterator[Key]:
    """Keys for the volume and for speech; a machine without a voice can't switch speech on."""
    yield from choices("sound", LOUDNESS, answers.sound, words)
    speech = words["key"]["speech"]
    if not voice:
        yield Key("speech", speech, words["key"]["speech_none"], plain=True)
    elif answers.sound != "off":
        yield Key("speech", speech, words["key"]["speech_below"], on=answers.speech)


def choices(what: str, all_of_them: Iterable[str], present: str, words: Words) -> Iterator[Key]:
    """A key for each value of a setting, with its sentence."""
    texts = words[what]
    for one in all_of_them:
        yield Key(f"{what}:{one}", texts[one], texts.get(f"{one}_below", ""), on=one == present)


def brightness_keys(level: float, words: Words) -> Iterator[Key]:
    """Keys for the screen's brightness; the nearest level is marked."""
    nearest = min(LEVELS, key=lambda name: abs(LEVELS[name] - level))
    for name in LEVELS:
        yield Key(f"bright:{name}", words["brightness"][name], on=name == nearest)


def _screen(state: SettingUp, words: Words) -> Iterator[Key]:
    yield from choices("letters", LETTERS, state.answers.letters, words)
    if state.brightness is not None:
        yield from brightness_keys(state.brightness, words)
    yield Key("turn", words["key"]["turn"], words["key"]["turn_below"])


def _ready(state: SettingUp, words: Words) -> Iterator[Key]:
    answers, ready = state.answers, words["ready"]
    sound, speaks = words["sound"][answers.sound], answers.speech and answers.sound != "off" and state.voice
    house = ready[
        "house_none" if not answers.house else "house_one" if len(answers.house) == 1 else "house_many"
    ]
    names = [name_at(answers, seat) for seat in answers.played]
    side = words["pawns"]["white" if answers.pawns.white_face else "plain"].lower()
    lines: Mapping[Step, str] = {
        "players": ", ".join(names),
        "teams": words["teams"][seating(answers)],
        "board": f"{board_name(answers.board, words)}, {board_line(answers.board, words)}",
        "camera": camera_name(answers, words),
        "pawns": f"{words['pawns'][answers.pawns.kind]}, {side}",
        "rules": rules_name(answers),
        "house": house.format(count=len(answers.house)),
        "first": name_at(answers, answers.first if answers.first in answers.played else answers.played[0]),
        "declare": words["declare"][answers.declare],
        "hints": words["hints"][answers.hints],
        "sound": ready["spoken"].format(sound=sound) if speaks else sound,
        "screen": words["letters"][answers.letters],
        "language": words["key"]["french" if answers.language == "fr" else "english"],
    }
    for step, line in lines.items():
        yield Key(f"go:{step}", ready[step], line)


# What makes the keys of a page.
_KEYS: Mapping[Step, Callable[[SettingUp, Words], Iterator[Key]]] = {
    "welcome": _welcome,
    "language": _language,
    "cameras": _cameras,
    "board": _board,
    "width": _width,
    "camps": _camps,
    "entry": _entry,
    "learnt": _learnt,
    "pawns": _pawns,
    "seat": _seat,
    "teams": _teams,
    "rules": _rules,
    "ending": _ending,
    "house": _house,
    "house-group": _house_group,
    "first": _first,
    "declare": _declare,
    "hints": _hints,
    "level": _level,
    "chair": _chair,
    "sound": _sound,
    "screen": _screen,
    "ready": _ready,
}
