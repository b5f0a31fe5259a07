"""A hall of tables: the tournament in `core/`, its database, its messages, and the broker's accounts."""
