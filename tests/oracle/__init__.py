"""A second, slow rules engine, written from the rules' text alone, to compare the real one with."""
