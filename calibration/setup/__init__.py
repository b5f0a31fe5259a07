"""From set-up pictures to a calibration, and its file."""
