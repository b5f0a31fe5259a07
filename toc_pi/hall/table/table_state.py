"""What a hall may know of the game in progress: a fold of the journal's entries, and its payloads."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from calibration.holes import SEATS, Hole, Seat
from toc_pi.effects import Cleared, Ended, Question, Repair, Settled, TakenBack, Turn, Verdict, Withdrawn
from toc_pi.errors import BadInput
from toc_pi.hall.wire.protocol import Topics
from toc_pi.languages import load_texts
from toc_pi.store.journal_reader import Added, AddedGame
from toc_pi.store.records import from_json

LONGEST_NAME = 32  # letters of a player's name
_KINDS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (Cleared, Ended, Question, Repair, Settled, TakenBack, Turn, Verdict, Withdrawn)
}


@dataclass(frozen=True, slots=True)
class TableState:
    """A game as the hall sees it.

    Attributes:
        game: its number in the journal.
        settled: the pawns out of their camps after each settled turn, by its number.
        turn: the number and the seat of the open turn; 0 and "" before the first verdict of a game.
        flagged, asked, wrong, paused: what the table waits for.
    """

    game: int
    started: str
    seats: tuple[Seat, ...] = ()
    people: Mapping[Seat, str] = field(default_factory=dict)
    colours: Mapping[Seat, str] = field(default_factory=dict)
    teams: tuple[tuple[Seat, ...], ...] = ()
    settled: Mapping[int, Mapping[Hole, Seat]] = field(default_factory=dict)
    turn: tuple[int, str] = (1, "")
    verdict: Verdict | None = None
    flagged: bool = False
    asked: int | None = None
    wrong: bool = False
    paused: bool = False
    winners: tuple[Seat, ...] = ()

    @property
    def pawns(self) -> Mapping[Hole, Seat]:
        """The settled position: pawns out of their camps."""
        return self.settled[max(self.settled)] if self.settled else {}

    @property
    def waits(self) -> str:
        """What the players have to do before the game continues; "" for nothing."""
        waiting = (("pause", self.paused), ("flag", self.flagged), ("question", self.asked is not None))
        return next((name for name, is_so in (*waiting, ("repair", self.wrong)) if is_so), "")


def effect_of(added: Added) -> Any:
    """The effect stored in an entry; None if it isn't for the hall or can't be read."""
    if added.name not in _KINDS:
        return None
    try:
        return from_json(_KINDS[added.name], added.body)
    except BadInput:
        return None  # written by a newer version


def opened(game: AddedGame, *, names: bool) -> TableState:
    """A game before its first entry; with players' names only if they may be sent."""
    settings = game.settings
    colours = _by_seat(settings.get("colours"))
    teams = _groups(settings.get("teams")) or _groups(settings.get("players"))
    seats = tuple(sorted({*colours, *(seat for team in teams for seat in team)}))
    teams = teams or tuple((seat,) for seat in seats)
    people = {seat: name[:LONGEST_NAME] for seat, name in _by_seat(settings.get("names")).items()}
    first = settings.get("first")
    return TableState(
        game.number,
        game.started,
        seats,
        people if names else {},
        colours,
        teams,
        turn=(1, str(first) if first in SEATS else ""),
    )


def folded(state: TableState, added: Added) -> TableState:
    """The state after an entry."""
    if added.name in ("Paused", "Resumed"):
        return replace(state, paused=added.name == "Paused")
    match effect_of(added):
        case Verdict() as verdict:
            return replace(state, verdict=verdict, flagged=not verdict.legal, asked=None)
        case Settled(_, n, _, _, holes, _):
            settled = {**_before(state, n), n: dict(holes)}
            return replace(state, settled=settled, flagged=False, asked=None, wrong=False)
        case Cleared():
            return replace(state, flagged=False)
        case TakenBack(_, n, seat, _):
            back = replace(state, settled=_before(state, n), turn=(n, seat), winners=())
            return replace(back, verdict=None, flagged=False, asked=None)
        case Question(_, number, _, _, _):
            return replace(state, asked=number)
        case Withdrawn(_, number) if state.asked == number:
            return replace(state, asked=None)
        case Repair(_, holes):
            return replace(state, wrong=bool(holes))
        case Turn(_, n, seat, _):
            return replace(state, turn=(n, seat), asked=None)
        case Ended(_, winners):
            return replace(state, winners=winners, flagged=False, asked=None, wrong=False)
    return state


def state_payload(state: TableState, stream: str, match: str) -> dict[str, Any]:
    """The payload of `state`."""
    n, seat = state.turn
    payload: dict[str, Any] = {
        "stream": stream,
        "game": state.game,
        "match": match,
        "seats": [*state.seats],
        "people": dict(state.people),
        "colours": dict(state.colours),
        "teams": [[*team] for team in state.teams],
        "pawns": dict(state.pawns),
        "turn": {"n": n, "seat": "" if state.winners else seat},
        "waits": state.waits,
        "winners": [*state.winners],
    }
    if state.verdict is not None:
        payload["verdict"] = verdict_payload(state.verdict)
    return payload


def verdict_payload(verdict: Verdict) -> dict[str, Any]:
    """A verdict's payload: without pawns and details."""
    return {
        "n": verdict.n,
        "seat": verdict.seat,
        "do": verdict.do,
        "card": verdict.card or "",
        "legal": verdict.legal,
        "captured": [*verdict.captured],
        "reasons": [*verdict.reasons],
    }


def _before(state: TableState, n: int) -> Mapping[int, Mapping[Hole, Seat]]:
    return {turn: pawns for turn, pawns in state.settled.items() if turn < n}


def _by_seat(found: object) -> dict[Seat, str]:
    if not isinstance(found, dict):
        return {}
    texts = {seat: text for seat, text in found.items() if isinstance(text, str) and text}
    return {Seat(seat): text for seat, text in texts.items() if seat in SEATS}


def _groups(found: object) -> tuple[tuple[Seat, ...], ...]:
    if not isinstance(found, list) or not all(isinstance(group, list) for group in found):
        return ()
    return tuple(tuple(Seat(seat) for seat in group if seat in SEATS) for group in found)


_TURN = "{{ value_json.colours.get(value_json.turn.seat, 'none') }}"
_CAPTURED = "{{ 'ON' if value_json.verdict is defined and value_json.verdict.captured else 'OFF' }}"
_WRONG = "{{ 'ON' if value_json.waits == 'flag' else 'OFF' }}"


def discovery_payload(hall: str, table: str, language: str) -> bytes:
    """Home Assistant's discovery payload: whose turn it is as a colour word, whether a pawn was captured,
    whether a move is wrong.

    One device with what a lamp in a living room may show. Source: home-assistant.io, MQTT, device discovery;
    the short names are theirs.
    """
    topics, name = Topics(hall), f"toc_{hall}_{table}".replace("-", "_")
    words = load_texts("hall", language)["home"]

    def part(key: str, platform: str, template: str) -> dict[str, str]:
        return {"p": platform, "name": words[key], "unique_id": f"{name}_{key}", "value_template": template}

    payload = {
        "dev": {"ids": name, "name": words["device"].format(table=table), "mf": "toc-pi"},
        "o": {"name": "toc-pi"},
        "cmps": {
            "turn": part("turn", "sensor", _TURN),
            "captured": part("captured", "binary_sensor", _CAPTURED),
            "wrong": part("wrong", "binary_sensor", _WRONG),
        },
        "state_topic": topics("state", table),
        "availability_topic": topics("link", table),
        "availability_template": "{{ 'online' if value_json.here else 'offline' }}",
        "qos": 1,
    }
    return json.dumps(payload, ensure_ascii=False).encode()
