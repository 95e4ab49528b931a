"""Helpers for several layers, which do not use Django models."""
