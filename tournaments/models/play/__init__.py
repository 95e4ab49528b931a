"""What happens while it is played: results, decisions, calls, penalties, the clock, boards made
up."""
