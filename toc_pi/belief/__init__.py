"""What stands on the table and how it came about: explanations of a look, weighed by odds and rules.

Nothing here speaks to anybody or waits for anything: that is the referee's.
"""
