"""Read exported and imported sections."""
