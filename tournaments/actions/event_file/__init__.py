"""An event from its event file: the shape of its values, what they say together, and its rows.

Writing the file is a query: `queries/event_file`.
"""
