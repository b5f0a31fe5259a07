"""What can go wrong with a device."""


class DeviceFailed(Exception):
    """A device is missing or stopped working; the message says which and what to try."""
