"""The set-up's pages: what each step shows, in the chosen language, and what a tap on each key does."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from calibration.appearance.pawn_set import KINDS
from calibration.board.board import Point
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
    with_chair,
    with_level,
)
from toc_pi.app.setup.setting_up import (
    ABC,
    ACCENTS,
    ERASE,
    OTHER_LETTERS,
    answer,
    answer_alone,
    answer_of_seat,
    begin_name,
    describe,
    end_name,
    go_on,
    leave_empty,
    start_afresh,
    take_board,
    take_camera,
    take_colour,
    take_declare,
    take_pawns,
    take_rules,
    turn,
    turn_rule,
    type_letter,
    widen,
)
from toc_pi.app.setup.setup_steps import (
    CHANGED,
    PROPOSED,
    CameraStatus,
    SetupPage,
    SetupState,
    back,
    kind_asked,
    next_step,
    opened,
    side_asked,
)
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
        leave = Key("back", words["key"]["back"], tap=back)
        return rule_page(
            rules_of(answers),
            state.group,
            answers.language,
            leave,
            lambda at: partial(replace, group=at),
            large=large,
        )
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
    yield Key("back", key["back"] if state.past else way, tap=back)
    if step == "rules":
        yield Key("read:", key["read"], tap=partial(opened, step="read", group=""))
    if step in ("camera", "waiting"):
        yield Key("camera", key["other"], tap=partial(opened, step="cameras"))
    if step == "language":
        yield Key("turn", key["turn"], tap=turn)
    if step in (*CHANGED, "width", "learnt", "waiting") and not (step == "pawns" and kind_asked(state)):
        way_on = {"ready": "play", "waiting": "play_anyway"}.get(step, "next")
        yield Key("next", key[way_on], strong=step == "ready", tap=go_on)


def _welcome(state: SetupState, words: Texts) -> Iterator[Key]:
    key = words["key"]
    for at, family in enumerate(state.families):
        name = key["same"] if at == 0 else family_name(family, words)
        yield Key(
            f"same:{at}",
            name,
            summary(family, full=at == 0),
            tap=partial(replace, answers=family, wish="play"),
        )
        if at == 0:
            what = (words["ready"][step].lower() for step in ("players", "board", "rules"))
            yield Key(
                "change",
                key["change"],
                f"{', '.join(what)} …",
                tap=partial(opened, step="ready", corrected=PROPOSED),
            )
    yield Key("fresh", key["fresh"], key["fresh_below"], tap=start_afresh)


def _language(state: SetupState, words: Texts) -> Iterator[Key]:
    yield from language_keys(state.answers.language, words, answer_alone)
    yield Key("test", words["key"]["test"], tap=partial(replace, wish="test"))


def _camera(state: SetupState, words: Texts, look: CameraStatus) -> Iterator[Key]:
    key, answers = words["key"], state.answers
    if not look.pictures:
        for name, label in ((NO_CAMERA, key["none"]), (f"film {SAMPLE_FILM}", words["cameras"]["sample"])):
            yield Key(f"camera:{name}", label, tap=partial(take_camera, name=name))
        return
    if not look.board:
        yield Key("corners", key["corners"], tap=partial(replace, wish="corners"))
    yield Key("go:board", key["other_board"], tap=partial(opened, step="board"))
    if look.board and state.pawns is not None:
        kind, height = words["pawns"][answers.pawns.kind], round(answers.pawns.height)
        size = words["pawns"]["size"].format(kind=kind, height=height)
        yield Key("go:pawns", f"{size} ?" if kind_asked(state) else size, tap=partial(opened, step="pawns"))
    if look.board and state.proposes_cards:
        yield Key(
            "go:declare",
            words["ready"]["declare"],
            words["declare"][answers.declare],
            tap=partial(opened, step="declare"),
        )


def _cameras(state: SetupState, words: Texts) -> Iterator[Key]:
    names = (*state.cameras, NO_CAMERA)
    own = state.answers.camera
    for name in names if own in names else (own, *names):
        below = words["cameras"].get(f"{name.partition(' ')[0]}_below", "")
        yield Key(
            f"camera:{name}",
            camera_name(name, words),
            below,
            own == name,
            tap=partial(take_camera, name=name),
        )


def _board(state: SetupState, words: Texts) -> Iterator[Key]:
    own = state.answers.board
    for name in (*(() if own in shipped_boards() else (own,)), *shipped_boards()):
        line = board_line(name, words)
        yield Key(
            f"board:{name}",
            board_name(name, words),
            line,
            on=name == own,
            board=name if line else "",
            tap=partial(take_board, name=name),
        )
    if not state.answers.without_camera:
        yield Key(
            "board:learn",
            words["key"]["learn"],
            words["key"]["learn_below"],
            tap=partial(opened, step="width"),
        )


def _width(state: SetupState, words: Texts) -> Iterator[Key]:
    yield Key("wide", words["seat"]["wide"].format(width=round(state.width_mm / 10)), plain=True)
    for step in (-10, 10, -1, 1):
        yield Key(
            f"width:{step}",
            words["seat"]["wide"].format(width=f"{step:+d}".replace("-", "−")),
            tap=partial(widen, by_cm=step),
        )


def _camps(state: SetupState, words: Texts) -> Iterator[Key]:
    own = "" if state.tapped is None else state.tapped.camps
    yield from choices("camps", CAMPS, own, words, lambda _, which: partial(describe, camps=which))


def _entry(state: SetupState, words: Texts) -> Iterator[Key]:
    own = "" if state.tapped is None else str(state.tapped.home_entry)
    entries = {str(entry): entry for entry in HOME_ENTRIES}
    yield from choices(
        "entry", entries, own, words, lambda _, one: partial(describe, home_entry=entries[str(one)])
    )


def _learnt(state: SetupState, words: Texts) -> Iterator[Key]:
    """What the picture shows of a new board, or people have said."""
    if state.tapped is not None:
        found: Mapping[SetupPage, str] = {"camps": state.tapped.camps, "entry": str(state.tapped.home_entry)}
        for step, which in found.items():
            yield Key(f"{step}:", words["learnt"][step], words[step][which], tap=partial(opened, step=step))


def _pawns(state: SetupState, words: Texts) -> Iterator[Key]:
    own = "" if kind_asked(state) else state.answers.pawns.kind
    colour = _of_a_pawn(state.answers)
    for kind in KINDS:
        yield Key(
            f"pawns:{kind}",
            words["pawns"][kind],
            on=kind == own,
            pawn=kind,
            colour=colour,
            tap=partial(take_pawns, kind=kind),
        )


def _side(state: SetupState, words: Texts) -> Iterator[Key]:
    texts, pawns = words["pawns"], state.answers.pawns
    for key, name, colour, on in (
        ("yes", "white", "white", pawns.white_face),
        ("no", "plain", _of_a_pawn(state.answers), not pawns.white_face),
    ):
        yield Key(
            f"white:{key}",
            texts[name],
            texts[f"{name}_below"],
            on,
            pawn=pawns.kind,
            colour=colour,
            tap=answer_alone("pawns", replace(pawns, white_face=key == "yes")),
        )


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
        yield replace(
            _person(state.answers, seat, f"seat:{seat}", words),
            at=place,
            tap=partial(opened, step="seat", seat=seat),
        )


def seat_sign(answers: Answers, seat: Seat, at: Point) -> Key:
    """A seat's sign in the picture: there only its colour can be wrong."""
    change = partial(opened, step="colour", seat=seat)
    return Key(f"seat:{seat}", "", seat=seat, colour=colour_at(answers, seat), at=at, tap=change)


