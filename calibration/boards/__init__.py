"""Shipped board files."""
