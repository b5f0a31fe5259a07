"""A game of the journal as one page: who played, what was judged, how it stood; it loads nothing."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from calibration.board import Board
from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, is_camp, is_home, seat_of
from toc_pi.app.game import game_of
from toc_pi.app.past import past_game
from toc_pi.app.reasons import why
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.phrases import Phrases
from toc_pi.referee import effects
from toc_pi.screen.shapes import Colour, colour_of, is_light, sign_of
from toc_pi.store.codec import from_json
from toc_pi.store.games import PastGame, export_game
from toc_pi.store.table_settings import TableSettings

_KINDS: Mapping[str, type[effects.Effect]] = {
    kind.__name__: kind
    for kind in (effects.Verdict, effects.Settled, effects.TakenBack, effects.Notice, effects.Ended)
}
_NOTABLE = ("lost-sight", "new-deal")
_PAWN, _HOLE = 0.55, 0.30
"""Radii on the drawn board, in pitches between holes."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What a page is written with."""

    texts: Mapping[str, str]
    phrases: Phrases
    table: TableSettings
    seats: tuple[Seat, ...]

    def say(self, key: str, **values: object) -> str:
        return escape(self.texts[key].format(**values))


def write_report(path: Path, number: int, settings: Path, language: str) -> str:
    """A game as an HTML page.

    Args:
        path: the journal.
        number: the game's.
        settings: where settings lie, for messages and for a board file beside them.
        language: "en" or "fr".

    Raises:
        BadInput: there is no such game.
        DamagedStore: the journal, or what it keeps of that game, can't be read.
    """
    past, table = past_game(path, number, settings)
    happened = _happened(path, number)
    game = game_of(table)
    words = _Words(
        tomllib.loads((files("toc_pi.texts") / f"report.{language}.toml").read_text("utf-8")),
        Phrases(language, table.colours, why(game, table.colours)),
        table,
        game.table.played,
    )
    page = Template((files("toc_pi.app") / "report.html").read_text("utf-8"))
    title = words.say("title", number=number)
    return page.substitute(
        language=language,
        title=title,
        defs=_defs(words),
        facts="<br>".join(_facts(past, happened, words)),
        players_title=words.say("players"),
        players_head=_row("th", ("", words.say("turns"), words.say("flagged"), words.say("captures"),
                                 words.say("lost"))),
        players="".join(_player(seat, happened, words) for seat in words.seats),
        stands_title=words.say("stands"),
        stands=_drawing(_last_position(happened), words),
        what_title=words.say("what"),
        happened=_table(happened, words),
        made=words.say("made"),
    )  # fmt: skip


def _happened(path: Path, number: int) -> tuple[effects.Effect, ...]:
    """What people want to read of a game, in order."""
    out: list[effects.Effect] = []
    for row in export_game(path, number):
        kind = _KINDS.get(row.get("effect", ""))
        if kind is None:
            continue
        try:
            effect: Any = from_json(kind, row["is"])
        except BadInput as error:
            raise DamagedStore(f"{path}: game {number} can't be read ({error}); the others can") from error
        if not isinstance(effect, effects.Notice) or effect.code in _NOTABLE:
            out.append(effect)
    return tuple(out)


def _facts(past: PastGame, happened: tuple[effects.Effect, ...], words: _Words) -> Iterable[str]:
    table = words.table
    yield words.say("started", day=past.started[:10], time=past.started[11:16])
    minutes = round((happened[-1].t if happened else 0.0) / 60)
    yield words.say("length" if minutes > 1 else "one_minute", minutes=minutes, turns=past.turns)
    ended = [effect for effect in happened if isinstance(effect, effects.Ended)]
    yield escape(words.phrases.sentence(ended[-1]) or "") if ended else words.say("open")
    yield words.say("rules", rules=" + ".join((table.rules or "–", *table.house)))
    yield words.say("board", board=table.board.name)
    for team in table.teams:
        if len(team) > 1:
            yield words.say("teams", team=", ".join(words.phrases.who(seat) for seat in team))


def _player(seat: Seat, happened: tuple[effects.Effect, ...], words: _Words) -> str:
    mine = [each for each in happened if isinstance(each, effects.Verdict) and each.seat == seat]
    taken = [each for each in happened if isinstance(each, effects.Verdict) and each.legal]
    settled = sum(isinstance(each, effects.Settled) and each.seat == seat for each in happened)
    flagged = sum(not each.legal for each in mine)
    captures = sum(len(each.captured) for each in mine if each.legal)
    lost = Counter(each for verdict in taken for each in verdict.captured)[seat]
    name = f"{_sign(seat, words)} {escape(words.phrases.who(seat))}"
    return _row("td", (name, *map(str, (settled, flagged, captures, lost))))


def _row(cell: str, cells: Iterable[str]) -> str:
    first, *rest = cells
    inside = "".join(f'<{cell} class="number">{each}</{cell}>' for each in rest)
    return f"<tr><{cell}>{first}</{cell}>{inside}</tr>"


