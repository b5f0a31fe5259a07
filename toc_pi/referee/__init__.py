"""The referee of a game, as pure functions: one event in, effects out."""
