"""What is kept: settings, games, reports."""
