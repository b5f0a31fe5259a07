"""A journaled game as one HTML page: a replay on the board, with its race, captures and luck."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from calibration.holes import Hole, Seat, is_camp
from toc_pi import effects
from toc_pi.app.menu import MenuPage
from toc_pi.app.report.drawing import draw_board, draw_race, draw_sign, draw_symbol, hole_places
from toc_pi.app.report.past import (
    ReportTexts,
    day_in_words,
    faces_of,
    language_of,
    moment_in_words,
    names_in,
    past_game,
    words_of,
)
from toc_pi.app.report.steps import (
    Luck,
    PawnWay,
    Places,
    ReplayStep,
    counts_of,
    effects_of,
    holes_to_go,
    luck_of,
    luck_of_cards,
    places_along,
    steps_of,
)
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.table_summary import board_name, game_of
from toc_pi.belief.game import Game
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.languages import Language, capital, listed, load_texts
from toc_pi.messages import with_hidden_shown
from toc_pi.rule_pages.pages import house_rule
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.game import pack_of, winners
from toc_pi.rules.table import Player
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.games import PastGame, load_game, reading_game
from toc_pi.store.table_config import TableConfig
from toc_pi.words import CLAUSES

_Cells = tuple[str, ...]

PAUSE_MS = 1300
"""How long each step is shown during the replay."""


@dataclass(frozen=True, slots=True)
class _Story:
    """A game as shown on its page; its methods return HTML, except `ended`."""

    past: PastGame
    table: TableConfig
    game: Game
    words: ReportTexts
    shown: tuple[effects.Effect, ...]
    steps: tuple[ReplayStep, ...]
    drawn: tuple[tuple[Places, tuple[PawnWay, ...]], ...]
    winners: tuple[Seat, ...]

    @property
    def ended(self) -> str:
        """How it ended, as a sentence."""
        return self.words.won(self.winners) if self.winners else self.words.say("open")

    def said(self, key: str, **values: object) -> str:
        """A sentence of the page."""
        return escape(self.words.say(key, **values))

    def names(self, player: Player) -> str:
        """A player's names and colours, as text."""
        return " + ".join(capital(self.words.phrases.person(seat)) for seat in player)

    def signs(self, player: Player) -> str:
        """A player's signs and colours."""
        names = ((seat, escape(capital(self.words.phrases.person(seat)))) for seat in player)
        return " + ".join(f'<span class="player">{draw_sign(seat)} {name}</span>' for seat, name in names)


def write_report(path: Path, number: int, settings: Path, language: Language | None = None) -> str:
    """A game as an HTML page.

    Args:
        path: the journal.
        number: the game's.
        settings: the settings file, for messages and for a board file beside it.
        language: of the page; None for the table's.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the journal, or that game in it, can't be read.
    """
    story = _story_of(path, number, settings, language)
    with reading_game(path, number):
        return with_hidden_shown(_page(story, number))


def game_page(path: Path, number: int, settings: Path, now: str, *, like: Answers) -> Page:
    """An earlier game as a page of the screen: winner, duration, and each player's counts.

    Args:
        path, number, settings: as for `write_report`.
        now: the present date and time, ISO 8601.
        like: the settings in force, for the language and the size of text.
    """
    words = load_texts("setup", like.language)
    texts, back = words["games"], (Key("back", words["key"]["back"], tap=MenuPage("games")),)
    plain = Page(f"game {number}", texts["title"], feet=back, sentences=True, large=like.letters == "large")
    try:
        story = _story_of(path, number, settings, like.language)
    except (BadInput, DamagedStore) as error:
        return replace(plain, text=texts["unreadable"].format(why=error), shape=Shape.TEXT)
    table, won = story.table, names_in(story.past)[0] or ()
    result = texts["won_many" if len(won) > 1 else "won"].format(who=listed(won, like.language))
    keys = []
    for player in story.game.table.players:
        names = [table.names.get(seat) or capital(story.words.phrases.who(seat)) for seat in player]
        counts = counts_of(story.steps, player)
        below = texts["player_one" if counts["turns"] == 1 else "player"].format(**counts)
        key = Key(player[0], listed(names, like.language), below, seat=player[0], plain=True)
        keys.append(replace(key, colour=table.colours.get(player[0], "")))
    text = " · ".join((result if won else texts["open"], *_length(story)))
    title = day_in_words(story.past.started, now, like.language)
    return replace(plain, title=title, text=text, keys=tuple(keys))


def _story_of(path: Path, number: int, settings: Path, language: Language | None) -> _Story:
    past, table = past_game(path, number, settings)
    with reading_game(path, number):
        game, shown, state = game_of(table), effects_of(path, number), load_game(path, number).state
        steps = steps_of(game, shown, state)
        drawn = tuple(places_along(steps, game.table.played))
        lacking = {hole for places, _ in drawn for hole in places.values()} - set(hole_places(table.board))
        if lacking:
            raise DamagedStore(
                "{path}: game {number} can't be read (board {name} has no hole {min}); the others can",
                path=path,
                number=number,
                name=table.board.name,
                min=min(lacking),
            )
        won = () if state is None else winners(game.table, state.course)
        words = words_of(game, table, language or language_of(past), faces_of(past))
        return _Story(past, table, game, words, shown, steps, drawn, won)


