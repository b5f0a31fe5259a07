"""Sentences in English and French."""
