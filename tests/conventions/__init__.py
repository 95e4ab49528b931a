"""Checks of `make check`: pages, documents, templates and scripts agree with the code."""
