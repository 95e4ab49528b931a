"""Queries about contestants: list, late arrivals, departures, substitutes, team links."""
