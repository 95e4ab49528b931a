"""Backups of the whole installation, made on demand or automatically, and restored.

They can be made while the site runs. `archive.py` reads and writes the file of a backup,
`sqlite.py` and `postgresql.py` dump and replace the database, `automatic_backups.py` makes backups
after sessions and rounds, and `updates.py` makes one before an update.
"""
