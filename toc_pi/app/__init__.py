"""The application: connects camera, referee, screen and lamps."""
