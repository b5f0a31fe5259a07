"""Lessons, help in a game, and the empty chair, connected with screen and camera."""
