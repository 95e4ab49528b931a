"""The whole installation in one file, made while it runs, and brought back from it.

`archive.py` knows the file, `sqlite.py` and `postgresql.py` how a database is dumped and replaced,
and `rotation.py` the backups that a laptop keeps by itself.
"""
