"""X, the raw result of a line, from which all methods calculate awards."""

from fractions import Fraction

# Raw result of one line on one board: a whole number, in one game also a half.
X = int | Fraction
