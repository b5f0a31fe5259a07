"""Persistent data: settings, games, what players have learned."""