def _page(story: _Story, number: int) -> str:
    table, words, colours = story.game.table, story.words, story.table.colours
    folder = files("toc_pi.app")
    texts = {key: escape(text) for key, text in words.texts.items()}
    stands = words.stands(story.steps[-1].after, table.played)
    drawn, left = _race(story)
    own = {
        "language": words.language,
        "title": story.said("title", number=number),
        "style": (folder / "report.css").read_text("utf-8"),
        "script": (folder / "report.js").read_text("utf-8"),
        "signs": "".join(draw_symbol(seat, colours) for seat in table.played),
        "result": escape(story.ended),
        "facts": escape(_facts(story)),
        "board": draw_board(story.table.board, table.played, colours, story.drawn[-1][0], stands),
        "last_sign": draw_sign(table.played[0]),
        "last_said": escape(story.ended),
        "race": drawn,
        "legend": "".join(
            f"<li>{words.say('race_left', who=story.signs(player), left=holes)}</li>"
            for player, holes in zip(table.players, left, strict=True)
        ),
        "players": _players(story),
        "captures": _captures(story),
        "luck": _luck(story),
        "flagged": _flagged(story),
        "moves": _moves(story),
        "game": _data(story),
    }
    titles = {f"{key}_title": text for key, text in texts.items()}
    return Template((folder / "report.html").read_text("utf-8")).substitute({**titles, **texts, **own})


def _length(story: _Story) -> tuple[str, str]:
    """Duration and turns of a game, as text."""
    minutes, turns = round(story.steps[-1].t / 60), story.steps[-1].n
    return (
        story.words.say("minutes" if minutes > 1 else "one_minute", minutes=minutes),
        story.words.say("turns_one" if turns == 1 else "turns_many", turns=turns),
    )


def _facts(story: _Story) -> str:
    """Date, table and rules of a game, as text."""
    words, table, language = story.words, story.table, story.words.language
    length, turns = _length(story)
    house = (house_rule(key, language).name for key in table.house)
    said = words.say(
        "facts",
        moment=moment_in_words(story.past.started, language),
        length=length,
        turns=turns,
        rules=" + ".join((rule_texts(language).title(story.game.rules), *house)),
        board=board_name(table.board.name, load_texts("setup", language)),
    )
    teams = [", ".join(map(words.phrases.called, team)) for team in story.game.table.teams if len(team) > 1]
    return said + "".join(words.say("teams", team=team) for team in teams)


def _race(story: _Story) -> tuple[str, tuple[int, ...]]:
    """The race chart, and the holes that each player has left to go at the end."""
    players, say = story.game.table.players, story.words.say
    # The last board of each settled turn.
    boards = {step.n: (step.after, step.fresh) for step in story.steps if step.kind != "flagged"}
    turns = sorted(boards)
    lines = [[holes_to_go(story.game.table, *boards[turn], player) for turn in turns] for player in players]
    left = tuple(line[-1] for line in lines)
    ends = (
        say("race_left", who=story.names(player), left=holes)
        for player, holes in zip(players, left, strict=True)
    )
    by_seat = {player[0]: line for player, line in zip(players, lines, strict=True)}
    label = say("race_said", left=", ".join(ends))
    return draw_race(turns, by_seat, story.table.colours, label, say("across"), say("up")), left


def _players(story: _Story) -> str:
    players = story.game.table.players
    counts = [counts_of(story.steps, player) for player in players]
    rows = [
        (story.signs(player), *map(str, each.values())) for player, each in zip(players, counts, strict=True)
    ]
    return _table(story, ("player", *counts[0]), rows)


def _captures(story: _Story) -> str:
    who, lines = story.words.phrases.called, []
    for player in story.game.table.players:
        chips = []
        for number, step in enumerate(story.steps):
            for seat in step.captured if step.is_turn and step.seat in player else ():
                key, by = "own" if seat in player else "capture", capital(who(step.seat or ""))
                label = story.said(key, who=by, other=who(seat), n=step.n)
                chips.append(_chip(number, label, f"{draw_sign(seat)} {step.n}"))
        if chips:
            lines.append(f'<li class="chips"><span>{story.signs(player)}</span>{"".join(chips)}</li>')
    return f"<ul>{''.join(lines)}</ul>" if lines else f"<p>{story.said('captures_none')}</p>"


def _chip(number: int, label: str, inside: str) -> str:
    return (
        f'<a class="chip" href="#step-{number}" data-step="{number}" aria-label="{label}" '
        f'title="{label}">{inside}</a>'
    )


def _luck(story: _Story) -> str:
    def cells(luck: Luck) -> tuple[str, str, str]:
        if not luck.cards:
            return "0", "–", "–"
        percent = round(100 * luck.out / luck.cards)
        out = story.said("percent", count=luck.out, percent=percent)
        return str(luck.cards), out, f"{luck.steps:.1f}".replace(".", story.words.texts["decimal"])

    lucks = [(player, luck_of(story.game.rules, player, story.steps)) for player in story.game.table.players]
    rows = [(story.signs(player), *cells(luck), str(luck.idle)) for player, luck in lucks]
    foot = (story.said("pack"), *cells(luck_of_cards(story.game.rules, pack_of(story.game.rules))), "–")
    return _table(story, ("player", "cards", "out", "steps", "idle"), rows, foot)


