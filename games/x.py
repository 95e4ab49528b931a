"""X, the raw result that everything is scored by."""

from fractions import Fraction

X = int | Fraction
"""The raw result of one line on one board: a whole number, in one game a half."""
