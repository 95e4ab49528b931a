"""Queries about a club: its members, programme, demo and the results of its players."""
