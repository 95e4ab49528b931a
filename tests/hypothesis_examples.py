"""How many examples Hypothesis tries of a test whose examples take long; the profiles are in
conftest.py."""

from hypothesis import settings


def one_in(several: int) -> settings:
    """As few as this part of what the profile in use tries, for a test of that much work."""
    return settings(max_examples=max(1, settings.default.max_examples // several))
