"""A plugin of pytest for machines that are emulated: few examples of each property, and every test's time.

Tests whose subject is how fast this machine is are skipped.

python3 -m pytest -p emulated_tests      with this folder in PYTHONPATH
"""

import time
from collections import Counter, defaultdict

import pytest
from hypothesis import settings

EXAMPLES = 5  # of each property; natively there are up to 500
ABOUT_SPEED = {
    "test_a_short_soak_loses_nothing": "its watchdog is of a machine that isn't emulated",
    "test_an_unknown_table_is_judged_after_a_few_taps_with_what_the_camera_proposes": (
        "its film ends while an emulated program still searches for the board"
    ),
}

_began = time.monotonic()
_folders: dict[str, float] = defaultdict(float)  # seconds of the tests in it
_files: dict[str, float] = defaultdict(float)
_outcomes: Counter[str] = Counter()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every property have few examples, and skip what is about speed."""
    for item in items:
        if (why := ABOUT_SPEED.get(getattr(item, "originalname", item.name))) is not None:
            item.add_marker(pytest.mark.skip(reason=why))
        test = getattr(item, "obj", None)
        used: settings = getattr(test, "_hypothesis_internal_use_settings", None) or settings.get_profile(
            "untimed"
        )
        if getattr(test, "is_hypothesis_test", False) and used.max_examples > EXAMPLES:
            vars(getattr(test, "__func__", test))["_hypothesis_internal_use_settings"] = settings(
                used, max_examples=EXAMPLES
            )


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a test that took long, failed or was skipped, as soon as it has ended; count all."""
    file = report.nodeid.partition("::")[0]
    _folders[file.rpartition("/")[0]] += report.duration
    _files[file] += report.duration
    if report.when == "call" or report.outcome != "passed":
        _outcomes[report.outcome] += 1
    if report.duration > 20 or report.outcome != "passed":
        since = time.monotonic() - _began
        print(f"\n{since:6.0f} s  {report.outcome} in {report.duration:.0f} s: {report.nodeid}", flush=True)
        if report.skipped and isinstance(report.longrepr, tuple):
            print(f"{'':10}{report.longrepr[2]}", flush=True)


def pytest_terminal_summary() -> None:
    """Print where the time went."""
    print("\nseconds of tests in each folder, and in the slowest files:")
    for counted, most in ((_folders, None), (_files, 20)):
        for name, spent in sorted(counted.items(), key=lambda item: -item[1])[:most]:
            print(f"{spent:8.0f} s  {name}")
    print(f"{sum(_folders.values()):8.0f} s  together;", dict(_outcomes))
