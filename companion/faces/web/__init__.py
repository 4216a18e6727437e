"""The table on the home network: its HTTP interface. Nothing here is imported before a table serves it."""
