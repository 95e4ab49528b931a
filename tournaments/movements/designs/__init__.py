"""The combinatorics under the movements: first rounds, exact designs, searches, and who is turned.

What depends on results is in `drawing`.
"""
