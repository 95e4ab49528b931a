"""Pages of a table's phone: the table, its boards, its calls.

The table's code in the address is all they require. The form of a result is in `web.results`,
because the desk uses the same fields.
"""
