"""The command line of toc-pi."""
