"""What stands on the table and which play led to it: explanations of a look, weighed by likelihood and rules.

Pure functions over values: timing and what is said to players belong to the referee.
"""
