"""The pages of a table's phone: its room, its boards, its calls. Whoever holds the table's code
reads them.

The form of a result is in `results`: the desk types the same fields.
"""
