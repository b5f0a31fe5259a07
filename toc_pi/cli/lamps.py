"""`toc-pi lamps-off`: for the service, whatever has ended it. Quick: it loads only what the pins need."""

import argparse

from hardware.lamps import switch_all_off


def arguments(_command: str) -> tuple[()]:
    return ()


def execute(_command: str, _options: argparse.Namespace) -> int:
    """Switch every lamp off.

    Raises:
        DeviceFailed: this is a Pi, and its pins can't be used.
    """
    switch_all_off()
    return 0
