"""The page of the categories of an event."""
