"""A table's side of a hall: reads the journal and sends what the hall may know. See docs/hall-protocol.md."""
