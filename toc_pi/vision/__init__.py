"""From pictures to observations, without knowledge of the rules."""
