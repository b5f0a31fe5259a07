"""What a person or a disk can get wrong; `cli/main.py` turns each into an exit status."""


class BadInput(Exception):
    """Wrong use or bad input: one line that says where, what was found and what is allowed."""


class DamagedStore(Exception):
    """Stored data is damaged: what was put aside, and where."""
