"""This machine and its parts: tried by people, one after the other, and measured for a report."""
