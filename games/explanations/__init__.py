"""Explanations of numbers on results pages: a sentence, and a formula with its value."""
