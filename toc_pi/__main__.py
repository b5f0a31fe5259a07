"""`python -m toc_pi` is the command `toc-pi`."""

from toc_pi.cli.main import run

run()
