"""From a camera to what the table sees, whatever the camera does."""
