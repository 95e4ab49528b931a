"""Actions on a whole event: create, edit, copy, publish, archive, delete, add stages.

Actions within a session are in `rounds`.
"""
