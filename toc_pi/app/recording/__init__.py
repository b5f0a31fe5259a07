"""Clips: read, and recorded on request."""
