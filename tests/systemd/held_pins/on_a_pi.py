"""`toc-pi` as on a Pi: its pins are those of the folder's `lgpio`, its model is written down."""

import os
from pathlib import Path

from gpiozero.pins.local import LocalPiFactory

from hardware import pins
from toc_pi.cli.main import run

LocalPiFactory._get_revision = lambda _: 0xA03111  # a Pi 4
pins.MODEL = Path(os.environ["PI_MODEL"])
run()
