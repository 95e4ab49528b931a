"""Digests of what somebody is shown or has said, by which the same is known again."""

from django.utils.crypto import salted_hmac

_LENGTH = 16


def digest(told: object) -> str:
    """A short text that is another one for whatever is told otherwise.

    It is keyed, for it leaves in addresses: of few possible results each could be tried until one
    fits. Only what its reader sees anyway goes into it.
    """
    return salted_hmac("told", repr(told)).hexdigest()[:_LENGTH]
