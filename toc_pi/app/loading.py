"""Loads slow parts in a thread, while the first page is already on the screen."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Loaded = TypeVar("Loaded")


class Loading(Generic[Loaded]):
    """Calls a function in a thread.

    Args:
        load: imports modules and returns a value.
    """

    def __init__(self, load: Callable[[], Loaded]) -> None:
        self._load = load
        self._loaded: Loaded | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="loading", daemon=True)
        self._thread.start()

    def take(self) -> Loaded | None:
        """The function's result; None while it runs.

        Raises:
            Exception: raised by the function.
        """
        if self._error is not None:
            raise self._error
        return self._loaded

    def wait(self) -> None:
        """Wait for its end: a program that exits in the middle of an import may crash."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loaded = self._load()
        except Exception as error:
            self._error = error
