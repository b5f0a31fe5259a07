"""A companion beside a real Toc board."""