def _table(happened: tuple[effects.Effect, ...], words: _Words) -> str:
    rows = "".join(_line(effect, words) for effect in happened)
    if not rows:
        return f"<p>{words.say('nothing')}</p>"
    head = f'<tr><th class="number">{words.say("when")}</th><th></th><th>{words.say("what")}</th></tr>'
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _line(effect: effects.Effect, words: _Words) -> str:
    """A row for what happened; a judged card unfolds to the board as it then lay."""
    sentence = words.phrases.sentence(effect)
    if not sentence:
        return ""
    said, kind, sign = escape(sentence), "", ""
    if isinstance(effect, effects.Verdict):
        kind, sign = "legal" if effect.legal else "illegal", _sign(effect.seat, words)
        if effect.do == "card":
            drawn = _drawing(effect.holes, words, effect.before)
            said = f"<details><summary>{said}</summary>{drawn}</details>"
    minutes, seconds = divmod(round(effect.t), 60)
    when = f'<td class="number">{minutes}:{seconds:02}</td>'
    return f'<tr class="{kind}">{when}<td>{sign}</td><td class="what">{said}</td></tr>\n'


def _last_position(happened: tuple[effects.Effect, ...]) -> Mapping[Hole, Seat]:
    settled = [each.holes for each in happened if isinstance(each, effects.Settled)]
    return settled[-1] if settled else {}


def _defs(words: _Words) -> str:
    """What every drawing uses: the empty board, and each seat's pawn with its sign, as in the window."""
    board = words.table.board
    outline = " ".join(f"{x:g},{y:g}" for x, y in board.outline)
    holes = "".join(_hole(Hole(hole), at, board, words) for hole, at in board.holes.items())
    pawns = "".join(_pawn(seat, words) for seat in words.seats)
    return f'<g id="board"><polygon points="{outline}" fill="#e8cf9f" stroke="#8a6a3f"/>{holes}</g>{pawns}'


def _hole(hole: Hole, at: tuple[float, float], board: Board, words: _Words) -> str:
    owner = seat_of(hole)
    homely = owner in words.seats and (is_home(hole) or is_camp(hole) or hole[1:] == "0")
    ring = _hex(colour_of(words.table.colours.get(owner, ""))) if owner is not None and homely else "#6e5433"
    radius = _HOLE * board.pitch_mm
    return (
        f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="#7a5a34" stroke="{ring}" '
        f'stroke-width="{radius / 2:.1f}"/>'
    )


def _pawn(seat: Seat, words: _Words) -> str:
    colour = colour_of(words.table.colours.get(seat, ""))
    ink = "#261a12" if is_light(colour) else "#fdf8ec"
    sign = " ".join(f"{0.55 * x:.3f},{0.55 * y:.3f}" for x, y in sign_of(seat))
    return (
        f'<symbol id="pawn-{seat}" viewBox="-1.1 -1.1 2.2 2.2" overflow="visible">'
        f'<circle r="1" fill="{_hex(colour)}" stroke="#261a12" stroke-width="0.1"/>'
        f'<polygon points="{sign}" fill="{ink}"/></symbol>'
    )


def _drawing(holes: Mapping[Hole, Seat], words: _Words, before: Mapping[Hole, Seat] | None = None) -> str:
    """The board with its pawns; where something moved, holes that were left are marked."""
    board = words.table.board
    x, y = zip(*board.outline, strict=True)
    margin = board.pitch_mm / 2
    frame = (
        f"{min(x) - margin:.0f} {min(y) - margin:.0f} {_span(x) + 2 * margin:.0f} {_span(y) + 2 * margin:.0f}"
    )
    radius = _PAWN * board.pitch_mm
    there = _with_camps(holes, words.seats)
    pawns = "".join(
        f'<use href="#pawn-{seat}" x="{board.holes[hole][0] - radius:.1f}" '
        f'y="{board.holes[hole][1] - radius:.1f}" width="{2 * radius:.1f}" height="{2 * radius:.1f}"/>'
        for hole, seat in sorted(there.items())
    )
    marks = "".join(
        f'<circle cx="{board.holes[hole][0]:.1f}" cy="{board.holes[hole][1]:.1f}" r="{1.25 * radius:.1f}" '
        f'fill="none" stroke="#261a12" stroke-width="{radius / 5:.1f}" stroke-dasharray="{radius / 2:.1f}"/>'
        for hole in sorted({*holes, *(before or {})})
        if before is not None and holes.get(hole) != before.get(hole)
    )
    said = escape(words.phrases.holes(dict(sorted(holes.items()))))
    return (
        f'<svg class="board" viewBox="{frame}" role="img"><title>{said}</title>'
        f'<use href="#board"/>{pawns}{marks}</svg>'
    )


def _with_camps(holes: Mapping[Hole, Seat], seats: tuple[Seat, ...]) -> Mapping[Hole, Seat]:
    """The pawns that wait besides, each in a camp hole, whichever it was."""
    out = Counter(holes.values())
    waiting = {seat: camp_holes(seat)[: max(0, PAWNS_A_SEAT - out[seat])] for seat in seats}
    return {**holes, **{hole: seat for seat, camp in waiting.items() for hole in camp}}


def _span(values: Iterable[float]) -> float:
    values = tuple(values)
    return max(values) - min(values)


def _sign(seat: Seat, words: _Words) -> str:
    name = escape(words.phrases.who(seat))
    return (
        f'<svg class="sign" viewBox="-1.1 -1.1 2.2 2.2" role="img" aria-label="{name}">'
        f'<use href="#pawn-{seat}" x="-1.1" y="-1.1" width="2.2" height="2.2"/></svg>'
    )


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
