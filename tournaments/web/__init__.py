"""The pages of the site, a package per subject.

A view reads a request, checks access, and calls one action or reads queries. Nothing here writes to
the database, and no rule of a game or a scoring method is decided here.
"""
