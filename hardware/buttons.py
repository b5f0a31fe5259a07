"""Buttons on GPIO pins: a press puts the button's name into a queue, once, however the contacts bounce."""

from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Protocol, Self

from hardware.errors import DeviceFailed
from hardware.pins import BUTTON_PINS, pin_errors, pin_factory
from toc_pi.messages import said

BOUNCE_S = 0.03  # after a press, changes of the contact are ignored for this time


class Buttons(Protocol):
    """Some buttons with names."""

    def pressed(self) -> tuple[str, ...]:
        """The names of the buttons pressed since the last call, in order."""
        ...

    def close(self) -> None:
        """Release the pins; may be called twice."""
        ...


class NoButtons:
    """No buttons: nothing is ever pressed."""

    def pressed(self) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def close(self) -> None:
        """Do nothing."""


class PinButtons:
    """Buttons between a GPIO pin and ground, through gpiozero."""

    def __init__(self, names: tuple[str, ...] = tuple(BUTTON_PINS), factory: Any = None) -> None:
        """Take the pins of some buttons.

        Args:
            names: of `pins.BUTTON_PINS`.
            factory: a gpiozero pin factory; None for the process's own.

        Raises:
            DeviceFailed: the pins can't be reached or are taken.
        """
        import gpiozero

        self._queue: SimpleQueue[str] = SimpleQueue()
        self._buttons: list[gpiozero.Button] = []
        try:
            factory = factory if factory is not None else pin_factory()
            for name in names:
                button = gpiozero.Button(BUTTON_PINS[name].gpio, bounce_time=BOUNCE_S, pin_factory=factory)
                # Called in a thread of gpiozero's: it may only put into the queue.
                button.when_pressed = _putting(self._queue, name)
                self._buttons.append(button)
        except pin_errors() as error:
            self.close()
            raise DeviceFailed(said("buttons: the pins can't be used ({why})", why=error)) from error

    def pressed(self) -> tuple[str, ...]:
        """The names of the buttons pressed since the last call, in order."""
        names = []
        while True:
            try:
                names.append(self._queue.get_nowait())
            except Empty:
                return tuple(names)

    def close(self) -> None:
        """Release the pins."""
        for button in self._buttons:
            button.close()
        self._buttons = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_buttons() -> Buttons:
    """The wired buttons; on machines that are no Pi they are never pressed.

    Raises:
        DeviceFailed: this is a Pi, and its pins can't be used.
    """
    return PinButtons()


def _putting(queue: SimpleQueue[str], name: str) -> Callable[[], None]:
    # gpiozero asks how many arguments its callback takes; a partial of a built-in method has no answer.
    put = partial(queue.put, name)

    def press() -> None:
        put()

    return press
