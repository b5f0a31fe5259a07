"""This machine and its parts: tested by people one after the other, and measured for a report."""
