"""Tests of downloads."""
