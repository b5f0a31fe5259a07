"""Lessons, help during a game, and computer players, connected with screen and camera."""
