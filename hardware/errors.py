"""What can go wrong with a device or a film."""


class DeviceFailed(Exception):
    """A device is missing or stopped working; the message says which and what to try."""


class BadFilm(Exception):
    """A file is no film, or a film that breaks off; the message names the file."""
