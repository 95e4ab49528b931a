"""Signing in and out. Who asks, and how often he may guess, is below: `tournaments/access`."""
