"""The rule pages: what a rule set says, in sentences a family can read aloud, and how two sets differ."""
