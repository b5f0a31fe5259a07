"""Files as bytes, text, TOML, JSON and pictures, with bounds; knows nothing of boards."""
