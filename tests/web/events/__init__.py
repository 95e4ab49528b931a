"""Tests of the pages of an event as a whole."""