def _table(
    story: _Story, keys: Iterable[str], rows: Iterable[Iterable[str]], foot: Iterable[str] = ()
) -> str:
    body = "".join(_row("td", row) for row in rows)
    end = f"<tfoot>{_row('td', foot)}</tfoot>" if foot else ""
    return f"<thead>{_row('th', map(story.said, keys))}</thead><tbody>{body}</tbody>{end}"


def _row(cell: str, cells: Iterable[str]) -> str:
    first, *rest = cells
    inside = "".join(f'<{cell} class="number">{each}</{cell}>' for each in rest)
    return f"<tr><{cell}>{first}</{cell}>{inside}</tr>"


def _flagged(story: _Story) -> str:
    words, cases = story.words, []
    for number, step in enumerate(story.steps):
        if step.flagged is None:
            continue
        verdict = step.flagged.verdict
        clauses = dict.fromkeys(clause for code in verdict.reasons for clause in CLAUSES[code][0].split(", "))
        rules = " ".join(
            f'<span class="rule">{story.said("rule", clause=clause)}</span>' for clause in clauses
        )
        what = words.say("other", who=words.phrases.called(verdict.seat), card=words.cards(step))
        turn = f"{story.said('turn')} {step.n}"
        cases.append(
            f'<div class="case"><p>{_chip(number, turn, turn)} {draw_sign(verdict.seat)} '
            f'<strong class="wrong">✗ {escape(capital(what))}</strong> '
            f"{story.said(f'was_{step.flagged.outcome}')}</p>"
            f"<p>{escape(words.phrases.reason(verdict))}</p><p>{rules}</p></div>"
        )
    return "".join(cases) or f"<p>{story.said('flagged_none')}</p>"


def _moves(story: _Story) -> str:
    rows = sorted((*_step_rows(story), *_notice_rows(story)), key=lambda row: row[0])
    if not rows:
        return f"<p>{story.said('nothing')}</p>"
    head = (
        f'<tr><th class="number">{story.said("turn")}</th><th></th><th>{story.said("what")}</th>'
        f'<th class="number when">{story.said("when")}</th></tr>'
    )
    return (
        f'<table class="moves"><thead>{head}</thead><tbody>{"".join(row for _, row in rows)}</tbody></table>'
    )


def _step_rows(story: _Story) -> Iterator[tuple[float, str]]:
    """Each step's row with its sort time: a replayed turn never precedes the step before it."""
    latest = 0.0
    for number, step in enumerate(story.steps):
        latest = max(latest, step.t)
        if step.kind not in ("start", "end"):
            said = ("✗ " if step.kind == "flagged" else "") + story.words.step(step, "")
            sign = draw_sign(step.seat) if step.seat is not None else ""
            link = f'<a href="#step-{number}" data-step="{number}">{step.n}</a>'
            kind = "flagged" if step.kind in ("flagged", "stood") else ""
            turn = link if step.kind != "put" else ""
            yield latest, _move(said, step.t, f'<tr class="{kind}" id="step-{number}">', turn, sign)


def _notice_rows(story: _Story) -> Iterator[tuple[float, str]]:
    for effect in story.shown:
        if isinstance(effect, effects.Notice):
            said = story.words.phrases.sentence(effect) or ""
            yield effect.t, _move(said, effect.t, '<tr class="deal">')


def _move(said: str, t: float, row: str, turn: str = "", sign: str = "") -> str:
    minutes, seconds = divmod(round(t), 60)
    return (
        f'{row}<td class="number">{turn}</td><td>{sign}</td><td class="what">{escape(said)}</td>'
        f'<td class="number when">{minutes}:{seconds:02}</td></tr>\n'
    )


def _data(story: _Story) -> str:
    """The replay's data for the page's script, as JSON escaped for HTML."""
    words, places = story.words, hole_places(story.table.board)
    steps = [
        {
            "kind": step.kind,
            "n": step.n,
            "seat": step.seat or "",
            "card": " ".join(map(words.phrases.face, step.cards)) if step.seat else "",
            "sure": "" if step.sure is None else f"{step.sure}\u00a0%",
            "say": words.step(step, story.ended),
            "at": " ".join(at.values()),
            "ways": [list(way) for way in ways],
            "fresh": sorted(step.fresh),
        }
        for step, (at, ways) in zip(story.steps, story.drawn, strict=True)
    ]
    replay = {
        "at": {hole: [round(x, 1), round(y, 1)] for hole, (x, y) in places.items()},
        "camps": [hole for hole in places if is_camp(Hole(hole))],
        "names": [words.phrases.who(seat) for seat in story.game.table.played],
        "turns": story.steps[-1].n,
        "pause_ms": PAUSE_MS,
        "words": {key: words.texts[key] for key in ("play", "pause", "where", "stands")},
        "steps": steps,
    }
    text = json.dumps(replay, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
