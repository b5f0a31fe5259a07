"""A value from a TOML file is written unchanged."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.documents import LONGEST_SHOWN, shown, toml

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
single = words | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False) | st.dates()
values = st.recursive(
    single | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_toml_says_again_what_was_read(value: Any) -> None:
    assert tomllib.loads(f"key = {toml(value)}")["key"] == value


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), ("red", '"red"'), ([1, "a"], '[1, "a"]'), (float("nan"), "nan")]
)
def test_a_message_shows_what_stands_in_the_file(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_message_stays_one_short_line() -> None:
    text = shown(["line\n"] * 50)
    assert len(text) == LONGEST_SHOWN
    assert "\n" not in text
