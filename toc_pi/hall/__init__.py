"""A hall of tables: tournament, protocol, a table's side and the service. See docs/hall-protocol.md."""
