"""Makes a calibration from set-up pictures, and stores it."""