def _person(answers: Answers, seat: Seat, key: str, words: Texts, on: bool | None = None) -> Key:
    colour = colour_word(answers, seat)
    nobody = seat in answers.empty
    strength = answers.chairs.get(seat)
    usual = colour if strength is None else words["chair"][f"strength{strength}"]
    name = words["seat"]["nobody"] if nobody else answers.names.get(seat, usual)
    return Key(key, name, f"{seat} · {colour}", on=on, seat=seat, colour=colour_at(answers, seat))


def _seat(state: SetupState, words: Texts) -> Iterator[Key]:
    answers, seat, key = state.answers, state.seat, words["key"]
    strength, level = answers.chairs.get(seat), answers.levels.get(seat)
    who = "nobody" if seat in answers.empty else "person" if strength is None else f"strength{strength}"
    yield Key("name", key["name"], answers.names.get(seat, "–"), tap=begin_name)
    yield Key(
        "colour:",
        key["colour"],
        colour_word(answers, seat),
        seat=seat,
        colour=colour_at(answers, seat),
        tap=partial(opened, step="colour"),
    )
    yield Key("chair", key["chair"], words["chair"][who], tap=partial(opened, step="chair"))
    if who == "person":
        yield Key(
            "level",
            key["level"],
            words["hints"]["table" if level is None else level],
            tap=partial(opened, step="level"),
        )


def _colour(state: SetupState, words: Texts) -> Iterator[Key]:
    """The colours, each with whose it is now."""
    answers, seat = state.answers, state.seat
    owners = {colour_at(answers, one): one for one in answers.seats if one != seat}
    for colour in USUAL_COLOURS:
        owner = owners.get(colour)
        yield Key(
            f"colour:{colour}",
            capital(colour_name(colour, answers.language)),
            "" if owner is None else words["seat"]["owner"].format(seat=owner),
            on=colour == colour_at(answers, seat),
            colour=colour,
            tap=partial(take_colour, colour=colour),
        )


def _level(state: SetupState, words: Texts) -> Iterator[Key]:
    texts, own = words["hints"], state.answers.levels.get(state.seat)
    change = partial(answer_of_seat, with_level)
    below = texts["table_below"].format(level=texts[state.answers.hints])
    yield Key("level:table", texts["table"], below, on=own is None, tap=change("table"))
    yield from choices("level", HINTS, own or "", {"level": texts}, lambda _, level: change(str(level)))


