"""The set-up's pages: what each step shows, in the chosen language."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from calibration.appearance.pawn_set import KINDS
from calibration.board.board_file import shipped_boards
from calibration.holes import Seat
from calibration.new_board.description import CAMPS, HOME_ENTRIES
from toc_pi.app.setup.answers import (
    USUAL_COLOURS,
    Answers,
    colour_at,
    matters,
    rules_of,
    seating,
    seatings,
)
from toc_pi.app.setup.setting_up import ABC, ACCENTS, ERASE, OTHER_LETTERS, SPACE
from toc_pi.app.setup.setup_steps import CHANGED, CameraStatus, SetupPage, SetupState, kind_asked, side_asked
from toc_pi.app.setup.table_summary import (
    SAMPLE_FILM,
    board_line,
    board_name,
    camera_name,
    camera_sentence,
    colour_word,
    family_name,
    name_at,
    people,
    rules_name,
    summary,
)
from toc_pi.app.shared_keys import brightness_keys, choices, language_keys, rule_page, sound_keys
from toc_pi.languages import FACES, Texts, capital, colour_name, load_texts
from toc_pi.rule_pages.pages import GROUPS, house_rule, open_readings
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.ruleset import NAMES, house_rules, load_ruleset
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.table_config import DECLARING, HINTS, LETTERS, NO_CAMERA, STRENGTHS

# Pages whose keys have a sentence under the label.
SENTENCES: tuple[SetupPage, ...] = (
    *("welcome", "cameras", "camps", "entry", "learnt", "rules", "house-group", "declare"),
    *("hints", "level", "chair"),
)
SHAPES: Mapping[SetupPage, Shape] = {
    **dict.fromkeys(("camera", "players", "waiting"), Shape.PICTURE),
    **dict.fromkeys(("pawns", "side", "colour"), Shape.DRAWINGS),
    "name": Shape.LETTERS,
}


def page_of(state: SetupState, look: CameraStatus | None = None) -> Page:
    """The page of a step; those with a picture say what the camera sees."""
    answers, step, look = state.answers, state.step, look or CameraStatus()
    words, large = load_texts("setup", answers.language), answers.letters == "large"
    if step == "read":
        leave = Key("back", words["key"]["back"])
        return rule_page(rules_of(answers), state.group, answers.language, leave, large=large)
    shape = SHAPES.get(step, Shape.LIST)
    if step in ("camera", "waiting"):
        keys, text = _camera(state, words, look), camera_sentence(look, state, words)
    else:
        keys = _players(state, words, look) if step == "players" else _KEYS[step](state, words)
        text = words["text"].get("kind" if step == "pawns" and kind_asked(state) else step, "")
    return Page(
        step,
        words["title"][step].format(seat=state.seat or "", group=words["groups"].get(state.group, "")),
        text,
        tuple(keys),
        () if step == "name" else tuple(_feet(state, words)),
        shape,
        typed=state.typed if step == "name" else "",
        sentences=step in SENTENCES,
        large=large,
        # Its file may be gone.
        board=answers.board if shape is Shape.PICTURE and board_line(answers.board, words) else "",
    )


def _feet(state: SetupState, words: Texts) -> Iterator[Key]:
    key, step = words["key"], state.step
    way = words["menu"]["close"] if state.changing else key["leave"]
    yield Key("back", key["back"] if state.past else way)
    if step == "rules":
        yield Key("read:", key["read"])
    if step in ("camera", "waiting"):
        yield Key("camera", key["other"])
    if step == "language":
        yield Key("turn", key["turn"])
    if step in (*CHANGED, "width", "learnt", "waiting") and not (step == "pawns" and kind_asked(state)):
        way_on = {"ready": "play", "waiting": "play_anyway"}.get(step, "next")
        yield Key("next", key[way_on], strong=step == "ready")


def _welcome(state: SetupState, words: Texts) -> Iterator[Key]:
    key = words["key"]
    for at, family in enumerate(state.families):
        name = key["same"] if at == 0 else family_name(family, words)
        yield Key(f"same:{at}", name, summary(family, full=at == 0))
        if at == 0:
            what = (words["ready"][step].lower() for step in ("players", "board", "rules"))
            yield Key("change", key["change"], f"{', '.join(what)} …")
    yield Key("fresh", key["fresh"], key["fresh_below"])


def _language(state: SetupState, words: Texts) -> Iterator[Key]:
    yield from language_keys(state.answers.language, words)
    yield Key("test", words["key"]["test"])


def _camera(state: SetupState, words: Texts, look: CameraStatus) -> Iterator[Key]:
    key, answers = words["key"], state.answers
    if not look.pictures:
        yield Key(f"camera:{NO_CAMERA}", key["none"])
        yield Key(f"camera:film {SAMPLE_FILM}", words["cameras"]["sample"])
        return
    if not look.board:
        yield Key("corners", key["corners"])
    yield Key("go:board", key["other_board"])
    if look.board and state.pawns is not None:
        kind, height = words["pawns"][answers.pawns.kind], round(answers.pawns.height)
        size = words["pawns"]["size"].format(kind=kind, height=height)
        yield Key("go:pawns", f"{size} ?" if kind_asked(state) else size)
    if look.board and state.proposes_cards:
        yield Key("go:declare", words["ready"]["declare"], words["declare"][answers.declare])


def _cameras(state: SetupState, words: Texts) -> Iterator[Key]:
    names = (*state.cameras, NO_CAMERA)
    own = state.answers.camera
    for name in names if own in names else (own, *names):
        below = words["cameras"].get(f"{name.partition(' ')[0]}_below", "")
        yield Key(f"camera:{name}", camera_name(name, words), below, own == name)


def _board(state: SetupState, words: Texts) -> Iterator[Key]:
    own = state.answers.board
    for name in (*(() if own in shipped_boards() else (own,)), *shipped_boards()):
        line = board_line(name, words)
        drawn = name if line else ""
        yield Key(f"board:{name}", board_name(name, words), line, on=name == own, board=drawn)
    if not state.answers.without_camera:
        yield Key("board:learn", words["key"]["learn"], words["key"]["learn_below"])


def _width(state: SetupState, words: Texts) -> Iterator[Key]:
    yield Key("wide", words["seat"]["wide"].format(width=round(state.width_mm / 10)), plain=True)
    for step in (-10, 10, -1, 1):
        yield Key(f"width:{step}", words["seat"]["wide"].format(width=f"{step:+d}".replace("-", "−")))


def _camps(state: SetupState, words: Texts) -> Iterator[Key]:
    yield from choices("camps", CAMPS, "" if state.tapped is None else state.tapped.camps, words)


def _entry(state: SetupState, words: Texts) -> Iterator[Key]:
    own = "" if state.tapped is None else str(state.tapped.home_entry)
    yield from choices("entry", map(str, HOME_ENTRIES), own, words)


def _learnt(state: SetupState, words: Texts) -> Iterator[Key]:
    """What the picture shows of a new board, or people have said."""
    if state.tapped is not None:
        found: Mapping[SetupPage, str] = {"camps": state.tapped.camps, "entry": str(state.tapped.home_entry)}
        for step, which in found.items():
            yield Key(f"{step}:", words["learnt"][step], words[step][which])


def _pawns(state: SetupState, words: Texts) -> Iterator[Key]:
    own = "" if kind_asked(state) else state.answers.pawns.kind
    colour = _of_a_pawn(state.answers)
    for kind in KINDS:
        yield Key(f"pawns:{kind}", words["pawns"][kind], on=kind == own, pawn=kind, colour=colour)


def _side(state: SetupState, words: Texts) -> Iterator[Key]:
    texts, pawns = words["pawns"], state.answers.pawns
    for key, name, colour, on in (
        ("yes", "white", "white", pawns.white_face),
        ("no", "plain", _of_a_pawn(state.answers), not pawns.white_face),
    ):
        yield Key(f"white:{key}", texts[name], texts[f"{name}_below"], on, pawn=pawns.kind, colour=colour)


def _of_a_pawn(answers: Answers) -> str:
    """The colour of some pawn on the table that isn't white."""
    return next(one for seat in answers.seats if (one := colour_at(answers, seat)) != "white")


