"""A companion beside a real Toc board."""

import calibration  # noqa: F401  # limits the pictures that OpenCV reads, before anything imports it
