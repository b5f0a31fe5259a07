"""RuleSet: what every card does and every parameter says, read from data and checked (RULES 3, 4, 6)."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toc_pi.documents import read_toml
from toc_pi.errors import BadInput, perhaps
from toc_pi.messages import joined, said
from toc_pi.rules.parameters import LISTS, PARAMETERS, freeze, is_allowed
from toc_pi.rules.position import RANKS, Card

NAMES = ("toc", "tock", "tock-variant", "tac-tik", "quebec", "saut", "fadoq")
JOKER = Card("*")
CARDS_A_RANK, JOKERS = 4, 2

_USE = re.compile(r"(?:(?P<plain>out|swap|centre|pass|any-card)"
                  r"|(?P<way>-|opp |any )?(?P<number>[1-9]|1[0-8])(?P<mows> !)?"
                  r"|split (?P<split>[2-9])(?P<splits> !)?)")  # fmt: skip
_WAYS = {None: "forward", "-": "back", "opp ": "opponent", "any ": "any"}
_WRITTEN = {"forward": "{}", "back": "-{}", "opponent": "opp {}", "any": "any {}", "split": "split {}"}
USES = (
    "out, swap, centre, pass, any-card, or n, -n, opp n, any n (n 1 to 18), split n (2 to 9), these with ' !'"
)


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a card can do (RULES 3).

    Attributes:
        kind: out, swap, centre, pass, any-card; or, with a number, forward, back, opponent, any, split.
        number: holes to go, 1 to 18 (split 2 to 9); 0 where the kind has none.
        mows: whether it captures what it passes (`!`).
    """

    kind: str
    number: int = 0
    mows: bool = False

    def __str__(self) -> str:
        """Write it as section 3 does: `split 7 !`."""
        return _WRITTEN.get(self.kind, self.kind).format(self.number) + " !" * self.mows

    @classmethod
    def parse(cls, text: str) -> "Use":
        """Read a use as section 3 writes it.

        Raises:
            BadInput: it isn't one.
        """
        found = _USE.fullmatch(text)
        if found is None:
            raise BadInput(
                said("{text} isn't a use of a card; allowed are {USES}", text=repr(text), USES=USES)
            )
        if found["plain"]:
            return cls(found["plain"])
        if found["split"]:
            return cls("split", int(found["split"]), bool(found["splits"]))
        return cls(_WAYS[found["way"]], int(found["number"]), bool(found["mows"]))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way to play: cards and parameters, house rules applied. Names and values are section 4's.

    Attributes:
        base: the shipped set that it comes from.
        name: what people call it; the base's name unless a family's file says otherwise.
        cards: each rank of the pack with its uses; a rank that isn't there can't be declared.
        house: the house rules in force, as named.
        sources: where each value comes from, by parameter or rank: `002, Mise en jeu` or `house rule spill`.
    """

    base: str
    name: str
    cards: Mapping[Card, tuple[Use, ...]] = field(hash=False)
    house: tuple[str, ...]
    sources: Mapping[str, str] = field(hash=False, compare=False, repr=False)
    protected: str
    protected_blocks: bool
    protected_moved: bool
    swap_own_pawn_not_on: str
    swap_other_pawn_not_on: str
    swap_two_own: bool
    pass_own_start: bool
    jump: str
    jump_way: str
    jump_takes: str
    no_passing: str
    mowing_spares: str
    split_pawns: int
    split_with: str
    spill: bool
    five_home: str
    own_capture: bool
    team_capture: bool
    jump_over: bool
    split_again: bool
    mate_when_stuck: bool
    not_forced: frozenset[str]
    cannot_play: str
    joker_again: str
    ten_next: str
    deal: tuple[int, ...]
    draw: bool
    exchange: str
    quick_start: bool
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        values = tuple(getattr(self, name) for name in PARAMETERS)
        object.__setattr__(
            self, "_hash", hash((self.base, self.name, self.house, tuple(self.cards.items()), values))
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process, which is told all values anew."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        return _restored, (values | {"cards": dict(self.cards), "sources": dict(self.sources)},)

    def pack(self) -> Mapping[Card, int]:
        """How many cards of each rank the pack has: four of a rank that has a use, two jokers."""
        return {rank: JOKERS if rank == JOKER else CARDS_A_RANK for rank in self.cards}

    def uses(self, card: Card) -> tuple[Use, ...]:
        """What a card does.

        Raises:
            BadInput: the pack has no such card.
        """
        try:
            return self.cards[card]
        except KeyError:
            raise BadInput(
                said(
                    "card = {card}: not in the pack of {name}; it has {names}",
                    card=repr(card),
                    name=self.name,
                    names=" ".join(self.cards),
                )
            ) from None


def load_ruleset(name: str, house: Iterable[str] = ()) -> RuleSet:
    """One of the seven rule sets, with house rules.

    Raises:
        BadInput: no such rule set or house rule, or house rules that contradict each other.
    """
    return _load(name, tuple(house))


def with_house_rule(rules: RuleSet, key: str) -> RuleSet:
    """A rule set, a family's own too, with one house rule more.

    Raises:
        BadInput: no such house rule, or one that contradicts those in force.
    """
    house = tuple(dict.fromkeys((*rules.house, key)))
    _refuse_contradictions(house)
    draft = _Draft(
        rules.base,
        rules.name,
        {rank: rules.cards.get(rank, ()) for rank in RANKS},
        {name: getattr(rules, name) for name in PARAMETERS},
        rules.sources,
    )
    return replace(_build(draft, (key,)), house=house)


def _restored(values: Mapping[str, Any]) -> RuleSet:
    known = {**values, **{key: MappingProxyType(values[key]) for key in ("cards", "sources")}}
    return RuleSet(**known)


def load_family(path: Path, house: Iterable[str] = ()) -> RuleSet:
    """A family's own rule set from its file (RULES 6).

    Raises:
        BadInput: the file can't be read, or all that is wrong in it, with its name.
    """
    return ruleset_from(read_toml(path), house, where=str(path))


def ruleset_from(content: Mapping[str, Any], house: Iterable[str] = (), where: str = "ruleset") -> RuleSet:
    """A family's own rule set from its file's content, with house rules beside it (RULES 6).

    Args:
        content: the keys base, name, cards and parameters, and no other; only base is needed.
        house: names of house rules; they change what the file says.
        where: what to call the content in a complaint: the file's name.

    Raises:
        BadInput: all that is wrong in it: where, what was found, what is allowed.
    """
    if not isinstance(content, Mapping):
        raise BadInput(
            said(
                "{where}: {value} isn't a table of base, name, cards and parameters",
                where=where,
                value=_shown(content),
            )
        )
    faults: list[str] = [
        said("{where}: {key} isn't a key; allowed are base, name, cards, parameters", where=where, key=key)
        for key in content
        if key not in ("base", "name", "cards", "parameters")
    ]
    base = content.get("base")
    if base is None:
        faults.append(
            said("{where}: base is missing; allowed are {names}", where=where, names=", ".join(NAMES))
        )
    elif base not in NAMES:
        faults.append(
            said(
                "{where}: base = {base}; allowed are {names}",
                where=where,
                base=_shown(base),
                names=", ".join(NAMES),
            )
        )
    name = content.get("name", base)
    if not isinstance(name, str) and "name" in content:
        faults.append(said("{where}: name = {name}; a text is needed", where=where, name=_shown(name)))
    cards = _read_cards(content.get("cards", {}), where, faults)
    parameters = _read_parameters(content.get("parameters", {}), where, faults)
    if faults:
        raise BadInput(joined(faults))
    sources = dict.fromkeys((*cards, *parameters), where)
    return _build(_Draft(str(base), str(name), cards, parameters, sources), tuple(house))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A rule set before its base and its house rules: what a file says."""

    base: str
    name: str
    cards: Mapping[Card, tuple[Use, ...]]
    parameters: Mapping[str, Any]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A named change (RULES 6).

    Attributes:
        cards: what it makes of a rank.
        parameters: what it sets.
        also: uses that a rank has besides.
        mows: ranks whose numbers mow, or don't.
        not_forced: what it adds to `not_forced`.
        source: the clause.
    """

    cards: Mapping[Card, tuple[Use, ...]]
    parameters: Mapping[str, Any]
    also: Mapping[Card, tuple[Use, ...]]
    mows: Mapping[Card, bool]
    not_forced: tuple[str, ...]
    source: str


@lru_cache(maxsize=1)
def house_rules() -> Mapping[str, HouseRule]:
    """All house rules of section 6 by name."""
    found = {}
    for name, content in _read_shipped("house.toml").items():
        found[name] = HouseRule(
            cards={
                Card(rank): tuple(map(Use.parse, uses)) for rank, uses in content.get("cards", {}).items()
            },
            parameters={key: freeze(key, value) for key, value in content.get("parameters", {}).items()},
            also={Card(rank): tuple(map(Use.parse, uses)) for rank, uses in content.get("also", {}).items()},
            mows={Card(rank): mows for rank, mows in content.get("mows", {}).items()},
            not_forced=tuple(content.get("not_forced", ())),
            source=content["from"],
        )
    return MappingProxyType(found)


@lru_cache(maxsize=256)
def _load(name: str, house: tuple[str, ...]) -> RuleSet:
    if name not in NAMES:
        raise BadInput(
            said(
                "rules = {name}{perhaps}; allowed are {names}",
                name=_shown(name),
                perhaps=perhaps(name, NAMES),
                names=", ".join(NAMES),
            )
        )
    return _build(_Draft(name, name, {}, {}, {}), house)


@lru_cache(maxsize=len(NAMES))
def _shipped(name: str) -> _Draft:
    """What one of the seven files says, with the document's place of each value."""
    content = _read_shipped(f"{name}.toml")
    cards = {Card(rank): tuple(map(Use.parse, entry["uses"])) for rank, entry in content["cards"].items()}
    parameters = {key: freeze(key, entry["is"]) for key, entry in content["parameters"].items()}
    sources = {key: entry["from"] for part in ("cards", "parameters") for key, entry in content[part].items()}
    return _Draft(name, name, cards, parameters, sources)


