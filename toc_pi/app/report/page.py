"""A game of the journal as one HTML page: replayed on the board, with its race, captures and luck."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from calibration.holes import Hole, Seat, is_camp
from toc_pi import effects
from toc_pi.app.report.drawing import (
    Luck,
    colour_code,
    counts_of,
    draw_board,
    draw_race,
    draw_sign,
    draw_signs,
    hole_places,
    luck_of,
    luck_of_pack,
    race,
)
from toc_pi.app.report.past import (
    Words,
    day_in_words,
    faces_of,
    language_of,
    moment_in_words,
    names_in,
    past_game,
    words_of,
)
from toc_pi.app.report.steps import Places, ReplayStep, Way, effects_of, places_along, steps_of
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.table_summary import board_name, game_of
from toc_pi.belief.game import Game
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.languages import Language, capital, listed, load_texts
from toc_pi.messages import with_hidden_shown
from toc_pi.rule_pages.pages import house_rule
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.game import winners
from toc_pi.rules.table import Player
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.games import PastGame, load_game
from toc_pi.store.table_settings import TableSettings
from toc_pi.words import CLAUSES

PAUSE_MS = 1300
"""How long each step is shown during the replay."""

# The text for each outcome of a flagged turn.
_OUTCOMES = {"righted": "righted", "stood": "let_stand", "withdrawn": "withdrawn", "open": "unsettled"}


@dataclass(frozen=True, slots=True)
class _Story:
    """A game as shown on the page."""

    past: PastGame
    table: TableSettings
    game: Game
    words: Words
    shown: tuple[effects.Effect, ...]
    steps: tuple[ReplayStep, ...]
    drawn: tuple[tuple[Places, tuple[Way, ...]], ...]
    winners: tuple[Seat, ...]

    @property
    def ended(self) -> str:
        """How it ended."""
        return self.words.won(self.winners) if self.winners else self.words.say("open")

    def signs(self, player: Player) -> str:
        """A player's signs and colours as HTML."""
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
    return with_hidden_shown(_page(story, number, language or language_of(story.past)))


def game_page(path: Path, number: int, settings: Path, now: str, *, like: Answers) -> Page:
    """An earlier game as a page of the screen: who won, how long it took, and what each player did.

    Args:
        path, number, settings: as for `write_report`.
        now: the present date and time, ISO 8601.
        like: the settings in force, for the language and the size of text.
    """
    words = load_texts("setup", like.language)
    texts, back = words["games"], (Key("back", words["key"]["back"]),)
    plain = Page(f"game {number}", texts["title"], feet=back, sentences=True, large=like.letters == "large")
    try:
        story = _story_of(path, number, settings, like.language)
    except (BadInput, DamagedStore) as error:
        return replace(plain, text=texts["unreadable"].format(why=error), shape=Shape.TEXT)
    table, say, (won, _) = story.table, story.words.say, names_in(story.past)
    result = texts["won_many" if len(won) > 1 else "won"].format(who=listed(won, like.language))
    minutes, turns = round(story.steps[-1].t / 60), story.steps[-1].n
    text = (
        f"{result if won else texts['open']}",
        say("minutes" if minutes > 1 else "one_minute", minutes=minutes),
        say("turns_one" if turns == 1 else "turns_many", turns=turns),
    )
    keys = []
    for player in story.game.table.players:
        names = [table.names.get(seat) or capital(story.words.phrases.who(seat)) for seat in player]
        below = texts["player"].format(**counts_of(story.steps, player))
        key = Key(player[0], listed(names, like.language), below, seat=player[0], plain=True)
        keys.append(replace(key, colour=table.colours.get(player[0], "")))
    title = day_in_words(story.past.started, now, like.language)
    return replace(plain, title=title, text=" · ".join(text), keys=tuple(keys))


def _story_of(path: Path, number: int, settings: Path, language: Language | None) -> _Story:
    past, table = past_game(path, number, settings)
    game = game_of(table)
    shown = effects_of(path, number)
    state = load_game(path, number).state
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


