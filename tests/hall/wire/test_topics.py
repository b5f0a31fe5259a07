"""Topics: who wrote a message follows from its topic, for names without wildcards alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.hall.wire.protocol import Topics, discovery, is_name

CLUB = Topics("club")


def test_the_writer_is_read_from_a_topic() -> None:
    assert CLUB.writer(CLUB("record", "t07")) == ("table", "t07", "record")
    assert CLUB.writer(CLUB("order", "ann")) == ("arbiter", "ann", "order")


@pytest.mark.parametrize(
    "topic",
    [
        "toc/1/club/hall/standings",
        "toc/1/club/table/t07/photo",
        "toc/1/club/table/T07/state",
        "toc/1/club/table/t07/state/x",
        "toc/1/clubs/table/t07/state",
        "toc/2/club/table/t07/state",
        "",
    ],
)
def test_a_foreign_topic_has_no_writer(topic: str) -> None:
    assert CLUB.writer(topic) is None


@given(st.text(max_size=40))
def test_a_name_is_one_level_of_a_topic(text: str) -> None:
    if is_name(text):
        assert not set(text) & set("/+#$ \n")
        assert CLUB.writer(CLUB("state", text)) == ("table", text, "state")
    else:
        assert CLUB.writer(CLUB("state", text)) is None


def test_home_assistant_finds_a_table_below_its_own_topic() -> None:
    assert discovery("my-club", "t07") == "homeassistant/device/toc_my_club_t07/config"
