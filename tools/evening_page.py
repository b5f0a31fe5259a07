"""Writes the page that walks through an evening, from first start to end, with pictures of the real windows.

    python tools/evening_page.py

writes docs/evening.md and the pictures in docs/evening/, with the words of evening_page.toml. Set-up and menu
are tapped through as people do; the game is the film of the tests, observed and refereed. For its last
picture the end of a game is sent to the screen. A test checks that page and pictures are up to date.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.holes import Hole, Seat, home_holes
from hardware.capture import Film
from hardware.lamps import NoLamps
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.film_session import Happening, Passed, watch
from toc_pi.app.menu import MenuContext, menu_page
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.live_view import FoundBoard, LiveView
from toc_pi.app.setup.setting_up import begin, seen_table, tap
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import SetupState
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.effects import Echo, Ended, Turn, Verdict
from toc_pi.events import Seen
from toc_pi.languages import LANGUAGES, Language
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.screen import scene as scenes
from toc_pi.screen.pages.page import Key
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Window
from toc_pi.words import clauses, why

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs"
CLIP = ROOT / "tests" / "data" / "short"
SCREEN, SMALL = (800, 480), (400, 240)
QUALITY = 80
NAMES = {Seat("a"): "Léa", Seat("b"): "Tom", Seat("c"): "Rose", Seat("d"): "Hugo"}
COLOURS = {Seat("a"): "black", Seat("b"): "yellow", Seat("c"): "red", Seat("d"): "green"}
# fmt: off
TAPS = (
    "next", "seat:a", "name", "letter:L", "letter:letters", "letter:É", "letter:A", "named", "next",
    "rules:quebec", "white:yes", "teams:pairs", "first:c",
)
"""The answers after the language; the others are the defaults."""
# fmt: on
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The camera's first picture, and the board found in it."""

    picture: Picture
    board: FoundBoard


@cache
def evening() -> tuple[Clip, tuple[Happening, ...], FirstLook]:
    """The film, refereed once; and the camera's first picture with the board that is found in it."""
    clip = load_clip(str(CLIP))
    happened, first = list[Happening](), None
    with closing(Film(clip.film)) as film:
        for each in watch(clip, game_of(clip), film):
            if not isinstance(each, Passed):
                happened.append(each)
            elif first is None:
                first = each.frame.image
    assert first is not None
    view = LiveView(lambda: Film(clip.film), (clip.board.name,), live=False)
    view.search([first])
    found, _ = view.known
    assert found is not None
    return clip, tuple(happened), FirstLook(first, found)


def shots(language: Language) -> Mapping[str, Picture]:
    """Every picture by its name, (h, w, 3) BGR."""
    return dict([*_setting_up(language), *_playing(language)])


def _setting_up(language: Language) -> Iterator[tuple[str, Picture]]:
    seen = evening()[2]
    found = seen.board
    look = replace(found, seats={})
    colours = found.pawns.colours
    signs = tuple(Key("", "", seat=one, colour=colours[one], at=at) for one, at in found.seats.items())
    live = LivePicture(seen.picture, found.outline, signs)
    window = Window(SCREEN, hidden=True)
    state = seen_table(begin((), Answers(language=language)), found.board, found.pawns)
    kept: dict[str, SetupState] = {}
    for name in (f"language:{language}", *TAPS):
        kept[state.step] = state
        page = page_of(state, look)
        state = tap(state, next(key for key in (*page.keys, *page.feet) if key.key == name))
        if state.step == "players":
            state = replace(state, answers=_named(state.answers))
    for step, at in {**kept, "ready": state}.items():
        window.page(page_of(at, look), live)
        window.present()
        yield step, _shown()
    window.close()


def _named(answers: Answers) -> Answers:
    """The answers with all names, added once the first was typed."""
    return replace(answers, names=NAMES) if answers.names else answers


def _playing(language: Language) -> Iterator[tuple[str, Picture]]:
    clip, happened, _ = evening()
    game = game_of(clip)
    phrases = Phrases(language, COLOURS, why(game, COLOURS, "plain", NAMES), clauses(game), names=NAMES)
    first = scenes.opening(clip.board, COLOURS, language, taps=True, offered=offered_by(game.rules))
    window = Window(SCREEN, hidden=True)
    liked = replace(first.preferences, menu=True, names=NAMES)
    stage = Stage(replace(first, preferences=liked), window, NoLamps(), phrases)
    met: set[str] = set()
    for each in happened:
        if isinstance(each, BoardFound | Passed):
            continue
        stage.show(each)
        name = _name(each, stage)
        if name and name not in met:
            met.add(name)
            yield name, _presented(stage)
            if name == "wrong":
                break
    changed = scenes.tapped(stage.scene, "why")
    assert changed is not None
    stage.set(changed)
    yield "why", _presented(stage)
    facts = MenuContext(
        Answers(language=language, names=NAMES, colours=COLOURS), brightness=0.5, may_switch_off=True
    )
    stage.page(menu_page("menu", facts))
    yield "menu", _presented(stage)
    stage.page(None)
    home: dict[Hole, Seat] = {hole: seat for seat in map(Seat, "ac") for hole in home_holes(seat)}
    rest = {hole: seat for hole, seat in stage.scene.board.pawns.items() if seat not in ("a", "c")}
    stage.show(Seen(99.0, {**rest, **home}, frozenset(), {}))
    stage.show(Ended(99.0, (Seat("a"), Seat("c"))))
    yield "end", _presented(stage)
    window.close()


def _name(each: Happening, stage: Stage) -> str:
    """The name of the picture made at a happening; "" for none."""
    match each:
        case Turn() if stage.scene.board.looked:
            return "turn"
        case Seen() if stage.scene.game.turn is not None and stage.scene.game.declared is None:
            return "turn"
        case Echo(do="card"):
            return "card"
        case Verdict(legal=True):
            return "right"
        case Verdict(legal=False):
            return "wrong"
    return ""


def _shown() -> Picture:
    """The window's picture, scaled down."""
    whole = pygame.surfarray.array3d(pygame.display.get_surface()).transpose(1, 0, 2)[..., ::-1]
    return np.asarray(cv2.resize(np.ascontiguousarray(whole), SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def _presented(stage: Stage) -> Picture:
    """The window's picture of what the stage shows now."""
    stage.present()
    return _shown()


def words() -> dict[str, Any]:
    """The page's words."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def page() -> str:
    """The page, as Markdown."""
    texts = words()
    parts = [f"# {texts['title']}", " ".join(texts["intro"].split())]
    for step in texts["step"]:
        name = step["name"]
        pictures = [f"![{step[one]}](evening/{name}.{one}.jpg)" for one in LANGUAGES]
        parts.append(
            "\n".join([f"| {step['en']} | {step['fr']} |", "|---|---|", f"| {pictures[0]} | {pictures[1]} |"])
        )
    return "\n\n".join(parts) + "\n"


def picture_of(name: str, language: Language) -> Path:
    """The path of a picture."""
    return FOLDER / "evening" / f"{name}.{language}.jpg"


def main() -> None:
    """Write page and pictures."""
    (FOLDER / "evening").mkdir(exist_ok=True)
    wanted = [step["name"] for step in words()["step"]]
    for language in LANGUAGES:
        made = shots(language)
        for name in wanted:
            cv2.imwrite(str(picture_of(name, language)), made[name], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    (FOLDER / "evening.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
