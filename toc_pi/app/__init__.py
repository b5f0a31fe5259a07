"""Connects the rooms: from the camera to the screen and the lamps."""
