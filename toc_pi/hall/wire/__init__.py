"""The protocol between tables and hall: topics, payloads and their limits. See docs/hall-protocol.md."""
