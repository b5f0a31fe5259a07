"""What tables and a hall say to each other: topics, payloads and their limits. See docs/hall-protocol.md."""
