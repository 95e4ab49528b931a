"""The worth of declarations in tarot games that share a table, from the sources alone."""


def german_worth(word, number, options):
    """Return what each opponent pays for a German declaration."""
    if word == "matadors":
        further = int(options.get("matadors_further", 5)) * max(0, int(number) - 3)
        return int(options.get("matadors", 10)) + further
    if word == "trumps":
        return 10 + max(0, int(number) - 10) * int(options.get("trumps_further", 0))
    if word.startswith("court"):
        return int(options.get("cavallerie", 10))
    return 10 if word == "kings_4" else 5


def dutch_worth(word):
    """Return what each opponent pays for a declaration of 1846."""
    return 10 if word.startswith(("kings_4_", "court")) and word.endswith("fool") else 5
