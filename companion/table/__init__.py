"""The evening at one table: what was told, kept in order and on disk."""
