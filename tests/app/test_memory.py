"""The process's memory: what threads and evenings have freed serves the next ones."""

import gc
import platform
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from toc_pi.app.menu import RestartRequest
from toc_pi.app.starting import PlayOptions, SessionConfig, start
from toc_pi.store.settings import DataFolders, example_settings

HEAPS = """
import ctypes, sys, threading
if sys.argv[1] == "one":
    from toc_pi.app.process import use_one_heap
    use_one_heap()
c = ctypes.CDLL(None)
c.malloc.restype, c.free.argtypes, c.fdopen.restype = ctypes.c_void_p, [ctypes.c_void_p], ctypes.c_void_p
begun = threading.Barrier(4)
def work():
    taken = [c.malloc(1000) for _ in range(100)]
    begun.wait()
    for each in taken:
        c.free(each)
threads = [threading.Thread(target=work) for _ in range(4)]
for each in threads:
    each.start()
for each in threads:
    each.join()
c.malloc_info(0, ctypes.c_void_p(c.fdopen(1, b"w")))
c.fflush(None)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
@pytest.mark.parametrize(("wanted", "is_one"), [("one", True), ("any", False)])
def test_threads_take_memory_from_one_heap(wanted: str, is_one: bool) -> None:
    command = [sys.executable, "-c", HEAPS, wanted]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.count("<heap nr=") >= 1
    assert (told.count("<heap nr=") == 1) is is_one


def test_an_evening_that_is_over_is_forgotten_before_the_next(tmp_path: Path) -> None:
    places, over = DataFolders(tmp_path, tmp_path), list[weakref.ref["Evening"]]()
    places.settings.write_text(example_settings())

    class Evening:
        def __init__(self) -> None:
            self.window = self  # as windows and threads refer to each other

    def play(_: SessionConfig) -> int | RestartRequest:
        if over:
            return 0 if over[0]() is None else 1
        over.append(weakref.ref(Evening()))
        assert over[0]() is not None
        return RestartRequest()

    gc.disable()
    try:
        assert start(places, play, PlayOptions(lambda _: None, on_screen=False)) == 0
    finally:
        gc.enable()