def _page(story: _Story, number: int, language: Language) -> str:
    words, played, colours = story.words, story.game.table.played, story.table.colours
    stands = words.stands(story.steps[-1].after, played)
    folder = files("toc_pi.app")
    page = Template((folder / "report.html").read_text("utf-8"))
    lines, left = _race(story)
    headings = ("replay", "race", "players", "captures", "luck")
    plain = ("first", "back", "play", "next", "slider", "keys", "no_script", "race_note", "luck_note", "made")
    return page.substitute(
        {f"{key}_title": escape(words.say(key)) for key in headings},
        **{key: escape(words.say(key)) for key in plain},
        flagged_title=escape(words.say("flagged_title")),
        turns_title=escape(words.say("moves")),
        language=language,
        title=escape(words.say("title", number=number)),
        style=(folder / "report.css").read_text("utf-8"),
        script=(folder / "report.js").read_text("utf-8"),
        signs=draw_signs(played, colours),
        result=escape(story.ended),
        facts=escape(_facts(story, language)),
        board=draw_board(story.table.board, played, colours, story.drawn[-1][0], stands),
        last_sign=draw_sign(played[0]),
        last_said=escape(story.ended),
        race=lines,
        legend="".join(
            "<li>" + story.words.say("race_left", who=story.signs(player), left=value) + "</li>"
            for player, value in zip(story.game.table.players, left, strict=True)
        ),
        players=_players(story),
        captures=_captures(story),
        luck=_luck(story),
        flagged=_flagged(story),
        turns=_turns(story),
        game=_data(story),
    )


def _facts(story: _Story, language: Language) -> str:
    rules = rule_texts(language).title(story.game.rules)
    words, past, table = story.words, story.past, story.table
    minutes, turns = round(story.steps[-1].t / 60), story.steps[-1].n
    said = words.say(
        "facts",
        moment=moment_in_words(past.started, language),
        length=words.say("minutes" if minutes > 1 else "one_minute", minutes=minutes),
        turns=words.say("turns_one" if turns == 1 else "turns_many", turns=turns),
        rules=" + ".join((rules, *(house_rule(key, language).name for key in table.house))),
        board=board_name(table.board.name, load_texts("setup", language)),
    )
    teams = [", ".join(map(words.phrases.called, team)) for team in story.game.table.teams if len(team) > 1]
    return said + "".join(words.say("teams", team=team) for team in teams)


def _race(story: _Story) -> tuple[str, tuple[int, ...]]:
    """The drawn race, and the holes that each player has left to go at the end."""
    table, words = story.game.table, story.words
    # The last board of each settled turn.
    boards = {step.n: (step.after, step.fresh) for step in story.steps if step.kind != "flagged"}
    turns = sorted(boards)
    lines = race(table, (boards[turn] for turn in turns))
    left = tuple(line[-1] for line in lines)
    named = zip(table.players, left, strict=True)
    said = ", ".join(words.say("race_left", who=words.player(player), left=n) for player, n in named)
    drawn = draw_race(
        turns,
        {player[0]: line for player, line in zip(table.players, lines, strict=True)},
        {seat: colour_code(seat, story.table.colours) for seat in table.played},
        words.say("race_said", left=said),
        words.say("across"),
        words.say("up"),
    )
    return drawn, left


def _players(story: _Story) -> str:
    counts = [counts_of(story.steps, player) for player in story.game.table.players]
    rows = [
        _row("td", (story.signs(player), *map(str, numbers.values())))
        for player, numbers in zip(story.game.table.players, counts, strict=True)
    ]
    head = _row("th", (escape(story.words.say(key)) for key in ("player", *counts[0])))
    return f"<thead>{head}</thead><tbody>{''.join(rows)}</tbody>"


def _captures(story: _Story) -> str:
    words, who = story.words, story.words.phrases.called
    lines = []
    for player in story.game.table.players:
        chips = [
            _chip(
                number,
                words.say(
                    "own" if seat in player else "capture",
                    who=capital(who(step.seat or "")),
                    other=who(seat),
                    n=step.n,
                ),
                f"{draw_sign(seat)} {step.n}",
            )
            for number, step in enumerate(story.steps)
            if step.kind in ("turn", "stood") and step.seat in player
            for seat in step.captured
        ]
        if chips:
            lines.append(f'<li class="chips"><span>{story.signs(player)}</span>{"".join(chips)}</li>')
    return f"<ul>{''.join(lines)}</ul>" if lines else f"<p>{escape(words.say('captures_none'))}</p>"


def _chip(number: int, label: str, inside: str) -> str:
    return (
        f'<a class="chip" href="#step-{number}" data-step="{number}" aria-label="{escape(label)}" '
        f'title="{escape(label)}">{inside}</a>'
    )


