"""The rule pages: rule sets in plain sentences, and how two sets differ."""
