"""Clips: reading them, and recording on request."""
