"""Rehearsals: evenings that a director corrects for practice."""
