"""The tarot games of one catalogue: a family in `family`, a file for each that says only how it
differs."""
