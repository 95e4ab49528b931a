"""Checks of form, which `make check` runs: pages, documents, templates and scripts agree with
the code."""
