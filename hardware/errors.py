"""What can go wrong with a device or a film."""

from toc_pi.messages import MessageError


class DeviceFailed(MessageError):
    """A device is missing or stopped working; the message says which and what to try."""


class BadFilm(MessageError):
    """A file is no film, or a film that breaks off; the message names the file."""
