"""The schema of event files."""
