"""Import an event from its event file: validate its values, then store them as rows.

Files are written by `queries/events/event_file`.
"""
