"""From pictures to observations; knows no rules."""
