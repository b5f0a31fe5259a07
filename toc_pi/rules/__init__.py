"""The rules of Toc, pure: no clock, no chance, no pictures."""
