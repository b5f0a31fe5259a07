"""The protocol between tables and hall: topics, and payloads checked against schemas.json.

docs/hall-protocol.md says who writes what, and what is retained. The schemas are a subset of JSON Schema; an
unsupported keyword would silently allow anything: tests/hall/wire/test_schema.py refuses one.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from calibration.files.documents import NotValid, parse_json
from toc_pi.errors import BadInput
from toc_pi.messages import Message, said, with_hidden_shown

PROTOCOL = "toc/1"
"""The first levels of every topic; the number grows when older programs can't read newer payloads."""

_NAME = re.compile("[a-z0-9][a-z0-9-]{0,31}")
NAMES = "1 to 32 of a-z, 0-9 and -, not beginning with -"

RESERVED = ("hall", "wall")
"""Names of special clients at the broker; no table may have them."""


def is_name(text: object) -> bool:
    """Whether a text is a valid hall or table name: one topic level, without wildcards."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


TopicKind = Literal["link", "state", "record", "hall_link", "taken", "seating", "shown", "order", "answer"]
_BELOW: Mapping[TopicKind, str] = {
    # Written by a table; `link` also by the broker, as its last will.
    "link": "table/{}/link",  # whether a table is online; retained
    "state": "table/{}/state",  # a table's current state; retained
    "record": "table/{}/record",  # verdicts and results, in order, each repeated until the hall confirms it
    # Written by the hall.
    "hall_link": "hall/link",  # whether the hall is online; retained, as is its last will
    "taken": "hall/taken/{}",  # the hall's confirmation of a table's record; retained
    "seating": "hall/seating/{}",  # the match at a table, and who sits where; retained
    "shown": "hall/{}",  # what the wall shows: `tournament`, `standings`, `matches`, `log`; retained
    "answer": "arbiter/{}/answer",  # the result of an arbiter's orders
    # Written by an arbiter.
    "order": "arbiter/{}/order",  # an arbiter's orders to the hall
}
"""Every topic of a hall, below its root: the name is that of a table or an arbiter, or of what is shown."""
OF_A_TABLE: tuple[TopicKind, ...] = ("link", "state", "record")
"""Those that a table writes."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one hall.

    Attributes:
        hall: its name; several halls may share a broker.
    """

    hall: str

    @property
    def root(self) -> str:
        """The prefix of all topics of this hall."""
        return f"{PROTOCOL}/{self.hall}"

    def __call__(self, kind: TopicKind, name: str = "") -> str:
        """A topic."""
        return f"{self.root}/{_BELOW[kind].format(name)}"

    def writer(self, topic: str) -> tuple[str, str, str] | None:
        """The writer and topic: `("table", "t07", "record")`; None for an unknown topic."""
        levels = topic.removeprefix(f"{self.root}/").split("/")
        known = {*(("table", kind) for kind in OF_A_TABLE), ("arbiter", "order")}
        if not topic.startswith(f"{self.root}/") or len(levels) != 3:
            return None
        kind, name, what = levels
        return (kind, name, what) if (kind, what) in known and is_name(name) else None


def discovery(hall: str, table: str) -> str:
    """Home Assistant's discovery topic of a table; retained."""
    return f"homeassistant/device/toc_{hall}_{table}/config".replace("-", "_")


Schema = Mapping[str, Any]
Payload = dict[str, Any]
MOST_ANSWERED = 20_000  # bytes of an invalid order that is still answered
LONGEST_SHOWN = 40  # characters of an invalid value in a message
_REFERENCE = "#/$defs/"
_NEEDED: Mapping[str, str] = {
    "person": said("a text of 1 to 32 visible characters"),
    "text": said("a text of at most 200 visible characters"),
}
"""Readable requirements for what users type: a regular expression would tell them nothing."""


class InvalidPayload(BadInput):
    """Payload that violates its schema; it is ignored."""

    @property
    def why(self) -> str:
        """What is wrong, without the kind of payload."""
        message = self.args[0]
        return message.values.get("why", message) if isinstance(message, Message) else str(message)


@dataclass(frozen=True, slots=True)
class PayloadKind:
    """The schema of one kind of payload.

    Attributes:
        most_bytes: size limit, checked before parsing.
        schema: of its content.
        shared: the schemas that `$ref` refers to.
    """

    most_bytes: int
    schema: Schema
    shared: Mapping[str, Schema]


def read(kind: str, payload: bytes) -> Payload:
    """Parse a payload from the network.

    Raises:
        InvalidPayload: it is too large, isn't JSON, or violates the schema.
    """
    _check_size(kind, payload)
    try:
        value = parse_json(payload)
    except (NotValid, ValueError) as error:
        raise InvalidPayload("{where}: {why}", where=kind, why=error) from error
    return checked(kind, value)


