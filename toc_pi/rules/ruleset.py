"""RuleSet: every card's uses and every parameter's value, read from data and checked (RULES 3, 4, 6)."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toc_pi.documents import read_toml
from toc_pi.errors import BadInput, Faults, did_you_mean
from toc_pi.messages import said
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset_content import PARAMETERS, Use, freeze, read_cards, read_parameters, shown

NAMES = ("toc", "tock", "tock-variant", "tac-tik", "quebec", "saut", "fadoq")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way to play: cards and parameters, house rules applied. Names and values are section 4's.

    Attributes:
        base: the shipped set that it is based on.
        name: its display name; the base's name unless a family's file has another.
        cards: each rank of the pack with its uses; other ranks can't be declared.
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
        """Pickle all values, for another process."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        return _restored, (values | {"cards": dict(self.cards), "sources": dict(self.sources)},)

    def uses(self, card: Card) -> tuple[Use, ...]:
        """What a card does.

        Raises:
            BadInput: the pack has no such card.
        """
        try:
            return self.cards[card]
        except KeyError:
            raise BadInput(
                "card = {card}: not in the pack of {name}; it has {names}",
                card=repr(card),
                name=self.name,
                names=" ".join(self.cards),
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
        BadInput: the file can't be read, or has faults (all of them are listed).
    """
    return ruleset_from(read_toml(path, given=True), house, where=str(path))


def ruleset_from(content: Mapping[str, Any], house: Iterable[str] = (), where: str = "ruleset") -> RuleSet:
    """A family's own rule set from its file's content, with house rules beside it (RULES 6).

    Args:
        content: the keys base, name, cards and parameters, and no other; only base is needed.
        house: names of house rules; they override the file.
        where: the name of the content in messages, such as the file's name.

    Raises:
        BadInput: it has faults; the message lists each with where, what was found and what is allowed.
    """
    if not isinstance(content, Mapping):
        raise BadInput(
            "{where}: {value} isn't a table of base, name, cards and parameters",
            where=where,
            value=shown(content),
        )
    faults = Faults(
        said("{where}: {key} isn't a key; allowed are base, name, cards, parameters", where=where, key=key)
        for key in content
        if key not in ("base", "name", "cards", "parameters")
    )
    base = content.get("base")
    if base is None:
        faults.fault("{where}: base is missing; allowed are {names}", where=where, names=", ".join(NAMES))
    elif base not in NAMES:
        faults.fault(
            "{where}: base = {base}; allowed are {names}",
            where=where,
            base=shown(base),
            names=", ".join(NAMES),
        )
    name = content.get("name", base)
    if not isinstance(name, str) and "name" in content:
        faults.fault("{where}: name = {name}; a text is needed", where=where, name=shown(name))
    cards = read_cards(content.get("cards", {}), where, faults)
    parameters = read_parameters(content.get("parameters", {}), where, faults)
    faults.refuse()
    sources = dict.fromkeys((*cards, *parameters), where)
    return _build(_Draft(str(base), str(name), cards, parameters, sources), tuple(house))


@dataclass(frozen=True, slots=True)
class _Draft:
    """The content of a file, before its base and house rules are applied."""

    base: str
    name: str
    cards: Mapping[Card, tuple[Use, ...]]
    parameters: Mapping[str, Any]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A named change (RULES 6).

    Attributes:
        cards: new uses of a rank.
        parameters: new values of parameters.
        also: additional uses of a rank.
        mows: ranks whose numbers mow, or don't.
        not_forced: what it adds to `not_forced`.
    """

    cards: Mapping[Card, tuple[Use, ...]]
    parameters: Mapping[str, Any]
    also: Mapping[Card, tuple[Use, ...]]
    mows: Mapping[Card, bool]
    not_forced: tuple[str, ...]


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
        )
    return MappingProxyType(found)


@lru_cache(maxsize=256)
def _load(name: str, house: tuple[str, ...]) -> RuleSet:
    if name not in NAMES:
        raise BadInput(
            "rules = {name}{perhaps}; allowed are {names}",
            name=shown(name),
            perhaps=did_you_mean(name, NAMES),
            names=", ".join(NAMES),
        )
    return _build(_Draft(name, name, {}, {}, {}), house)


@lru_cache(maxsize=len(NAMES))
def _shipped(name: str) -> _Draft:
    """The content of one of the seven files, with the source of each value in the documents."""
    content = _read_shipped(f"{name}.toml")
    cards = {Card(rank): tuple(map(Use.parse, entry["uses"])) for rank, entry in content["cards"].items()}
    parameters = {key: freeze(key, entry["is"]) for key, entry in content["parameters"].items()}
    sources = {key: entry["from"] for part in ("cards", "parameters") for key, entry in content[part].items()}
    return _Draft(name, name, cards, parameters, sources)


def _build(draft: _Draft, house: tuple[str, ...]) -> RuleSet:
    """Apply base, file and house rules, in this order."""
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
    faults = Faults()
    for name in dict.fromkeys(house):
        if name not in rules:
            faults.fault(
                "house = {name}{perhaps}; allowed are {names}",
                name=shown(name),
                perhaps=did_you_mean(name, rules),
                names=", ".join(rules),
            )
    set_by: dict[str, tuple[str, object]] = {}
    for name in dict.fromkeys(house):
        if name not in rules:
            continue
        rule = rules[name]
        sets = {**{f"the card {rank}": uses for rank, uses in rule.cards.items()}, **rule.parameters}
        sets.update({f"the card {rank}": mows for rank, mows in rule.mows.items()})
        for key, value in sets.items():
            other, found = set_by.setdefault(key, (name, value))
            if found != value:
                faults.fault(
                    "house: {other} and {name} contradict each other about {key}; one is allowed",
                    other=other,
                    name=name,
                    key=key,
                )
    faults.refuse()


def _read_shipped(name: str) -> dict[str, Any]:
    return tomllib.loads(files("toc_pi.rules.sets").joinpath(name).read_text(encoding="utf-8"))
