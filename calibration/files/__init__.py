"""Files as bytes, text, TOML, JSON and pictures, with bounds; independent of boards."""
