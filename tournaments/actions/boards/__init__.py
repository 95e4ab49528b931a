"""Audited actions that show the hands of sealed boards: printing slips, preparing boards."""
