"""Helpers that several layers share, without Django models."""
