"""The pages, a room for each audience. A view reads a request, asks `access`, calls one act or
reads queries.

Nothing here writes to the database, and no rule of a game or a method is decided here.
"""
