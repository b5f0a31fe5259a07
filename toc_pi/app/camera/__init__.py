"""From a camera to observations, surviving whatever the camera does."""
