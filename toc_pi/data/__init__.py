"""The film that ships with the program."""
