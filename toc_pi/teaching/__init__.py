"""Teaching: what a hand could do best, and how good a position is; above the rules, beside the screen."""
