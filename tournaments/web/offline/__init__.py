"""Pages for offline sections: export, opening, and result uploads."""