def _build(draft: _Draft, house: tuple[str, ...]) -> RuleSet:
    """Base, file, house rules, in this order."""
    _refuse_contradictions(house)
    rules = house_rules()
    base = _shipped(draft.base)
    cards = {**base.cards, **draft.cards}
    parameters = {**base.parameters, **draft.parameters}
    sources = {**base.sources, **draft.sources}
    for name in house:
        cards.update(rules[name].cards)
        parameters.update(rules[name].parameters)
        changed = (*rules[name].cards, *rules[name].parameters, *rules[name].also, *rules[name].mows)
        sources.update(dict.fromkeys(changed, f"house rule {name}"))
    for name in house:
        for rank, mows in rules[name].mows.items():
            cards[rank] = tuple(
                Use(use.kind, use.number, mows and use.number > 0) for use in cards.get(rank, ())
            )
        for rank, uses in rules[name].also.items():
            cards[rank] = tuple(dict.fromkeys((*cards.get(rank, ()), *uses)))
        parameters["not_forced"] = parameters["not_forced"].union(rules[name].not_forced)
    in_pack = {rank: tuple(dict.fromkeys(cards[rank])) for rank in RANKS if cards.get(rank)}
    return RuleSet(
        base=draft.base,
        name=draft.name,
        cards=MappingProxyType(in_pack),
        house=tuple(dict.fromkeys(house)),
        sources=MappingProxyType(sources),
        **parameters,
    )


