"""The whole installation in one file, made while it runs, and brought back from it.

`archive.py` knows the file, `sqlite.py` and `postgresql.py` how a database is copied and replaced, and
`rotation.py` the copies that a laptop keeps by itself.
"""
