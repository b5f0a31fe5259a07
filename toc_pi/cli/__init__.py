"""The command toc-pi."""
