"""`toc-pi watch`, a filmed game on a screen, as text or as JSON Lines."""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from calibration.board.board import TOC
from calibration.holes import seats_of
from hardware.camera import Frame
from hardware.capture import Film
from hardware.errors import DeviceFailed
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.event_lines import JsonLine, LineWriter, line_writer, seen_line
from toc_pi.app.film_player import FilmPlayer
from toc_pi.app.film_session import (
    Happening,
    Passed,
    PawnChange,
    calibrated_line,
    changes,
    standing_after,
    watch,
)
from toc_pi.app.film_summary import course_of, summary_of
from toc_pi.app.journaled_game import screen_turned
from toc_pi.app.process import end_if_asked, interrupt_on_signals
from toc_pi.app.recording.clip import load_clip, shipped_clips, without_cards
from toc_pi.app.setup.finding import warnings_of
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage, lamps_or_none
from toc_pi.cli.arguments import REFEREE_OPTIONS, Arguments, argument, either, explainer, number
from toc_pi.cli.recording import with_standing
from toc_pi.cli.terminal import Tone, called, complain, painted
from toc_pi.effects import Verdict
from toc_pi.errors import BadInput
from toc_pi.events import Seen
from toc_pi.languages import LANGUAGES, load_texts, spoken
from toc_pi.messages import said, with_hidden_shown
from toc_pi.phrases import Phrases
from toc_pi.screen import scene
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.film_view import FilmWindow
from toc_pi.screen.pages.end_layout import Summary

ReportHappening = Callable[[Happening], None]


def arguments(_command: str) -> Arguments:
    ships = " ".join(shipped_clips())
    return (
        argument(
            "clip", metavar="CLIP", help=said("a clip's folder, or one that ships: {clips}", clips=ships)
        ),
        argument("--json", action="store_true", help="print JSON Lines, one event per line"),
        argument(
            "--speed",
            type=number(
                float, lambda value: 0.01 <= value <= 1000, "--speed {value}: 0.01 to 1000 is allowed"
            ),
            default=1.0,
            metavar="X",
            help="with a screen: speed relative to the film's own (default: 1); without one: as fast as it "
            "can",
        ),
        argument(
            "--holes",
            type=Path,
            metavar="FILE",
            help="JSON: which pawn stands in which hole at set-up (else: full camps); needed for other games",
        ),
        *REFEREE_OPTIONS,
        either(
            argument("--screen", action="store_true", help="open a window; fail if there is no display"),
            argument("--no-screen", action="store_true", help="no window"),
        ),
        argument(
            "--lang",
            choices=LANGUAGES,
            default=spoken(),
            help="language of the sentences (default: %(default)s)",
        ),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Referee a clip. Raises as `watch` of `toc_pi.app`."""
    interrupt_on_signals()
    clip = with_standing(load_clip(options.clip), options.holes)
    game = game_of(clip, options.declare) if clip.board.game == TOC else None
    if options.declare != "strict":
        clip = without_cards(clip, thrown_too=options.declare == "camera")
    writer = line_writer(game, clip.colours)
    phrases = writer.phrases
    tell = (
        _json_teller(writer)
        if options.json
        else _text_teller(phrases[options.lang], refereed=game is not None)
    )
    if game is None and options.screen:
        raise BadInput("board {name}: one of another game is shown as text only", name=clip.board.name)
    window = _window(options) if game is not None else None
    happened: list[Happening] = []

    def keep(happening: Happening) -> None:
        end_if_asked()
        tell(happening)
        if not isinstance(happening, Passed):
            happened.append(happening)

    def summary() -> Summary:
        go_on = load_texts("summary", options.lang)["said"]["go_on"].format(command=f"{called()} play")
        return summary_of(course_of(happened), seats_of(clip.board.seats), phrases[options.lang], go_on)

    with closing(Film(clip.film)) as film:
        happenings = watch(clip, game, film, explainer(options))
        if sys.stderr.isatty():
            complain("looking for the board …")
        if window is None:
            for happening in happenings:
                keep(happening)
        else:
            with closing(window), closing(lamps_or_none(clip.board.seats, complain)) as lamps:
                first = scene.opening(clip.board, clip.colours, options.lang)
                stage = Stage(first, window, lamps, phrases[options.lang])
                projector = FilmPlayer(stage, window, options.speed, keep)
                if projector.play(happenings, _first_picture(clip.film)):
                    projector.sum_up(summary())
    if game is not None and not options.json:
        told = summary()
        print("\n".join(("", told.title, *(f"  {line}" for line in told.lines))))
    return 0


def _first_picture(path: Path) -> Frame | None:
    """The picture shown while the board is being found."""
    with closing(Film(path)) as film:
        return film.read()


def _window(options: argparse.Namespace) -> FilmWindow | None:
    """The window, if one is wanted and possible."""
    if options.no_screen or (options.json and not options.screen):
        return None
    try:
        return FilmWindow(turned=screen_turned())
    except NoDisplay as error:
        if options.screen:
            raise DeviceFailed(str(error)) from error
        complain("no window ({why}); going on as text", why=error)
        return None


def _json_teller(liner: LineWriter) -> ReportHappening:
    def tell(happening: Happening) -> None:
        line: JsonLine | None = None
        if isinstance(happening, BoardFound):
            line = calibrated_line(happening.t, happening.calibration, happening.camouflaged)
        elif isinstance(happening, Seen):
            line = seen_line(happening)
        elif not isinstance(happening, Passed):
            line = liner.line(happening)
        if line is not None:
            print(json.dumps(line, ensure_ascii=False), flush=True)

    return tell


def _text_teller(phrases: Phrases, *, refereed: bool) -> ReportHappening:
    """A function that prints a line for each verdict, or, without a referee, for each pawn that moved."""
    stood: dict[str, str] | None = None

    def tell(happening: Happening) -> None:
        nonlocal stood
        if isinstance(happening, Passed):
            return
        sentences: list[str | None] = []
        tone: Tone = "plain"
        if isinstance(happening, Seen):
            if not refereed:
                if stood is not None:
                    sentences = [_moved(phrases, each) for each in changes(stood, happening)]
                stood = standing_after(stood or {}, happening)
        elif isinstance(happening, BoardFound):
            warnings = warnings_of(happening.calibration, happening.camouflaged, phrases)
            sentences = [phrases.say("calibrated"), *warnings]
        else:
            sentences = [phrases.sentence(happening)]
            if isinstance(happening, Verdict):
                tone = "good" if happening.legal else "bad"
        for sentence in filter(None, sentences):
            print(f"{happening.t:7.1f} s  {painted(with_hidden_shown(sentence), tone)}", flush=True)

    return tell


def _moved(phrases: Phrases, change: PawnChange) -> str:
    pawn, start, end = change
    key = "saw_came" if start is None else "saw_left" if end is None else "saw_moved"
    return phrases.say(key, who=phrases.who(pawn), start=start, end=end)
