"""Joins the rooms: from a camera to lamps."""