def _refuse_contradictions(house: tuple[str, ...]) -> None:
    """Refuse unknown house rules, and two that set one card or parameter differently (RULES 6)."""
    rules = house_rules()
    faults = []
    for name in dict.fromkeys(house):
        if name not in rules:
            faults.append(
                said(
                    "house = {name}{perhaps}; allowed are {names}",
                    name=_shown(name),
                    perhaps=perhaps(name, rules),
                    names=", ".join(rules),
                )
            )
    sayers: dict[str, tuple[str, object]] = {}
    for name in dict.fromkeys(house):
        if name not in rules:
            continue
        rule = rules[name]
        sets = {**{f"the card {rank}": uses for rank, uses in rule.cards.items()}, **rule.parameters}
        sets.update({f"the card {rank}": mows for rank, mows in rule.mows.items()})
        for key, value in sets.items():
            other, found = sayers.setdefault(key, (name, value))
            if found != value:
                faults.append(
                    said(
                        "house: {other} and {name} contradict each other about {key}; one is allowed",
                        other=other,
                        name=name,
                        key=key,
                    )
                )
    if faults:
        raise BadInput(joined(faults))


def _read_cards(content: object, where: str, faults: list[str]) -> dict[Card, tuple[Use, ...]]:
    cards: dict[Card, tuple[Use, ...]] = {}
    if not isinstance(content, Mapping):
        faults.append(
            said(
                "{where}: cards = {content}; a table of ranks is needed", where=where, content=_shown(content)
            )
        )
        return cards
    for rank, uses in content.items():
        if rank not in RANKS:
            faults.append(
                said(
                    "{where}: cards.{rank} isn't a rank; allowed are {names}",
                    where=where,
                    rank=rank,
                    names=" ".join(RANKS),
                )
            )
        elif not isinstance(uses, list | tuple):
            faults.append(
                said(
                    "{where}: cards.{rank} = {uses}; a list of uses is needed",
                    where=where,
                    rank=rank,
                    uses=_shown(uses),
                )
            )
        else:
            read = []
            for use in uses:
                try:
                    read.append(Use.parse(use if isinstance(use, str) else _shown(use)))
                except BadInput as fault:
                    faults.append(said("{where}: cards.{rank}: {why}", where=where, rank=rank, why=fault))
            cards[Card(rank)] = tuple(read)
    return cards


def _read_parameters(content: object, where: str, faults: list[str]) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    if not isinstance(content, Mapping):
        faults.append(
            said(
                "{where}: parameters = {content}; a table of parameters is needed",
                where=where,
                content=_shown(content),
            )
        )
        return parameters
    for key, value in content.items():
        if key not in PARAMETERS:
            faults.append(
                said(
                    "{where}: parameters.{key} isn't a parameter; allowed are {names}",
                    where=where,
                    key=key,
                    names=", ".join(PARAMETERS),
                )
            )
        elif not is_allowed(key, value):
            allowed = ", ".join(_shown(choice) for choice in PARAMETERS[key])
            form = "a list of " if key in LISTS else ""
            faults.append(
                said(
                    "{where}: parameters.{key} = {value}; allowed is {form}{allowed}",
                    where=where,
                    key=key,
                    value=_shown(value),
                    form=form,
                    allowed=allowed,
                )
            )
        else:
            parameters[key] = freeze(key, value)
    return parameters


def _read_shipped(name: str) -> dict[str, Any]:
    return tomllib.loads(files("toc_pi.rules.sets").joinpath(name).read_text(encoding="utf-8"))


def _shown(value: object) -> str:
    """A value as a file would write it, short enough for one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
