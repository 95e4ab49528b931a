"""Audited actions that open the hands of sealed boards: printing slips, preparing boards."""
