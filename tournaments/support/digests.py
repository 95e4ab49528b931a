"""Digests of what a reader is shown or has entered, to recognise it later."""

from django.utils.crypto import salted_hmac

_LENGTH = 16


def digest(value: object) -> str:
    """Return a short keyed digest of a value's `repr`.

    It is keyed because it is part of URLs: with few possible results, each could be tried until one
    matches. Only what its reader sees anyway may be digested.
    """
    return salted_hmac("told", repr(value)).hexdigest()[:_LENGTH]