def _players(state: SetupState, words: Texts, look: CameraStatus) -> Iterator[Key]:
    """The seats around the board, as the camera sees them or as it is drawn: a is at the bottom."""
    seats = state.answers.seats
    seen = look.seats if look.board == state.answers.board else {}
    for number, seat in enumerate(seats):
        turn = math.pi * (0.5 + (2 * number + 1) / len(seats))
        place = seen.get(seat, (math.cos(turn), math.sin(turn)))
        yield replace(_person(state.answers, seat, f"seat:{seat}", words), at=place)


def _person(answers: Answers, seat: Seat, key: str, words: Texts, on: bool | None = None) -> Key:
    colour = colour_word(answers, seat)
    nobody = seat in answers.empty
    strength = answers.chairs.get(seat)
    usual = colour if strength is None else words["chair"][f"strength{strength}"]
    name = words["seat"]["nobody"] if nobody else answers.names.get(seat, usual)
    return Key(key, name, f"{seat} · {colour}", on=on, seat=seat, colour=colour_at(answers, seat))


def _seat(state: SetupState, words: Texts) -> Iterator[Key]:
    answers, seat, key = state.answers, state.seat or Seat("a"), words["key"]
    strength, level = answers.chairs.get(seat), answers.levels.get(seat)
    who = "nobody" if seat in answers.empty else "person" if strength is None else f"strength{strength}"
    yield Key("name", key["name"], answers.names.get(seat, "–"))
    yield Key(
        "colour:", key["colour"], colour_word(answers, seat), seat=seat, colour=colour_at(answers, seat)
    )
    yield Key("chair", key["chair"], words["chair"][who])
    if who == "person":
        yield Key("level", key["level"], words["hints"]["table" if level is None else level])


