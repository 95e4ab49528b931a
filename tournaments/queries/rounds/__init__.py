"""What is read of rounds: seating, draws, clocks and pace."""
