"""Payloads: what is malformed, huge or foreign is refused, and the schemas say nothing that isn't checked."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.hall.wire.protocol import (
    LIMITS,
    TYPES,
    InvalidPayload,
    checked,
    kinds,
    read,
    schema_content,
    written,
)

STATE: dict[str, Any] = {
    "stream": "0123456789abcdef",
    "game": 3,
    "match": "1-4",
    "seats": ["a", "b", "c", "d"],
    "people": {"a": "Zoé"},
    "colours": {"a": "red"},
    "teams": [["a", "c"], ["b", "d"]],
    "pawns": {"a0": "a", "cH1": "c"},
    "turn": {"n": 7, "seat": "b"},
    "waits": "",
    "winners": [],
}


def test_a_state_is_read_as_it_was_written() -> None:
    assert read("state", written("state", STATE)) == STATE


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": -1}, "minimum"),
        ({"game": True}, "integer"),
        ({"game": 1.0}, "integer"),
        ({"match": "1-4\n"}, "pattern"),
        ({"seats": ["i"]}, "seats[0]"),
        ({"people": {"a": "Zo\u202e\u00e9"}}, "people.a"),
        ({"people": {"z": "Zoé"}}, "people.z"),
        ({"pawns": {f"a{n}": "a" for n in range(41)}}, "maxProperties"),
        ({"pawns": {"b40a": "a"}}, "pawns.b40a"),
        ({"photo": "..."}, "photo isn't known"),
        ({"turn": {"n": 1}}, "turn.seat is missing"),
        ({"waits": "forever"}, "enum"),
    ],
)
def test_a_wrong_state_is_refused_and_told(change: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidPayload) as refused:
        checked("state", STATE | change)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    "payload",
    [b"", b"\xff\xfe", b"null", b"[]", b"{", b'{"here": NaN}', b'{"here":true,"here":false}', b"[" * 190],
)
def test_what_is_no_object_is_refused(payload: bytes) -> None:
    with pytest.raises(InvalidPayload):
        read("link", payload)


def test_a_huge_payload_is_not_even_parsed() -> None:
    with pytest.raises(InvalidPayload, match="201 bytes; at most 200"):
        read("link", b"[" * 201)


@given(st.binary(max_size=300), st.sampled_from(sorted(kinds())))
def test_no_bytes_do_more_than_being_refused(payload: bytes, kind: str) -> None:
    try:
        value = read(kind, payload)
    except InvalidPayload:
        return
    assert read(kind, written(kind, value)) == value


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(STATE)), _json)
def test_any_value_in_a_state_is_read_or_refused(key: str, value: object) -> None:
    try:
        read("state", json.dumps(STATE | {key: value}).encode())
    except InvalidPayload:
        return
    assert checked("state", STATE | {key: value})


def _unchecked(schema: Any, shared: dict[str, Any]) -> Iterator[object]:
    """Whatever in a schema would have no effect, or fail."""
    if "$ref" in schema:
        if set(schema) != {"$ref"} or schema["$ref"].removeprefix("#/$defs/") not in shared:
            yield schema
        return
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    inside = ("properties", "required", "additionalProperties", "propertyNames", "items")
    yield from {*types} - set(TYPES)
    yield from {*schema} - {"type", *LIMITS, *inside}
    yield from {*schema.get("required", ())} - {*schema.get("properties", {})}
    if not re.fullmatch(r"\^.*\$", schema.get("pattern", "^$")):
        yield schema["pattern"]
    parts = [schema[key] for key in ("additionalProperties", "propertyNames", "items") if key in schema]
    for part in (*parts, *schema.get("properties", {}).values()):
        if part is not False:
            yield from _unchecked(part, shared)


def test_every_word_of_the_schemas_has_an_effect() -> None:
    shared = schema_content()["$defs"]
    for schema in (*shared.values(), *(kind["schema"] for kind in schema_content()["kinds"].values())):
        assert not [*_unchecked(schema, shared)]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number"},
        {"$ref": "#/$defs/nothing"},
        {"type": "string", "pattern": "a"},
        {"type": "string", "minProperties": 1},
        {"type": "object", "properties": {}, "required": ["a"]},
        {"type": "array", "items": {"type": "any"}},
    ],
)
def test_a_word_without_an_effect_is_found(schema: dict[str, object]) -> None:
    assert [*_unchecked(schema, {})]