def _colour(state: SetupState, words: Texts) -> Iterator[Key]:
    """The colours, each with whose it is now."""
    answers, seat = state.answers, state.seat or Seat("a")
    owners = {colour_at(answers, one): one for one in answers.seats if one != seat}
    for colour in USUAL_COLOURS:
        owner = owners.get(colour)
        yield Key(
            f"colour:{colour}",
            capital(colour_name(colour, answers.language)),
            "" if owner is None else words["seat"]["owner"].format(seat=owner),
            on=colour == colour_at(answers, seat),
            colour=colour,
        )


def _level(state: SetupState, words: Texts) -> Iterator[Key]:
    texts, own = words["hints"], state.answers.levels.get(state.seat or Seat("a"))
    table = texts[state.answers.hints]
    yield Key("level:table", texts["table"], texts["table_below"].format(level=table), on=own is None)
    yield from choices("level", HINTS, own or "", {"level": texts})


def _chair(state: SetupState, words: Texts) -> Iterator[Key]:
    texts, seat = words["chair"], state.seat or Seat("a")
    nobody, own = seat in state.answers.empty, state.answers.chairs.get(seat, 0)
    yield Key("chair:0", texts["person"], texts["person_below"], on=own == 0 and not nobody)
    for one in STRENGTHS:
        yield Key(f"chair:{one}", texts[f"strength{one}"], texts[f"strength{one}_below"], on=one == own)
    yield Key("chair:nobody", texts["nobody"], texts["nobody_below"], on=nobody)


def _alphabet(state: SetupState, words: Texts) -> Iterator[Key]:
    key = words["key"]
    for letter in ACCENTS if state.accents else ABC:
        yield Key(f"letter:{letter}", letter)
    yield Key("letter:-", "-")
    yield Key(f"letter:{ERASE}", key["erase"])
    yield Key("back", key["back"])
    yield Key(f"letter:{OTHER_LETTERS}", key["letters" if state.accents else "accents"])
    yield Key(f"letter:{SPACE}", key["space"])
    yield Key("named", key["done"])


