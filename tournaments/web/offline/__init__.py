"""Pages of offline sections: export, import and result uploads."""
