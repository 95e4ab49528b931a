"""Rehearsals: sessions with mistakes that a director corrects for practice."""
