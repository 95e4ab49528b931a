"""The mark that makes a sentence translatable without importing a translation system."""


def gettext_noop(text: str) -> str:
    """Return `text` unchanged; pages translate what carries this mark."""
    return text