def _rules(state: SetupState, _: Texts) -> Iterator[Key]:
    wording = rule_texts(state.answers.language)
    for name in NAMES:
        own = name == state.answers.rules and "ruleset" not in state.answers.others
        yield Key(f"rules:{name}", wording.text("titles", name), wording.text("summaries", name), on=own)


def _house(state: SetupState, words: Texts) -> Iterator[Key]:
    """The groups of house rules, each with those that are played."""
    answers, asked = state.answers, _asked(state.answers.rules)
    for group, members in GROUPS.items():
        if set(asked) & set(members):
            played = [house_rule(key, answers.language).name for key in members if key in answers.house]
            below = ", ".join(played) or words["groups"]["none"]
            yield Key(f"group:{group}", words["groups"][group], below, strong=bool(played))


def _house_group(state: SetupState, _: Texts) -> Iterator[Key]:
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


def _first(state: SetupState, words: Texts) -> Iterator[Key]:
    answers = state.answers
    for seat in answers.played:
        yield _person(answers, seat, f"first:{seat}", words, on=seat == answers.first)


def _declare(state: SetupState, words: Texts) -> Iterator[Key]:
    if not state.answers.without_camera:  # on the screen a card is tapped before its pawn
        yield from choices("declare", DECLARING, state.answers.declare, words)
    yield from choices("faces", FACES, state.answers.faces, words)


def _screen(state: SetupState, words: Texts) -> Iterator[Key]:
    yield from choices("letters", LETTERS, state.answers.letters, words)
    if state.brightness is not None:
        yield from brightness_keys(state.brightness, words)
    yield Key("turn", words["key"]["turn"], words["key"]["turn_below"])


def _ready(state: SetupState, words: Texts) -> Iterator[Key]:
    answers, ready = state.answers, words["ready"]
    sound, speaks = words["sound"][answers.sound], answers.speech and answers.sound != "off" and state.voice
    house = ready[f"house_{('none', 'one', 'many')[min(len(answers.house), 2)]}"]
    lines: Mapping[SetupPage, str] = {
        "players": people(answers),
        "teams": words["teams"][seating(answers)],
        "board": f"{board_name(answers.board, words)}, {board_line(answers.board, words)}",
        "camera": camera_name(answers.camera, words),
        "pawns": words["pawns"][answers.pawns.kind],
        "side": words["pawns"]["white" if answers.pawns.white_face else "plain"],
        "rules": rules_name(answers),
        "house": house.format(count=len(answers.house)),
        "first": name_at(answers, answers.first if answers.first in answers.played else answers.played[0]),
        "declare": words["declare"]["strict" if answers.without_camera else answers.declare],
        "hints": words["hints"][answers.hints],
        "sound": ready["spoken"].format(sound=sound) if speaks else sound,
        "screen": words["letters"][answers.letters],
        "language": words["languages"][answers.language],
    }
    left_out = set[SetupPage]()
    if answers.without_camera:
        left_out.add("pawns")
    if not side_asked(answers):
        left_out.add("side")
    for step, line in lines.items():
        if step not in left_out:
            yield Key(f"go:{step}", ready[step], line)


# What makes the keys of a page that shows no picture.
_KEYS: Mapping[SetupPage, Callable[[SetupState, Texts], Iterator[Key]]] = {
    "name": _alphabet,
    "welcome": _welcome,
    "language": _language,
    "cameras": _cameras,
    "board": _board,
    "width": _width,
    "camps": _camps,
    "entry": _entry,
    "learnt": _learnt,
    "pawns": _pawns,
    "side": _side,
    "seat": _seat,
    "colour": _colour,
    "teams": lambda state, words: choices("teams", seatings(state.answers), seating(state.answers), words),
    "rules": _rules,
    "ending": lambda _, words: iter([Key("yes", words["ask"]["new_yes"])]),
    "house": _house,
    "house-group": _house_group,
    "first": _first,
    "declare": _declare,
    "hints": lambda state, words: choices("hints", HINTS, state.answers.hints, words),
    "level": _level,
    "chair": _chair,
    "sound": lambda state, words: sound_keys(state.answers, words, voice=state.voice),
    "screen": _screen,
    "ready": _ready,
}
