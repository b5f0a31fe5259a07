"""The rules of Toc as pure functions: no clock, no randomness, no pictures."""
