"""The pages of an event as a whole: edited, copied, deleted."""