def _luck(story: _Story) -> str:
    words, rules = story.words, story.game.rules
    rows = [
        _row("td", (story.signs(player), *_luck_cells(luck_of(rules, player, story.steps), words)))
        for player in story.game.table.players
    ]
    pack = _luck_cells(luck_of_pack(rules), words)[:-1]
    keys = ("player", "cards", "out", "steps", "idle")
    head = _row("th", (escape(words.say(key)) for key in keys))
    foot = _row("td", (escape(words.say("pack")), *pack, "–"))
    return f"<thead>{head}</thead><tbody>{''.join(rows)}</tbody><tfoot>{foot}</tfoot>"


def _luck_cells(luck: Luck, words: Words) -> tuple[str, ...]:
    share = round(100 * luck.out / luck.cards) if luck.cards else 0
    out = words.say("percent", count=luck.out, percent=share) if luck.cards else "–"
    steps = words.number(luck.steps) if luck.cards else "–"
    return str(luck.cards), escape(out), steps, str(luck.idle)


def _flagged(story: _Story) -> str:
    words, cases = story.words, []
    for number, step in enumerate(story.steps):
        if step.flagged is None:
            continue
        verdict = step.flagged.verdict
        clauses = dict.fromkeys(clause for code in verdict.reasons for clause in CLAUSES[code][0].split(", "))
        rules = " ".join(
            f'<span class="rule">{escape(words.say("rule", clause=clause))}</span>' for clause in clauses
        )
        named = {"who": words.phrases.called(verdict.seat), "card": words.cards(step)}
        said = words.say(_OUTCOMES[step.flagged.outcome])
        turn = f"{words.say('turn')} {step.n}"
        cases.append(
            f'<div class="case"><p>{_chip(number, turn, escape(turn))} {draw_sign(verdict.seat)} '
            f'<strong class="wrong">✗ {escape(capital(words.say("other", **named)))}</strong> '
            f"{escape(said)}</p>"
            f"<p>{escape(words.phrases.reason(verdict))}</p><p>{rules}</p></div>"
        )
    return "".join(cases) or f"<p>{escape(words.say('flagged_none'))}</p>"


def _turns(story: _Story) -> str:
    rows = sorted((*_step_rows(story), *_notice_rows(story)), key=lambda row: row[0])
    if not rows:
        return f"<p>{escape(story.words.say('nothing'))}</p>"
    say = story.words.say
    head = (
        f'<tr><th class="number">{escape(say("turn"))}</th><th></th><th>{escape(say("what"))}</th>'
        f'<th class="number when">{escape(say("when"))}</th></tr>'
    )
    return (
        f'<table class="moves"><thead>{head}</thead><tbody>{"".join(row for _, row in rows)}</tbody></table>'
    )


def _step_rows(story: _Story) -> Iterator[tuple[float, str]]:
    """Each step's row with its sort time: a replayed turn's time never precedes the step before it."""
    latest = 0.0
    for number, step in enumerate(story.steps):
        latest = max(latest, step.t)
        if step.kind in ("start", "end"):
            continue
        mark = "✗ " if step.kind == "flagged" else ""
        said = escape(mark + story.words.step(step, ""))
        sign = draw_sign(step.seat) if step.seat is not None else ""
        link = f'<a href="#step-{number}" data-step="{number}">{step.n}</a>'
        kind = "flagged" if step.kind in ("flagged", "stood") else ""
        turn = link if step.kind != "put" else ""
        yield latest, _table_row(turn, sign, said, step.t, kind, f' id="step-{number}"')


def _notice_rows(story: _Story) -> Iterator[tuple[float, str]]:
    for effect in story.shown:
        if isinstance(effect, effects.Notice):
            said = escape(story.words.phrases.sentence(effect) or "")
            yield effect.t, _table_row("", "", said, effect.t, "deal", "")


def _table_row(turn: str, sign: str, text: str, t: float, kind: str, more: str) -> str:
    minutes, seconds = divmod(round(t), 60)
    when = f'<td class="number when">{minutes}:{seconds:02}</td>'
    return (
        f'<tr class="{kind}"{more}><td class="number">{turn}</td><td>{sign}</td>'
        f'<td class="what">{text}</td>{when}</tr>\n'
    )


def _row(cell: str, cells: Iterable[str]) -> str:
    first, *rest = cells
    inside = "".join(f'<{cell} class="number">{each}</{cell}>' for each in rest)
    return f"<tr><{cell}>{first}</{cell}>{inside}</tr>"


def _data(story: _Story) -> str:
    """The replay's data for the page's script, as JSON escaped for embedding in HTML."""
    words, places = story.words, hole_places(story.table.board)
    steps = [
        {
            "kind": step.kind,
            "n": step.n,
            "seat": step.seat or "",
            "card": " ".join(map(words.phrases.face, step.cards)) if step.seat else "",
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
