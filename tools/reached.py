"""A plugin of pytest for `mutate.py`: which tests call which functions, and chosen tests in order.

Environment: REACHED_FILE is written with what each test called; CHOSEN_FILE has the ids of the tests to run.
Both are JSON.
"""

import functools
import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

EVERY = ""  # key for calls before the first test, when test parameters are made

_called: dict[str, set[CodeType]] = {EVERY: set()}
_seconds: dict[str, float] = {}
_now = EVERY
_caches: "list[functools._lru_cache_wrapper[object]]" = []


def _note(frame: FrameType, event: str, _arg: object) -> None:
    if event == "call":
        _called[_now].add(frame.f_code)


def pytest_configure() -> None:
    """Start recording before anything of the program is imported."""
    if "REACHED_FILE" in os.environ:
        sys.settrace(_note)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the chosen tests, in their order."""
    if "CHOSEN_FILE" in os.environ:
        place = {name: at for at, name in enumerate(json.loads(Path(os.environ["CHOSEN_FILE"]).read_text()))}
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )
    if "REACHED_FILE" in os.environ:
        _caches.extend(
            found
            for found in gc.get_objects()
            if isinstance(found, functools._lru_cache_wrapper)
            and found.__module__.startswith(("toc_pi.", "calibration."))
        )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record what one test calls; caches are cleared before each test."""
    global _now
    if "REACHED_FILE" not in os.environ:
        yield
        return
    for cache in _caches:
        cache.cache_clear()
    _now = item.nodeid
    _called[_now] = set()
    begun = time.process_time()
    sys.settrace(_note)
    yield
    sys.settrace(None)
    _seconds[_now] = time.process_time() - begun


def pytest_sessionfinish() -> None:
    """Write the recorded calls."""
    if "REACHED_FILE" not in os.environ:
        return
    sys.settrace(None)
    root = f"{Path.cwd()}/"
    calls = {
        name: {
            "seconds": _seconds.get(name, 0.0),
            "called": sorted(
                (code.co_filename.removeprefix(root), code.co_firstlineno)
                for code in codes
                if code.co_filename.startswith(root)
            ),
        }
        for name, codes in _called.items()
    }
    Path(os.environ["REACHED_FILE"]).write_text(json.dumps(calls))