def _chair(state: SetupState, words: Texts) -> Iterator[Key]:
    texts, seat = words["chair"], state.seat
    nobody, own = seat in state.answers.empty, state.answers.chairs.get(seat, 0)
    for one in (0, *STRENGTHS):
        name = f"strength{one}" if one else "person"
        yield Key(
            f"chair:{one}",
            texts[name],
            texts[f"{name}_below"],
            on=one == own and not nobody,
            tap=answer_of_seat(with_chair, one),
        )
    yield Key("chair:nobody", texts["nobody"], texts["nobody_below"], on=nobody, tap=leave_empty)


def _alphabet(state: SetupState, words: Texts) -> Iterator[Key]:
    key = words["key"]
    for letter in (*(ACCENTS if state.accents else ABC), "-"):
        yield Key(f"letter:{letter}", letter, tap=partial(type_letter, letter=letter))
    yield Key(f"letter:{ERASE}", key["erase"], tap=lambda now: replace(now, typed=now.typed[:-1]))
    yield Key("back", key["back"], tap=back)
    yield Key(
        f"letter:{OTHER_LETTERS}",
        key["letters" if state.accents else "accents"],
        tap=partial(replace, accents=not state.accents),
    )
    yield Key("letter:space", key["space"], tap=partial(type_letter, letter=" "))
    yield Key("named", key["done"], tap=end_name)


def _rules(state: SetupState, _: Texts) -> Iterator[Key]:
    wording = rule_texts(state.answers.language)
    for name in NAMES:
        own = name == state.answers.rules and "ruleset" not in state.answers.others
        yield Key(
            f"rules:{name}",
            wording.text("titles", name),
            wording.text("summaries", name),
            on=own,
            tap=partial(take_rules, rules=name),
        )


def _house(state: SetupState, words: Texts) -> Iterator[Key]:
    """The groups of house rules, each with those that are played."""
    answers, asked = state.answers, _asked(state.answers.rules)
    for group, members in GROUPS.items():
        if set(asked) & set(members):
            played = [house_rule(key, answers.language).name for key in members if key in answers.house]
            below = ", ".join(played) or words["groups"]["none"]
            yield Key(
                f"group:{group}",
                words["groups"][group],
                below,
                strong=bool(played),
                tap=partial(opened, step="house-group", group=group),
            )


def _house_group(state: SetupState, _: Texts) -> Iterator[Key]:
    answers = state.answers
    for key in _asked(answers.rules):
        if key in GROUPS.get(state.group, ()):
            rule = house_rule(key, answers.language)
            yield Key(
                f"house:{key}",
                rule.name,
                rule.text,
                on=key in answers.house,
                tap=partial(turn_rule, rule=key),
            )


@cache
def _asked(rules: str) -> tuple[str, ...]:
    """The house rules of open readings first, then all others that change anything."""
    asked = [one.key for one in open_readings(load_ruleset(rules), "en")]
    return (*asked, *(key for key in house_rules() if key not in asked and matters(rules, key)))


def _first(state: SetupState, words: Texts) -> Iterator[Key]:
    answers = state.answers
    for seat in answers.played:
        yield replace(
            _person(answers, seat, f"first:{seat}", words, on=seat == answers.first),
            tap=answer_alone("first", seat),
        )


def _declare(state: SetupState, words: Texts) -> Iterator[Key]:
    if not state.answers.without_camera:  # on the screen a card is tapped before its pawn
        yield from choices(
            "declare",
            DECLARING,
            state.answers.declare,
            words,
            lambda _, which: partial(take_declare, declare=str(which)),
        )
    yield from choices("faces", FACES, state.answers.faces, words, answer)


def _screen(state: SetupState, words: Texts) -> Iterator[Key]:
    yield from choices("letters", LETTERS, state.answers.letters, words, answer)
    if state.brightness is not None:
        yield from brightness_keys(state.brightness, words, lambda level: partial(replace, brightness=level))
    yield Key("turn", words["key"]["turn"], words["key"]["turn_below"], tap=turn)


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
            yield Key(f"go:{step}", ready[step], line, tap=partial(opened, step=step))


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
    "teams": lambda state, words: choices(
        "teams",
        seatings(state.answers),
        seating(state.answers),
        words,
        lambda _, which: answer_alone("seating", which),
    ),
    "rules": _rules,
    "ending": lambda _, words: iter([Key("yes", words["ask"]["new_yes"], tap=next_step)]),
    "house": _house,
    "house-group": _house_group,
    "first": _first,
    "declare": _declare,
    "hints": lambda state, words: choices("hints", HINTS, state.answers.hints, words, answer_alone),
    "level": _level,
    "chair": _chair,
    "sound": lambda state, words: sound_keys(state.answers, words, answer, voice=state.voice),
    "screen": _screen,
    "ready": _ready,
}
