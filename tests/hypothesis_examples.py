"""The number of examples that Hypothesis tries in slow tests; profiles are in conftest.py."""

from hypothesis import settings


def one_in(several: int) -> settings:
    """Return settings with a fraction of the examples of the current profile."""
    return settings(max_examples=max(1, settings.default.max_examples // several))
