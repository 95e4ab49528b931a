"""Backups of the whole installation: made while it runs, restored, and kept automatically.

`archive.py` reads and writes the file, `sqlite.py` and `postgresql.py` dump and replace the
database, `automatic_backups.py` makes backups after sessions and rounds, and `updates.py` those
before an update.
"""
