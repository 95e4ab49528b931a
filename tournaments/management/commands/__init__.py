"""Commands for scripts, one file each."""
