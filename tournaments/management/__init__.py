"""Management commands, and what they share: arguments, output, simulations and the demo."""
