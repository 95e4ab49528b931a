"""Forms for results and results in words, for phones, the desk, and score slips."""
