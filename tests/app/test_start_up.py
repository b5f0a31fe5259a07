"""The time from power-on for a known table, as in the docs: at most a minute and four taps."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "appliance.md"


def test_the_page_gives_a_minute_and_four_taps_at_most() -> None:
    table = (
        PAGE.read_text("utf-8").partition("<!-- bench/program.py start -->")[2].partition("<!-- end -->")[0]
    )
    last = table.strip().splitlines()[-1]
    taps = re.search(r"with (\d+) taps", last)
    seconds = [int(each) for each in re.findall(r"\*\*(\d+) s\*\*", last)]
    assert taps is not None
    assert int(taps[1]) <= 4
    assert "4 times slower" in table
    assert seconds[1] <= 60