def number_of(payload: bytes) -> str | None:
    """The id of an order, even of an invalid one, so that it can be answered; None if it has none."""
    if len(payload) > MOST_ANSWERED:
        return None
    try:
        value = parse_json(payload)
    except (NotValid, ValueError):
        return None
    number = value.get("id") if isinstance(value, dict) else None
    order = kinds()["order"]
    is_one = next(_faults(number, order.schema["properties"]["id"], order.shared, ""), None) is None
    return str(number) if is_one else None


def checked(kind: str, value: object) -> Payload:
    """A value, once it conforms to its schema.

    Raises:
        InvalidPayload: it doesn't; the message names the first violation.
    """
    known = kinds()[kind]
    fault = next(_faults(value, known.schema, known.shared, ""), None)
    if fault is not None:
        raise InvalidPayload("{where}: {why}", where=kind, why=fault)
    assert isinstance(value, dict), "every kind is an object"
    return value


def written(kind: str, value: Payload) -> bytes:
    """Serialize a payload, checked as its receiver will check it.

    Raises:
        InvalidPayload: it violates its schema.
    """
    payload = json.dumps(checked(kind, value), ensure_ascii=False, separators=(",", ":")).encode()
    _check_size(kind, payload)
    return payload


def _check_size(kind: str, payload: bytes) -> None:
    most = kinds()[kind].most_bytes
    if len(payload) > most:
        why = said("{size} bytes; at most {most} are allowed", size=len(payload), most=most)
        raise InvalidPayload("{where}: {why}", where=kind, why=why)


@cache
def kinds() -> Mapping[str, PayloadKind]:
    """Every kind of payload in schemas.json."""
    content = schema_content()
    return {
        name: PayloadKind(kind["maxBytes"], kind["schema"], content["$defs"])
        for name, kind in content["kinds"].items()
    }


def schema_content() -> dict[str, Any]:
    """The content of schemas.json, for checkers elsewhere."""
    content: dict[str, Any] = json.loads((files("toc_pi.hall.wire") / "schemas.json").read_text("utf-8"))
    return content


@cache
def _whole(pattern: str) -> re.Pattern[str]:
    """A pattern for a whole text, without its ^ and $: `$` alone would allow a trailing line break."""
    return re.compile(pattern[1:-1])


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "null": lambda value: value is None,
}
LIMITS: Mapping[str, Callable[[Any, Any], bool]] = {
    "minimum": lambda value, limit: value >= limit,
    "maximum": lambda value, limit: value <= limit,
    "maxLength": lambda value, limit: len(value) <= limit,
    "minItems": lambda value, limit: len(value) >= limit,
    "maxItems": lambda value, limit: len(value) <= limit,
    "maxProperties": lambda value, limit: len(value) <= limit,
    "enum": lambda value, allowed: value in allowed,
    "pattern": lambda value, pattern: _whole(pattern).fullmatch(value) is not None,
}


def _faults(value: Any, schema: Schema, shared: Mapping[str, Schema], where: str) -> Iterator[str]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REFERENCE)
        faults = _faults(value, shared[name], shared, where)
        yield from (_fault(where, value, _NEEDED[name]) for _ in faults) if name in _NEEDED else faults
        return
    types = _types(schema)
    if not any(TYPES[name](value) for name in types):
        yield _fault(where, value, " or ".join(types))
        return
    if value is None:
        return
    for word, is_allowed in LIMITS.items():
        if word in schema and not is_allowed(value, schema[word]):
            yield _fault(where, value, f"{word} {json.dumps(schema[word])}")
            return
    if isinstance(value, dict):
        yield from _faults_inside(value, schema, shared, where)
    elif isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from _faults(item, schema["items"], shared, f"{where}[{number}]")


def _faults_inside(
    value: dict[str, Any], schema: Schema, shared: Mapping[str, Schema], where: str
) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key in schema.get("required", ()):
        if key not in value:
            yield said("{key} is missing", key=f"{where}.{key}".lstrip("."))
    for key, held in value.items():
        place = f"{where}.{key[:LONGEST_SHOWN]}".lstrip(".")
        if "propertyNames" in schema:
            yield from _faults(key, schema["propertyNames"], shared, place)
        if key in known:
            yield from _faults(held, known[key], shared, place)
        elif others is False:
            yield said("{key} isn't known", key=place)
        elif others is not None:
            yield from _faults(held, others, shared, place)


def _types(schema: Schema) -> list[str]:
    found = schema.get("type")
    return found if isinstance(found, list) else [str(found)]


def _fault(where: str, value: object, allowed: str) -> str:
    found = with_hidden_shown(json.dumps(value, ensure_ascii=False))
    found = found if len(found) <= LONGEST_SHOWN else f"{found[: LONGEST_SHOWN - 1]}…"
    return said("{key} = {value}; {needed} is needed", key=where or ".", value=found, needed=allowed)
