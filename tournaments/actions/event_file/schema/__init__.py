"""The event file, key by key: which shape every value has."""
