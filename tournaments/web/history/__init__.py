"""What was done about an event, for who runs it: undone, done again, gone back on."""
