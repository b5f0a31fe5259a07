"""Pages of keys, teaching pages, and the windows that show them."""
