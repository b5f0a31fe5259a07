"""The diagram of states in the docs matches the table."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_shows_the_table() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "referee_states.py"), "--check"], check=False)
    assert done.returncode == 0, "run tools/referee_states.py"
