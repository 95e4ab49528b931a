"""The clock of an evening as its desk sees and sets it."""
