"""What is planned: an event with its stages, sessions and sections, who enters it, and who sits
where."""
