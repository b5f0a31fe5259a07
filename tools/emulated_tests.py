"""A plugin of pytest for machines that are emulated: few examples of each property, and every test's time.

python3 -m pytest -p emulated_tests      with this folder in PYTHONPATH
"""

import time
from collections import Counter

import pytest
from hypothesis import is_hypothesis_test, settings

EXAMPLES = 5  # of each property; natively there are up to 500

_began = time.monotonic()
_seconds: Counter[str] = Counter()  # of each folder of tests
_tests: Counter[str] = Counter()
_slow: Counter[str] = Counter()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every property have few examples."""
    for item in items:
        test = getattr(item, "obj", None)
        used = getattr(test, "_hypothesis_internal_use_settings", settings.default)
        if is_hypothesis_test(test) and used is not None and used.max_examples > EXAMPLES:
            vars(getattr(test, "__func__", test))["_hypothesis_internal_use_settings"] = settings(
                used, max_examples=EXAMPLES
            )


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a test that took long, failed or was skipped, as soon as it has ended; count all."""
    folder = report.nodeid.rpartition("/")[0]
    _seconds[folder] += report.duration
    _slow[report.nodeid.partition("::")[0]] += report.duration
    if report.when == "call" or report.outcome != "passed":
        _tests[report.outcome] += 1
    if report.duration > 20 or report.outcome != "passed":
        since = time.monotonic() - _began
        print(f"\n{since:6.0f} s  {report.outcome} in {report.duration:.0f} s: {report.nodeid}", flush=True)
        if report.skipped and isinstance(report.longrepr, tuple):
            print(f"{'':10}{report.longrepr[2]}", flush=True)


def pytest_terminal_summary() -> None:
    """Print where the time went."""
    print("\nseconds of tests in each folder, and in the slowest files:")
    for counted, most in ((_seconds, None), (_slow, 20)):
        for name, spent in counted.most_common(most):
            print(f"{spent:8.0f} s  {name}")
    print(f"{sum(_seconds.values()):8.0f} s  together;", dict(_tests))
