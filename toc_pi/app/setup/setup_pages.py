"""The set-up's pages: what each step shows, in the chosen language, and what a tap on each key does."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from toc_pi.app.setup.answers import matters, rules_of, seating, seatings
from toc_pi.app.setup.board_pages import (
    boards,
    camera_keys,
    cameras,
    camps,
    entries,
    learnt,
    pawn_kinds,
    sides,
    width,
)
from toc_pi.app.setup.player_pages import (
    alphabet,
    chairs,
    colours,
    levels,
    seat_keys,
    seats_around,
    who_begins,
)
from toc_pi.app.setup.setting_up import (
    answer,
    answer_alone,
    go_on,
    start_afresh,
    take_declare,
    take_rules,
    turn,
    turn_rule,
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
    board_line,
    board_name,
    camera_name,
    camera_sentence,
    family_name,
    name_at,
    people,
    rules_name,
    summary,
)
from toc_pi.app.shared_keys import brightness_keys, choices, language_keys, rule_page, sound_keys
from toc_pi.languages import FACES, Texts, load_texts
from toc_pi.rule_pages.pages import GROUPS, house_rule, open_readings
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.ruleset import NAMES, house_rules, load_ruleset
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.table_config import DECLARING, HINTS, LETTERS

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
        keys, text = camera_keys(state, words, look), camera_sentence(look, state, words)
    else:
        keys = seats_around(state, words, look) if step == "players" else _KEYS[step](state, words)
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
    "name": alphabet,
    "welcome": _welcome,
    "language": _language,
    "cameras": cameras,
    "board": boards,
    "width": width,
    "camps": camps,
    "entry": entries,
    "learnt": learnt,
    "pawns": pawn_kinds,
    "side": sides,
    "seat": seat_keys,
    "colour": colours,
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
    "first": who_begins,
    "declare": _declare,
    "hints": lambda state, words: choices("hints", HINTS, state.answers.hints, words, answer_alone),
    "level": levels,
    "chair": chairs,
    "sound": lambda state, words: sound_keys(state.answers, words, answer, voice=state.voice),
    "screen": _screen,
    "ready": _ready,
}
