"""The hall at work: database, accounts, the broker's messages, and what its pages are sent."""
