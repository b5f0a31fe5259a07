"""Describes boards and finds them in pictures; independent of the game and of devices."""

import os

LONGEST_PX = 16_000  # longest side of a picture that is read

MAX_PIXELS = 32_000_000
"""Twice a good camera's; decoded, 96 MB. A small file can claim gigabytes."""

# OpenCV reads its limits when it is imported, and nothing above this line imports it.
os.environ["OPENCV_IO_MAX_IMAGE_WIDTH"] = os.environ["OPENCV_IO_MAX_IMAGE_HEIGHT"] = str(LONGEST_PX)
os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)
