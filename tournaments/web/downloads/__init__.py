"""Downloads of an event: standings, travellers, scorecards and seats as files."""
