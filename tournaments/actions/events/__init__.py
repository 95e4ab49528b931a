"""Actions on an event as a whole: create, edit, copy, publish, archive, delete, and add stages.

Actions within a session are in `rounds`.
"""
