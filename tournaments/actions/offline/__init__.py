"""Offline sections: export them, open them elsewhere, and store the results that come back."""
