"""Export sections as files, import them elsewhere, and store the results that come back."""
