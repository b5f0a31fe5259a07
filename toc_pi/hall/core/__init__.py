"""The tournament itself: pure functions over frozen values. See docs/hall-protocol.md."""
